/// \file why_not.hpp
/// Why a plugin, or a component of it, cannot be used: all checks between a file and a run.
#pragma once

#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/kernel/probe.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework {

/// One check of a file, with its result.
struct Finding {
  std::string check;  ///< "folder", "manifest", ...
  bool passed = true;
  std::string answer;  ///< the finding, or the problem and the remedy
};

/// All checks of one file.
struct PluginFindings {
  std::filesystem::path file;
  std::vector<Finding> findings;  ///< of all checks that were possible
  bool usable() const {
    return std::all_of(findings.begin(), findings.end(), [](const Finding& f) { return f.passed; });
  }
};

/// Checks a plugin again, with a new probe whose verdict replaces the old one.
/// \param wanted  a file, the name of one in `folders`, or the id of a component.
/// \returns all files that `wanted` may mean.
/// \throws ParamError  there is no such file or component; with the nearest id.
std::vector<PluginFindings> why_not(const std::vector<PluginFolder>& folders, const std::string& wanted,
                                    const Probe& probe = {});

}  // namespace tamis::framework
