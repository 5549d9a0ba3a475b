#include "experiment/journal_lines.hpp"
#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/experiment/output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

ExperimentConfig config_of(const std::string& text) {
  return parse_experiment([text] { return toml::parse(text, std::string_view("sweep.toml")); });
}

ExperimentResult run(const ExperimentConfig& config, int threads = 1,
                     const std::filesystem::path& journal = {}, Observer* observer = nullptr,
                     const std::atomic<bool>* interrupted = nullptr) {
  Registry registry = test::test_registry();
  Observer silent;
  RuntimeOptions options;
  options.threads = threads;
  options.interrupted = interrupted;
  return run_experiment(registry, Defaults(), config, options, observer ? *observer : silent, journal);
}

std::string all_forms(const ExperimentConfig& config, const ExperimentResult& result) {
  return to_table(config, result) + to_csv(config, result) + to_json(config, result).dump() +
         to_svg(config, result);
}

const std::string kSpheres =
    "seed = 3\nrepeats = 6\n[data]\ngenerate = 'spheres'\n[corrupt]\nuse = 'expert_beta'\n"
    "[vary]\ncorrupt.mean = [0.3, 0.45]\n"
    "[[method]]\nname = 'WLS'\nlabels = 'soft'\ncriterion = 'weighted_laplacian'\n"
    "[[method]]\nname = 'y_max'\nlabels = 'most_probable'\ncriterion = 'weighted_laplacian'\n"
    "[[method]]\nname = 'clean'\nlabels = 'clean'\ncriterion = 'weighted_laplacian'\n";

const std::string kPredicted =
    "seed = 1\nrepeats = 4\n[data]\ngenerate = { use = 'squares', samples = 80 }\n[corrupt]\nuse = "
    "'uniform_flip'\n"
    "rate = 0.2\n[evaluate]\nfolds = 4\nneighbours = 1\n"
    "[[method]]\nname = 'noisy'\ncriterion = 'weighted_laplacian'\n"
    "[[method]]\nname = 'again'\ncriterion = 'weighted_laplacian'\n"
    "[[method]]\nname = 'clean'\nlabels = 'clean'\ncriterion = 'weighted_laplacian'\n";

double mean_of(const ExperimentConfig& config, const ExperimentResult& result, std::size_t point,
               std::size_t method, const std::string& measure, std::size_t features = 0) {
  for (const Series& s : series_of(config, result))
    if (s.point == point && s.method == method && s.measure == measure && s.features == features)
      return estimate(s.values).mean;
  FAIL("no such series: " << measure);
  return 0;
}

/// Interrupts a run after so many repeats.
struct Stopper final : Observer {
  explicit Stopper(std::uint64_t repeats) : after(repeats) {}
  void progress(std::string_view what, std::uint64_t done, std::uint64_t) override {
    if (what == "experiment" && done >= after) stop = true;
  }
  std::uint64_t after;
  std::atomic<bool> stop{false};
};

}  // namespace

TEST_CASE("an experiment gives the same bytes for any number of threads", "[experiment]") {
  for (const std::string& text : {kSpheres, kPredicted}) {
    const ExperimentConfig config = config_of(text);
    CHECK(all_forms(config, run(config, 1)) == all_forms(config, run(config, 3)));
  }
}

TEST_CASE("an experiment that was stopped after any repeat goes on to the same bytes", "[experiment]") {
  const ExperimentConfig config = config_of(kSpheres);
  const test::TemporaryFolder whole;
  const std::string expected = all_forms(config, run(config, 1, whole.path / "j"));
  for (std::uint64_t repeats = 1; repeats < 12; repeats += 3) {
    const test::TemporaryFolder folder;
    Stopper stopper(repeats);
    const ExperimentResult part = run(config, 2, folder.path / "j", &stopper, &stopper.stop);
    CHECK(part.done < 12);
    CHECK(part.done >= repeats);
    CHECK(to_table(config, part).find(fmt::format("so far: {} of 12 runs", part.done)) != std::string::npos);
    const ExperimentResult rest = run(config, 2, folder.path / "j");
    CHECK(rest.resumed == part.done);
    CHECK(all_forms(config, rest) == expected);
    CHECK(test::read_file(folder.path / "j") == test::read_file(whole.path / "j"));
  }
}

TEST_CASE("what others wrote into the journal, or a disk made of it, changes no number",
          "[experiment][journal]") {
  const ExperimentConfig config = config_of(kSpheres);
  const test::TemporaryFolder folder;
  const std::string expected = all_forms(config, run(config, 1, folder.path / "j"));
  const std::string whole = test::read_file(folder.path / "j");
  const std::size_t first = whole.find('\n') + 1, second = whole.find('\n', first) + 1;
  const std::string header = whole.substr(0, first), others = whole.substr(second);
  std::vector<std::string> lines{"", "525 of 80000 runs were done before\n",
                                 whole.substr(first, second - first)};
  lines.back()[lines.back().find("0.") + 2] ^= 1;  // a digit of a number
  for (const Measurement& m :
       {Measurement{0, "relevant_share", 0, 999'999'999, 0.5},
        Measurement{999'999'999, "relevant_share", 0, 0, 0.5}, Measurement{0, "loss", 1, 1, 0.5}})
    lines.push_back(repeat_line({0, 0}, {{m}, {}}));
  lines.push_back(repeat_line({0, 0}, {}));
  lines.push_back(repeat_line({999'999'999, 0}, {}));
  for (const std::string& line : lines) {
    struct Warned final : Observer {
      void warning(std::string_view text) override { texts.emplace_back(text); }
      std::vector<std::string> texts;
    } warned;
    INFO(line);
    folder.write("j", header + line + others);
    const ExperimentResult result = run(config, 1, folder.path / "j", &warned);
    CHECK(result.resumed == 11);
    CHECK(all_forms(config, result) == expected);
    CHECK(test::read_file(folder.path / "j") == whole);
    CHECK(warned.texts.size() == (line.empty() ? 0 : 1));
  }
}

TEST_CASE("who interrupts does not wait until all points are checked", "[experiment]") {
  const std::atomic<bool> interrupted{true};
  CHECK_THROWS_AS(run(config_of(kSpheres), 1, {}, nullptr, &interrupted), Cancelled);
}

TEST_CASE("more repeats build on those that are done, and change none of them", "[experiment]") {
  const test::TemporaryFolder folder;
  const ExperimentConfig six = config_of(kSpheres);
  ExperimentConfig nine = six;
  nine.repeats = 9;
  run(six, 1, folder.path / "j");
  const ExperimentResult more = run(nine, 1, folder.path / "j");
  CHECK(more.resumed == 12);
  CHECK(all_forms(nine, more) == all_forms(nine, run(nine)));
}

TEST_CASE("another config cannot go on with the journal", "[experiment][errors]") {
  const test::TemporaryFolder folder;
  run(config_of(kSpheres), 1, folder.path / "j");
  ExperimentConfig other = config_of(kPredicted);
  CHECK(message_of<DataError>([&] { run(other, 1, folder.path / "j"); }).find("another code, config;") !=
        std::string::npos);
}

TEST_CASE("a file that a component reads is part of what the journal belongs to", "[experiment][errors]") {
  const test::TemporaryFolder folder;
  const auto distances = [&](const char* far) {
    return folder.write("d.csv", std::string("0,0.1,") + far + ",1\n0.1,0,1,1\n" + far + ",1,0,1\n1,1,1,0\n");
  };
  const std::string text =
      "repeats = 2\n[data]\ngenerate = 'squares'\n[corrupt]\nuse = 'neighbour_flip'\nground = { use = "
      "'class_matrix', path = '" +
      distances("1").string() + "' }\n[[method]]\ncriterion = 'weighted_laplacian'\n";
  const ExperimentResult first = run(config_of(text), 1, folder.path / "j");
  CHECK(first.provenance.files().size() == 1);
  CHECK(run(config_of(text), 1, folder.path / "j").resumed == 2);
  distances("0.2");
  CHECK(message_of<DataError>([&] { run(config_of(text), 1, folder.path / "j"); }).find("another data;") !=
        std::string::npos);
}

TEST_CASE("clean labels find all relevant features, doubtful ones fewer, and the experts' doubt helps",
          "[experiment]") {
  ExperimentConfig config = config_of(kSpheres);
  config.repeats = 60;
  const ExperimentResult result = run(config, 2);
  for (const std::size_t point : {0u, 1u})
    CHECK(mean_of(config, result, point, 2, "relevant_share") == Approx(1).margin(0.01));
  // table 1 of Doquire and Verleysen (2012), mu = 0.45: 91.33 and 80 %; 3 standard errors of 60
  // repeats are 7 points
  CHECK(mean_of(config, result, 1, 0, "relevant_share") == Approx(0.9133).margin(0.07));
  CHECK(mean_of(config, result, 1, 0, "relevant_share") > mean_of(config, result, 1, 1, "relevant_share"));
  CHECK(mean_of(config, result, 1, 1, "all_relevant_first") <=
        mean_of(config, result, 1, 1, "relevant_share"));
  CHECK(mean_of(config, result, 0, 0, "wrong_labels") == Approx(0.3).margin(0.05));
}

TEST_CASE("methods see the same data, labels and splits: one method twice does not differ from itself",
          "[experiment]") {
  const ExperimentConfig config = config_of(kPredicted);
  const ExperimentResult result = run(config, 2);
  for (std::size_t size = 1; size <= 6; ++size)
    CHECK(mean_of(config, result, 0, 0, "loss", size) == mean_of(config, result, 0, 1, "loss", size));
  const auto row = to_json(config, result)["table"]["rows"][0];
  CHECK(row["methods"]["again"]["minus_reference"]["mean"] == 0);
  CHECK(row["methods"]["again"]["minus_reference"]["p"] == 1);
  // with all features nothing was selected: predictions are trained on and tested against the truth, whatever was seen
  CHECK(mean_of(config, result, 0, 0, "loss", 6) == mean_of(config, result, 0, 2, "loss", 6));
  CHECK(mean_of(config, result, 0, 2, "loss", 2) < 0.1);
}

TEST_CASE("labels that are hidden are hidden from selection, not from prediction", "[experiment]") {
  const std::string text =
      "repeats = 3\nhide_labels = [4, 60]\n[data]\ngenerate = { use = 'y2', samples = 100 "
      "}\n[evaluate]\nfolds = 5\n"
      "[[method]]\ncriterion = 'supervised_laplacian'\n";
  const ExperimentConfig config = config_of(text);
  const ExperimentResult result = run(config);
  CHECK(mean_of(config, result, 0, 0, "loss", 4) == mean_of(config, result, 1, 0, "loss", 4));
  CHECK(mean_of(config, result, 0, 0, "relevant_share") <= mean_of(config, result, 1, 0, "relevant_share"));
}

TEST_CASE("a file is read once and split anew in each repeat", "[experiment]") {
  const std::string text = std::string("repeats = 3\n[data]\npath = '") + TAMIS_TEST_DATA +
                           "/iris.csv'\ntarget = 'class'\n[evaluate]\nfolds = 1\nneighbours = [1, 3]\n"
                           "[[method]]\ncriterion = 'weighted_laplacian'\n";
  const ExperimentConfig config = config_of(text);
  const ExperimentResult result = run(config, 2);
  CHECK(result.provenance.files().size() == 1);
  CHECK(result.provenance.components().size() == 2);
  std::vector<double> losses;
  for (const auto& repeat : result.repeats)
    for (const Measurement& m : repeat)
      if (m.features == 1) losses.push_back(m.value);
  REQUIRE(losses.size() == 3);
  CHECK(losses[0] < 0.2);
  CHECK((losses[0] != losses[1] || losses[1] != losses[2]));
}

TEST_CASE("what cannot work is refused before the first run, with the point where it is",
          "[experiment][errors]") {
  const auto refusal = [](const std::string& text) {
    try {
      run(config_of(text));
    } catch (const Error& e) {
      return e.step + "|" + e.what();
    }
    return std::string("nothing was thrown");
  };
  CHECK(refusal("[vary]\ndata.generate = ['spheres', 'y1']\n[[method]]\ncriterion = 'weighted_laplacian'\n")
            .rfind("data.generate = y1, repeat 1|", 0) == 0);
  CHECK(refusal("[data]\ngenerate = 'spheres'\n[[method]]\nlabels = 'clean'\ncriterion = 'mi'\n")
            .find("the true labels are not known") != std::string::npos);
  CHECK(
      refusal(
          "[data]\ngenerate = 'y1'\n[corrupt]\nuse = 'uniform_flip'\n[[method]]\ncriterion = 'correlation'\n")
          .find("[corrupt] changes classes only") != std::string::npos);
  CHECK(refusal("[data]\ngenerate = 'spheres'\n[evaluate]\nfolds = 60\n[[method]]\ncriterion = 'mi'\n")
            .find("cannot be divided into 60 parts") != std::string::npos);
  CHECK(refusal("[data]\ngenerate = 'spheres'\n[[method]]\ncriterion = 'nosuch'\n")
            .find("no component is called") != std::string::npos);
}

TEST_CASE("groups are kept whole in the splits of an experiment, and refused where nothing is split",
          "[experiment][groups]") {
  const test::TemporaryFolder folder;
  std::string table = "x,y,g\n";
  for (int i = 0; i < 24; ++i) table += fmt::format("{},{},g{}\n", i * 7 % 24, i % 2 ? "a" : "b", i % 3);
  const std::string text = "repeats = 2\n[data]\npath = '" + folder.write("d.csv", table).string() +
                           "'\ntarget = 'y'\ngroups = 'g'\n[criterion]\nuse = 'fisher_score'\n";
  const ExperimentConfig config = config_of(text + "[evaluate]\nfolds = 3\nneighbours = 1\n");
  const ExperimentResult found = run(config);
  CHECK(found.done == 2);
  // three groups in three folds: the seed of a repeat cannot change what is tested together
  std::vector<double> losses[2];
  for (std::size_t repeat = 0; repeat < 2; ++repeat) {
    for (const Measurement& m : found.repeats[repeat])
      if (m.measure == "loss") losses[repeat].push_back(m.value);
    std::sort(losses[repeat].begin(), losses[repeat].end());
  }
  CHECK(losses[0].size() == 3);
  CHECK(losses[0] == losses[1]);
  CHECK(message_of<DataError>([&] { run(config_of(text)); }).find("nothing uses the groups") !=
        std::string::npos);
}
