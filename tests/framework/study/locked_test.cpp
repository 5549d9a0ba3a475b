#include "fixture.hpp"

#include <tamis/framework/study/locked.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/framework/support/tree_json.hpp>
#include <tamis/framework/support/version.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <functional>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;

namespace locked_test {
namespace {

const std::string kVersion = version();  // of the plugins of this tree

/// For a basic string of TOML.
std::string toml_text(std::string text) {
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;) text.replace(at, 1, "\\u001b");
  return text;
}

/// A selection from a file, with its plugin in a folder of its own, and its result.
struct Earlier {
  explicit Earlier(const std::string& name = "data.csv") {
    data = folder.write(name, "a,b,class\n1,4,x\n2,3,y\n3,5,x\n4,1,y\n");
    std::filesystem::create_directory(folder.path / "plugins");
    std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so", plugin());
    result = found();
    write_file(file(), to_json_text(result));
  }
  std::filesystem::path plugin() const { return folder.path / "plugins/every_interface.so"; }
  std::filesystem::path file() const { return folder.path / "result.json"; }
  Registry registry() const { return Registry(plugin_folders({folder.path / "plugins"})); }
  StudyResult found(const StudyConfig* config = nullptr) const {
    Observer silent;
    return found(config, silent);
  }
  StudyResult found(const StudyConfig* config, Observer& observer) const {
    const std::string text = "seed = 3\nmax_time = 100\nthreads = 2\n[data]\npath = \"" +
                             toml_text(data.string()) +
                             "\"\ntarget = 'class'\n[criterion]\nuse = 'test.judge'\nneighbours = "
                             "7\n[search]\nuse = 'forward'\nkeep = 1";
    const StudyConfig first = parse_study_config(toml::parse(text));
    Registry all = registry();
    const StudyConfig& used = config ? *config : first;
    return study(all, Defaults(), used, used.runtime_options(), observer);
  }
  /// The result with something changed in it.
  template <class Change>
  LockedResult changed(Change change) const {
    nlohmann::json stored = to_json(result);
    change(stored);
    write_file(file(), stored.dump());
    return LockedResult(file());
  }

  const test::TemporaryFolder folder;
  std::filesystem::path data;
  StudyResult result;
};

}  // namespace

TEST_CASE("a digest is the one that sha256sum prints", "[provenance]") {
  const test::TemporaryFolder folder;
  CHECK(sha256_of(folder.write("empty", "")) ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_of(folder.write("abc", "abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_of(folder.write("long", std::string(1000000, 'a') + std::string(3000000, 'a'))) ==
        "437f326a498e437cbf8b95fed6c48661a622cca6a575bb57b4b04a582e711f24");
  CHECK(contains(message_of<DataError>([&] { sha256_of(folder.path / "none"); }), "none: cannot be read"));
}

TEST_CASE("a result names each component once, parts too, with its file's digest", "[provenance]") {
  const Earlier earlier;
  const nlohmann::json sources = to_json(earlier.result)["provenance"]["components"];
  std::vector<std::string> ids;
  for (const auto& source : sources) ids.push_back(source["id"]);
  CHECK(std::is_sorted(ids.begin(), ids.end()));
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  for (const char* id : {"forward", "test.judge", "test.noise"})
    CHECK(std::find(ids.begin(), ids.end(), id) != ids.end());
  const auto judge = sources[std::find(ids.begin(), ids.end(), "test.judge") - ids.begin()];
  CHECK(judge["library"] == "every_interface.so");
  CHECK(judge["sha256"] == sha256_of(earlier.plugin()));
  CHECK(judge["sdk_revision"] == static_cast<int>(TAMIS_SDK_REVISION));
  CHECK(to_json(earlier.result)["provenance"]["files"] ==
        nlohmann::json({{{"path", earlier.data.string()}, {"sha256", sha256_of(earlier.data)}}}));
}

TEST_CASE("a result names the bytes that were read, whatever became of their file during the run",
          "[provenance]") {
  const Earlier earlier;
  const std::string digest = sha256_of(earlier.data);
  struct Meddler : Observer {
    std::function<void()> act;
    void note(std::string_view) override { act(); }
  } meddler;
  SECTION("written anew") {
    meddler.act = [&] { earlier.folder.write("data.csv", "a,b,class\n1,4,x\n"); };
  }
  SECTION("gone") {
    meddler.act = [&] { std::filesystem::remove(earlier.data); };
  }
  const StudyResult found = earlier.found(nullptr, meddler);
  REQUIRE(found.provenance.files().size() == 1);
  CHECK(found.provenance.files()[0].sha256 == digest);
}

TEST_CASE("a file that one run read twice, and found changed, stands in its result twice", "[provenance]") {
  Provenance provenance;
  provenance.add(InputFile{"b.csv", "2"});
  provenance.add(InputFile{"b.csv", "1"});
  provenance.add(InputFile{"a.csv", "3"});
  provenance.add(InputFile{"b.csv", "2"});
  std::string all;
  for (const InputFile& file : provenance.files()) all += file.path + file.sha256 + " ";
  CHECK(all == "a.csv3 b.csv1 b.csv2 ");
}

TEST_CASE("a locked result says what was asked for, and gives the same bytes again", "[locked]") {
  const Earlier earlier;
  const LockedResult locked(earlier.file());
  const StudyConfig config = locked.config();
  CHECK(config.seed == 3);
  CHECK_FALSE(config.threads.has_value());  // how long it may take is no part of what was asked for
  CHECK_FALSE(config.max_seconds.has_value());
  CHECK_NOTHROW(locked.check_sources(earlier.registry()));
  const StudyResult again = earlier.found(&config);
  CHECK_NOTHROW(locked.check_outcome(again));
  CHECK(to_json_text(again) == to_json_text(earlier.result));
}

TEST_CASE("a locked result refuses other code and other data, and names all that differs",
          "[locked][errors]") {
  const Earlier earlier;
  const LockedResult locked(earlier.file());
  SECTION("other data") {
    earlier.folder.write("data.csv", "a,b,class\n1,4,x\n2,3,y\n3,5,x\n4,2,y\n");
    const std::string text = message_of<DataError>([&] { locked.check_sources(earlier.registry()); });
    CHECK(contains(text, "result.json cannot be made again"));
    CHECK(contains(text, "data.csv has changed: SHA-256"));
  }
  SECTION("no data") {
    std::filesystem::remove(earlier.data);
    CHECK(contains(message_of<DataError>([&] { locked.check_sources(earlier.registry()); }), "is not there"));
  }
  SECTION("another build of a plugin, and other data") {
    std::filesystem::remove(earlier.data);
    std::filesystem::remove(earlier.plugin());
    std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so",
                               earlier.plugin());
    std::ofstream(earlier.plugin(), std::ios::app) << "x";
    const std::string text = message_of<PluginError>([&] { locked.check_sources(earlier.registry()); });
    CHECK(
        contains(text, "'test.judge' is version " + kVersion + " as it was, but of another build: SHA-256"));
    CHECK(contains(text, "data.csv is not there"));
  }
  SECTION("no plugin") {
    std::filesystem::remove(earlier.plugin());
    CHECK(contains(message_of<PluginError>([&] { locked.check_sources(earlier.registry()); }),
                   "'test.judge' is not there; it was version " + kVersion + " of every_interface.so"));
  }
  SECTION("another version of a plugin") {
    const LockedResult older = earlier.changed([](nlohmann::json& r) {
      for (auto& source : r["provenance"]["components"])
        if (source["id"] == "test.judge") source["version"] = "0.0.9";
    });
    CHECK(contains(message_of<PluginError>([&] { older.check_sources(earlier.registry()); }),
                   "'test.judge' was version 0.0.9, and is " + kVersion + " now"));
  }
  SECTION("another tamis") {
    const LockedResult newer = earlier.changed([](nlohmann::json& r) { r["provenance"]["tamis"] = "7.0"; });
    CHECK(contains(message_of<PluginError>([&] { newer.check_sources(earlier.registry()); }),
                   "it was made by tamis 7.0, and this is "));
  }
  SECTION("another outcome") {
    const LockedResult other = earlier.changed([](nlohmann::json& r) { r["ranking"][0]["score"] = 99; });
    CHECK(contains(message_of<NumericError>([&] { other.check_outcome(earlier.result); }),
                   "gave another result: ranking/0/score was 99, and is "));
  }
  SECTION("a key that was taken out") {
    const LockedResult other = earlier.changed([](nlohmann::json& r) { r.erase("seed"); });
    CHECK(contains(message_of<NumericError>([&] { other.check_outcome(earlier.result); }),
                   "seed was not there"));
  }
}

TEST_CASE("data whose path is not fit to be printed can be locked, but for bytes that are no UTF-8",
          "[locked]") {
  const Earlier earlier("\x1b[31mred.csv");
  const LockedResult locked(earlier.file());
  CHECK_NOTHROW(locked.check_sources(earlier.registry()));
  const StudyConfig config = locked.config();
  CHECK_NOTHROW(locked.check_outcome(earlier.found(&config)));
  std::filesystem::remove(earlier.data);
  CHECK(contains(message_of<DataError>([&] { locked.check_sources(earlier.registry()); }),
                 "\\x1b[31mred.csv is not there"));
  CHECK(contains(message_of<DataError>([&] {
                   earlier.changed([](nlohmann::json& r) {
                     r["run"]["config"]["data"]["path"] = "caf\uFFFD.csv";
                     r["provenance"]["files"][0]["path"] = "caf\\xe9.csv";
                   });
                 }),
                 "is of a file whose path is not UTF-8"));
}

TEST_CASE("a result of what came through a pipe cannot be locked, and the pipe is not read",
          "[locked][errors]") {
  const Earlier earlier;
  const std::filesystem::path pipe = earlier.folder.path / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const LockedResult locked = earlier.changed([&](nlohmann::json& r) {
    r["run"]["config"]["data"]["path"] = pipe.string();
    r["provenance"]["files"][0]["path"] = pipe.string();
  });
  CHECK(contains(message_of<DataError>([&] { locked.check_sources(earlier.registry()); }),
                 "pipe is a pipe or a device, which gives what it gives once"));
}

TEST_CASE("what is no result of a finished selection from files cannot be locked", "[locked][errors]") {
  const Earlier earlier;
  const auto refusal = [&](auto change) { return message_of<DataError>([&] { earlier.changed(change); }); };
  CHECK(contains(refusal([](nlohmann::json& r) { r = {1, 2}; }), "is no result of a selection"));
  CHECK(contains(refusal([](nlohmann::json& r) { r.erase("provenance"); }),
                 "does not say what it was made from"));
  CHECK(contains(refusal([](nlohmann::json& r) { r["status"] = "interrupted"; }), "was interrupted"));
  CHECK(contains(refusal([](nlohmann::json& r) { r["provenance"]["files"] = nlohmann::json::array(); }),
                 "held in memory"));
  CHECK(contains(refusal([](nlohmann::json& r) { r["timed_out"] = true; }), "was interrupted"));
  CHECK(contains(refusal([](nlohmann::json& r) {
                   r["evaluation"] = {{"splits", 3}, {"splits_wanted", 5}};
                 }),
                 "has an evaluation that was interrupted"));
  CHECK(contains(refusal([](nlohmann::json& r) {
                   r["stability"] = {{"resamples", 3}, {"resamples_wanted", 5}};
                 }),
                 "has a stability that was interrupted"));
  CHECK(contains(refusal([](nlohmann::json& r) {
                   r["noise_sweep"] = {{"selections", 3}, {"selections_wanted", 5}};
                 }),
                 "has a noise sweep that was interrupted"));
  CHECK(contains(refusal([](nlohmann::json& r) { r["run"]["config"] = 3; }), "is a damaged result"));
  CHECK(contains(refusal([](nlohmann::json& r) { r["run"].erase("order_all"); }), "is a damaged result"));
  CHECK(contains(message_of<DataError>([&] { LockedResult(earlier.folder.path); }), "is a folder"));
  CHECK(contains(message_of<DataError>([&] { LockedResult(earlier.folder.path / "none.json"); }),
                 "no such file"));
}

TEST_CASE("a config tree survives the way to JSON and back", "[tree_json]") {
  const toml::table tree = toml::parse(
      "whole = 3\nreal = 1.0\nflag = true\ntext = 'é'\nlist = [1, 2.5, ['x']]\n[part]\nuse = "
      "'a'\n[[stage]]\nk = 1");
  CHECK(to_tree(to_json(tree)) == tree);
  CHECK(to_json(to_tree(to_json(tree))).dump() == to_json(tree).dump());
}

}  // namespace locked_test
