#include "machine.hpp"

#include <sched.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace tamis::cli {
namespace {

namespace fs = std::filesystem;

/// The folder of this process in the one hierarchy of control groups (version 2).
fs::path own_cgroup() {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("0::/")) return fs::path("/sys/fs/cgroup") / line.substr(4);
  return "/sys/fs/cgroup";
}

/// The least of a limit over the group and those above it, each as `read` gives it, or nothing.
template <class Number, class Read>
std::optional<Number> least_limit(const char* file, const Read& read) {
  std::optional<Number> least;
  for (fs::path group = own_cgroup(); group.has_relative_path() && group != "/sys/fs";
       group = group.parent_path()) {
    std::ifstream in(group / file);
    std::string first;
    Number limit{};
    if (!(in >> first) || first == "max" || !read(first, in, limit)) continue;
    least = least ? std::min(*least, limit) : limit;
  }
  return least;
}

std::uint64_t meminfo(const std::string& key) {
  std::ifstream in("/proc/meminfo");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kilobytes = 0;
    if (words >> name >> kilobytes && name == key + ":") return kilobytes * 1024;
  }
  return 0;
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processors = machine.allowed = static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  cpu_set_t set;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) machine.allowed = CPU_COUNT(&set);
  machine.cgroup_processors =
      least_limit<double>("cpu.max", [](const std::string& quota, std::istream& in, double& limit) {
        double period = 0;
        std::istringstream text(quota);
        if (!(text >> limit && in >> period) || period <= 0) return false;
        limit /= period;
        return true;
      });
  machine.memory = meminfo("MemTotal");
  machine.available = meminfo("MemAvailable");
  machine.cgroup_memory = least_limit<std::uint64_t>(
      "memory.max", [](const std::string& bytes, std::istream&, std::uint64_t& limit) {
        std::istringstream text(bytes);
        return static_cast<bool>(text >> limit);
      });
  return machine;
}

std::string network_file_system(const fs::path& folder) {
  struct statfs info {};
  if (::statfs(folder.c_str(), &info) != 0) return "";
  switch (static_cast<std::uint32_t>(info.f_type)) {  // the numbers of statfs(2)
    case 0x6969:
      return "NFS";
    case 0xFF534D42:
    case 0xFE534D42:
      return "SMB";
    case 0x5346414F:
      return "AFS";
    case 0x00C36400:
      return "Ceph";
    default:
      return "";
  }
}

bool can_be_written(const fs::path& file) {
  std::error_code none;
  if (fs::exists(file, none)) return ::access(file.c_str(), W_OK) == 0;
  fs::path folder = file.parent_path();
  while (folder.has_relative_path() && !fs::exists(folder, none)) folder = folder.parent_path();
  return fs::is_directory(folder, none) && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

}  // namespace tamis::cli
