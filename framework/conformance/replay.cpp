#include "replay.hpp"

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <sstream>

namespace tamis::framework::conformance {
namespace {

/// Settings as they are typed.
std::string flags_of(const toml::table& settings, const std::string& path) {
  std::string flags;
  for (const auto& [key, node] : settings) {
    const std::string full = path + std::string(key.str());
    if (const toml::table* table = node.as_table()) {
      flags += flags_of(*table, full + ".");
    } else {
      std::ostringstream value;
      value << toml::node_view<const toml::node>(node);
      flags += " --set " + shell_word(full + "=" + value.str());
    }
  }
  return flags;
}

}  // namespace

std::string replay_of(const ValidateOptions& options, const std::string& only) {
  std::string command = "tamis validate " + shell_word(options.file.string());
  command += flags_of(options.settings, "");
  for (const std::filesystem::path& folder : options.plugin_dirs)
    command += " --plugin-dir " + shell_word(folder.string());
  if (options.time_limit != ValidateOptions().time_limit)
    command += " --time-limit " + shortest(options.time_limit);
  return fmt::format("{} {} --seed {}", command, only, options.seed);
}

}  // namespace tamis::framework::conformance
