/// \file folders.hpp
/// The folders that are searched for plugins, and those that are not trusted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#ifndef TAMIS_PREFIX
/// The location of the package that a program was linked with: find_package(tamis) defines it. A program that is
/// built with tamis, as the command line, is installed with it and needs none.
#define TAMIS_PREFIX ""
#endif

namespace tamis::framework {

/// A folder that was considered; `refusal` is empty where it is accepted.
struct PluginFolder {
  std::filesystem::path path;
  std::string source;   ///< "named by the user", "TAMIS_PLUGIN_PATH", "user folder" or "installed"
  std::string refusal;  ///< why not, and the remedy
};

/// The plugins and shared files that belong to this program: those beside the executable's folder, where a
/// program and its plugins are installed (or bundled) together, else those of the package.
/// \param prefix  of the package; "": there is none but the program's own.
std::filesystem::path installed_plugin_folder(const std::filesystem::path& prefix = TAMIS_PREFIX);
std::filesystem::path installed_share_folder(const std::filesystem::path& prefix = TAMIS_PREFIX);

/// The folders as they are searched: `extra`, named by the user (also relative to the current folder), then
/// TAMIS_PLUGIN_PATH (colon separated), then $XDG_DATA_HOME/tamis/plugins (~/.local/share/tamis/plugins), the
/// user's own, then `installed`. What the environment names is not used when the process has privileges its
/// user has not.
std::vector<PluginFolder> plugin_folders(const std::vector<std::filesystem::path>& extra,
                                         const std::filesystem::path& installed = installed_plugin_folder());

/// The *.so files of a folder, sorted; none where it cannot be read.
std::vector<std::filesystem::path> libraries_in(const std::filesystem::path& folder);

}  // namespace tamis::framework
