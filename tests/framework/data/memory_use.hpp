/// \file memory_use.hpp
/// How much memory this process takes.
#pragma once

#include <cstddef>
#include <fstream>
#include <string>

/// The peak since this object was made, beyond what was taken then.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << 5;  // the peak counts from now on
    before_ = status("VmRSS");
  }
  std::size_t kilobytes() const { return status("VmHWM") - before_; }

 private:
  static std::size_t status(const std::string& key) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with(key + ":")) return std::stoul(line.substr(key.size() + 1));
    return 0;
  }
  std::size_t before_;
};
