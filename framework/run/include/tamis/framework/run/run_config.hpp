/// \file run_config.hpp
/// What the configs of all runs have in common: the data, and the keys at the top.
#pragma once

#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What the configs of all kinds of runs have in common.
struct RunConfig {
  /// The tree as it was written: a copy would forget the lines that messages name.
  std::shared_ptr<const toml::table> tree;
  DataOptions data;
  std::uint64_t seed = 0;
  std::optional<int> threads;
  std::optional<double> max_seconds;
  // What a config file names begins at its folder, below which it must be.
  std::filesystem::path result_file;      ///< [output] result
  std::filesystem::path figure_file;      ///< [output] figure
  std::filesystem::path report_file;      ///< [output] report
  std::filesystem::path checkpoint_file;  ///< [output] checkpoint
  std::filesystem::path archive_file;     ///< [output] archive
  std::filesystem::path table_file;       ///< [output] table
  bool digest_inputs = true;              ///< the result names the files that were read, with their SHA-256

  /// As the config says; who interrupts is the host's affair.
  RuntimeOptions runtime_options() const;
};

/// Reads a config file.
/// \throws ParamError  with file:line:column where it is no TOML.
toml::table read_config(const std::filesystem::path& file);
/// The text of a config file, for who parses it more than once: a pipe gives it once.
/// \throws ParamError  it is missing, a folder, larger than 64 MiB, or cannot be read.
std::string read_config_text(const std::filesystem::path& file);
/// Reads a config from a text. (toml::parse throws errors of its own, which are no tamis::Error.)
/// \param name  what the file is called in messages.
/// \throws ParamError  with name:line:column.
toml::table parse_config(std::string_view text, std::string_view name = "config");

/// \param others  keys of the top that somebody else reads.
/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
RunConfig parse_run_config(toml::table tree, const std::vector<const char*>& others);

/// The table [key] of a config; an empty one where there is none.
/// \throws ParamError  it is no table.
const toml::table& table_of(const toml::table& config, const char* key);

/// The tables and values under the keys that are there, for a result: what decides what is found, and not how
/// long it may take or where it is written; nothing of a config that a program made without a tree.
nlohmann::json asked_for(const RunConfig& config, std::initializer_list<const char*> keys);

}  // namespace tamis::framework
