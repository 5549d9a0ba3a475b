#include "fixture.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

using namespace tamis::framework;

namespace {

std::string refusal(const std::filesystem::path& path) { return plugin_folders({path}).front().refusal; }

}  // namespace

TEST_CASE("a folder that only the user can write to is accepted", "[folders]") {
  const test::TemporaryFolder folder;
  CHECK(refusal(folder.path) == "");
}

TEST_CASE("a folder that cannot be trusted is refused with the reason", "[folders][errors]") {
  const test::TemporaryFolder folder;
  CHECK(refusal("build/plugins") == "it is not an absolute path; write it from / on");
  CHECK(refusal(folder.path / "none") == "it does not exist; make it, or correct the path");
  CHECK(refusal(folder.write("file", "x")) == "it is not a folder; name the folder that the plugin is in");
  CHECK(refusal("/tmp") == "others can write to it; run chmod o-w on it");

  const auto open = folder.path / "open";
  std::filesystem::create_directory(open);
  ::chmod(open.c_str(), 0777);
  CHECK(refusal(open) == "others can write to it; run chmod o-w on it");
  std::filesystem::create_directory(open / "below");
  CHECK(refusal(open / "below").find("others can write to " + std::filesystem::canonical(open).string()) ==
        0);
}

TEST_CASE("folders are searched in the order: option, variable, installed", "[folders]") {
  const test::TemporaryFolder first, second;
  ::setenv("TAMIS_PLUGIN_PATH", (second.path.string() + ":relative").c_str(), 1);
  const std::vector<PluginFolder> folders = plugin_folders({first.path});
  ::unsetenv("TAMIS_PLUGIN_PATH");
  REQUIRE(folders.size() == 4);
  CHECK(folders[0].source == "--plugin-dir");
  CHECK(folders[1].path == second.path);
  CHECK(folders[1].source == "TAMIS_PLUGIN_PATH");
  CHECK(folders[2].refusal == "it is not an absolute path; write it from / on");
  CHECK(folders[3].source == "installed");
  CHECK(folders[3].refusal == "");
}

TEST_CASE("plugins beside the program come before those of the package that it was linked with",
          "[folders]") {
  const test::TemporaryFolder package;
  CHECK(installed_plugin_folder(package.path) == installed_plugin_folder());
  CHECK(std::filesystem::is_directory(installed_plugin_folder()));
}
