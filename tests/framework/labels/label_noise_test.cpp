// What memberships say about the labels that were observed.
#include "label_noise_run.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;
using test::Files;
using test::kFit;
using test::message_of;
using test::run;

namespace label_noise_test {
namespace {

struct Listener : Observer {
  std::vector<std::string> notes;
  void note(std::string_view text) override { notes.emplace_back(text); }
};

}  // namespace

TEST_CASE("flip rates, priors and suspects follow from the memberships and the labels", "[noise]") {
  const Files files;
  const LabelNoise noise = run(kFit + files.data);
  REQUIRE(noise.classes.size() == 2);
  CHECK(noise.classes[0].name == "a");
  CHECK(noise.classes[0].observed == 3);
  CHECK(noise.classes[0].share == 0.5);
  CHECK(noise.classes[0].prior == Approx((0.75 + 0.25 + 0.125 + 0.5 + 1 + 0 + 0.375) / 7));
  // over labelled samples: of a 1.625 of 2.625 lie on samples labelled b, of b 2 of 3.375 on those labelled a
  CHECK(noise.classes[0].flip_rate == Approx(1.625 / 2.625));
  CHECK(noise.classes[1].flip_rate == Approx(2 / 3.375));

  CHECK(noise.rate == Approx((0.25 + 0.75 + 0.125 + 0.5 + 1 + 1) / 6));
  CHECK_FALSE(noise.disagreement);

  REQUIRE(noise.suspects.size() == 3);  // a tie is no suspect, nor is an unknown label
  CHECK(noise.suspects[0].row == 5);    // both are surely wrong: the first row comes first
  CHECK(noise.suspects[0].place == files.path + ":6");
  CHECK(noise.suspects[0].label == 1);
  CHECK(noise.suspects[0].likelier == 0);
  CHECK(noise.suspects[0].wrong == 1);
  CHECK(noise.suspects[0].probability == 1);
  CHECK(noise.suspects[1].row == 6);
  CHECK(noise.suspects[2].row == 2);
  CHECK(noise.suspects[2].wrong == 0.75);
  CHECK(noise.score.value == 3);
  CHECK(noise.features == std::vector<std::string>{"p", "q"});
  CHECK(to_json(noise.diagnostics)["subset_size"] == 2);
  CHECK_FALSE(noise.diagnostics.contains("memberships"));
}

TEST_CASE("of several classes the likeliest is named, the first of equal ones", "[noise]") {
  const std::vector<double> gamma{0.25, 0.1, 0.375, 0.2, 0.375, 0.7};  // 2 samples x 3 classes
  const std::vector<std::int32_t> labels{0, 2};
  const std::vector<Suspect> suspects = find_suspects({gamma.data(), 2, 3}, labels);
  REQUIRE(suspects.size() == 1);
  CHECK(suspects[0].likelier == 1);
  CHECK(suspects[0].wrong == 0.75);
}

TEST_CASE("rates and priors are those of a plain count on random memberships", "[noise]") {
  constexpr std::size_t kSamples = 200, kClasses = 4;
  Rng rng(11);
  std::vector<double> gamma(kSamples * kClasses);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < kSamples; ++i) {
    double sum = 0;
    for (std::size_t s = 0; s < kClasses; ++s) sum += gamma[i + s * kSamples] = rng.uniform();
    for (std::size_t s = 0; s < kClasses; ++s) gamma[i + s * kSamples] /= sum;
    labels.push_back(static_cast<std::int32_t>(rng.below(kClasses + 1)) - 1);
  }
  const bool weighted = GENERATE(false, true);
  std::vector<double> weights;
  for (std::size_t i = 0; weighted && i < kSamples; ++i) weights.push_back(3 * rng.uniform());
  const double total = weighted ? std::accumulate(weights.begin(), weights.end(), 0.0) : kSamples;
  const auto classes = class_noise({gamma.data(), kSamples, kClasses}, labels, weights, {"a", "b", "c", "d"});
  double known = 0;
  for (std::size_t i = 0; i < kSamples; ++i) known += labels[i] < 0 ? 0 : weighted ? weights[i] : 1;
  for (std::size_t s = 0; s < kClasses; ++s) {
    double all = 0, labelled = 0, flipped = 0, share = 0;
    for (std::size_t i = 0; i < kSamples; ++i) {
      const double w = weighted ? weights[i] : 1, g = w * gamma[i + s * kSamples];
      all += g;
      if (labels[i] == static_cast<std::int32_t>(s)) share += w / known;
      if (labels[i] >= 0) labelled += g;
      if (labels[i] >= 0 && labels[i] != static_cast<std::int32_t>(s)) flipped += g;
    }
    CHECK(classes[s].prior == Approx(all / total));
    CHECK(classes[s].share == Approx(share));
    CHECK(static_cast<std::ptrdiff_t>(classes[s].observed) ==
          std::ranges::count(labels, static_cast<std::int32_t>(s)));
    CHECK(classes[s].flip_rate == Approx(flipped / labelled));
  }
}

TEST_CASE("rows are those of the file where samples were dropped on the way", "[noise]") {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.write("d.csv", "p,q,class\n,0.5,a\n0.75,0.25,a\n0.25,0.75,\n0.25,0.75,a\n1,0,b\n0,1,b\n")
          .string();
  const LabelNoise noise = run("criterion = 'test.memberships_of_known'\n[data]\npath = '" + path +
                               "'\ntarget = 'class'\nmissing = 'drop_rows'\n");
  CHECK(noise.rows == std::vector<std::uint64_t>{2, 4, 5, 6});
  CHECK(noise.table_rows == 6);
  REQUIRE(noise.suspects.size() == 2);
  CHECK(noise.suspects[0].row == 5);
  CHECK(noise.suspects[0].place == path + ":6");
  CHECK(noise.suspects[1].row == 4);
  CHECK(memberships_csv(noise) == "row,a,b\n1,,\n2,0.75,0.25\n3,,\n4,0.25,0.75\n5,1,0\n6,0,1\n");
}

TEST_CASE("samples of unknown class have memberships where the criterion uses them", "[noise]") {
  const Files files;
  const LabelNoise noise = run(kFit + files.data);
  CHECK(noise.rows.size() == 7);
  CHECK(memberships_csv(noise).find("7,0.375,0.625\n") != std::string::npos);
}

TEST_CASE("memberships read back as the same soft labels, bit for bit", "[noise]") {
  const Files files;
  const LabelNoise noise = run("criterion = { use = 'test.memberships', form = 'random' }\n" + files.data);
  DataOptions options;
  options.path = files.path;
  options.ignore = {"class"};
  options.soft = {"a", "b"};
  options.target_path = files.folder.write("m.csv", memberships_csv(noise)).string();
  const LoadedData read = load_data(options);
  CHECK(read.parts().target.soft == noise.memberships);
  CHECK(read.parts().feature_names == std::vector<std::string>{"p", "q"});  // the row numbers are no feature
  CHECK(read.warnings.empty());
}

TEST_CASE("the features are all, those named, or those that an earlier run selected", "[noise]") {
  const Files files;
  const std::string fit = "criterion = { use = 'test.memberships', form = 'random' }\n";
  CHECK(run(fit + files.data + "[noise]\nfeatures = ['q']").features == std::vector<std::string>{"q"});
  CHECK(run(fit + files.data + "[noise]\nfeatures = ['q']").score.value == 2);

  Registry registry = test::test_registry();
  Observer silent;
  const StudyConfig selection =
      parse_study_config(toml::parse(fit + "search = { use = 'forward', keep = 1 }\n" + files.data));
  const StudyResult result = study(registry, Defaults(), selection, {}, silent);
  const std::string file = files.folder.write("r.json", to_json_text(result)).string();
  const LabelNoise selected = run(fit + files.data + "[noise]\nselected = '" + file + "'");
  CHECK(selected.features == std::vector<std::string>{"q"});
  // the same criterion on the same features: what the selection reported
  const ConstMatrix reported = std::get<ReportedTable>(result.diagnostics.at("memberships")).view();
  for (std::size_t i = 0; i < 7; ++i) CHECK(reported(i, 0) == selected.memberships[i]);
}

TEST_CASE("so many classes that memberships would fill the memory are refused before the fit",
          "[noise][errors]") {
  const test::TemporaryFolder folder;
  std::string table = "p,q,class\n";
  for (int i = 0; i < 40000; ++i) table += "1,2,c" + std::to_string(i % 30000) + "\n";
  const std::string data =
      "[data]\npath = '" + folder.write("d.csv", table).string() + "'\ntarget = 'class'\n";
  CHECK(message_of<DataError>([&] { run(kFit + data); }) ==
        "target 'class': probabilities of 40000 samples over 30000 classes are too many; is the column an "
        "identifier?");
}

TEST_CASE("features that are not there, and files that are no result, are refused", "[noise][errors]") {
  const Files files;
  const auto refusal = [&](const std::string& noise) {
    return message_of<Error>([&] { run(kFit + files.data + "[noise]\n" + noise); });
  };
  CHECK(refusal("features = ['r']").find("noise.features names the feature 'r', which does not exist") == 0);
  CHECK(refusal(R"(features = ["\u001b[31m"])").find("noise.features names the feature '\\x1b[31m', which") ==
        0);
  const std::string missing = (files.folder.path / "none.json").string();
  CHECK(refusal("selected = '" + missing + "'").find(missing + ": no such file") == 0);
  CHECK(refusal("selected = '" + files.folder.path.string() + "'") ==
        files.folder.path.string() + ": is a folder; name a file in it");
  const auto result = [&](const std::string& text) {
    return "selected = '" + files.folder.write("r.json", text).string() + "'";
  };
  for (const char* text :
       {"no json", "[]", "{}", R"({"tamis_result": 1})", R"({"tamis_result": 1, "ranking": 3})"})
    CHECK(refusal(result(text)).find("r.json: is no result of a selection; `tamis select") !=
          std::string::npos);
  for (const char* row : {R"({"feature": "p", "selected": false})", R"({"feature": "p", "selected": "yes"})",
                          R"({"feature": 3, "selected": true})", R"({"selected": true})", "7"})
    CHECK(refusal(result(std::string(R"({"tamis_result": 1, "ranking": [)") + row + "]}"))
              .find("r.json: no feature was selected in it") != std::string::npos);
  CHECK(refusal(result(R"({"tamis_result": 1, "ranking": [{"feature": "pp", "selected": true}]})"))
            .find("r.json names the feature 'pp', which does not exist") != std::string::npos);
  CHECK(refusal("features = ['p']\nselected = 'r.json'").find("features names them too; keep one") !=
        std::string::npos);
  CHECK(refusal("feature = ['p']").find("noise.feature is not a key of [noise]; did you mean 'features'?") !=
        std::string::npos);
}

TEST_CASE("label noise needs class labels and a criterion that reports memberships", "[noise][errors]") {
  const Files files;
  const std::string only_path = "[data]\npath = '" + files.path + "'\n";
  CHECK(message_of<DataError>([&] { run(kFit + only_path + "ignore = ['class']"); }) ==
        "label noise is that of class labels; name their column with `data.target`");
  CHECK(message_of<DataError>([&] {
          run(kFit + only_path + "soft = ['p', 'q']\nmissing = 'drop_rows'\ncategorical = ['class']");
        }).find("label noise is that of class labels, and these are none") != std::string::npos);
  CHECK(message_of<ParamError>([&] {
          run(kFit + files.data + "soft = { from = 'test.memberships' }");
        }).find("data.soft.from puts estimates in the place of the labels") == 0);
  CHECK(message_of<ParamError>([&] {
          run("criterion = { use = 'test.memberships', form = 'none' }\n" + files.data);
        }).find("criterion 'test.memberships' reports no memberships") == 0);
  CHECK(message_of<ParamError>([&] {
          run("criterion = 'markov_blanket'\n" + files.data);
        }).find("criterion is 'markov_blanket', which scores no whole subset") == 0);
}

TEST_CASE("labels with a certainty are compared as they were stated", "[noise]") {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.write("d.csv", "p,q,class,sure\n0.75,0.25,b,0.5\n0.25,0.75,b,0.9\n1,0,a,1\n").string();
  const LabelNoise noise =
      run(kFit + "[data]\npath = '" + path + "'\ntarget = 'class'\ncertainty = 'sure'\n");
  REQUIRE(noise.suspects.size() == 1);
  CHECK(noise.suspects[0].row == 1);
}

TEST_CASE("one config file serves a selection and its label noise", "[noise]") {
  const Files files;
  const std::string both = "search = { use = 'forward', keep = 1 }\n" + kFit + files.data +
                           "[noise]\nfeatures = ['p', 'q']\nmemberships = 'm.csv'\n";
  CHECK(run(both).features.size() == 2);
  CHECK(parse_label_noise_config(toml::parse(both)).memberships_file == "m.csv");
  CHECK_NOTHROW(parse_study_config(toml::parse(both)));
}

TEST_CASE("a config that a program fills in needs no tree", "[noise]") {
  const test::TemporaryFolder folder;
  const Defaults defaults(folder.write("defaults.toml", "[noise]\ncriterion = 'test.memberships'\n"));
  const Files files;
  Registry registry = test::test_registry();
  Observer silent;
  LabelNoiseConfig config;
  config.data.path = files.path;
  config.data.target = "class";
  const LabelNoise noise = estimate_label_noise(registry, defaults, config, {}, silent);
  CHECK(noise.classes.size() == 2);
  CHECK(to_json(noise)["run"]["config"] == nlohmann::json::object());
}

TEST_CASE("the default criterion for label noise is named by the defaults", "[noise][errors]") {
  const test::TemporaryFolder folder;
  const Defaults defaults(folder.write("defaults.toml", "[noise]\ncriterion = 'test.memberships'\n"));
  const Files files;
  Registry registry = test::test_registry();
  Listener listener;
  const LabelNoiseConfig config = parse_label_noise_config(toml::parse(files.data));
  const LabelNoise noise = estimate_label_noise(registry, defaults, config, {}, listener);
  CHECK(noise.criterion["use"] == "test.memberships");
  CHECK(listener.notes[0].find("target 'class': 2 classes") == 0);
  CHECK(std::any_of(listener.notes.begin(), listener.notes.end(), [](const std::string& n) {
    return n.find("(the default for label noise)") != std::string::npos;
  }));
  CHECK(message_of<ParamError>([&] {
          Defaults(folder.write("empty.toml", "")).noise();
        }).find("has no noise.criterion; name the criterion yourself") != std::string::npos);
}

TEST_CASE("a run that is stopped has no half of an estimate", "[noise][errors]") {
  const Files files;
  Registry registry = test::test_registry();
  Observer silent;
  const LabelNoiseConfig config = parse_label_noise_config(toml::parse(kFit + files.data));
  const std::atomic<bool> stopped{true};
  RuntimeOptions options;
  options.interrupted = &stopped;
  CHECK_THROWS_AS(estimate_label_noise(registry, Defaults(), config, options, silent), Cancelled);
}

TEST_CASE("a sample of the rows is drawn before the fit, and rows keep their numbers", "[noise]") {
  const Files files;
  Listener listener;
  const LabelNoise noise = run(kFit + files.data + "sample = 4\n", listener);
  CHECK(noise.rows.size() == 4);
  CHECK(noise.table_rows == 7);
  CHECK(std::count(listener.notes.begin(), listener.notes.end(),
                   "4 of 7 rows were drawn at random (seed 0), by class") == 1);
  CHECK(noise.data["options"]["sample"] == 4);
  const std::string csv = memberships_csv(noise);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 8);
}

TEST_CASE("of one class there is no other to be likelier", "[noise]") {
  const std::vector<double> gamma{1, 1};
  const std::vector<std::int32_t> labels{0, -1};
  const std::vector<Suspect> judged = judge_labels({gamma.data(), 2, 1}, labels);
  REQUIRE(judged.size() == 1);
  CHECK(judged[0].likelier == 0);
  CHECK_FALSE(judged[0].is_suspect);
}

TEST_CASE("classes that are as many as samples are doubted before anything is fitted", "[noise][errors]") {
  const test::TemporaryFolder folder;
  std::string table = "x,id\n";
  for (int i = 0; i < 40000; ++i) table += std::to_string(i % 7) + ",n" + std::to_string(i) + "\n";
  const std::string data = "[data]\npath = '" + folder.write("d.csv", table).string() + "'\ntarget = 'id'\n";
  CHECK(message_of<DataError>([&] { run(kFit + data); }) ==
        "target 'id': probabilities of 40000 samples over 40000 classes are too many; is the column an "
        "identifier?");
}

}  // namespace label_noise_test
