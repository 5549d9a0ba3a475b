#include "fixture.hpp"

#include <tamis/framework/kernel/why_not.hpp>

#include <cstdlib>

using namespace tamis;
using namespace tamis::framework;
using test::contains;
using test::message_of;

namespace {

struct Asked {
  Asked() { probe.verdicts = folder.path / "verdicts.json"; }
  std::filesystem::path copy(const char* plugin, const char* name) const {
    std::filesystem::copy_file(std::filesystem::path(TAMIS_TEST_PLUGINS) / plugin, folder.path / name);
    return std::filesystem::canonical(folder.path / name);
  }
  /// The first check that failed, or the last one.
  Finding last(const std::string& wanted) const {
    const auto all = why_not(plugin_folders({folder.path}), wanted, probe);
    REQUIRE(all.size() == 1);
    for (const Finding& finding : all[0].findings)
      if (!finding.passed) return finding;
    return all[0].findings.back();
  }

  const test::TemporaryFolder folder;
  Probe probe;
};

}  // namespace

TEST_CASE("a good plugin passes every check, by its path, its name and the id of a component", "[why_not]") {
  const Asked asked;
  const auto file = asked.copy("memberships.so", "good.so");
  for (const std::string& wanted : {file.string(), std::string("good.so"), std::string("test.memberships")}) {
    const auto all = why_not(plugin_folders({asked.folder.path}), wanted, asked.probe);
    REQUIRE(all.size() == 1);
    CHECK(all[0].file == file);
    CHECK(all[0].usable());
    CHECK(all[0].findings.size() == 5);
  }
}

TEST_CASE("what stands between a plugin and its use is named, and what to do", "[why_not][errors]") {
  const Asked asked;
  SECTION("a folder that is not searched") {
    const Asked elsewhere;
    const Finding found = asked.last(elsewhere.copy("memberships.so", "good.so").string());
    CHECK(found.check == "folder");
    CHECK(contains(found.answer,
                   "is not searched; name it as a folder of plugins (--plugin-dir of the command line)"));
  }
  SECTION("a folder that others can write to") {
    asked.copy("memberships.so", "good.so");
    std::filesystem::permissions(asked.folder.path, std::filesystem::perms::all);
    const Finding found = asked.last("good.so");
    CHECK(found.check == "folder");
    CHECK(contains(found.answer, "others can write to it; run chmod o-w on it"));
  }
  SECTION("a file that others can write to") {
    std::filesystem::permissions(asked.copy("memberships.so", "good.so"), std::filesystem::perms::all);
    CHECK(asked.last("good.so").check == "permissions");
  }
  SECTION("a link that leads nowhere") {
    std::filesystem::create_symlink("nowhere", asked.folder.path / "dangling.so");
    const Finding found = asked.last("dangling.so");
    CHECK(found.check == "permissions");
    CHECK(contains(found.answer, "No such file"));
  }
  SECTION("all that is wrong with a file, not only the first") {
    const Asked elsewhere;
    elsewhere.folder.write("text.so", "hello");
    const auto all =
        why_not(plugin_folders({asked.folder.path}), (elsewhere.folder.path / "text.so").string());
    REQUIRE(all.front().findings.size() == 3);
    CHECK_FALSE(all.front().findings[0].passed);
    CHECK_FALSE(all.front().findings[2].passed);
  }
  SECTION("a file without a manifest") {
    asked.folder.write("text.so", "hello");
    CHECK(asked.last("text.so").check == "manifest");
  }
  SECTION("an id that another file offers, too") {
    asked.copy("memberships.so", "good.so");
    asked.copy("memberships.so", "same.so");
    const Finding found = asked.last("same.so");
    CHECK(found.check == "names");
    CHECK(contains(found.answer, "remove one of them"));
    CHECK(why_not(plugin_folders({asked.folder.path}), "test.memberships", asked.probe).size() == 2);
  }
  SECTION("a library that is not what its manifest says") {
    asked.copy("lies.so", "lies.so");
    CHECK(asked.last("lies.so").check == "trial");
  }
}

TEST_CASE("asking why not tries the file again and replaces the verdict", "[why_not]") {
  const Asked asked;
  asked.copy("troubled.so", "troubled.so");
  ::setenv("TAMIS_TEST_TROUBLE", "crash at load", 1);
  const Finding before = asked.last("test.troubled");
  ::unsetenv("TAMIS_TEST_TROUBLE");
  CHECK(before.check == "trial");
  CHECK_FALSE(before.passed);
  CHECK(Registry(plugin_folders({asked.folder.path}), asked.probe).find("test.troubled") == nullptr);
  CHECK(asked.last("test.troubled").passed);
  CHECK(Registry(plugin_folders({asked.folder.path}), asked.probe).find("test.troubled") != nullptr);
}

TEST_CASE("a name that nothing has is an error with the nearest one", "[why_not][errors]") {
  const Asked asked;
  asked.copy("memberships.so", "good.so");
  CHECK(contains(message_of<ParamError>([&] { asked.last("test.membership"); }),
                 "did you mean 'test.memberships'?"));
}
