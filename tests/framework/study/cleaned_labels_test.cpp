#include "fixture.hpp"

#include <tamis/framework/study/cleaned_labels.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace cleaned_labels_test {
namespace {

constexpr std::size_t kSamples = 400, kTest = 100;

TargetColumn classes(std::vector<std::int32_t> labels) {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = std::move(labels);
  return target;
}

/// Two clouds far from each other; every fifth label of either is that of the other one.
struct Clouds {
  std::vector<std::vector<double>> columns{2, std::vector<double>(kSamples)};
  std::vector<std::int32_t> truth, observed;

  Clouds() {
    Rng rng(5);
    for (std::size_t i = 0; i < kSamples; ++i) {
      truth.push_back(static_cast<std::int32_t>(i % 2));
      observed.push_back(i / 2 % 5 == 0 ? 1 - truth[i] : truth[i]);
      for (std::vector<double>& column : columns) column[i] = rng.uniform() + 10 * truth[i];
    }
  }
  bool is_wrong(std::size_t i) const { return observed[i] != truth[i]; }
  LoadedData data() const { return LoadedData::from_columns(columns, {}, classes(observed)); }
  LoadedData data_with_truth() const {
    LoadedData data = this->data();
    data.edit([&](DataTable& p) { p.clean = classes(truth); });
    return data;
  }
  /// The first kTest samples test.
  static Split split() {
    Split s{0, 0, std::vector<char>(kSamples, 1), std::vector<char>(kSamples, 0)};
    for (std::size_t i = 0; i < kTest; ++i) s.trains[i] = 0, s.tests[i] = 1;
    return s;
  }
};

TrainingTarget mended(const LoadedData& data, Suspects how, const TargetColumn& labels,
                      const std::string& engine_config = "{ use = 'forest', trees = 300 }") {
  Registry registry = test::test_registry();
  const toml::table engine = toml::parse("e = " + engine_config);
  EvaluateOptions options;
  options.suspects = how;
  options.engine = engine.get("e");
  Observer silent;
  KernelRuntime kernel({.seed = 2, .threads = 1}, silent);
  return cleaned_labels(registry, *plan_engine(registry, Defaults(), options), how, data, labels,
                       Clouds::split(), DataOptions(), kernel);
}

TrainingTarget mended(const Clouds& clouds, Suspects how, std::vector<std::int32_t> labels) {
  return mended(clouds.data(), how, classes(std::move(labels)));
}

StudyResult run(const std::string& evaluate, LoadedData data) {
  Registry registry = test::test_registry();
  const StudyConfig config = parse_study_config(
      toml::parse("criterion = 'fisher_score'\nsearch = 'rank'\nevaluate = { " + evaluate + " }",
                  std::string_view("run.toml")));
  Observer silent;
  return study(registry, Defaults(), config, std::move(data), config.runtime_options(), silent);
}

double loss(const std::string& evaluate) {
  return run(evaluate, Clouds().data_with_truth()).evaluation->curve.back().mean();
}

}  // namespace

TEST_CASE("an engine that uses groups is told those of the samples that train", "[cleaned_labels][groups]") {
  const Clouds clouds;
  LoadedData data = clouds.data();
  data.edit([](DataTable& p) {
    for (std::size_t i = 0; i < kSamples; ++i) p.groups.push_back(i < kTest ? 1 : 0);
  });
  CHECK_THAT(message_of<DataError>([&] { mended(data, Suspects::drop, classes(clouds.observed)); }),
             Catch::Contains("all samples of known label are in one group"));
  CHECK_NOTHROW(mended(data, Suspects::drop, classes(clouds.observed), "{ use = 'lnt_mi' }"));
}

TEST_CASE("suspects that train are dropped, weighed down or relabelled, those that test are left alone",
          "[cleaned_labels]") {
  const Clouds clouds;
  const TrainingTarget dropped = mended(clouds, Suspects::drop, clouds.observed);
  const TrainingTarget relabelled = mended(clouds, Suspects::relabel, clouds.observed);
  const TrainingTarget weighed = mended(clouds, Suspects::weigh, clouds.observed);
  CHECK(dropped.weights.empty());
  CHECK(relabelled.weights.empty());
  CHECK(weighed.labels.labels == clouds.observed);
  int found = 0, suspects = 0, wrong = 0;
  for (std::size_t i = 0; i < kSamples; ++i) {
    INFO("sample " << i);
    const bool is_suspect = dropped.labels.labels[i] == -1;
    if (i < kTest) {
      CHECK_FALSE(is_suspect);
      CHECK(relabelled.labels.labels[i] == clouds.observed[i]);
      CHECK(weighed.weights[i] == 1);
      continue;
    }
    if (!is_suspect) CHECK(dropped.labels.labels[i] == clouds.observed[i]);
    CHECK(relabelled.labels.labels[i] == (is_suspect ? 1 - clouds.observed[i] : clouds.observed[i]));
    CHECK((weighed.weights[i] < 0.5) == is_suspect);
    found += is_suspect && clouds.is_wrong(i);
    suspects += is_suspect;
    wrong += clouds.is_wrong(i);
  }
  CHECK(found >= 0.95 * wrong);
  CHECK(found >= 0.9 * suspects);
}

TEST_CASE("labels that test do not reach those that train", "[cleaned_labels]") {
  const Clouds clouds;
  std::vector<std::int32_t> other = clouds.observed;
  for (std::size_t i = 0; i < kTest; ++i) other[i] = 1 - other[i];
  const TrainingTarget one = mended(clouds, Suspects::weigh, clouds.observed),
                       two = mended(clouds, Suspects::weigh, other);
  CHECK(one.weights == two.weights);
}

TEST_CASE("samples of unknown label stay unknown", "[cleaned_labels]") {
  const Clouds clouds;
  std::vector<std::int32_t> partly = clouds.observed;
  for (std::size_t i = 390; i < kSamples; ++i) partly[i] = -1;
  for (const Suspects how : {Suspects::drop, Suspects::relabel, Suspects::weigh}) {
    const TrainingTarget found = mended(clouds, how, partly);
    for (std::size_t i = 390; i < kSamples; ++i) CHECK(found.labels.labels[i] == -1);
  }
}

TEST_CASE("each label is judged by its own votes", "[cleaned_labels]") {
  const Clouds clouds;
  TargetColumn voted = classes({});  // by three, each of whom is wrong one time in five
  voted.annotator_names = {"first", "second", "third"};
  Rng rng(8);
  for (std::size_t i = 0; i < kSamples; ++i) {
    voted.vote_start.push_back(3 * i);
    std::int32_t ones = 0;
    for (const std::uint32_t annotator : {0, 1, 2}) {
      voted.vote_annotators.push_back(annotator);
      voted.vote_labels.push_back(rng.uniform() < 0.2 ? 1 - clouds.truth[i] : clouds.truth[i]);
      ones += voted.vote_labels.back();
    }
    voted.labels.push_back(ones > 1);
  }
  voted.vote_start.push_back(3 * kSamples);
  const TrainingTarget found = mended(LoadedData::from_columns(clouds.columns, {}, voted), Suspects::relabel,
                                      voted, "{ use = 'neighbour_labels', noise = 'dawid_skene' }");
  int wrong = 0, was_wrong = 0;
  for (std::size_t i = kTest; i < kSamples; ++i) {
    wrong += found.labels.labels[i] != clouds.truth[i];
    was_wrong += voted.labels[i] != clouds.truth[i];
  }
  CHECK(was_wrong > 20);
  CHECK(wrong <= 3);  // where all three agree on the wrong class
}

TEST_CASE("weights of the data multiply those of labels", "[cleaned_labels]") {
  const Clouds clouds;
  LoadedData weighed = clouds.data();
  weighed.edit([](DataTable& p) { p.weights.assign(kSamples, 2.0); });
  std::vector<double> doubled = mended(clouds, Suspects::weigh, clouds.observed).weights;
  for (double& w : doubled) w *= 2;
  CHECK(mended(weighed, Suspects::weigh, classes(clouds.observed)).weights == doubled);
}

TEST_CASE("a neighbour that is right teaches better than one that is not", "[cleaned_labels]") {
  CHECK(loss("neighbours = 1, train_on = 'observed'") == Approx(0.2).margin(0.05));
  CHECK(loss("neighbours = 1, suspects = 'drop', engine = { use = 'forest', noise = 'uniform_flip' }") <
        0.01);
  CHECK(
      loss(
          "neighbours = 1, suspects = 'relabel', engine = { use = 'neighbour_labels', noise = 'uniform_flip' }") <
      0.01);
  CHECK(loss("neighbours = 2, suspects = 'weigh'") < loss("neighbours = 2, train_on = 'observed'") / 3);
}

TEST_CASE("an evaluation says what became of suspects, and who said which", "[cleaned_labels]") {
  const StudyResult found =
      run("suspects = 'drop', engine = { use = 'forest', trees = 50 }", Clouds().data_with_truth());
  const nlohmann::json options = to_json(*found.evaluation).at("options");
  CHECK(options.at("suspects") == "drop");
  CHECK(options.at("engine").at("use") == "forest");
  CHECK(options.at("engine").at("trees") == 50);
  CHECK(options.at("train_on") == "observed");
  CHECK_THAT(to_table(*found.evaluation, 0),
             Catch::Contains("trained on the observed labels, tested against the clean ones; not trained on labels "
                             "that look wrong to 'forest'"));
  // as `vary` does that compares them
  for (const char* other : {"", ", suspects = 'keep', engine = 'forest'"}) {
    const StudyResult kept = run(std::string("train_on = 'observed'") + other, Clouds().data_with_truth());
    CHECK_FALSE(to_json(*kept.evaluation).at("options").contains("suspects"));
    CHECK_FALSE(to_json(*kept.evaluation).at("options").contains("engine"));
  }
}

TEST_CASE("what cannot be done with suspects is refused, with the key", "[cleaned_labels][errors]") {
  const auto refused = [](const std::string& evaluate, LoadedData data) {
    return message_of<Error>([&] { run(evaluate, std::move(data)); });
  };
  const Clouds clouds;
  CHECK_THAT(refused("suspects = 'burn'", clouds.data()), Catch::Contains("evaluate.suspects"));
  CHECK_THAT(refused("engine = 'forest'", clouds.data()),
             Catch::Contains("evaluate.engine") && Catch::Contains("goes with suspects = \"drop\""));
  CHECK_THAT(refused("suspects = 'drop', train_on = 'clean'", clouds.data_with_truth()),
             Catch::Contains("leave out one of the two"));
  CHECK_THAT(refused("suspects = 'drop', engine = 'variance'", clouds.data()),
             Catch::Contains("evaluate.engine"));
  CHECK_THAT(refused("suspects = 'drop', engine = 'knn_error'", clouds.data()),
             Catch::StartsWith("evaluate.engine 'knn_error' reports no memberships"));
  CHECK_THAT(refused("suspects = 'weigh', neighbours = 1", clouds.data()),
             Catch::Contains("one neighbour wins with any weight"));
  // of seven rows a forest with leaves of five knows the shares of the classes alone
  const std::vector<std::vector<double>> few{{0, 1, 2, 3, 4, 5, 6, 7}};
  CHECK_THAT(refused("suspects = 'relabel', folds = 2, engine = { use = 'forest', noise = 'pooled_flip' }",
                     LoadedData::from_columns(few, {}, classes({0, 0, 0, 0, 0, 1, 1, 1}))),
             Catch::Contains("so the fit says nothing; give more samples"));
  TargetColumn real;
  real.kind = TargetKind::real;
  real.real = clouds.columns[0];
  CHECK_THAT(refused("suspects = 'drop'", LoadedData::from_columns(clouds.columns, {}, real)),
             Catch::Contains("evaluate.suspects looks for wrong labels of one class each"));
}

}  // namespace cleaned_labels_test
