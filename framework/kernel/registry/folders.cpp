#include <tamis/framework/kernel/folders.hpp>

#include <tamis/framework/support/trusted_path.hpp>

#include <dirent.h>
#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

fs::path executable() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none);
}

/// `below` the folder above the executable's (the build tree mirrors the installed one), or below the prefix.
fs::path installed(const fs::path& prefix, const char* below) {
  std::error_code none;
  const fs::path beside = executable().parent_path().parent_path() / below;
  return prefix.empty() || fs::is_directory(beside, none) ? beside : prefix / below;
}

/// What is judged is the path that is used: without its "..", which may lead elsewhere behind a link.
PluginFolder judge(const fs::path& given, const std::string& source) {
  PluginFolder folder{given.lexically_normal(), source, ""};
  const fs::path& path = folder.path;
  struct stat s {};
  if (!path.is_absolute())
    folder.refusal = "it is not an absolute path; write it from / on";
  else if (::stat(path.c_str(), &s) != 0)
    folder.refusal =
        errno == ENOENT ? "it does not exist; make it, or correct the path" : std::strerror(errno);
  else if (!S_ISDIR(s.st_mode))
    folder.refusal = "it is not a folder; name the folder that the plugin is in";
  else if (::access(path.c_str(), R_OK | X_OK) != 0)
    folder.refusal = fmt::format("it cannot be read ({}); run chmod u+rx on it", std::strerror(errno));
  else if ((s.st_mode & S_IWOTH) != 0)  // sticky or not: anybody could add a plugin
    folder.refusal = "others can write to it; run chmod o-w on it";
  else
    folder.refusal = refuse_path(path);
  return folder;
}

/// The user's own, by the XDG Base Directory Specification, which ignores what is not absolute; or "".
fs::path user_plugin_folder() {
  constexpr std::pair<const char*, const char*> kHomes[] = {{"XDG_DATA_HOME", "tamis/plugins"},
                                                            {"HOME", ".local/share/tamis/plugins"}};
  for (const auto& [variable, below] : kHomes)
    if (const char* home = std::getenv(variable); home && *home == '/') return fs::path(home) / below;
  return {};
}

}  // namespace

std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> files;
  // not by fs::directory_iterator: libstdc++ ends the program where that one gets no memory
  const std::unique_ptr<DIR, int (*)(DIR*)> names(::opendir(folder.c_str()), &::closedir);
  while (const dirent* name = names ? ::readdir(names.get()) : nullptr)
    if (fs::path file = folder / name->d_name; file.extension() == ".so") files.push_back(std::move(file));
  std::sort(files.begin(), files.end());  // a directory's own order is arbitrary
  return files;
}

std::vector<PluginFolder> plugin_folders(const std::vector<fs::path>& extra, const fs::path& installed) {
  std::vector<PluginFolder> folders;
  std::error_code none;
  for (const fs::path& path : extra) folders.push_back(judge(fs::absolute(path, none), "named by the user"));
  const bool privileged = ::getauxval(AT_SECURE) != 0;
  if (const char* variable = std::getenv("TAMIS_PLUGIN_PATH"); variable && *variable) {
    const std::string all = variable;
    for (std::size_t begin = 0; begin <= all.size();) {
      const std::size_t end = std::min(all.find(':', begin), all.size());
      if (end > begin) {
        const fs::path path = all.substr(begin, end - begin);
        folders.push_back(privileged ? PluginFolder{path, "TAMIS_PLUGIN_PATH",
                                                    "the variable is not read by a privileged process"}
                                     : judge(path, "TAMIS_PLUGIN_PATH"));
      }
      begin = end + 1;
    }
  }
  if (const fs::path user = user_plugin_folder(); !privileged && !user.empty())
    folders.push_back(judge(user, "user folder"));
  folders.push_back(judge(installed, "installed"));
  return folders;
}

fs::path installed_plugin_folder(const fs::path& prefix) { return installed(prefix, TAMIS_PLUGIN_DIR); }
fs::path installed_share_folder(const fs::path& prefix) { return installed(prefix, TAMIS_SHARE_DIR); }

}  // namespace tamis::framework
