#include "fixture.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

using namespace tamis::framework;

namespace {

/// An environment variable, as long as this lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// The current folder, as long as this lives.
class Here {
 public:
  explicit Here(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~Here() { std::filesystem::current_path(before_); }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  std::filesystem::path before_;
};

std::string folder_refusal(const std::filesystem::path& path) {
  return plugin_folders({path}).front().refusal;
}

}  // namespace

TEST_CASE("a folder that only the user can write to is accepted", "[folders]") {
  const test::TemporaryFolder folder;
  CHECK(folder_refusal(folder.path) == "");
}

TEST_CASE("a folder that the user names may be relative to the current one, and must be as safe",
          "[folders]") {
  const test::TemporaryFolder folder;
  const Here here(folder.path);
  std::filesystem::create_directories("build/plugins");
  const PluginFolder relative = plugin_folders({"build/../build/plugins"}).front();
  CHECK(relative.path == std::filesystem::canonical(folder.path) / "build/plugins");
  CHECK(relative.refusal == "");
  // what is judged is what is used: behind a link, ".." would lead elsewhere
  std::filesystem::create_directories("other/deep");
  std::filesystem::create_directory_symlink("other/deep", "link");
  CHECK(folder_refusal("link/../build/plugins") == "");
  ::chmod("build", 0777);
  CHECK(folder_refusal("build/plugins").find("others can write to ") == 0);
  CHECK(folder_refusal("") == "it is not an absolute path; write it from / on");
}

TEST_CASE("a folder that cannot be trusted is refused with the reason", "[folders][errors]") {
  const test::TemporaryFolder folder;
  CHECK(folder_refusal(folder.path / "none") == "it does not exist; make it, or correct the path");
  CHECK(folder_refusal(folder.write("file", "x")) ==
        "it is not a folder; name the folder that the plugin is in");
  CHECK(folder_refusal("/tmp") == "others can write to it; run chmod o-w on it");

  const auto open = folder.path / "open";
  std::filesystem::create_directory(open);
  ::chmod(open.c_str(), 0777);
  CHECK(folder_refusal(open) == "others can write to it; run chmod o-w on it");
  std::filesystem::create_directory(open / "below");
  CHECK(folder_refusal(open / "below")
            .find("others can write to " + std::filesystem::canonical(open).string()) == 0);
}

TEST_CASE("folders are searched in the order: option, variable, user folder, installed", "[folders]") {
  const test::TemporaryFolder first, second;
  const Variable data("XDG_DATA_HOME", first.path);
  const Variable path("TAMIS_PLUGIN_PATH", second.path.string() + ":relative");
  const std::vector<PluginFolder> folders = plugin_folders({first.path});
  REQUIRE(folders.size() == 5);
  CHECK(folders[0].source == "named by the user");
  CHECK(folders[1].path == second.path);
  CHECK(folders[1].source == "TAMIS_PLUGIN_PATH");
  CHECK(folders[2].refusal == "it is not an absolute path; write it from / on");
  CHECK(folders[3].source == "user folder");
  CHECK(folders[4].source == "installed");
  CHECK(folders[4].refusal == "");
}

TEST_CASE("the user folder is below XDG_DATA_HOME, else below the home", "[folders]") {
  const test::TemporaryFolder home;
  const Variable house("HOME", home.path);
  const auto user_folder = [] { return plugin_folders({}).front(); };
  {
    const Variable data("XDG_DATA_HOME", home.path / "data");
    CHECK(user_folder().path == home.path / "data/tamis/plugins");
    CHECK(user_folder().refusal == "it does not exist; make it, or correct the path");
    std::filesystem::create_directories(home.path / "data/tamis/plugins");
    CHECK(user_folder().refusal == "");
  }
  const Variable relative("XDG_DATA_HOME", "data");
  CHECK(user_folder().path == home.path / ".local/share/tamis/plugins");
  const Variable nowhere("HOME", "");
  CHECK(user_folder().source == "installed");
}

TEST_CASE("a user folder is missed by nobody, but a refused one is told", "[folders]") {
  const test::TemporaryFolder home;
  const Variable data("XDG_DATA_HOME", home.path);
  const auto told = [] { return refusals(Registry({plugin_folders({}).front()})); };
  CHECK(told().empty());
  const auto folder = home.path / "tamis/plugins";
  std::filesystem::create_directories(folder);
  ::chmod(folder.c_str(), 0777);
  CHECK(told() == std::vector<std::string>{folder.string() +
                                           " is not searched for plugins (user folder): others can write to "
                                           "it; run chmod o-w on it"});
}

TEST_CASE("plugins beside the program come before those of the package that it was linked with",
          "[folders]") {
  const test::TemporaryFolder package;
  CHECK(installed_plugin_folder(package.path) == installed_plugin_folder());
  CHECK(std::filesystem::is_directory(installed_plugin_folder()));
}
