// [data] soft = { from = ... }: the memberships that a criterion reports become the soft labels.
#include "fixture.hpp"

#include <tamis/framework/run/label_noise.hpp>
#include <tamis/framework/run/select.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

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
  CHECK(
      refusal("{ use = 'test.memberships', form = 'none' }") ==
      "criterion 'test.memberships' reports no memberships; name one that estimates the probability of each "
      "class for each sample");
  CHECK(refusal("{ use = 'test.memberships', form = 'narrow' }") ==
        "criterion 'test.memberships' reports memberships that are no table of 12 samples by 2 classes");
  CHECK(refusal("{ use = 'test.memberships', form = 'outside' }").find("are not between 0 and 1 (") !=
        std::string::npos);
  CHECK(refusal("{ use = 'test.memberships', form = 'columns' }").find("are not between 0 and 1 (") !=
        std::string::npos);
  CHECK(refusal("'variance'") ==
        "data.soft.from is 'variance', which scores no whole subset and so reports no memberships; name a "
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
