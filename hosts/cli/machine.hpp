/// \file machine.hpp
/// What this process may use of the machine that it runs on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace tamis::cli {

struct Machine {
  int processors = 1;                       ///< that are online
  int allowed = 1;                          ///< that this process may run on
  std::optional<double> cgroup_processors;  ///< as much of them as its control group may use
  std::uint64_t memory = 0, available = 0;  ///< in bytes
  std::optional<std::uint64_t> cgroup_memory;
};

Machine this_machine();

/// "NFS" where the folder is on a file system of the network; "" elsewhere.
std::string network_file_system(const std::filesystem::path& folder);

/// Whether the file can be written, or made with its folders.
bool can_be_written(const std::filesystem::path& file);

}  // namespace tamis::cli
