#include "fixture.hpp"

#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/study/study.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace select_test {
namespace {

struct Listener : Observer {
  std::vector<std::string> notes;
  double seconds = 0;
  void note(std::string_view text) override { notes.emplace_back(text); }
  void estimate(double s) override { seconds = s; }
};

/// Six features; feature j of sample i is i + j, so that nothing is constant.
LoadedData six_features() {
  std::vector<std::vector<double>> columns(6, std::vector<double>(8));
  for (std::size_t j = 0; j < 6; ++j) std::iota(columns[j].begin(), columns[j].end(), static_cast<double>(j));
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  target.labels = {0, 1, 0, 1, 0, 1, 0, 1};
  return LoadedData::from_columns(columns, {}, target);
}

StudyResult run(const std::string& config, Observer& observer, RuntimeOptions options = {}) {
  Registry registry = test::test_registry();
  StudyConfig parsed =
      parse_study_config(toml::parse("data = { path = 'memory' }\n" + config, std::string_view("run.toml")));
  options.seed = parsed.seed;
  return study(registry, Defaults(), parsed, six_features(), options, observer);
}
StudyResult run(const std::string& config) {
  Observer silent;
  return run(config, silent);
}
std::vector<Feature> order(const StudyResult& r) {
  std::vector<Feature> out;
  for (const RankedFeature& f : r.ranking) out.push_back(f.feature);
  return out;
}
const std::string kJudge = "[criterion]\nuse = 'test.judge'\n";

}  // namespace

TEST_CASE("every interface crosses the boundary with its values intact", "[select][boundary]") {
  const StudyResult r = run(kJudge +
                            "neighbours = 7\nlabel = 'é'\nnoise = { use = 'test.noise', rate = 0.25 }\n"
                            "[search]\nuse = 'forward'\nkeep = 2");
  CHECK(order(r) == std::vector<Feature>{5, 4, 0, 1, 2, 3});
  CHECK(r.path[1].score == 14);  // 4 + 10 * |subset|
  CHECK(to_json(r.diagnostics)["neighbours"] == 7);
  CHECK(to_json(r.diagnostics)["label"] == "é");
  CHECK(to_json(r.diagnostics)["divergence"] == 1);
  CHECK(to_json(r.diagnostics)["likelihood"]["columns"] == nlohmann::json({"first", "second"}));
  CHECK(to_json(r.diagnostics)["likelihood"]["values"].size() == 8);
  const double rate =
      to_json(r.diagnostics)["rate"];  // started at random, then the M step: mean of 1 - p(y | y)
  CHECK(rate == Approx(1 - to_json(r.diagnostics)["likelihood"]["values"][0][0].get<double>()));
  CHECK(r.warnings == std::vector<std::string>{"the judge is prepared"});
}

TEST_CASE("a path in the config of data that the program holds is a note, once per run", "[select]") {
  Listener listener;
  run(kJudge, listener);
  CHECK(std::count(listener.notes.begin(), listener.notes.end(),
                   "data.path is not read, as the program holds the data; drop it from the config") == 1);
}

TEST_CASE("an error inside a nested component says which component, where in the search, and what",
          "[select][errors]") {
  Observer silent;
  try {
    run(kJudge + "metric = { use = 'test.metric', fail_after = 7 }\n[search]\nuse = 'forward'", silent);
    FAIL("the metric did not fail");
  } catch (const NumericError& e) {
    CHECK(e.origin.find("criterion.metric = test.metric (") == 0);
    CHECK(e.step == "step 2 (add)");
    CHECK(std::string(e.what()) == "distance of sample 2 is not finite (sample 3)");
  }
  try {
    run(kJudge + "misbehaviour = 'throws_data'\n", silent);
    FAIL("the judge did not throw");
  } catch (const DataError& e) {
    CHECK(e.origin.find("criterion = test.judge (") == 0);
    CHECK(std::string(e.what()) == "the column is odd (feature 'c2')");
  }
  CHECK(message_of<PluginError>([&] { run(kJudge + "misbehaviour = 'throws_int'\n", silent); }) ==
        "threw something that is not a std::exception; throw one of tamis/errors.hpp, with a sentence");
  CHECK(message_of<NumericError>([&] {
          run(kJudge + "misbehaviour = 'not_a_number'\n", silent);
        }).find("(feature 'c2')") != std::string::npos);
}

TEST_CASE("an undefined feature ranks last with its reason", "[select]") {
  const StudyResult r = run(kJudge + "misbehaviour = 'undefined'\n[search]\nuse = 'rank'");
  CHECK(r.ranking.back().feature == 1);
  CHECK(r.ranking.back().reason == "because");
  CHECK(to_json(r)["ranking"][5]["infinite"] == "-");
}

TEST_CASE("a search that breaks a rule is stopped with the rule", "[select][errors]") {
  Observer silent;
  for (const char* rule : {"unknown_feature", "twice", "wrong_side", "accepts_twice"}) {
    INFO(rule);
    CHECK_THROWS_AS(run(kJudge + "[search]\nuse = 'test.rogue'\nrule = '" + rule + "'", silent), PluginError);
  }
}

TEST_CASE("a number of scores that a search expects is a number", "[select][errors]") {
  Observer silent;
  try {
    run(kJudge + "[search]\nuse = 'test.rogue'\nrule = 'expects_nothing'", silent);
    FAIL("the estimate was believed");
  } catch (const PluginError& e) {
    CHECK(e.origin.find("search = test.rogue (") == 0);
    CHECK(std::string(e.what()) == "expects nan scores; an estimate is a number, 0 or more");
  }
}

TEST_CASE("a score that a search makes up does not reach the result", "[select]") {
  // the search says 1 of feature 0, which it never asked about; the judge says 0
  const StudyResult r = run(kJudge + "[search]\nuse = 'test.rogue'\nrule = 'none'");
  REQUIRE(r.path.size() == 1);
  CHECK(r.path[0].score == 0);
  CHECK(r.ranking[0].score == 0.0);
}

TEST_CASE("keep is a number, a fraction, a percentage or all", "[select]") {
  const auto kept = [](const std::string& keep) {
    const StudyResult r = run(kJudge + "[search]\nuse = 'rank'\nkeep = " + keep);
    return std::count_if(r.ranking.begin(), r.ranking.end(), [](const auto& f) { return f.selected; });
  };
  CHECK(kept("2") == 2);
  CHECK(kept("0.5") == 3);
  CHECK(kept("'20%'") == 2);  // rounded up
  CHECK(kept("'all'") == 6);
  for (int percent = 1; percent <= 100; ++percent) {
    GoalOptions goal;
    goal.fraction = percent / 100.0;
    CHECK(goal.keep(100, 0) == static_cast<std::uint64_t>(percent));  // 0.07 * 100 is a little more than 7
  }
  CHECK_THROWS_AS(kept("7"), ParamError);
  CHECK_THROWS_AS(kept("0"), ParamError);
  CHECK_THROWS_AS(kept("'x%'"), ParamError);
}

TEST_CASE("features that must always stay are in every subset, whatever the search", "[select]") {
  for (const char* search : {"rank", "forward", "backward"}) {
    INFO(search);
    const StudyResult r = run(kJudge + "[search]\nuse = '" + search + "'\nkeep = 3\nalways = ['c2', 'c1']");
    std::vector<Feature> selected;
    for (const RankedFeature& f : r.ranking)
      if (f.selected) selected.push_back(f.feature);
    CHECK(selected.size() == 3);
    CHECK(std::count(selected.begin(), selected.end(), 0) == 1);
    CHECK(std::count(selected.begin(), selected.end(), 1) == 1);
  }
  CHECK(message_of<ParamError>([] {
          run(kJudge + "[search]\nalways = ['d2']");
        }).find("search.always names the feature 'd2'") == 0);
  CHECK(message_of<ParamError>([] { run(kJudge + "[search]\nkeep = 1\nalways = ['c1', 'c2']"); }) ==
        "search.keep is 1, but search.always names 2 features; keep at least those");
}

TEST_CASE("ordering all features removes down to one where the search only removes", "[select]") {
  Registry registry = test::test_registry();
  Observer silent;
  const auto ordered = [&](const std::string& search) {
    StudyConfig config =
        parse_study_config(toml::parse("search = '" + search + "'\n[data]\npath = 'm'\n" + kJudge));
    config.order_all = true;
    return study(registry, Defaults(), config, six_features(), {}, silent);
  };
  const StudyResult backward = ordered("backward");
  CHECK(backward.path.size() == 5);
  // the judge likes high features, so removing the best-scored candidate takes the highest first
  CHECK(order(backward) == std::vector<Feature>{0, 1, 2, 3, 4, 5});
  CHECK(ordered("forward").path.size() == 6);
  CHECK(std::all_of(backward.ranking.begin(), backward.ranking.end(),
                    [](const auto& f) { return f.selected; }));
}

TEST_CASE("a search that only removes and may remove nothing says so", "[select]") {
  const StudyResult r = run(kJudge + "[search]\nuse = 'backward'");
  CHECK(r.path.empty());
  CHECK(std::any_of(r.warnings.begin(), r.warnings.end(), [](const std::string& w) {
    return w.find("nothing is scored; say how many to keep") != std::string::npos;
  }));
}

TEST_CASE("warnings from parallel loops stand in a fixed order", "[select]") {
  Observer silent;
  for (int threads : {1, 2, 8})
    for (int repeat = 0; repeat < 20; ++repeat) {
      RuntimeOptions options;
      options.threads = threads;
      KernelRuntime kernel(options, silent);
      const Runtime runtime = kernel.runtime();
      runtime.warn("before");
      runtime.parallel_for(64, [&](std::uint64_t i) {
        if (i % 16 == 5) runtime.warn("item " + std::to_string(i));
      });
      runtime.warn("after");
      REQUIRE(kernel.warnings() ==
              std::vector<std::string>{"before", "item 5", "item 21", "item 37", "item 53", "after"});
    }
}

TEST_CASE("a component that fails without saying why is named all the same", "[select][errors]") {
  Observer silent;
  try {
    run("criterion = 'test.careless'\n", silent);
    FAIL("it did not fail");
  } catch (const DataError& e) {
    CHECK(e.origin.find("criterion = test.careless (") == 0);
    CHECK(std::string(e.what()) == "failed without saying why");
  }
}

TEST_CASE("a run out of evaluations keeps the path so far and says so", "[select]") {
  const StudyResult r = run(kJudge + "[search]\nuse = 'forward'\nmax_evaluations = 12");
  CHECK(r.status == StudyResult::Status::out_of_budget);
  CHECK(r.status_text == "the budget of 12 evaluations is spent");
  CHECK(r.path.size() == 2);  // 6 + 5 scores; the third step would need 4 more
  CHECK(r.evaluations == 11);
}

TEST_CASE("an observer hears how far a walk is in scores, and what it throws there is dropped", "[select]") {
  struct Walker : Observer {
    std::uint64_t scores = 0;
    double expected = 0, best = 0;
    void walk(std::uint64_t n, std::uint64_t, double of, double b) override {
      if (n <= 15) scores = n, expected = of, best = b;  // the report scores the whole once more
      throw std::runtime_error("no room for progress");
    }
  } forward;
  CHECK(run(kJudge + "[search]\nuse = 'forward'\nkeep = 3", forward).path.size() == 3);
  CHECK(forward.scores == 6 + 5 + 4);
  CHECK(forward.expected == 15);
  CHECK(forward.best == 23);  // 5, 14, 23, see below
}

TEST_CASE("an interrupted run keeps the path so far", "[select]") {
  struct Interrupter : Observer {
    std::atomic<bool> flag{false};
    void progress(std::string_view, std::uint64_t done, std::uint64_t) override {
      if (done == 3) flag = true;
    }
  } interrupter;
  RuntimeOptions options;
  options.interrupted = &interrupter.flag;
  const StudyResult r = run(kJudge + "[search]\nuse = 'forward'", interrupter, options);
  CHECK(r.status == StudyResult::Status::interrupted);
  CHECK(r.path.size() == 3);
  CHECK(to_json(r)["status"] == "interrupted");
}

TEST_CASE("forward stops at the first subset that is good enough, backward before one that is not",
          "[select]") {
  // the judge's score grows with the subset: best candidate + 10 * |subset|
  const StudyResult forward = run(kJudge + "[search]\nuse = 'forward'\nuntil = 20.0");
  CHECK(forward.path.size() == 3);  // 5, 14, 23
  const StudyResult backward = run(kJudge + "[search]\nuse = 'backward'\nkeep = 1\nuntil = 40.0");
  CHECK(backward.path.size() == 3);  // 65, 54, 43; then 32
}

TEST_CASE("the same seed gives the same bytes for 1, 2 and 8 threads, another seed another stream",
          "[select]") {
  Observer silent;
  const auto bytes = [&](int threads, const std::string& seed) {
    RuntimeOptions options;
    options.threads = threads;
    Registry registry = test::test_registry();
    const StudyConfig config =
        parse_study_config(toml::parse("seed = " + seed + "\n[data]\npath = 'm'\n" + kJudge));
    options.seed = config.seed;
    return to_json(study(registry, Defaults(), config, six_features(), options, silent)).dump();
  };
  const std::string reference = bytes(1, "4");
  CHECK(bytes(2, "4") == reference);
  CHECK(bytes(8, "4") == reference);
  CHECK(bytes(1, "5") != reference);
}

TEST_CASE("a mistake at the top of a config is named with its place", "[select][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<ParamError>(
        [&] { parse_study_config(toml::parse(text, std::string_view("run.toml"))); });
  };
  CHECK(refusal("sed = 3\n[data]\npath = 'x'").find("run.toml:1:") == 0);
  CHECK(refusal("sed = 3\n[data]\npath = 'x'").find("did you mean 'seed'") != std::string::npos);
  CHECK(refusal("seed = -1").find("seed is -1; expected 0 or more") != std::string::npos);
  CHECK(refusal("threads = 0\n[data]\npath = 'x'").find("threads is 0; expected 1 to 4096") !=
        std::string::npos);
  CHECK(refusal("max_time = -1\n[data]\npath = 'x'").find("max_time is -1; expected seconds above 0") !=
        std::string::npos);
  CHECK(refusal("data = 3").find("run.toml:1:8: data is 3, an integer; expected a table, [data]") == 0);
  CHECK(refusal("[data]\npath = 'x'\n[output]\nresults = 'y'").find("did you mean 'result'") !=
        std::string::npos);
  CHECK(refusal("[data]\npath = 'x'\n[search]\nkeep = 'many'").find("run.toml:4:8: search.keep") == 0);
}

TEST_CASE("without a criterion the default for the target is used and announced", "[select]") {
  Listener listener;
  const StudyResult r = run("", listener);
  CHECK(r.criterion["use"] == "forest_and_lasso");
  CHECK(r.search["use"] == "rank");
  CHECK(std::any_of(listener.notes.begin(), listener.notes.end(), [](const std::string& n) {
    return n.find("criterion 'forest_and_lasso'") == 0 &&
           n.find("the default for this target") != std::string::npos;
  }));
}

TEST_CASE("a selection alone refuses what only a study does", "[select][errors]") {
  for (const std::string key : {"evaluate", "stability", "noise_sweep"})
    CHECK(message_of<ParamError>([&] {
            parse_select_config(toml::parse("[" + key + "]\n", std::string_view("run.toml")));
          }) == "run.toml:1:1: " + key + " is done by a study, and this is a selection alone; leave it out");
  const SelectConfig config = parse_select_config(
      toml::parse(kJudge + "[search]\nuse = 'backward'\nkeep = { auto = 'one_standard_error' }"));
  Registry registry = test::test_registry();
  Observer silent;
  CHECK(message_of<ParamError>([&] { select(registry, Defaults(), config, six_features(), {}, silent); }) ==
        "search.keep asks for the rule one_standard_error, which needs the losses of a study's evaluation");
}

TEST_CASE("a config for data that the program holds names no file and no columns", "[select]") {
  Registry registry = test::test_registry();
  Observer silent;
  const auto result = [&](const char* text) {
    const StudyConfig config = parse_study_config(toml::parse(text));
    return study(registry, Defaults(), config, six_features(), {}, silent);
  };
  const StudyResult plain = result("criterion = 'variance'");
  CHECK(plain.ranking.size() == 6);
  CHECK(!plain.data["options"].contains("path"));
  const StudyResult fitted = result(
      "criterion = 'weighted_laplacian'\n"
      "data = { soft = { from = { use = 'test.memberships', form = 'random' } } }");
  CHECK(fitted.data["target"]["kind"] == "soft");

  const StudyConfig config = parse_study_config(toml::parse("criterion = 'variance'"));
  CHECK(message_of<ParamError>([&] { study(registry, Defaults(), config, {}, silent); }) ==
        "data.path is missing; name the CSV, TSV, NPY, ARFF or LIBSVM file to read, or data to make with "
        "data.generate");
}

TEST_CASE("a config file that cannot be read is refused with the place", "[select][errors]") {
  const test::TemporaryFolder folder;
  const auto error = [&](const std::filesystem::path& file) {
    return message_of<ParamError>([&] { read_config(file); });
  };
  CHECK(error(folder.path / "none.toml") == (folder.path / "none.toml").string() + ": there is no such file");
  CHECK(error(folder.path) == folder.path.string() + ": is a folder; name a config in it");
  CHECK(error("/dev/zero") == "/dev/zero: is larger than 64 MB; is it a config?");
  std::filesystem::create_symlink("loop.toml", folder.path / "loop.toml");
  CHECK(error(folder.path / "loop.toml") ==
        (folder.path / "loop.toml").string() + ": cannot be read (Too many levels of symbolic links)");
  const auto broken = folder.write("broken.toml", "seed = 1\ncriterion = [");
  CHECK(error(broken).find(broken.string() + ":2:14: ") == 0);
  CHECK(read_config(folder.write("good.toml", "seed = 3"))["seed"] == 3);
}

TEST_CASE("a config in a text that cannot be read is refused with the place", "[select][errors]") {
  const auto error = [](auto&&... text) { return message_of<ParamError>([&] { parse_config(text...); }); };
  CHECK(error("seed = 1\ncriterion = [").find("config:2:14: ") == 0);
  CHECK(error("seed = ", "the form").find("the form:1:8: ") == 0);
  // what is wrong with its keys has the place, too
  CHECK(message_of<ParamError>([] {
          parse_study_config(parse_config("sed = 3", "the form"));
        }).find("the form:1:1: sed") == 0);
  CHECK(parse_config("seed = 3")["seed"] == 3);
}

TEST_CASE("a ranking scores each feature by itself where no search is named, and a selection walks",
          "[select]") {
  const auto run_as = [](const std::string& config, bool order_all, Listener& heard) {
    Registry registry = test::test_registry();
    StudyConfig parsed = parse_study_config(
        toml::parse("data = { path = 'memory' }\n" + config, std::string_view("run.toml")));
    parsed.order_all = order_all;
    return study(registry, Defaults(), parsed, six_features(), {}, heard);
  };
  const auto has_note = [](const Listener& heard, const std::string& note) {
    return std::ranges::count(heard.notes, note) == 1;
  };
  Listener ranks, selects, walks;
  CHECK(run_as(kJudge, true, ranks).evaluations == 6);
  CHECK(has_note(ranks, "search 'rank': Ranking: scores each feature once and keeps the best (the default)"));
  CHECK(has_note(ranks, "labels: as given, no memberships, noise model 'test.noise'"));
  CHECK(run_as(kJudge, false, selects).evaluations == 21);
  CHECK(has_note(
      selects,
      "search 'forward': Sequential forward selection: adds the best feature, one at a time (the default)"));
  CHECK(has_note(selects, "keeps: all 6 features, as no number is given (`search.keep`)"));
  CHECK(run_as(kJudge + "[search]\nuse = 'forward'\nkeep = 2", true, walks).evaluations == 21);
  CHECK(has_note(walks,
                 "search 'forward': Sequential forward selection: adds the best feature, one at a time"));
  Listener some;
  run_as("criterion = 'variance'\n[search]\nkeep = 0.5", false, some);
  CHECK(has_note(some, "keeps: 3 of 6 features"));
  CHECK(has_note(some, "criterion 'variance' does not look at the target"));
}

}  // namespace select_test
