#include "fixture.hpp"

#include <tamis/framework/evaluation/evaluate.hpp>
#include <tamis/rng.hpp>

#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

/// Two classes of n / 2; the first feature tells them apart by one deviation, the others do not.
LoadedData two_classes(std::size_t n, std::size_t features) {
  Rng rng(3);
  std::vector<std::vector<double>> columns(features, std::vector<double>(n));
  TargetParts target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < n; ++i) target.labels.push_back(static_cast<std::int32_t>(i % 2));
  for (auto& column : columns)
    for (double& x : column)
      for (int k = 0; k < 12; ++k) x += rng.uniform() - 0.5;  // about normal
  for (std::size_t i = 0; i < n; ++i) columns[0][i] += i % 2 ? 2.0 : 0.0;
  return LoadedData::from_columns(columns, {}, target);
}

SelectionResult run(const std::string& config, LoadedData data, int threads = 1, bool order_all = true) {
  Registry registry = test::test_registry();
  SelectConfig parsed = parse_select_config(toml::parse(config, std::string_view("run.toml")));
  parsed.order_all = order_all;
  RuntimeOptions options = parsed.runtime_options();
  options.threads = threads;
  Observer silent;
  return select(registry, Defaults(), parsed, std::move(data), options, silent);
}

/// Of 1-NN on one feature; `trains` and `tests` as masks.
double error_by_hand(const DataParts& data, std::size_t feature, const Split& split) {
  const double* x = data.values.data() + feature * data.samples;
  double wrong = 0, asked = 0;
  for (std::size_t q = 0; q < data.samples; ++q) {
    if (!split.tests[q]) continue;
    double least = std::numeric_limits<double>::infinity();
    std::int32_t guess = -1;
    for (std::size_t i = 0; i < data.samples; ++i)
      if (split.trains[i] && std::abs(x[i] - x[q]) < least)
        least = std::abs(x[i] - x[q]), guess = data.target.labels[i];
    wrong += guess != data.target.labels[q];
    ++asked;
  }
  return wrong / asked;
}

const std::string kRank = "criterion = 'fisher_score'\nsearch = 'rank'\n";

}  // namespace

TEST_CASE("the loss of the first feature is that of a nearest neighbour by hand, in every fold",
          "[evaluate]") {
  const LoadedData data = two_classes(40, 3);
  const auto result =
      run(kRank + "seed = 4\nevaluate = { neighbours = 1, folds = 4, repeats = 2 }", two_classes(40, 3));
  REQUIRE(result.evaluation);
  const Evaluation& e = *result.evaluation;
  CHECK(e.splits == 8);
  REQUIRE(e.curve.size() == 3);
  CHECK(e.curve[0].features == 1);
  const auto splits = make_splits(data.parts(), {.folds = 4, .repeats = 2}, 4);
  for (std::size_t s = 0; s < 8; ++s)
    CHECK(e.curve[0].losses[s] == Approx(error_by_hand(data.parts(), 0, splits[s])));
  double squares = 0;
  for (const double loss : e.curve[0].losses) squares += std::pow(loss - e.curve[0].mean(), 2);
  CHECK(e.curve[0].standard_error() == Approx(std::sqrt(squares / 7 / 8)));
}

TEST_CASE("the curve goes along the path of the search", "[evaluate]") {
  const auto sizes = [](const std::string& search, bool order_all) {
    std::vector<std::size_t> out;
    const auto result = run("criterion = 'knn_error'\n" + search + "\nevaluate = { folds = 1 }",
                            two_classes(30, 5), 1, order_all);
    for (const LossAtSize& at : result.evaluation->curve) out.push_back(at.features);
    return out;
  };
  CHECK(sizes("search = { use = 'forward' }", true) == std::vector<std::size_t>{1, 2, 3, 4, 5});
  CHECK(sizes("search = { use = 'forward', keep = 2 }", false) == std::vector<std::size_t>{1, 2});
  CHECK(sizes("search = { use = 'backward', keep = 2 }", false) == std::vector<std::size_t>{2, 3, 4, 5});
}

TEST_CASE("features that were selected with the test's labels look good, those without do not",
          "[evaluate]") {
  // 800 features that know nothing: the best of them fit the labels that they were chosen by
  const auto noise = [] {
    Rng rng(8);
    std::vector<std::vector<double>> columns(800, std::vector<double>(40));
    for (auto& column : columns)
      for (double& x : column) x = rng.uniform();
    TargetParts target;
    target.kind = TargetKind::classes;
    target.class_names = {"a", "b"};
    for (int i = 0; i < 40; ++i) target.labels.push_back(i % 2);
    return LoadedData::from_columns(columns, {}, target);
  };
  const auto loss = [&](const char* prepare_on) {
    const auto result =
        run(std::string("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 10 }\n") +
                "evaluate = { folds = 5, repeats = 4, prepare_on = '" + prepare_on + "' }",
            noise(), 1, false);
    return result.evaluation->curve.back().mean();
  };
  CHECK(loss("all") < 0.2);
  CHECK(loss("train") > 0.4);
}

TEST_CASE("a real target is predicted by the mean of near values", "[evaluate]") {
  std::vector<double> x, y;
  for (int i = 0; i < 60; ++i) x.push_back(i), y.push_back(3.0 * i);
  TargetParts target;
  target.kind = TargetKind::real;
  target.real = y;
  const auto result =
      run("criterion = 'variance'\nsearch = 'rank'\nevaluate = { neighbours = 2, folds = 10 }",
          LoadedData::from_columns(std::vector<std::vector<double>>{x}, {}, target));
  CHECK(result.evaluation->loss() == Loss::rmse);
  // between two neighbours the value is right, at an end or beside another one that tests it is off by a few
  // steps
  CHECK(result.evaluation->curve[0].mean() < 6);
  CHECK(result.evaluation->curve[0].mean() > 0);
}

TEST_CASE("of several numbers of neighbours the best in the training part is used", "[evaluate]") {
  // single samples of the other class within each: one neighbour is misled, nine are not
  std::vector<double> x;
  TargetParts target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    x.push_back(rng.uniform() + (i % 2));
    target.labels.push_back(rng.uniform() < 0.25 ? 1 - i % 2 : i % 2);
  }
  const auto loss = [&](const char* neighbours) {
    return run("criterion = 'variance'\nsearch = 'rank'\nevaluate = { neighbours = " +
                   std::string(neighbours) + " }",
               LoadedData::from_columns(std::vector<std::vector<double>>{x}, {}, target))
        .evaluation->curve[0]
        .losses;
  };
  CHECK(loss("[1, 25]") == loss("25"));
  CHECK(loss("[1, 25]") != loss("1"));
}

TEST_CASE("an evaluation is the same for any number of threads, and stands in the result", "[evaluate]") {
  const std::string config = kRank + "evaluate = { folds = 3, neighbours = [1, 5], loss = 'balanced_error' }";
  const std::string one = to_json_text(run(config, two_classes(60, 6), 1));
  CHECK(one == to_json_text(run(config, two_classes(60, 6), 3)));
  const auto json = nlohmann::json::parse(one);
  CHECK(json["evaluation"]["loss"] == "balanced error rate");
  CHECK(json["evaluation"]["options"]["folds"] == 3);
  CHECK(json["evaluation"]["curve"].size() == 6);
  CHECK(json["run"]["config"]["evaluate"]["folds"] == 3);
  const std::string table = to_table(run(config, two_classes(60, 6)), 0);
  CHECK(table.find("\nk-NN, the best k of 1, 5, on z-scores; 3 folds\n"
                   "features  balanced error rate  standard error\n       1  ") != std::string::npos);
}

TEST_CASE("what cannot be evaluated is refused before the search", "[evaluate][errors]") {
  const auto refusal = [](const std::string& evaluate, LoadedData data) {
    try {
      run(kRank + "evaluate = " + evaluate, std::move(data));
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  CHECK(refusal("{ loss = 'rmse' }", two_classes(20, 2))
            .find("has classes, of which evaluate.loss cannot be") != std::string::npos);
  CHECK(refusal("{ folds = 30 }", two_classes(20, 2)).find("cannot be divided into 30 parts") !=
        std::string::npos);
  CHECK(refusal("{ fold = 3 }", two_classes(20, 2)).find("did you mean 'folds'?") != std::string::npos);
  CHECK(refusal("{ neighbours = 0 }", two_classes(20, 2))
            .find("evaluate.neighbours is 0, an integer; expected a number of at least 1") !=
        std::string::npos);
  CHECK(refusal("{ neighbours = [] }", two_classes(20, 2)).find("is an empty list") != std::string::npos);
  CHECK(refusal("{ folds = 5, test_share = 0.2 }", two_classes(20, 2)).find("goes with folds = 1") !=
        std::string::npos);
  CHECK(refusal("{ folds = 1, test_share = 1.5 }", two_classes(20, 2))
            .find("expected a number between 0 and 1") != std::string::npos);
  CHECK(refusal("{ repeats = 0 }", two_classes(20, 2)).find("expected 1 to 1000000") != std::string::npos);
}
