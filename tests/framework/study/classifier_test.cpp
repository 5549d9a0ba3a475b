#include "fixture.hpp"

#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace classifier_test {
namespace {

TargetColumn classes(std::vector<std::int32_t> labels) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = std::move(labels);
  return target;
}

StudyResult run(const std::string& evaluate, LoadedData data, int threads = 1) {
  Registry registry = test::test_registry();
  const StudyConfig config = parse_study_config(
      toml::parse("threads = " + std::to_string(threads) +
                      "\ncriterion = 'variance'\nsearch = 'rank'\nevaluate = { " + evaluate + " }",
                  std::string_view("run.toml")));
  Observer silent;
  return study(registry, Defaults(), config, std::move(data), config.runtime_options(), silent);
}

/// Two columns of 200 samples, uniform.
std::vector<std::vector<double>> noise() {
  std::vector<std::vector<double>> columns(2);
  Rng rng(3);
  for (std::size_t i = 0; i < 200; ++i)
    for (auto& column : columns) column.push_back(rng.uniform());
  return columns;
}

/// Of class b where the first column is above 1/2; every fifth label is observed as the other class.
LoadedData halves_with_wrong_labels() {
  const auto columns = noise();
  std::vector<std::int32_t> truth, observed;
  for (std::size_t i = 0; i < 200; ++i) {
    truth.push_back(columns[0][i] > 0.5);
    observed.push_back(i % 5 == 0 ? 1 - truth[i] : truth[i]);
  }
  LoadedData data = LoadedData::from_columns(columns, {}, classes(observed));
  data.edit([&](DataTable& p) { p.clean = classes(truth); });
  return data;
}

double loss(const std::string& evaluate) {
  return run(evaluate, halves_with_wrong_labels()).evaluation->curve.back().mean();
}

}  // namespace

TEST_CASE("the class that a criterion finds most probable is its prediction", "[evaluate][classifier]") {
  // the fixture's memberships are the columns: p(a), p(b)
  std::vector<std::vector<double>> columns(2);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < 40; ++i) {
    const double p = i % 4 == 0 ? 0.25 : 0.75;
    columns[0].push_back(p), columns[1].push_back(1 - p);
    labels.push_back(i % 2);
  }
  // right: the odd quarter of b is never found, of the others i % 4 == 2 is a and found, i % 4 == 0 is a and is not
  const StudyResult found = run("classifier = 'test.memberships', sizes = [2], folds = 2",
                                LoadedData::from_columns(columns, {}, classes(labels)));
  REQUIRE(found.evaluation->curve.size() == 1);
  CHECK(found.evaluation->curve[0].mean() == Approx(0.75));
  const auto json = nlohmann::json::parse(to_json_text(found));
  CHECK(json["evaluation"]["options"]["classifier"]["use"] == "test.memberships");
  CHECK_FALSE(json["evaluation"]["options"].contains("neighbours"));
  CHECK(to_table(found, 0).find("predicted by 'test.memberships'; 2 folds\n") != std::string::npos);
}

TEST_CASE("a classifier is not shown the labels that test", "[evaluate][classifier]") {
  std::vector<std::int32_t> labels;
  Rng rng(8);
  for (std::size_t i = 0; i < 200; ++i) labels.push_back(rng.uniform() < 0.5);
  for (const std::string id : {"forest", "neighbour_labels", "robust_lasso"}) {
    CAPTURE(id);
    const StudyResult found =
        run("classifier = '" + id + "', sizes = [2]", LoadedData::from_columns(noise(), {}, classes(labels)));
    CHECK(found.evaluation->curve[0].mean() > 0.35);
  }
}

TEST_CASE("a classifier that knows of flips predicts true classes from wrong labels",
          "[evaluate][classifier]") {
  CHECK(loss("classifier = 'robust_lasso', train_on = 'observed'") < 0.06);
  CHECK(loss("classifier = 'forest', train_on = 'observed'") < 0.06);
  CHECK(loss("classifier = 'forest', suspects = 'drop'") < 0.06);
  CHECK(loss("neighbours = 1, train_on = 'observed'") > 0.1);
}

TEST_CASE("an evaluation by a classifier is the same for any number of threads", "[evaluate][classifier]") {
  const std::string config =
      "classifier = { use = 'forest', trees = 40 }, loss = 'balanced_error', folds = 3";
  CHECK(to_json_text(run(config, halves_with_wrong_labels(), 1)) ==
        to_json_text(run(config, halves_with_wrong_labels(), 3)));
}

TEST_CASE("a classifier that cannot predict is refused", "[evaluate][classifier][errors]") {
  const auto refusal = [](const std::string& evaluate) {
    return message_of<ParamError>([&] { run(evaluate, halves_with_wrong_labels()); });
  };
  CHECK_THAT(refusal("classifier = 'fisher_score'"), Catch::Contains("leaves out samples of unknown label"));
  CHECK_THAT(refusal("classifier = 'test.memberships_of_known'"),
             Catch::Contains("leaves out samples of unknown label"));
  CHECK_THAT(refusal("classifier = 'forrest'"), Catch::Contains("'forest'"));
  CHECK_THAT(refusal("classifier = 'forest', neighbours = 3"),
             Catch::Contains("goes with classifier = \"knn\""));
  CHECK_THAT(refusal("classifier = 'test.memberships', suspects = 'weigh'"),
             Catch::Contains("uses no weights"));
  TargetColumn real;
  real.kind = TargetKind::real;
  for (std::size_t i = 0; i < 200; ++i) real.real.push_back(static_cast<double>(i % 7));
  CHECK_THAT(message_of<DataError>(
                 [&] { run("classifier = 'forest'", LoadedData::from_columns(noise(), {}, real)); }),
             Catch::Contains("predicts one class for each sample"));
}

}  // namespace classifier_test
