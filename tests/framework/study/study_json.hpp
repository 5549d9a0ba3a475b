/// \file study_json.hpp
/// A study, from its config to its JSON.
#pragma once

#include <tamis/framework/study/study.hpp>

#include <atomic>
#include <string>
#include <string_view>

namespace tamis::framework::test {

/// What RuntimeOptions takes besides what a config says.
struct StudyParts {
  Team* team = nullptr;
  Memory* memory = nullptr;
  const std::atomic<bool>* interrupted = nullptr;
};

inline std::string study_json(const std::string& config, const StudyParts& parts = {}) {
  Registry registry(plugin_folders({}));
  Observer silent;
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  RuntimeOptions options = parsed.runtime_options();
  options.team = parts.team;
  options.memory = parts.memory;
  options.interrupted = parts.interrupted;
  return to_json_text(study(registry, Defaults(), parsed, options, silent));
}

}  // namespace tamis::framework::test
