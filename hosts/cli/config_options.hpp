/// \file config_options.hpp
/// The command line's options as a config tree: each flag is one key of docs/config.md, laid over the config
/// file.
#pragma once

#include <toml++/toml.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tamis::cli {

class ConfigOptions {
 public:
  /// Adds INPUT (a data file or a config) and a flag per key.
  explicit ConfigOptions(CLI::App& command);
  ConfigOptions(const ConfigOptions&) = delete;
  ConfigOptions& operator=(const ConfigOptions&) = delete;

  /// The config file, if INPUT is one, with the flags and then each --set laid over it.
  /// \throws ParamError  naming the file or flag.
  toml::table config() const;
  std::vector<std::filesystem::path> plugin_dirs() const;

 private:
  void flag(CLI::App& command, const std::string& group, const std::string& names, const std::string& key,
            const std::string& help);
  void list(CLI::App& command, const std::string& group, const std::string& names, const std::string& key,
            const std::string& help);

  std::string input_;
  std::map<std::string, std::string> values_;              // by key: "data.target"
  std::map<std::string, std::vector<std::string>> lists_;  // by key
  std::map<std::string, std::string> names_;               // by key: "--target"
  bool harden_ = false;
  std::vector<std::string> sets_, plugin_dirs_;
};

}  // namespace tamis::cli
