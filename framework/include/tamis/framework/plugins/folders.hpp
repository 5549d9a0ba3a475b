/// \file folders.hpp
/// Where plugins are looked for, and which folders are too open to be trusted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework {

/// A folder that was considered; `refusal` is empty where it is accepted.
struct PluginFolder {
  std::filesystem::path path;
  std::string source;   ///< "--plugin-dir", "TAMIS_PLUGIN_PATH" or "installed"
  std::string refusal;  ///< why not, and the remedy
};

/// The folders in the order in which they are searched: `extra` (--plugin-dir), then TAMIS_PLUGIN_PATH (colon
/// separated; not read when the process has privileges its user has not), then the installed folder.
std::vector<PluginFolder> plugin_folders(const std::vector<std::filesystem::path>& extra);

/// Why a folder or file cannot be trusted, or "". Trusted is what only the user, the owner of this program or
/// root (and the user's private group) can change, with every folder above it.
std::string refuse_path(const std::filesystem::path& path);

/// The plugins and shared files that belong to this program: beside the executable's folder, as installed,
/// else where the package was configured to go.
std::filesystem::path installed_plugin_folder();
std::filesystem::path installed_share_folder();

}  // namespace tamis::framework
