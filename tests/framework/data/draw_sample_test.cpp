#include <tamis/framework/data/draw_sample.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;

namespace draw_sample_test {
namespace {

using Sizes = std::vector<std::uint64_t>;

/// n samples whose only feature is their number; `labels` is repeated.
LoadedData numbered(std::size_t n, std::vector<std::int32_t> labels, std::size_t classes) {
  std::vector<double> column(n);
  std::iota(column.begin(), column.end(), 0.0);
  TargetColumn target;
  target.kind = TargetKind::classes;
  for (std::size_t c = 0; c < classes; ++c) target.class_names.push_back(std::string(1, "abcdefgh"[c]));
  for (std::size_t i = 0; i < n; ++i) target.labels.push_back(labels[i % labels.size()]);
  return LoadedData::from_columns(std::vector<std::vector<double>>(1, column), {}, target);
}

Sizes counts(const LoadedData& data, std::size_t classes) {
  Sizes out(classes + 1);
  for (const std::int32_t label : data.parts().target.labels)
    ++out[label < 0 ? classes : static_cast<std::size_t>(label)];
  return out;
}

std::vector<double> drawn(const LoadedData& data) {
  const Column x = data.view().column(0);
  return {x.begin(), x.end()};
}

}  // namespace

TEST_CASE("shares are in proportion, by the largest remainder", "[sample]") {
  CHECK(allocate(Sizes{50, 30, 20}, 10, 3) == Sizes{5, 3, 2});
  CHECK(allocate(Sizes{47, 33, 20}, 10, 3) == Sizes{5, 3, 2});  // 4.7, 3.3, 2
  CHECK(allocate(Sizes{1, 1, 1}, 2, 3) == Sizes{1, 1, 0});      // equal remainders: the first ones
}

TEST_CASE("a class that would get none takes one from the largest, as long as that has some to give",
          "[sample]") {
  CHECK(allocate(Sizes{1000, 3, 2}, 10, 3) == Sizes{8, 1, 1});
  CHECK(allocate(Sizes{1000, 3, 2}, 10, 2) == Sizes{9, 1, 0});  // the last one need not be there
  CHECK(allocate(Sizes{1000, 3, 2}, 2, 3) == Sizes{1, 1, 0});
  CHECK(allocate(Sizes{1000, 0, 2}, 10, 3) == Sizes{9, 0, 1});  // an empty class stays empty
}

TEST_CASE("samples are drawn by class, the unknown as a class of their own, in the order of the file",
          "[sample]") {
  LoadedData data = numbered(1000, {0, 0, 0, 0, 0, 1, 1, 1, 2, -1}, 3);
  draw_sample(data, 100, 7);
  CHECK(data.samples() == 100);
  CHECK(counts(data, 3) == Sizes{50, 30, 10, 10});
  const std::vector<double> rows = drawn(data);
  CHECK(std::is_sorted(rows.begin(), rows.end()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(data.parts().sample_rows[i] == static_cast<std::uint64_t>(rows[i]));
    CHECK(data.where(i) == "sample " + std::to_string(static_cast<int>(rows[i]) + 1));
  }
  CHECK(data.notes.back() == "100 of 1000 rows were drawn at random (seed 7), by class");
}

TEST_CASE("the same seed draws the same samples, another seed others", "[sample]") {
  const auto draw = [](std::uint64_t seed) {
    LoadedData data = numbered(500, {0, 1, 1}, 2);
    draw_sample(data, 50, seed);
    return drawn(data);
  };
  CHECK(draw(3) == draw(3));
  CHECK(draw(3) != draw(4));
}

TEST_CASE("each sample of a class is as likely as the others", "[sample]") {
  constexpr int kDraws = 4000;
  std::vector<int> times(20);
  for (int seed = 0; seed < kDraws; ++seed) {
    LoadedData data = numbered(20, {0, 0, 0, 1}, 2);
    draw_sample(data, 8, static_cast<std::uint64_t>(seed));
    for (const double row : drawn(data)) ++times[static_cast<std::size_t>(row)];
  }
  // 6 of 15 and 2 of 5: probability 0.4 each; 5 standard deviations of a binomial count
  const double deviation = std::sqrt(kDraws * 0.4 * 0.6);
  for (const int count : times) CHECK(std::fabs(count - 0.4 * kDraws) < 5 * deviation);
}

TEST_CASE("soft targets are drawn by the most probable class", "[sample]") {
  constexpr std::size_t kSamples = 100;
  std::vector<double> column(kSamples);
  TargetColumn target;
  target.kind = TargetKind::soft;
  target.class_names = {"a", "b"};
  target.soft.resize(2 * kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) {
    const bool unknown = i % 10 == 9;
    target.soft[i] = unknown ? std::nan("") : i % 10 < 3 ? 0.75 : 0.25;
    target.soft[i + kSamples] = 1 - target.soft[i];
    column[i] = static_cast<double>(i);
  }
  LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>(1, column), {}, target);
  draw_sample(data, 20, 0);
  int a = 0, unknown = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const double p = data.view().target().soft()(i, 0);
    unknown += std::isnan(p);
    a += p == 0.75;
  }
  CHECK(a == 6);
  CHECK(unknown == 2);
  CHECK(data.notes.back() == "20 of 100 rows were drawn at random (seed 0), by class");
}

TEST_CASE("without classes samples are drawn from all that are known and all that are not", "[sample]") {
  std::vector<double> column(100);
  std::iota(column.begin(), column.end(), 0.0);
  TargetColumn real;
  real.kind = TargetKind::real;
  for (int i = 0; i < 100; ++i) real.real.push_back(i % 4 ? i : std::nan(""));
  LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>(1, column), {}, real);
  draw_sample(data, 20, 0);
  CHECK(std::count_if(data.parts().target.real.begin(), data.parts().target.real.end(),
                      [](double v) { return std::isnan(v); }) == 5);
  CHECK(data.notes.back() == "20 of 100 rows were drawn at random (seed 0)");

  LoadedData plain = LoadedData::from_columns(std::vector<std::vector<double>>(1, column));
  draw_sample(plain, 20, 0);
  CHECK(plain.samples() == 20);
}

TEST_CASE("nothing happens where there are no more samples than wanted", "[sample]") {
  LoadedData data = numbered(20, {0, 1}, 2);
  draw_sample(data, 20, 0);
  CHECK(data.samples() == 20);
  CHECK(data.parts().sample_rows.empty());
  CHECK(data.notes.empty());
}

}  // namespace draw_sample_test
