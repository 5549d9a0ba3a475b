#include "config_options.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>

#include <sstream>

namespace tamis::cli {
namespace {

/// A value as TOML reads it (7, 0.2, true, "text", [1, 2]); a bare word is a text.
/// `source` stands in error messages: "--set".
void insert(toml::table& config, const std::string& key, const std::string& value,
            const std::string& source) {
  toml::table parsed;
  try {
    parsed = toml::parse(fmt::format("value = {}", value), source);
  } catch (const toml::parse_error&) {
    parsed.clear();
  }
  if (parsed.size() != 1) {  // not TOML, or more than one value
    toml::table text;
    text.insert("value", value);
    parsed = std::move(text);
  }
  toml::table* at = &config;
  std::size_t begin = 0;
  for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', begin)) {
    const std::string part = key.substr(begin, dot - begin);
    begin = dot + 1;
    toml::node* next = at->get(part);
    if (next && next->is_string()) {  // metric = "id" is short for metric = { use = "id" }
      toml::table wide;
      wide.insert("use", *next->value<std::string>());
      at->insert_or_assign(part, std::move(wide));
    } else if (!next) {
      at->insert(part, toml::table{});
    } else if (!next->is_table()) {
      throw ParamError(fmt::format("{} {}: '{}' is no table", source, key, key.substr(0, dot)));
    }
    at = at->get_as<toml::table>(part);
  }
  if (begin >= key.size()) throw ParamError(fmt::format("{} {}: the key ends in a dot", source, key));
  at->insert_or_assign(key.substr(begin), std::move(*parsed.get("value")));
}

void insert_text(toml::table& config, const std::string& key, const std::string& text,
                 const std::string& source) {
  std::ostringstream out;
  out << toml::value<std::string>(text);
  insert(config, key, out.str(), source);
}

/// Commas separate; \, is a comma in a name.
std::vector<std::string> split(const std::vector<std::string>& given) {
  std::vector<std::string> parts;
  for (const std::string& text : given) {
    parts.emplace_back();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
        parts.back() += text[++i];
      else if (text[i] == ',')
        parts.emplace_back();
      else
        parts.back() += text[i];
    }
  }
  return parts;
}

}  // namespace

void ConfigOptions::flag(CLI::App& command, const std::string& group, const std::string& names,
                         const std::string& key, const std::string& help) {
  names_[key] = names.substr(names.find("--"));
  command.add_option(names, values_[key], help)->group(group)->type_name("");
}

void ConfigOptions::list(CLI::App& command, const std::string& group, const std::string& names,
                         const std::string& key, const std::string& help) {
  names_[key] = names;
  command.add_option(names, lists_[key], help)->group(group)->type_name("")->allow_extra_args(false);
}

ConfigOptions::ConfigOptions(CLI::App& command) {
  command.add_option("input", input_, "a table (CSV, TSV, gzipped or not, NPY) or a config (.toml)")
      ->required()
      ->type_name("");

  const std::string target =
      "What is known of the outcome (columns by name, or by number from 1; -1 is the last)";
  flag(command, target, "-t,--target", "data.target", "the column with the outcome");
  flag(command, target, "--target-kind", "data.target_kind",
       "class, real or auto (text, or at most 20 distinct integers: class)");
  list(command, target, "--soft", "data.soft", "columns with a probability per class, separated by commas");
  flag(command, target, "--certainty", "data.certainty",
       "the column with the probability that the label is right");
  list(command, target, "--annotators", "data.annotators", "columns with one annotator's label each");
  flag(command, target, "--target-path", "data.target_path", "another file that holds the columns above");
  command.add_flag("--harden", harden_, "take the most probable class of soft labels")->group(target);

  const std::string data = "How the table is read";
  list(command, data, "--unknown", "data.unknown", "cells that mean \"not known\", beside empty ones: NA,?");
  list(command, data, "--ignore", "data.ignore", "columns that are no features");
  list(command, data, "--categorical", "data.categorical", "text columns to turn into one feature per value");
  flag(command, data, "--missing", "data.missing", "error (default), drop_rows or median");
  flag(command, data, "--standardise", "data.standardise",
       "auto (default), none, population or sample: units of distances");
  flag(command, data, "--header", "data.header", "auto (default), true or false");
  flag(command, data, "--delimiter", "data.delimiter",
       "what separates cells (default: found in the first line)");
  flag(command, data, "--weights", "data.weights", "the column with sample weights");
  flag(command, data, "--groups", "data.groups", "the column with sample groups");

  const std::string method = "The method (defaults fit the target; `tamis plugins` lists all)";
  flag(command, method, "-c,--criterion", "criterion.use", "what makes a feature good");
  flag(command, method, "-s,--search", "search.use", "how subsets are walked");
  command.add_option("--set", sets_, "any key of a config: --set criterion.neighbours=7")
      ->group(method)
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);

  const std::string goal = "The goal";
  flag(command, goal, "-k,--keep", "search.keep", "a number of features, a fraction, or all (default)");
  list(command, goal, "--always", "search.always", "features that are in every subset");
  flag(command, goal, "--until", "search.until", "stop where the subset's score is this good");
  flag(command, goal, "--max-evaluations", "search.max_evaluations", "stop after so many scores");
  flag(command, goal, "--max-time", "max_time", "stop after so many seconds of work");

  const std::string run = "The run";
  flag(command, run, "--seed", "seed", "of everything random (default 0)");
  flag(command, run, "--threads", "threads", "how many (default: one per core); changes no result");
  flag(command, run, "-o,--output", "output.result", "write the result as JSON here");
  command.add_option("--plugin-dir", plugin_dirs_, "look for plugins here first (absolute path)")
      ->group(run)
      ->type_name("DIR")
      ->allow_extra_args(false);
}

toml::table ConfigOptions::config() const {
  toml::table config;
  if (std::filesystem::path(input_).extension() == ".toml") {
    if (!std::filesystem::exists(input_)) throw ParamError(fmt::format("{}: there is no such file", input_));
    try {
      config = toml::parse_file(input_);
    } catch (const toml::parse_error& e) {
      throw ParamError(fmt::format("{}:{}:{}: {}", input_, e.source().begin.line, e.source().begin.column,
                                   e.description()));
    }
  } else {
    insert_text(config, "data.path", input_, "input");
  }
  for (const auto& [key, value] : values_) {
    if (value.empty()) continue;
    const std::string& name = names_.at(key);
    // another component than the file's: the options beside it belong to the old one
    if (key.ends_with(".use")) {
      const std::string table = key.substr(0, key.find('.'));
      const bool goal_only = table == "search";
      if (!goal_only && config[table]["use"].value<std::string>() != value)
        config.insert_or_assign(table, toml::table{});
      insert_text(config, key, value, name);
    } else if (key.starts_with("data.") && key != "data.header") {
      insert_text(config, key, value, name);
    } else {
      insert(config, key, value, name);
    }
  }
  for (const auto& [key, given] : lists_) {
    if (given.empty()) continue;
    toml::array items;
    for (const std::string& part : split(given)) items.push_back(part);
    std::ostringstream out;
    out << items;
    insert(config, key, out.str(), names_.at(key));
  }
  if (harden_) insert(config, "data.harden", "true", "--harden");
  for (const std::string& set : sets_) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0)
      throw ParamError(fmt::format("--set {}: expected KEY=VALUE, as in criterion.neighbours=7", set));
    insert(config, set.substr(0, equals), set.substr(equals + 1), "--set");
  }
  return config;
}

std::vector<std::filesystem::path> ConfigOptions::plugin_dirs() const {
  return {plugin_dirs_.begin(), plugin_dirs_.end()};
}

}  // namespace tamis::cli
