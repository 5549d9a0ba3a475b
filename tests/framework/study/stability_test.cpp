#include "two_classes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;
using test::run;
using test::Stopper;
using test::two_classes;

namespace stability_test {
namespace {

const std::string kThree = "criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }\n";

/// Three features that matter, then 27 that do not.
LoadedData planted() {
  std::vector<double> shifts(30, 0.0);
  shifts[0] = shifts[1] = shifts[2] = 1.5;
  return two_classes(120, shifts);
}

}  // namespace

TEST_CASE("features that matter are selected from nearly every resample, others are not", "[stability]") {
  const auto result = run(kThree + "stability = { resamples = 60 }", planted());
  REQUIRE(result.stability);
  const Stability& s = *result.stability;
  CHECK(s.finished == 60);
  CHECK(s.samples == 60);
  CHECK(s.mean_selected == 3);
  REQUIRE(s.selected_in.size() == 30);
  for (std::size_t f = 0; f < 30; ++f)
    if (f < 3)
      CHECK(s.selected_in[f] > 0.95);
    else
      CHECK(s.selected_in[f] < 0.05);
  CHECK(s.index.phi > 0.9);
}

TEST_CASE("where nothing matters the index is low", "[stability]") {
  const auto result =
      run(kThree + "stability = { resamples = 60, share = 0.2 }", two_classes(200, std::vector(30, 0.0)));
  CHECK(result.stability->samples == 40);
  CHECK(result.stability->index.phi < 0.3);
  CHECK(contains(to_table(result, 0), "poor (below 0.40)"));
}

TEST_CASE("a stability is the same for any number of threads, and stands in the result", "[stability]") {
  const std::string config =
      "seed = 5\nevaluate = { folds = 2 }\n" + kThree + "stability = { resamples = 8, share = 0.4 }";
  const auto result = run(config, planted());
  const std::string one = to_json_text(result);
  CHECK(one == to_json_text(run(config, planted(), 3)));
  const auto json = nlohmann::json::parse(one)["stability"];
  CHECK(json["options"] == nlohmann::json({{"resamples", 8}, {"share", 0.4}}));
  CHECK(json["resamples"] == 8);
  CHECK(json["resamples_wanted"] == 8);
  CHECK(json["samples"] == 48);
  CHECK(json["interval"].size() == 2);
  CHECK(json["features"].size() == 30);
  for (const char* key : {"feature", "column", "selected_in", "rank_median", "rank_low", "rank_high"})
    CHECK(json["features"][0].contains(key));
  CHECK(json["features"][0].size() == 6);
  CHECK(json["features"][0]["selected_in"].get<double>() >=
        json["features"][29]["selected_in"].get<double>());
  CHECK(nlohmann::json::parse(one)["run"]["config"]["stability"]["resamples"] == 8);
  CHECK(nlohmann::json::parse(one)["evaluation"]["splits"] == 2);
}

TEST_CASE("people see the frequencies beside the features, and one line", "[stability]") {
  const std::string table = to_table(run(kThree + "stability = { resamples = 10 }", planted()), 4);
  CHECK(contains(table, "rank  feature  score (higher is better)  selected in  90 % of ranks\n   1  "));
  CHECK(contains(table, "        100 %              1\n"));
  CHECK(contains(table, "        100 %         2 to 3\n"));
  CHECK(contains(table, "\nstability: "));
  CHECK(contains(table, "excellent (above 0.75); 10 selections from 50 % of the samples, of 3 features on "));
}

TEST_CASE("the order of the features does not matter to their frequencies", "[stability]") {
  std::vector<double> shifts{1.2, 0.9, 0.6, 0.4, 0.2, 0, 0, 0};
  const LoadedData data = two_classes(60, shifts);
  const auto columns = [&](bool turned) {
    std::vector<std::vector<double>> out;
    for (std::size_t j = 0; j < 8; ++j) {
      const double* x = data.parts().values.data() + 60 * (turned ? 7 - j : j);
      out.emplace_back(x, x + 60);
    }
    return LoadedData::from_columns(out, {}, data.parts().target);
  };
  const std::string config = kThree + "stability = { resamples = 20 }";
  const Stability as_is = *run(config, columns(false)).stability,
                  turned = *run(config, columns(true)).stability;
  CHECK(std::equal(as_is.selected_in.begin(), as_is.selected_in.end(), turned.selected_in.rbegin()));
  CHECK(as_is.index.phi == Approx(turned.index.phi).epsilon(1e-13));
  CHECK(as_is.index.phi < 1);
}

TEST_CASE("features that the user demands are selected every time, and no part of the index", "[stability]") {
  const auto result =
      run("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1, always = ['c9'] }\n"
          "stability = { resamples = 5 }",
          planted());
  CHECK(result.stability->selected_in[8] == 1);
  CHECK(result.stability->index.reason == "no feature was ever selected");
  CHECK(contains(to_table(result, 0), "stability: undefined, no feature was ever selected; 5 selections"));
  CHECK(to_json(result)["stability"]["index"].is_null());
  CHECK(to_json(result)["stability"]["reason"] == "no feature was ever selected");
}

TEST_CASE("where as many are kept as there are the index is undefined", "[stability]") {
  const auto result = run(kThree + "stability = { resamples = 5 }", two_classes(40, {1, 0, 0}));
  CHECK(result.stability->index.reason == "every feature was selected every time");
}

TEST_CASE("all stages are run again, and the last one selects", "[stability]") {
  const auto result =
      run("stability = { resamples = 10 }\n"
          "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 10 }\n"
          "[[stage]]\ncriterion = 'knn_error'\nsearch = { use = 'forward', keep = 2 }",
          planted());
  CHECK(result.stability->mean_selected == 2);
  CHECK(result.stability->selected_in.size() == 30);
}

TEST_CASE("rows that were drawn are all that is drawn from", "[stability]") {
  const auto result = run(kThree + "data = { sample = 40 }\nstability = { resamples = 3 }", planted());
  CHECK(result.stability->samples == 20);
  CHECK(std::count_if(result.notes.begin(), result.notes.end(), [](const std::string& note) {
          return contains(note, "40 of 120 rows were drawn");
        }) == 1);
}

TEST_CASE("resamples have the criterion of the whole, also where their target would have another default",
          "[stability]") {
  // 2 of 200 targets are unknown, and most resamples of 40 hold none of them
  const auto data = [] {
    LoadedData made = two_classes(200, std::vector<double>(12));
    made.edit([](DataTable& p) {
      TargetColumn target;
      target.kind = TargetKind::real;
      for (std::size_t i = 0; i < 200; ++i)
        target.real.push_back(i < 2 ? std::numeric_limits<double>::quiet_NaN()
                                    : p.values.data()[i] + 0.1 * static_cast<double>(i % 7));
      p.target = std::move(target);
    });
    return made;
  };
  const std::string more =
      "search = { use = 'rank', keep = 2 }\nstability = { resamples = 20, share = 0.2 }\n";
  const auto by_default = run(more, data());
  const std::string used = by_default.criterion["use"];
  CHECK(by_default.stability->selected_in ==
        run("criterion = '" + used + "'\n" + more, data()).stability->selected_in);
  CHECK(by_default.stability->selected_in !=
        run("criterion = 'supervised_laplacian'\n" + more, data()).stability->selected_in);
}

TEST_CASE("a run that is stopped gives the resamples that were finished", "[stability]") {
  SECTION("by the user") {
    Stopper stopper("resamples", 4);
    RuntimeOptions options;
    options.interrupted = &stopper.stop;
    const auto result = run(kThree + "stability = { resamples = 30 }", planted(), 1, &stopper, options);
    CHECK(result.status == StudyResult::Status::interrupted);
    CHECK(result.status_text == "stability: stopped by the user");
    CHECK(result.stability->finished == 4);
    CHECK(contains(to_table(result, 0), "; 4 of 30 selections from 50 % of the samples"));
    CHECK(to_json(result)["stability"]["resamples"] == 4);
    CHECK(result.stability->index.reason.empty());
  }
  SECTION("by the clock") {
    RuntimeOptions options;
    options.max_seconds = 0;
    const auto result = run(kThree + "stability = {}", planted(), 1, nullptr, options);
    CHECK(result.stability->finished == 0);
    CHECK(contains(to_table(result, 0),
                   "stability: undefined, fewer than two selections cannot be compared; "
                   "0 of 50 selections"));
    CHECK(to_json(result)["stability"]["mean_selected"].is_null());
    CHECK_FALSE(contains(to_table(result, 0), "selected in"));
  }
}

TEST_CASE("resamples keep groups whole", "[stability][groups]") {
  const auto in_groups = [](std::size_t groups) {
    LoadedData data = planted();
    data.edit([&](DataTable& p) {
      for (std::size_t i = 0; i < 120; ++i) p.groups.push_back(static_cast<std::int32_t>(i / 2 % groups));
    });
    return data;
  };
  const std::string config = kThree + "stability = { resamples = 10 }";
  const auto result = run(config, in_groups(12));
  CHECK(result.stability->finished == 10);
  CHECK(to_json(result)["stability"]["groups_whole"] == true);
  CHECK(contains(to_table(result, 0), "10 selections from 50 % of the samples in whole groups"));
  CHECK(to_json_text(result) == to_json_text(run(config, in_groups(12), 3)));
  CHECK(message_of<DataError>([&] { run(config, in_groups(1)); }).find("all samples are of one group") == 0);
}

TEST_CASE("an error in a resample names it", "[stability][errors]") {
  try {
    run("criterion = 'ksg_mi'\nsearch = { use = 'forward', keep = 1 }\n"
        "stability = { resamples = 3, share = 0.1 }",
        two_classes(20, {1, 0}));
    FAIL("nothing was thrown");
  } catch (const Error& e) {
    CHECK(contains(e.step, "stability, resample 1"));
  }
}

TEST_CASE("what cannot have a stability is refused", "[stability][errors]") {
  const auto refusal = [](const std::string& config) {
    return message_of<Error>([&] { run(config, two_classes(20, {1, 0, 0})); });
  };
  CHECK(refusal(kThree + "stability = { resamples = 1 }") ==
        "run.toml:3:27: stability.resamples is 1; expected 2 to 1000000");
  CHECK(contains(refusal(kThree + "stability = { share = 1.0 }"),
                 "stability.share is 1; expected a number between 0 and 1"));
  CHECK(contains(refusal(kThree + "stability = { resample = 9 }"), "did you mean 'resamples'?"));
  CHECK(contains(refusal(kThree + "stability = 5"), "stability is 5, an integer; expected a table"));
  CHECK(refusal(kThree + "stability = { share = 0.05 }") ==
        "stability.share is 0.05, and of 20 samples that is 1; expected 2 or more");
  CHECK(refusal("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 'all' }\nstability = {}") ==
        "run.toml:3:13: stability compares which features are selected, and here all are kept; say how many "
        "with `search.keep = 10`, or stop with `search.until`");
}

TEST_CASE("a ranking keeps all features, so it has no stability; that is said before data are read",
          "[stability][errors]") {
  Registry registry = test::test_registry();
  Observer silent;
  StudyConfig config = parse_study_config(
      toml::parse(kThree + "data = { path = '/nowhere.csv' }\nstability = {}", std::string_view("run.toml")));
  config.order_all = true;
  CHECK(contains(
      message_of<ParamError>([&] { study(registry, Defaults(), config, config.runtime_options(), silent); }),
      "a ranking keeps them all; use `tamis select`, and say with search.keep how many"));
}

}  // namespace stability_test
