#include "fixture.hpp"

#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/prediction/knn_loss.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace evaluate_test {
namespace {

/// Two classes of n / 2; the first feature tells them apart by one deviation, the others do not.
LoadedData two_classes(std::size_t n, std::size_t features) {
  Rng rng(3);
  std::vector<std::vector<double>> columns(features, std::vector<double>(n));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < n; ++i) target.labels.push_back(static_cast<std::int32_t>(i % 2));
  for (auto& column : columns)
    for (double& x : column)
      for (int k = 0; k < 12; ++k) x += rng.uniform() - 0.5;  // about normal
  for (std::size_t i = 0; i < n; ++i) columns[0][i] += i % 2 ? 2.0 : 0.0;
  return LoadedData::from_columns(columns, {}, target);
}

StudyResult run(const std::string& config, LoadedData data, int threads = 1, bool order_all = true) {
  Registry registry = test::test_registry();
  StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  parsed.order_all = order_all;
  RuntimeOptions options = parsed.runtime_options();
  options.threads = threads;
  Observer silent;
  return study(registry, Defaults(), parsed, std::move(data), options, silent);
}

/// Of 1-NN on one feature; `trains` and `tests` as masks.
double error_by_hand(const DataTable& data, std::size_t feature, const Split& split) {
  const double* x = data.values.data() + feature * data.samples;
  double wrong = 0, asked = 0;
  for (std::size_t q = 0; q < data.samples; ++q) {
    if (!split.tests[q]) continue;
    double least = std::numeric_limits<double>::infinity();
    std::int32_t guess = -1;
    for (std::size_t i = 0; i < data.samples; ++i)
      if (split.trains[i] && std::abs(x[i] - x[q]) < least)
        least = std::abs(x[i] - x[q]), guess = data.target.labels[i];
    const double weight = data.weights.empty() ? 1.0 : data.weights[q];
    wrong += guess != data.target.labels[q] ? weight : 0;
    asked += weight;
  }
  return wrong / asked;
}

const std::string kRank = "criterion = 'fisher_score'\nsearch = 'rank'\n";

}  // namespace

TEST_CASE("missing cells are filled from the samples that train, split by split", "[evaluate][missing]") {
  LoadedData data = two_classes(40, 1);
  const std::vector<Split> splits = make_splits(data.parts(), {.folds = 4}, 4);
  data.edit([](DataTable& parts) {
    parts.filled.features = 1;
    for (std::uint64_t i = 0; i < 40; i += 3) {
      parts.filled.feature.push_back(0);
      parts.filled.sample.push_back(i);
      parts.values.data()[i] = i % 2 ? 100 : 200;  // which would tell the class
    }
  });
  std::vector<double> by_hand;
  for (const Split& split : splits) {
    LoadedData filled = data.copy_of_samples(std::vector<char>(40, 1));
    filled.edit([&](DataTable& parts) { fill_again(Missing::median, split.trains, parts); });
    by_hand.push_back(error_by_hand(filled.parts(), 0, split));
  }
  const StudyResult result =
      run(kRank + "seed = 4\ndata.missing = 'median'\nevaluate = { neighbours = 1, folds = 4 }",
          data.copy_of_samples(std::vector<char>(40, 1)));
  REQUIRE(result.evaluation);
  CHECK(result.evaluation->curve[0].losses == by_hand);
  CHECK(result.warnings.empty());

  const StudyResult on_all =
      run(kRank +
              "seed = 4\ndata.missing = 'median'\nevaluate = { neighbours = 1, folds = 4, "
              "prepare_on = 'all' }",
          std::move(data));
  CHECK(on_all.evaluation->curve[0].losses != by_hand);
  REQUIRE(!on_all.warnings.empty());
  CHECK(on_all.warnings[0].find("data.missing = \"median\" looked at the features of all samples") == 0);
}

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
    TargetColumn target;
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
  TargetColumn target;
  target.kind = TargetKind::real;
  target.real = y;
  const auto result =
      run("criterion = 'variance'\nsearch = 'rank'\nevaluate = { neighbours = 2, folds = 10 }",
          LoadedData::from_columns(std::vector<std::vector<double>>{x}, {}, target));
  CHECK(result.evaluation->loss() == Loss::rmse);
  // between two neighbours the value is right, at an end or beside another one that tests it is off
  // by a few steps
  CHECK(result.evaluation->curve[0].mean() < 6);
  CHECK(result.evaluation->curve[0].mean() > 0);
}

TEST_CASE("of several numbers of neighbours the best in the training part is used", "[evaluate]") {
  // single samples of the other class within each: one neighbour is misled, nine are not
  std::vector<double> x;
  TargetColumn target;
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

TEST_CASE("the curve of a ranking takes its features in order, as tamis rank prints them", "[evaluate]") {
  const auto data = [] { return two_classes(40, 5); };
  const auto result =
      run(kRank + "seed = 2\nevaluate = { neighbours = 3, folds = 4, prepare_on = 'all' }", data());
  const LoadedData loaded = data();
  EvaluateOptions options;
  options.neighbours = {3};
  const testing::SerialRuntime runtime;
  Registry none;
  const KnnLoss loss(none, loaded, options, Standardise::population, runtime);
  const auto splits = make_splits(loaded.parts(), {.folds = 4}, 2);
  std::vector<Feature> subset;
  REQUIRE(result.evaluation->curve.size() == 5);
  for (std::size_t j = 0; j < 5; ++j) {
    subset.push_back(result.ranking[j].feature);
    for (std::size_t s = 0; s < 4; ++s)
      CHECK(result.evaluation->curve[j].losses[s] == loss(subset, splits[s], std::vector<char>(40, 1), 2));
  }
}

TEST_CASE("of several stages the curve is that of the last one", "[evaluate]") {
  // the feature that tells the classes apart is the third as loaded
  const auto data = [] {
    LoadedData made = two_classes(60, 5);
    made.edit([](DataTable& p) {
      std::swap_ranges(p.values.data(), p.values.data() + 60, p.values.data() + 2 * 60);
    });
    return made;
  };
  const auto result =
      run("seed = 1\nevaluate = { folds = 3 }\n"
          "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }\n"
          "[[stage]]\ncriterion = 'knn_error'\nsearch = { use = 'forward', keep = 2 }",
          data(), 1, false);
  REQUIRE(result.evaluation->curve.size() == 2);
  CHECK(result.ranking[0].feature == 2);
  CHECK(result.evaluation->curve[0].features == 1);
  CHECK(result.evaluation->curve[0].mean() < 0.3);
}

TEST_CASE("a ground metric is composed, recorded, and read with its files", "[evaluate]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("d.csv", "0,0.25\n0.25,0\n").string();
  const auto evaluated = [&](const std::string& more) {
    return run(kRank + "evaluate = { folds = 2" + more + " }", two_classes(40, 2));
  };
  const auto error = evaluated("");
  const auto far =
      evaluated(", loss = 'top_k', top = 1, ground_metric = { use = 'class_matrix', path = '" + path + "' }");
  CHECK(far.evaluation->curve[0].mean() > 0);
  CHECK(far.evaluation->curve[0].mean() == Approx(error.evaluation->curve[0].mean() / 4));
  const auto json = to_json(far);
  CHECK(json["evaluation"]["options"]["ground_metric"]["use"] == "class_matrix");
  CHECK(json["evaluation"]["options"]["top"] == 1);
  CHECK(json["provenance"].dump().find("class_metrics.so") != std::string::npos);
  CHECK(json["provenance"]["files"][0]["path"] == path);
  CHECK(to_table(far, 0).find("features  top-1 loss  standard error") != std::string::npos);
}

TEST_CASE("with clean labels the selection sees the observed ones, and the clean ones judge", "[evaluate]") {
  const auto data = [](bool hidden) {
    LoadedData made = two_classes(60, 4);
    made.edit([&](DataTable& p) {
      p.clean = p.target;
      for (std::size_t i = 0; i < 60; ++i)
        if (hidden && i % 3) p.target.labels[i] = -1;
    });
    return made;
  };
  const std::string config = kRank + "seed = 1\nevaluate = { folds = 3, prepare_on = 'all'";
  const auto all = run(config + " }", data(false)), few = run(config + " }", data(true));
  REQUIRE(few.ranking[0].feature == 0);
  CHECK(few.evaluation->curve[0].losses == all.evaluation->curve[0].losses);
  CHECK(to_json(few)["evaluation"]["judged_by"] == "clean");
  CHECK(to_json(few)["evaluation"]["options"]["train_on"] == "clean");
  CHECK(to_table(few, 0).find("trained on and tested against the clean labels") != std::string::npos);
  const auto observed = run(config + ", train_on = 'observed' }", data(true));
  CHECK(observed.evaluation->curve[0].losses != all.evaluation->curve[0].losses);
  CHECK(to_table(observed, 0).find("trained on the observed labels, tested against the clean ones") !=
        std::string::npos);
}

TEST_CASE("of a long curve people see its ends, its best and some between", "[evaluate]") {
  Evaluation e;
  e.options.loss = Loss::error;
  e.options.features = FeatureForm::values;
  e.splits = e.splits_wanted = 1;
  for (std::size_t size = 1; size <= 300; ++size) e.curve.push_back({size, {size == 137 ? 0.125 : 0.5}});
  const std::string few = to_table(e, 10), all = to_table(e, 0);
  CHECK(std::count(all.begin(), all.end(), '\n') == 302);
  CHECK(std::count(few.begin(), few.end(), '\n') < 16);
  for (const char* row : {"\n       1  0.5\n", "\n     137  0.125\n", "\n     300  0.5\n", " of 300 sizes"})
    CHECK(few.find(row) != std::string::npos);
}

TEST_CASE("a sample that is drawn is all that an evaluation sees", "[evaluate]") {
  const auto result = run(kRank + "data = { sample = 30 }\nevaluate = { folds = 2 }", two_classes(300, 2));
  CHECK(result.data["samples"] == 30);
  for (const double loss : result.evaluation->curve[0].losses)
    CHECK(15 * loss == Approx(std::round(15 * loss)).margin(1e-9));
  CHECK(std::count_if(result.notes.begin(), result.notes.end(), [](const std::string& note) {
          return note.find("30 of 300 rows were drawn") != std::string::npos;
        }) == 1);
}

TEST_CASE("an evaluation whose time is up leaves the selection as it was found", "[evaluate]") {
  StudyConfig config = parse_study_config(toml::parse(kRank + "evaluate = { folds = 2 }"));
  Registry registry = test::test_registry();
  RuntimeOptions options;
  options.max_seconds = 0;
  Observer silent;
  const auto result = study(registry, Defaults(), config, two_classes(40, 2), options, silent);
  CHECK(result.status == StudyResult::Status::out_of_budget);
  REQUIRE(result.evaluation);
  CHECK(result.evaluation->splits == 0);
  CHECK(result.evaluation->curve.empty());
  CHECK(to_table(result, 0).find("2 folds (0 of 2 done)") != std::string::npos);
}

TEST_CASE("where it is known which features matter, the result says how many rank first", "[recovery]") {
  const auto with = [](std::vector<char> relevant) {
    LoadedData data = two_classes(60, 4);
    data.edit([&](DataTable& p) { p.relevant = relevant; });
    return run(kRank, std::move(data));
  };
  CHECK(to_json(with({1, 0, 0, 0}))["recovery"] ==
        nlohmann::json({{"relevant", 1}, {"share", 1.0}, {"all_first", true}}));
  const auto half = with({1, 1, 1, 0});
  CHECK(to_json(half)["recovery"]["share"].get<double>() > 0.6);
  CHECK(to_table(half, 0).find("relevant features among the 3 best ranked: ") != std::string::npos);
  CHECK_FALSE(to_json(with({})).contains("recovery"));
  CHECK_FALSE(to_json(with({0, 0, 0, 0})).contains("recovery"));
}

TEST_CASE("losses of an evaluation are weighted means", "[evaluate][weights]") {
  const auto weighted = [](double unit) {
    LoadedData data = two_classes(60, 3);
    data.edit([&](DataTable& p) {
      for (std::size_t i = 0; i < 60; ++i) p.weights.push_back(unit * static_cast<double>(1 + i % 5));
    });
    return data;
  };
  const LoadedData data = weighted(1);
  const std::string config = kRank + "seed = 4\nevaluate = { neighbours = 1, folds = 3 }\n";
  const auto result = run(config, weighted(1));
  const auto splits = make_splits(data.parts(), {.folds = 3}, 4);
  for (std::size_t s = 0; s < 3; ++s)
    CHECK(result.evaluation->curve[0].losses[s] == Approx(error_by_hand(data.parts(), 0, splits[s])));
  CHECK(to_json(result)["evaluation"]["weighted"] == true);
  CHECK(to_table(result, 0).find("3 folds, by the weights of the samples") != std::string::npos);
  const auto scaled = run(config, weighted(8));
  CHECK(scaled.evaluation->curve[0].losses == result.evaluation->curve[0].losses);
  const auto plain = run(config, two_classes(60, 3));
  CHECK(plain.evaluation->curve[0].losses != result.evaluation->curve[0].losses);
  CHECK_FALSE(to_json(plain)["evaluation"].contains("weighted"));
}

TEST_CASE("groups are kept whole in the splits, whatever the criterion uses", "[evaluate][groups]") {
  const auto in_groups = [] {
    LoadedData data = two_classes(40, 3);
    data.edit([](DataTable& p) {
      for (std::size_t i = 0; i < 40; ++i) p.groups.push_back(static_cast<std::int32_t>(i / 2 % 7));
    });
    return data;
  };
  const LoadedData data = in_groups();
  const std::string config = kRank + "seed = 4\nevaluate = { neighbours = 1, folds = 3 }\n";
  const auto result = run(config, in_groups());
  const auto splits = make_splits(data.parts(), {.folds = 3}, 4);
  REQUIRE(result.evaluation->splits == 3);
  for (std::size_t s = 0; s < 3; ++s)
    CHECK(result.evaluation->curve[0].losses[s] == Approx(error_by_hand(data.parts(), 0, splits[s])));
  CHECK(to_json(result)["evaluation"]["groups_whole"] == true);
  CHECK(to_table(result, 0).find("3 folds, groups kept whole") != std::string::npos);
  CHECK_FALSE(to_json(run(config, two_classes(40, 3)))["evaluation"].contains("groups_whole"));

  const auto by_folds =
      run("evaluate = { neighbours = [1, 3], folds = 3, inner_folds = 2 }\nstability = { resamples = 3 }\n"
          "noise_sweep = { noise = 'uniform_flip', repeats = 1 }\n"
          "[[stage]]\ncriterion = 'variance'\nsearch = { use = 'rank' }\n"
          "[[stage]]\ncriterion = 'fisher_score'\n"
          "search = { use = 'rank', keep = { auto = 'one_standard_error' } }\n",
          in_groups(), 1, false);
  CHECK(by_folds.evaluation->splits == 3);
  CHECK(by_folds.stability->finished == 3);
  CHECK(by_folds.noise_sweep->finished == by_folds.noise_sweep->wanted);
}

TEST_CASE("top and ground_metric go with the loss that is in force, written or not", "[evaluate]") {
  const auto sets = [] {
    LoadedData data = two_classes(30, 2);
    data.edit([](DataTable& p) {
      TargetColumn target;
      target.kind = TargetKind::sets;
      target.name = "tags";
      target.class_names = {"a", "b", "c"};
      for (std::size_t i = 0; i < 30; ++i) {
        target.set_start.push_back(2 * i);
        target.set_labels.insert(target.set_labels.end(), {static_cast<std::int32_t>(i % 2), 2});
      }
      target.set_start.push_back(60);
      p.target = std::move(target);
    });
    return data;
  };
  const std::string config = "criterion = 'variance'\nsearch = 'rank'\nevaluate = { folds = 2, top = 2";
  const auto by_default = run(config + " }", sets());
  CHECK(to_json(by_default)["evaluation"]["options"]["top"] == 2);
  CHECK(to_json(by_default)["evaluation"]["curve"] ==
        to_json(run(config + ", loss = 'top_k' }", sets()))["evaluation"]["curve"]);
  CHECK(to_json(run(config + ", ground_metric = 'class_tree' }",
                    sets()))["evaluation"]["options"]["ground_metric"]["use"] == "class_tree");
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
  CHECK(refusal("{ neighbours = 3, inner_folds = 4 }", two_classes(20, 2))
            .find("evaluate.inner_folds goes with a list of neighbours") != std::string::npos);
  CHECK(
      refusal("{ neighbours = [1, 3], inner_folds = 1 }", two_classes(20, 2)).find("expected 2 to 1000000") !=
      std::string::npos);
  CHECK(refusal("{ neighbours = [1, 3], inner_folds = 17 }", two_classes(20, 2))
            .find("evaluate.inner_folds is 17") != std::string::npos);
  CHECK(refusal("{ top = 3 }", two_classes(20, 2)).find("evaluate.top goes with loss = \"top_k\"") !=
        std::string::npos);
  CHECK(
      refusal("{ ground_metric = 'class_tree' }", two_classes(20, 2)) ==
      "evaluate.ground_metric goes with loss = \"top_k\", and here the loss is the error rate; set evaluate.loss, "
      "or leave ground_metric out");
  CHECK(refusal("{ loss = 'error', ground_metric = 'class_tree' }", two_classes(20, 2))
            .find("evaluate.ground_metric goes with loss = \"top_k\"") != std::string::npos);
  CHECK(refusal("{ loss = 'top_k' }", two_classes(20, 2)).find("evaluate.top is 5; expected at most 2") !=
        std::string::npos);
  CHECK(refusal("{ features = 'code' }", two_classes(20, 2)).find("did you mean 'codes'?") !=
        std::string::npos);
  CHECK(refusal("{ train_on = 'clean' }", two_classes(20, 2)).find("have no clean labels") !=
        std::string::npos);
}

TEST_CASE("the old names of two keys of [evaluate] are errors that say the new ones", "[evaluate][errors]") {
  const auto refusal = [](const std::string& line) {
    return message_of<ParamError>([&] {
      parse_study_config(toml::parse(kRank + "[evaluate]\n" + line, std::string_view("run.toml")));
    });
  };
  CHECK(refusal("teach = 'clean'") == "run.toml:4:9: evaluate.teach is called evaluate.train_on now");
  CHECK(refusal("ground = 'class_tree'") ==
        "run.toml:4:10: evaluate.ground is called evaluate.ground_metric now");
}

TEST_CASE("a mistake in the ground metric is found before the data are read", "[evaluate][errors]") {
  Registry registry = test::test_registry();
  Observer silent;
  const auto refusal = [&](const std::string& ground) {
    const StudyConfig config =
        parse_study_config(toml::parse(kRank + "data = { path = '/nowhere.csv', target = 'class' }\n" +
                                           "evaluate = { loss = 'top_k', ground_metric = " + ground + " }",
                                       std::string_view("run.toml")));
    return message_of<ParamError>(
        [&] { study(registry, Defaults(), config, config.runtime_options(), silent); });
  };
  CHECK(refusal("'class_tre'").find("did you mean 'class_tree'?") != std::string::npos);
  CHECK(refusal("{ use = 'class_tree', weight = [1] }").find("evaluate.ground_metric.weight") !=
        std::string::npos);
}

}  // namespace evaluate_test
