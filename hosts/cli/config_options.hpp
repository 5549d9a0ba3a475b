/// \file config_options.hpp
/// The command line's options as a config tree: each flag is one key of docs/config.md, laid
/// over the config file.
#pragma once

#include <tamis/framework/run/output_files.hpp>

#include <CLI/CLI.hpp>
#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::cli {

/// Lays KEY=VALUE of a flag --set over a config: the value as TOML reads it (7, 0.2, true, "text", [1, 2]); a
/// bare word is a text.
/// \param form  what was expected, for the sentence.
/// \throws ParamError
void insert_setting(toml::table& config, const std::string& setting, const std::string& form);

/// The flag --force: files that are no results may be replaced.
CLI::Option* add_force(CLI::App& command, bool& force);

/// The check of a flag that takes a whole number from 0 to 2^63 - 1: what is wrong with `text`, or "". (CLI11
/// takes a larger one for the largest, and a minus modulo 2^64.)
std::string check_whole_number(const std::string& text);

/// A command adds the groups of flags that it understands, in the order in which its help shows them.
class ConfigOptions {
 public:
  /// Adds INPUT: a data file or a config.
  explicit ConfigOptions(CLI::App& command);
  /// The target, and how the table is read: [data].
  void add_data();
  /// [criterion] and --set, under a heading.
  void add_criterion(const std::string& heading, const char* names = "-c,--criterion ID",
                     const char* meaning = "what makes a feature good");
  /// [search] and the goal; after add_criterion().
  void add_search();
  /// [noise]: which features the labels are compared with, and where the memberships go.
  void add_noise();
  /// Seed, threads, time, the result's file and whether it replaces others, plugin folders.
  void add_run();
  /// The figure and the archive of a selection.
  void add_figure();
  ConfigOptions(const ConfigOptions&) = delete;
  ConfigOptions& operator=(const ConfigOptions&) = delete;

  /// The config file, if INPUT is one, with the flags and then each --set laid over it. Where it is none,
  /// what is said from now on names flags: --bins 3 for `data.bins = 3`.
  /// \throws ParamError  naming the file or flag.
  toml::table config() const;
  /// The flags alone, where everything but the `allowed` keys is known from `source` (another flag).
  /// \throws ParamError  naming the one that is too much.
  toml::table flags_beside(const std::string& source, const std::vector<std::string>& allowed) const;
  std::vector<std::filesystem::path> plugin_dirs() const;
  /// Refuses a run whose files would cost the user one: `config` and what else it reads is not written over.
  /// \param also_read  beside INPUT and what `config` names.
  /// \throws ParamError, DataError
  void check_outputs(const std::vector<framework::OutputFile>& outputs, const framework::RunConfig& config,
                     const std::filesystem::path& also_read = {}) const;

 private:
  /// How a flag's value becomes a node: a text as it is, what TOML reads it as, a list of texts, or a table of such
  /// lists, each given as NAME=LIST, or of numbers, given as a list of NAME=NUMBER; `on` has no value and means true.
  enum class Form { text, value, list, lists, numbers, on };
  struct Flag {
    std::string key, name;  ///< "data.target", "--target"
    Form form;
    CLI::Option* option;
  };
  /// \param names  "-t,--target COLUMN": what follows the names is shown in the help.
  void add(const std::string& group, const std::string& names, const std::string& key, Form form,
           const std::string& help);

  toml::table flags_over(toml::table config) const;
  /// A sentence with flags in the place of the keys that it has in backticks.
  std::string in_flags(std::string_view sentence) const;
  /// `key`, or `key = value`, as a flag; "" where there is none.
  std::string flag_for(const std::string& setting) const;
  void add_switch(const std::string& group, const std::string& flag, const std::string& key,
                  const std::string& help);

  CLI::App& command_;
  std::string method_;  // the heading of add_criterion()
  std::string input_;
  std::vector<Flag> flags_;
  std::vector<std::string> sets_, plugin_dirs_;
  bool force_ = false;
};

}  // namespace tamis::cli
