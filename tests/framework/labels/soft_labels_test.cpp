// [data] soft = { from = ... }: the memberships that a criterion reports, or that a noise model finds in
// votes, become the soft labels.
#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/sdk.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace soft_labels_test {
namespace {

struct Listener : Observer {
  std::vector<std::string> notes;
  void note(std::string_view text) override { notes.emplace_back(text); }
};

/// 12 rows, 3 features, 2 classes; rows 4, 8 and 12 are of unknown class.
std::string table() {
  std::string csv = "x,y,z,class\n";
  for (int i = 1; i <= 12; ++i)
    csv += std::to_string(i * 37 % 11) + "," + std::to_string(i * 17 % 7) + "," + std::to_string(i * i % 13) +
           "," +
           (i % 4 == 0 ? ""
            : i % 2    ? "odd"
                       : "even") +
           "\n";
  return csv;
}

SelectionResult run(const std::string& config, Observer& observer) {
  Registry registry = test::test_registry();
  const SelectConfig parsed = parse_select_config(toml::parse(config, std::string_view("run.toml")));
  return select(registry, Defaults(), parsed, parsed.runtime_options(), observer);
}
SelectionResult run(const std::string& config) {
  Observer silent;
  return run(config, silent);
}
LabelNoise noise(const std::string& config) {
  Registry registry = test::test_registry();
  Observer silent;
  const LabelNoiseConfig parsed = parse_label_noise_config(toml::parse(config, std::string_view("run.toml")));
  return estimate_label_noise(registry, Defaults(), parsed, parsed.runtime_options(), silent);
}

struct Files {
  test::TemporaryFolder folder;
  std::string data = "path = '" + folder.write("d.csv", table()).string() + "'\n";
};

}  // namespace

TEST_CASE("soft labels from a fit are exactly those that a label-noise run writes", "[soft_from]") {
  const Files files;
  for (const std::string fit : {"test.memberships", "test.memberships_of_known"})
    for (const std::string seed : {"seed = 0\n", "seed = 5\n"})
      for (const std::string last :
           {"criterion = 'weighted_laplacian'\n",
            "criterion = 'fisher_score'\n",  // which takes the most probable class
            "[[stage]]\ncriterion = 'variance'\nsearch = { use = 'rank', keep = 2 }\n"
            "[[stage]]\ncriterion = 'weighted_laplacian'\nsearch = { use = 'rank', keep = 1 }\n"}) {
        INFO(fit << " " << seed << last);
        const SelectionResult fitted =
            run(seed + last + "[data]\ntarget = 'class'\nsoft = { from = { use = '" + fit +
                "', form = 'random' } }\n" + files.data);
        const LabelNoise found = noise(seed + "criterion = { use = '" + fit +
                                       "', form = 'random' }\n[data]\n" + "target = 'class'\n" + files.data);
        const auto written = files.folder.write("m.csv", memberships_csv(found));
        const SelectionResult read =
            run(seed + last + "[data]\nignore = ['class']\nsoft = ['even', 'odd']\n" + "target_path = '" +
                written.string() + "'\n" + files.data);
        CHECK(to_json(fitted)["ranking"] == to_json(read)["ranking"]);
        CHECK(to_json(fitted)["path"] == to_json(read)["path"]);
        CHECK(fitted.data["target"] == read.data["target"]);
      }
}

TEST_CASE("another seed of the fit gives other soft labels", "[soft_from]") {
  const Files files;
  const auto ranking = [&](const std::string& seed) {
    return to_json(run("seed = " + seed + "\ncriterion = 'weighted_laplacian'\n[data]\ntarget = 'class'\n" +
                       "soft.from = { use = 'test.memberships', form = 'random' }\n" +
                       files.data))["ranking"];
  };
  CHECK(ranking("1") == ranking("1"));
  CHECK(ranking("1") != ranking("2"));
}

TEST_CASE("a fit is announced with the rates that it estimates, and its options stand in the result",
          "[soft_from]") {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.write("d.csv", "a,b,class\n0.75,0.25,a\n1,0,a\n0.25,0.75,b\n0,1,b\n0.25,0.75,a\n").string();
  Listener listener;
  const SelectionResult r = run("criterion = 'weighted_laplacian'\n[data]\npath = '" + path +
                                    "'\ntarget = 'class'\nsoft = { from = 'test.memberships' }\n",
                                listener);
  CHECK(listener.notes[0].find("target 'class': 2 classes (a 3, b 2)") == 0);
  // the memberships are the features: of a 2.25 in all, 0.25 on a sample labelled b; of b 2.75, 1 on one of a
  CHECK(
      std::count(listener.notes.begin(), listener.notes.end(),
                 "soft labels are the memberships that criterion 'test.memberships' found on all 2 features; "
                 "estimated flip rates: a 11.11 %, b 36.36 %") == 1);
  CHECK(r.data["options"]["soft"]["from"]["use"] == "test.memberships");
  CHECK(r.data["options"]["soft"]["from"]["form"] == "columns");
  CHECK(r.data["target"]["kind"] == "soft");
  CHECK(r.data["target"]["classes"] == nlohmann::json({"a", "b"}));
}

TEST_CASE("samples that the fit does not use are unknown afterwards", "[soft_from]") {
  const Files files;
  const auto fitted = [&](const std::string& fit) {
    return run(
        "criterion = 'test.memberships'\nsearch = { use = 'forward', keep = 1 }\n[data]\nharden = true\n"
        "target = 'class'\nsoft.from = { use = '" +
        fit + "', form = 'random' }\n" + files.data);
  };
  CHECK(fitted("test.memberships").data["target"]["known"] == 12);
  CHECK(fitted("test.memberships_of_known").data["target"]["known"] == 9);
  CHECK(fitted("test.memberships").data["target"]["kind"] == "classes");
}

TEST_CASE("a fit that cannot be made is refused with a sentence", "[soft_from][errors]") {
  const Files files;
  const auto refusal = [&](const std::string& fit, const std::string& more = "target = 'class'\n") {
    return message_of<Error>([&] {
      run("criterion = 'weighted_laplacian'\n[data]\n" + more + "soft.from = " + fit + "\n" + files.data);
    });
  };
  CHECK(refusal("{ use = 'test.memberships', form = 'none' }") ==
        "data.soft.from 'test.memberships' reports no memberships; name a criterion that estimates the "
        "probability of each class for each sample");
  CHECK(refusal("{ use = 'test.memberships', form = 'narrow' }") ==
        "criterion 'test.memberships' reports memberships that are no table of 12 samples by 2 classes");
  CHECK(refusal("{ use = 'test.memberships', form = 'outside' }").find("are not between 0 and 1 (") !=
        std::string::npos);
  CHECK(refusal("{ use = 'test.memberships', form = 'columns' }").find("are not between 0 and 1 (") !=
        std::string::npos);
  CHECK(
      refusal("'variance'") ==
      "data.soft.from 'variance' reports no memberships; name a criterion that estimates the probability of each "
      "class for each sample");
  CHECK(
      refusal("'markov_blanket'") ==
      "data.soft.from is 'markov_blanket', which scores no whole subset and so reports no memberships; name a "
      "criterion that estimates the probability of each class for each sample");
  CHECK(refusal("{ use = 'test.memberships', from = 'x' }")
            .find("run.toml:4:48: data.soft.from.from is no option") == 0);
  CHECK(refusal("'test.memberships'", "target = 'class'\ncertainty = 'x'\n").find("certainty states it") !=
        std::string::npos);
  CHECK(refusal("'test.memberships'", "target = 'x'\ntarget_kind = 'real'\n").find("drop one of them") !=
        std::string::npos);
  const test::TemporaryFolder folder;
  std::string csv = "x,y\n";
  for (int i = 0; i < 30; ++i) csv += std::to_string(i * 7 % 31) + "," + std::to_string(0.5 * i) + "\n";
  CHECK(message_of<DataError>([&] {
          run("[data]\ntarget = 'y'\nsoft.from = 'test.memberships'\npath = '" +
              folder.write("r.csv", csv).string() + "'");
        }).find("target 'y': data.soft.from is fitted to class labels, and these are none") == 0);
}

TEST_CASE("memberships with a sum that is not 1 are refused", "[soft_from][errors]") {
  const Files files;
  CHECK(message_of<PluginError>([&] {
          run("[data]\ntarget = 'class'\nsoft.from = { use = 'test.memberships', form = 'lopsided' }\n" +
              files.data);
        }).find("d.csv:3); expected 1") != std::string::npos);
}

namespace {

/// Rows of the votes of ann, bob and cid and of the true class, each with two features.
std::string votes_table(const std::vector<std::string>& rows) {
  std::string csv = "x,y,ann,bob,cid,truth\n";
  for (std::size_t i = 0; i < rows.size(); ++i)
    csv += std::to_string(i * 37 % 11) + "," + std::to_string(i * 17 % 7) + "," + rows[i] + "\n";
  return csv;
}

/// 8 samples; bob contradicts the others, and nobody was asked of the last.
std::vector<std::string> eight() {
  return {"a,a,a,a", "b,b,b,b", "a,b,a,a", "b,a,b,b", "a,a,,a", "b,b,,b", ",b,a,a", ",,,b"};
}

/// Eqs. 2.3 to 2.5 of Dawid and Skene word for word, for votes[i][r] of -1 (none), 0 or 1.
struct Literal {
  std::vector<std::array<double, 2>> gamma;
  double prior = 0, log_likelihood = 0;
};
Literal dawid_and_skene(const std::vector<std::array<int, 3>>& votes, int iterations) {
  const std::size_t n = votes.size();
  Literal f{std::vector<std::array<double, 2>>(n), 0, 0};
  for (std::size_t i = 0; i < n; ++i) {
    double all = 0;
    for (const int v : votes[i])
      if (v >= 0) f.gamma[i][static_cast<std::size_t>(v)] += 1, all += 1;
    for (double& g : f.gamma[i]) g /= all;
  }
  for (int t = 0; t < iterations; ++t) {
    double prior[2] = {}, pi[3][2][2] = {};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t s = 0; s < 2; ++s) {
        prior[s] += f.gamma[i][s] / static_cast<double>(n);
        for (std::size_t r = 0; r < 3; ++r)
          if (votes[i][r] >= 0) pi[r][s][votes[i][r]] += f.gamma[i][s];
      }
    f.log_likelihood = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double p[2];
      for (std::size_t s = 0; s < 2; ++s) {
        p[s] = prior[s];
        for (std::size_t r = 0; r < 3; ++r)
          if (votes[i][r] >= 0) p[s] *= pi[r][s][votes[i][r]] / (pi[r][s][0] + pi[r][s][1]);
      }
      for (std::size_t s = 0; s < 2; ++s) f.gamma[i][s] = p[s] / (p[0] + p[1]);
      f.log_likelihood += std::log(p[0] + p[1]);
    }
    f.prior = 0;
    for (const auto& g : f.gamma) f.prior += g[0] / static_cast<double>(n);
  }
  return f;
}

}  // namespace

TEST_CASE("soft labels from a noise model are what its EM finds in the votes", "[soft_from][votes]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("v.csv", votes_table(eight())).string();
  Listener listener;
  const SelectionResult r =
      run("criterion = 'test.memberships'\nsearch = { use = 'forward', keep = 1 }\n[data]\npath = '" + path +
              "'\nannotators = ['ann', 'bob', 'cid']\nclean = 'truth'\nharden = true\n"
              "soft.from = { use = 'dawid_skene', smoothing = 0.0 }\n",
          listener);
  const Literal f =
      dawid_and_skene({{0, 0, 0}, {1, 1, 1}, {0, 1, 0}, {1, 0, 1}, {0, 0, -1}, {1, 1, -1}, {-1, 1, 0}}, 500);
  const auto note = std::find_if(listener.notes.begin(), listener.notes.end(),
                                 [](const std::string& n) { return n.find("soft labels are") == 0; });
  REQUIRE(note != listener.notes.end());
  INFO(*note);
  CHECK(note->find("that noise model 'dawid_skene' found in the 18 votes alone (") != std::string::npos);
  char expected[160];
  std::snprintf(expected, sizeof expected, "log-likelihood %.2f); prior: a %g %%, b %g %%", f.log_likelihood,
                std::round(1e4 * f.prior) / 100, std::round(1e4 * (1 - f.prior)) / 100);
  CHECK(note->find(expected) != std::string::npos);
  CHECK(note->find("; their most probable class is the clean one for 7 of 7 samples") != std::string::npos);
  CHECK(r.data["options"]["soft"]["from"]["use"] == "dawid_skene");
  CHECK(r.data["options"]["soft"]["from"]["smoothing"] == 0.0);
  CHECK(r.data["options"]["soft"]["from"]["parameters"] == "matrix");
  CHECK(r.data["target"]["known"] == 7);  // nobody was asked of the last one
  CHECK(to_json(r.provenance).dump().find("dawid_skene") != std::string::npos);
}

TEST_CASE("soft labels from votes go to the criterion as the memberships of each sample",
          "[soft_from][votes]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("v.csv", votes_table(eight())).string();
  const std::string last = "criterion = 'weighted_laplacian'\n[data]\n";
  const Literal f =
      dawid_and_skene({{0, 0, 0}, {1, 1, 1}, {0, 1, 0}, {1, 0, 1}, {0, 0, -1}, {1, 1, -1}, {-1, 1, 0}}, 500);
  std::string soft = "a,b\n";
  for (const auto& g : f.gamma) soft += std::to_string(g[0]) + "," + std::to_string(1 - g[0]) + "\n";
  soft += ",\n";
  const SelectionResult fitted =
      run(last + "path = '" + path + "'\nannotators = ['ann', 'bob', 'cid']\nignore = 'truth'\n" +
          "soft.from = { use = 'dawid_skene', smoothing = 0.0 }\n");
  const SelectionResult read =
      run(last + "path = '" + path + "'\nignore = ['ann', 'bob', 'cid', 'truth']\nsoft = ['a', 'b']\n" +
          "target_path = '" + folder.write("s.csv", soft).string() + "'\n");
  REQUIRE(fitted.ranking.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(fitted.ranking[k].name == read.ranking[k].name);
    CHECK(*fitted.ranking[k].score ==
          Approx(*read.ranking[k].score).epsilon(1e-5));  // six digits in the file
  }
}

TEST_CASE("a criterion may be fitted to votes too: to the class of most votes", "[soft_from][votes]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("v.csv", votes_table(eight())).string();
  Listener listener;
  run("criterion = 'weighted_laplacian'\n[data]\npath = '" + path +
          "'\nannotators = ['ann', 'bob', 'cid']\nignore = 'truth'\n"
          "soft.from = { use = 'test.memberships', form = 'random' }\n",
      listener);
  CHECK(std::any_of(listener.notes.begin(), listener.notes.end(), [](const std::string& n) {
    return n.find("soft labels: soft labels became their most probable class for criterion") == 0;
  }));
}

namespace {

/// A noise model whose likelihood is 0, or another one each time that it is asked.
struct Odd final : NoiseModel {
  struct Options {
    bool restless = false;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Odd>("test.odd", "No model of anything")
        .fits()
        .option<&Options::restless>("restless", "whether it never settles");
  }
  void prepare(const Dataset&, const Runtime&) override {}
  std::size_t parameter_count() const override { return 0; }
  void parameters(std::span<double>) const override {}
  void set_parameters(std::span<const double>) override {}
  void likelihood(Matrix out) const override {
    for (std::uint64_t s = 0; s < out.cols; ++s)
      for (std::uint64_t i = 0; i < out.rows; ++i)
        out(i, s) = !options.restless && i == 2 ? 0 : updates_ % 2 ? 0.5 : 0.25;
  }
  void start(std::uint64_t) override {}
  void update(ConstMatrix) override { ++updates_; }

 private:
  int updates_ = 0;
};

SelectionResult run_odd(const std::string& options) {
  const test::TemporaryFolder folder;
  Registry registry = test::test_registry();
  registry.add<Odd>();
  const SelectConfig parsed = parse_select_config(
      toml::parse("criterion = 'weighted_laplacian'\n[data]\npath = '" +
                  folder.write("v.csv", votes_table(eight())).string() +
                  "'\nannotators = ['ann', 'bob', 'cid']\nignore = 'truth'\nsoft.from = { use = 'test.odd'" +
                  options + " }\n"));
  Observer silent;
  return select(registry, Defaults(), parsed, parsed.runtime_options(), silent);
}

}  // namespace

TEST_CASE("a noise model that takes votes for impossible is told of with the sample",
          "[soft_from][votes][errors]") {
  const std::string message = message_of<NumericError>([] { run_odd(""); });
  CHECK(message.find("noise model 'test.odd' gives the votes on this sample the probability 0; expected more "
                     "than 0") != std::string::npos);
  CHECK(message.find("v.csv:4)") != std::string::npos);
}

TEST_CASE("a fit to votes that does not settle is stopped, with a warning", "[soft_from][votes]") {
  const SelectionResult r = run_odd(", restless = true");
  CHECK(r.warnings ==
        std::vector<std::string>{"soft labels: the fit of 'test.odd' was stopped after 1000 "
                                 "iterations before it had settled; its memberships may be rough"});
}

TEST_CASE("what no noise model can be fitted to is refused with a sentence", "[soft_from][votes][errors]") {
  const Files files;
  const test::TemporaryFolder folder;
  const auto refusal = [&](const std::string& fit, const std::string& data) {
    return message_of<Error>(
        [&] { run("criterion = 'weighted_laplacian'\n[data]\nsoft.from = " + fit + "\n" + data); });
  };
  CHECK(
      refusal("'dawid_skene'", "target = 'class'\n" + files.data) ==
      "target 'class': data.soft.from is noise model 'dawid_skene', which is fitted to the votes of several "
      "annotators, and there are none: one label per sample does not tell the wrong ones from the right "
      "ones; name the votes with data.annotators, or in data.soft.from a criterion, which looks at the "
      "features");
  const std::string votes = "annotators = ['ann', 'bob', 'cid']\nignore = 'truth'\npath = '" +
                            folder.write("v.csv", votes_table(eight())).string() + "'\n";
  CHECK(refusal("{ use = 'known_rates', rates = [0.1] }", votes) ==
        "data.soft.from is 'known_rates', a noise model that is given and not fitted; name one that fits "
        "(`tamis plugins` lists them), or a criterion that estimates the probability of each class for each "
        "sample");
  CHECK(
      refusal("'per_class_flip'", votes).find("speaks of class labels, and the target is not of that kind") !=
      std::string::npos);
  CHECK(refusal("{ use = 'dawid_skene', smoothing = -1.0 }", votes).find("data.soft.from.smoothing") !=
        std::string::npos);
  const std::string silent = "annotators = ['ann', 'bob', 'cid']\nignore = 'truth'\npath = '" +
                             folder.write("w.csv", votes_table({",,,a", ",,,b"})).string() + "'\n";
  CHECK(refusal("'dawid_skene'", silent).find("there are none") != std::string::npos);
}

}  // namespace soft_labels_test
