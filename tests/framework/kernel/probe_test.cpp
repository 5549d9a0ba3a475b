#include "fixture.hpp"

#include <tamis/framework/kernel/elf_note.hpp>

#include <atomic>
#include <cstdlib>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;

namespace {

/// A copy of a plugin with a memory of its own, so that no other test has met it.
class Met {
 public:
  Met() {
    std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / "troubled.so", file());
    probe.seconds = 20;
    probe.verdicts = folder.path / "cache/plugins.json";
  }
  std::filesystem::path file() const { return std::filesystem::canonical(folder.path) / "troubled.so"; }
  Registry registry() const { return Registry(plugin_folders({folder.path}), probe); }
  ProbeOutcome outcome(double seconds = 20) const {
    Probe limited = probe;
    limited.seconds = seconds;
    return probe_plugin(file(), parse_manifest(read_manifest_note(file())), limited, program);
  }

  const test::TemporaryFolder folder;
  Probe probe;
  std::filesystem::path program = probe_program(plugin_folders({}));
};

class Trouble {
 public:
  explicit Trouble(const char* what) { ::setenv("TAMIS_TEST_TROUBLE", what, 1); }
  Trouble(const Trouble&) = delete;
  Trouble& operator=(const Trouble&) = delete;
  ~Trouble() { ::unsetenv("TAMIS_TEST_TROUBLE"); }
};

}  // namespace

TEST_CASE("an honest plugin passes its probe, without the plugins of its parts", "[probe]") {
  CHECK(Met().outcome().reason.empty());
}

TEST_CASE("a plugin that crashes, hangs or leaves is refused with the place where it did",
          "[probe][errors]") {
  Met met;
  REQUIRE(std::filesystem::exists(met.program));
  if (GENERATE(false, true)) met.program.clear();  // then a copy of this process is the probe
  const auto [trouble, ending, place] = GENERATE(table<const char*, const char*, const char*>({
      {"hang at load", "it did not come to an end within 0.3 s", "when it was loaded"},
      {"hang at create", "it did not come to an end within 0.3 s",
       "when 'test.troubled' was created with its defaults"},
      {"crash at load", "it crashed (Segmentation fault)", "when it was loaded"},
      {"crash at create", "it crashed (Segmentation fault)",
       "when 'test.troubled' was created with its defaults"},
      {"crash at noise left out", "it crashed (Segmentation fault)",
       "when 'test.troubled' was created without its optional parts"},
      {"crash at destroy", "it crashed (Segmentation fault)", "when 'test.troubled' was destroyed"},
      {"leave at load", "it ended the process (exit code 0)", "when it was loaded"},
  }));
  const Trouble on(trouble);
  const ProbeOutcome outcome = met.outcome(std::string_view(trouble).starts_with("hang") ? 0.3 : 20);
  INFO(outcome.reason);
#ifndef __SANITIZE_ADDRESS__  // which turns a signal into an exit code
  CHECK(outcome.reason.starts_with(ending));
#endif
  CHECK(contains(outcome.reason, place));
  CHECK(contains(outcome.reason, "tried again when the file changes"));
  CHECK(outcome.lasts == (!met.program.empty() || !std::string_view(trouble).starts_with("hang")));
}

TEST_CASE("a verdict is remembered between programs and forgotten when the file changes", "[probe]") {
  const Met met;
  {
    const Trouble on("crash at load");
    Registry first = met.registry();
    REQUIRE(first.find("test.troubled") != nullptr);  // listing loads nothing, so nothing is known yet
    CHECK(contains(message_of<PluginError>([&] { first.component("test.troubled"); }), "when it was loaded"));
  }
  const Registry second = met.registry();  // it would not crash any more, but nobody has tried
  CHECK(second.find("test.troubled") == nullptr);
  REQUIRE(second.refused().size() == 1);
  CHECK(second.refused()[0].file == met.file());
  CHECK(contains(second.refused()[0].reason, "when it was loaded"));

  std::filesystem::last_write_time(met.file(), std::filesystem::file_time_type::clock::now());
  Registry third = met.registry();
  REQUIRE(third.find("test.troubled") != nullptr);
  CHECK_NOTHROW(third.component("test.troubled"));
}

TEST_CASE("a plugin that passed is not tried again", "[probe]") {
  const Met met;
  met.registry().component("test.troubled");
  const Trouble on("crash at load");  // in a probe only: here the library is loaded already
  CHECK_NOTHROW(met.registry().component("test.troubled"));
}

TEST_CASE("damaged or missing storage of verdicts is an empty memory", "[probe][errors]") {
  const test::TemporaryFolder folder;
  const auto storage =
      folder.write("plugins.json", GENERATE("", "{", "[1]", R"({"/x.so": 1, "/y.so": ["a"]})"));
  const auto plugin = folder.write("x.so", "");
  ProbeCache verdicts(storage);
  CHECK_FALSE(verdicts.find(plugin).has_value());
  verdicts.remember(plugin, identity_of(plugin), "bad");
  CHECK(verdicts.find(plugin) == "bad");
  CHECK(ProbeCache(storage).find(plugin) == "bad");

  ProbeCache nowhere("/proc/no/such/folder/plugins.json");
  nowhere.remember(plugin, identity_of(plugin), "bad");
  CHECK(nowhere.find(plugin) == "bad");
}

TEST_CASE("two programs that remember at the same time keep what the other found", "[probe]") {
  const test::TemporaryFolder folder;
  const auto one = folder.write("one.so", ""), two = folder.write("two.so", "");
  ProbeCache first(folder.path / "v.json"), second(folder.path / "v.json");
  CHECK_FALSE(first.find(one).has_value());
  CHECK_FALSE(second.find(two).has_value());
  first.remember(one, identity_of(one), "");
  second.remember(two, identity_of(two), "bad");
  ProbeCache third(folder.path / "v.json");
  CHECK(third.find(one) == "");
  CHECK(third.find(two) == "bad");
}

TEST_CASE("a process that is itself a probe makes no other", "[probe]") {
  Met met;
  met.probe.wanted = false;
  Registry registry = met.registry();
  registry.component("test.troubled");
  CHECK_FALSE(std::filesystem::exists(met.probe.verdicts));
}

TEST_CASE("a file that was changed during its probe has not been tried", "[probe][errors]") {
  const test::TemporaryFolder folder;
  const auto plugin = folder.write("x.so", "before");
  const std::string before = identity_of(plugin);
  folder.write("x.so", "after it");
  ProbeCache verdicts(folder.path / "v.json");
  verdicts.remember(plugin, before, "");
  CHECK_FALSE(verdicts.find(plugin).has_value());

  const Met met;
  Registry registry = met.registry();
  const Trouble on("change at load");
  CHECK(contains(message_of<PluginError>([&] { registry.component("test.troubled"); }),
                 "it was changed while it was tried; run again"));
}

TEST_CASE("a folder in the place of the stored verdicts is an empty memory", "[probe][errors]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path / "v.json");
  ProbeCache verdicts(folder.path / "v.json");
  CHECK_FALSE(verdicts.find(folder.write("x.so", "")).has_value());
}

TEST_CASE("an interruption ends a probe, and leaves no verdict", "[probe]") {
  Met met;
  const std::atomic<bool> interrupted{true};
  met.probe.interrupted = &interrupted;
  Registry registry = met.registry();
  const Trouble on("hang at load");
  CHECK_THROWS_AS(registry.component("test.troubled"), Cancelled);
  CHECK_FALSE(std::filesystem::exists(met.probe.verdicts));
}
