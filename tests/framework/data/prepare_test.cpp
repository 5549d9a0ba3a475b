#include "temp_files.hpp"

#include <tamis/framework/data/prepare.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>

#include <cmath>
#include <limits>
#include <random>

using namespace tamis::framework;
using tamis::TargetKind;

namespace prepare_test {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

LoadedData with(TargetColumn target) {
  const std::vector<std::vector<double>> columns{{1, 2, 3, 6}, {5, 5, 5, 5}};
  return LoadedData::from_columns(columns, {"x", "flat"}, std::move(target));
}

TargetColumn classes(std::vector<std::int32_t> labels) {
  TargetColumn t;
  t.kind = TargetKind::classes;
  t.name = "y";
  t.class_names = {"a", "b"};
  t.labels = std::move(labels);
  return t;
}

TargetColumn soft() {
  TargetColumn t;
  t.kind = TargetKind::soft;
  t.class_names = {"a", "b"};
  t.soft = {.5, .2, kNaN, 1, .5, .8, kNaN, 0};
  return t;
}

TargetColumn real(std::vector<double> values) {
  TargetColumn t;
  t.kind = TargetKind::real;
  t.name = "y";
  t.real = std::move(values);
  return t;
}

TargetColumn sets(std::vector<std::uint64_t> start, std::vector<std::int32_t> labels) {
  TargetColumn t;
  t.kind = TargetKind::sets;
  t.name = "y";
  t.class_names = {"a", "b"};
  t.set_start = std::move(start);
  t.set_labels = std::move(labels);
  return t;
}

DataRequirements needs(const std::string& kinds, bool unknown = false) {
  DataRequirements n;
  n.classes = kinds.find('c') != std::string::npos;
  n.soft = kinds.find('s') != std::string::npos;
  n.real = kinds.find('r') != std::string::npos;
  n.sets = kinds.find('t') != std::string::npos;
  n.uses_unknown = unknown;
  return n;
}

std::string error_of(TargetColumn target, const DataRequirements& n) {
  LoadedData data = with(std::move(target));
  return TempFiles().data_error([&] { prepare_data(data, n, Standardise::automatic, "mine"); });
}

using Labels = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("a target that fits is left as it is", "[prepare]") {
  LoadedData data = with(classes({0, 1, 0, 1}));
  prepare_data(data, needs("cs"), Standardise::automatic, "mine");
  CHECK(data.view().target().kind() == TargetKind::classes);
  CHECK(data.notes.empty());
  CHECK(data.view().raw()->scale == nullptr);
}

TEST_CASE("classes become soft labels, sets of one, and back", "[prepare]") {
  LoadedData data = with(classes({0, 1, -1, 1}));
  prepare_data(data, needs("s", true), Standardise::automatic, "mine");
  CHECK(data.view().target().soft()(1, 1) == 1);
  CHECK(data.view().target().soft()(1, 0) == 0);
  CHECK_FALSE(data.view().target().known(2));
  CHECK(contains(data.notes, "classes became soft labels"));
  CHECK(contains(data.notes, "1 sample of unknown target is left to criterion 'mine'"));

  data = with(classes({0, 1, -1, 1}));
  prepare_data(data, needs("t"), Standardise::automatic, "mine");
  CHECK(data.samples() == 3);
  CHECK(data.view().target().label_set(1)[0] == 1);

  data = with(sets({0, 1, 2, 2, 3}, {0, 1, 0}));
  prepare_data(data, needs("c", true), Standardise::automatic, "mine");
  CHECK(data.parts().target.labels == Labels{0, 1, -1, 0});
  data = with(sets({0, 1, 2, 2, 3}, {0, 1, 0}));
  prepare_data(data, needs("s"), Standardise::automatic, "mine");
  CHECK(data.view().target().kind() == TargetKind::soft);
  CHECK(data.samples() == 3);
}

TEST_CASE("soft labels become the most probable class and unknown samples go", "[prepare]") {
  LoadedData data = with(soft());
  prepare_data(data, needs("c"), Standardise::automatic, "mine");
  CHECK(data.parts().target.labels == Labels{0, 1, 0});
  CHECK(data.samples() == 3);
  CHECK(data.view().column(0)[2] == 6);
  CHECK(contains(
      data.notes,
      "most probable class for criterion 'mine': 2 classes (a 2, b 1); of 1 tie the first class was taken"));
  CHECK(contains(data.notes,
                 "1 sample was dropped for an unknown target, which criterion 'mine' does not use"));
}

TEST_CASE("a stated label is kept although another class is more probable", "[prepare]") {
  TargetColumn t = soft();
  t.labels = {0, 0, -1, 0};
  t.certainty = {.5, .2, kNaN, 1};
  LoadedData data = with(t);
  prepare_data(data, needs("c"), Standardise::automatic, "mine");
  CHECK(data.view().target().kind() == TargetKind::classes);
  CHECK(data.parts().target.labels == Labels{0, 0, 0});
  CHECK(data.parts().target.certainty == std::vector<double>{.5, .2, 1});
  CHECK(data.parts().target.soft.empty());
  CHECK(data.notes[0] == "labels are used without their certainty for criterion 'mine'");
  CHECK_FALSE(contains(data.notes, "most probable"));

  data = with(t);
  prepare_data(data, needs("s"), Standardise::automatic, "mine");
  CHECK(data.view().target().soft()(1, 1) == .8);
}

TEST_CASE("targets of the wrong kind are refused with the remedy", "[prepare][errors]") {
  CHECK(error_of(real({1, 2, 3, 4}), needs("cs")) ==
        "target 'y' has real values, but criterion 'mine' needs classes, soft labels; `data.target_kind = "
        "\"class\"` reads each distinct value as a class");
  CHECK(error_of(classes({0, 1, 0, 1}), needs("r")) ==
        "target 'y' has classes, but criterion 'mine' needs real values; `data.target_kind = \"real\"` reads "
        "numbers as real values");
  CHECK_THAT(error_of(soft(), needs("r")),
             Catch::Contains("has soft labels, but criterion 'mine' needs real values"));
  CHECK_THAT(error_of(sets({0, 2, 3, 3, 4}, {0, 1, 0, 1}), needs("cs")),
             Catch::Contains("has sets of labels"));
  CHECK(
      error_of({}, needs("c")) ==
      "criterion 'mine' needs a target (classes); name its column with `data.target`, or probabilities with "
      "`data.soft`");
  CHECK(error_of(classes({-1, -1, -1, -1}), needs("c", true)) ==
        "target 'y': all 4 samples are unknown; criterion 'mine' needs some that are known");
  LoadedData one = LoadedData::from_columns(std::vector<std::vector<double>>{{1}}, {"x"}, classes({-1}));
  CHECK_THAT(TempFiles().data_error([&] { prepare_data(one, needs("c"), Standardise::automatic, "mine"); }),
             Catch::StartsWith("target 'y': the only sample is unknown; "));
  CHECK_THAT(error_of(classes({-1, -1, 1, -1}), needs("c")), Catch::Contains("1 sample of 4 is known"));
}

TEST_CASE("an unsupervised criterion ignores any target", "[prepare]") {
  LoadedData data = with(classes({0, -1, -1, -1}));
  prepare_data(data, needs(""), Standardise::automatic, "mine");
  CHECK(data.samples() == 4);
  CHECK(data.notes == std::vector<std::string>{"criterion 'mine' does not look at the target"});
  data = with({});
  CHECK_NOTHROW(prepare_data(data, needs(""), Standardise::automatic, "mine"));
}

TEST_CASE("distances get z-scores of the samples that stay, unless refused", "[prepare][standardise]") {
  DataRequirements n = needs("c");
  n.distances = true;
  LoadedData data = with(classes({0, 1, 0, -1}));
  prepare_data(data, n, Standardise::automatic, "mine");
  // x is 1, 2, 3: mean 2, population deviation sqrt(2 / 3).
  CHECK(data.view().centre(0) == 2);
  CHECK(data.view().scale(0) == Approx(std::sqrt(2.0 / 3)));
  CHECK(data.view().centre(1) == 5);
  CHECK(data.view().scale(1) == 1);
  CHECK(data.notes.back() ==
        "distances are measured on z-scores (population standard deviation); `data.standardise = \"none\"` "
        "measures on the values as given");
  data = with(classes({0, 1, 0, -1}));
  prepare_data(data, n, Standardise::sample, "mine");
  CHECK(data.view().scale(0) == 1);
  CHECK(contains(data.notes, "sample standard deviation"));
  data = with(classes({0, 1, 0, -1}));
  prepare_data(data, n, Standardise::none, "mine");
  CHECK(data.view().raw()->scale == nullptr);
  CHECK(data.notes.back() == "distances are measured on the values as given");
  n.distances = false;
  data = with(classes({0, 1, 0, -1}));
  prepare_data(data, n, Standardise::population, "mine");
  CHECK(data.view().raw()->scale == nullptr);
  CHECK(contains(data.notes, "`data.standardise` has no effect"));
}

TEST_CASE("centre and scale are right whatever the size of the numbers", "[prepare][standardise]") {
  const double factor = GENERATE(1.0, 1e-300, 1e-150, 1e150, 1e300, -3e-5);
  const std::vector<double> x{1 * factor, 2 * factor, 4 * factor, 9 * factor};
  const CentreAndScale s = centre_and_scale(x, 0, "x");
  CHECK(s.centre / factor == Approx(4).epsilon(1e-14));
  CHECK(s.scale / std::fabs(factor) == Approx(std::sqrt(9.5)).epsilon(1e-14));
}

TEST_CASE("a large offset does not drown the spread", "[prepare][standardise]") {
  const std::vector<double> x{1e15 + 1, 1e15 + 2, 1e15 + 3};
  const CentreAndScale s = centre_and_scale(x, 1, "x");
  CHECK(s.scale == 1);
  CHECK(s.centre == 1e15 + 2);
}

TEST_CASE("a constant column becomes exactly zero", "[prepare][standardise]") {
  const double value = GENERATE(0.0, 0.1, 0.3, -1e300, 5e-324);
  const std::vector<double> x(7, value);
  const CentreAndScale s = centre_and_scale(x, 1, "x");
  CHECK(s.scale == 1);
  CHECK((x[3] - s.centre) / s.scale == 0);
}

TEST_CASE("a spread that a double cannot hold is refused", "[prepare][standardise][errors]") {
  const TempFiles files;
  const std::vector<double> wide{-1.7e308, 1.7e308, 0};
  CHECK_THAT(files.data_error([&] { centre_and_scale(wide, 0, "x"); }),
             Catch::Contains("more than a double can hold"));
  const std::vector<double> narrow{0, 0, 0, 0, 0, 0, 0, 5e-324};
  CHECK_THAT(files.data_error([&] { centre_and_scale(narrow, 0, "x"); }),
             Catch::Contains("varies too little"));
  const std::vector<double> half{0, 1.7e308};
  CHECK(centre_and_scale(half, 0, "x").scale == Approx(0.85e308));
}

TEST_CASE("scales are the same bits for any number of threads", "[prepare][standardise]") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> columns(200, std::vector<double>(101));
  for (auto& column : columns)
    for (double& v : column) v = normal(random);
  DataRequirements n;
  n.distances = true;
  std::vector<double> first;
  for (const std::size_t threads : {1u, 2u, 8u}) {
    LoadedData data = LoadedData::from_columns(columns);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    prepare_data(data, n, Standardise::automatic, "mine");
    if (first.empty()) first = data.parts().scale;
    CHECK(data.parts().scale == first);
  }
}

}  // namespace prepare_test
