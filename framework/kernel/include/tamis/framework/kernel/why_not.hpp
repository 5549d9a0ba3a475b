/// \file why_not.hpp
/// Why a plugin, or a component of it, cannot be used: every check that stands between a file and a run.
#pragma once

#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/kernel/probe.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework {

/// One check of a file, and what came of it.
struct Finding {
  std::string check;  ///< "folder", "manifest", ...
  bool passed = true;
  std::string answer;  ///< what is so, or what is wrong and the remedy
};

/// All checks of one file.
struct PluginFindings {
  std::filesystem::path file;
  std::vector<Finding> findings;  ///< of every check that could be made
  bool usable() const {
    return std::all_of(findings.begin(), findings.end(), [](const Finding& f) { return f.passed; });
  }
};

/// Checks a plugin anew, with a new probe whose verdict replaces the old one.
/// \param wanted  a file, the name of one in `folders`, or the id of a component.
/// \returns each file that it may mean.
/// \throws ParamError  nothing is called that, with the nearest id.
std::vector<PluginFindings> why_not(const std::vector<PluginFolder>& folders, const std::string& wanted,
                                    const Probe& probe = {});

}  // namespace tamis::framework
