#include "config_options.hpp"

#include "process_team.hpp"
#include "terminal.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace tamis::cli {
namespace {

/// The table that holds `key`, made on the way; and what is left of the key.
std::pair<toml::table*, std::string> place_of(toml::table& config, const std::string& key,
                                              const std::string& source) {
  framework::check_levels(key);
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
      throw ParamError(fmt::format("{} {}: {} is no table", source, framework::shown(key),
                                   framework::in_quotes(key.substr(0, dot))));
    }
    at = at->get_as<toml::table>(part);
  }
  if (begin >= key.size())
    throw ParamError(fmt::format("{} {}: the key ends in a dot", source, framework::shown(key)));
  return {at, key.substr(begin)};
}

template <class Value>
void insert(toml::table& config, const std::string& key, Value&& value, const std::string& source) {
  const auto [table, last] = place_of(config, key, source);
  table->insert_or_assign(last, std::forward<Value>(value));
}

/// A value as TOML reads it (7, 0.2, true, "text", [1, 2]); a bare word is a text.
/// `source` is what error messages say: "--set".
void insert_value(toml::table& config, const std::string& key, const std::string& value,
                  const std::string& source) {
  if (framework::too_deep_line(value) > 0)
    throw ParamError(fmt::format("{} {}: the value is nested deeper than {} levels", source,
                                 framework::shown(key), framework::kDeepestNesting));
  toml::table parsed;
  const bool bare = value.size() > 1 && value[0] == '.' && value[1] >= '0' && value[1] <= '9';  // .1 is 0.1 here
  try {
    parsed = toml::parse(fmt::format("value = {}{}", bare ? "0" : "", value), source);
  } catch (const toml::parse_error&) {
    parsed.clear();
  }
  if (parsed.size() == 1)
    insert(config, key, std::move(*parsed.get("value")), source);
  else
    insert(config, key, value, source);  // not TOML, or more than one value
}

/// Whether the config has something else than `id` at `key`: key = "..." or key = { use = "..." }.
bool names_another(const toml::table& config, const std::string& key, const std::string& id) {
  const auto named = config.at_path(key);
  if (!named) return false;
  const toml::table* table = named.as_table();
  return (table ? (*table)["use"].value<std::string>() : named.value<std::string>()) != id;
}

bool is_config(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".toml";
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

/// NAME=A,B of a flag that may be repeated.
toml::table lists_by_name(const std::vector<std::string>& given, const std::string& flag) {
  toml::table lists;
  for (const std::string& one : given) {
    const std::size_t equals = one.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == one.size())
      throw ParamError(fmt::format("{} {}: expected NAME=COLUMNS", flag, framework::shown(one)));
    toml::array items;
    for (const std::string& part : split({one.substr(equals + 1)})) items.push_back(part);
    if (!lists.insert(one.substr(0, equals), std::move(items)).second)
      throw ParamError(fmt::format("{} {} is given twice; name all its columns at once", flag,
                                   framework::shown(one.substr(0, equals))));
  }
  return lists;
}

/// A=1,B=2 of a flag that may be repeated.
toml::table numbers_by_name(const std::vector<std::string>& given, const std::string& flag) {
  toml::table numbers;
  for (const std::string& one : split(given)) {
    const std::size_t equals = one.rfind('=');
    double number = 0;
    const char* const end = one.data() + one.size();
    const char* const begin = equals == std::string::npos ? end : one.data() + equals + 1;
    if (equals == 0 || begin == end || std::from_chars(begin, end, number).ptr != end)
      throw ParamError(fmt::format("{} {}: expected NAME=NUMBER, or a file", flag, framework::shown(one)));
    if (!numbers.insert(one.substr(0, equals), number).second)
      throw ParamError(fmt::format("{} {} is given twice", flag, framework::shown(one.substr(0, equals))));
  }
  return numbers;
}

/// Whether a file is given instead of NAME=NUMBER.
bool is_file(const std::vector<std::string>& given) {
  return given.size() == 1 && std::filesystem::is_regular_file(given.front());
}

/// A text, whole number or list of these in TOML as the argument of a flag: what flags_over() reads back.
/// Nothing where it is none.
std::optional<std::string> as_argument(const std::string& value) {
  toml::table parsed;
  try {
    parsed = toml::parse("value = " + value);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
  const toml::node& node = *parsed.get("value");
  const toml::array* items = node.as_array();
  if (!items) return node.value<std::string>().value_or(value);
  std::string joined;
  for (const toml::node& item : *items) {
    if (!joined.empty()) joined += ',';
    if (const auto number = item.value_exact<std::int64_t>()) joined += std::to_string(*number);
    for (const char c : item.value<std::string>().value_or(""))
      joined += c == ',' ? "\\," : std::string(1, c);
  }
  return joined;
}

}  // namespace

std::string check_whole_number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= 0) return "";
  return fmt::format("{} is no whole number from 0 to {}", framework::in_quotes(text),
                     std::numeric_limits<std::int64_t>::max());
}

void insert_setting(toml::table& config, const std::string& setting, const std::string& form) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0)
    throw ParamError(fmt::format("--set {}: expected {}", framework::shown(setting), form));
  insert_value(config, setting.substr(0, equals), setting.substr(equals + 1), "--set");
}

CLI::Option* add_force(CLI::App& command, bool& force) {
  return command.add_flag("--force", force,
                          "replace files that are no results of tamis, but none that is read");
}

void ConfigOptions::add(const std::string& group, const std::string& names, const std::string& key, Form form,
                        const std::string& help) {
  const std::size_t blank = names.find(' ');
  const std::string flags = names.substr(0, blank);
  CLI::Option* option = command_.add_option(flags, help)->group(group)->type_name(names.substr(blank + 1));
  option->expected(1)->allow_extra_args(false);
  if (form == Form::list || form == Form::lists || form == Form::numbers)
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  flags_.push_back({key, flags.substr(flags.find("--")), form, option});
}

void ConfigOptions::add_switch(const std::string& group, const std::string& flag, const std::string& key,
                               const std::string& help) {
  flags_.push_back({key, flag, Form::on, command_.add_flag(flag, help)->group(group)});
}

ConfigOptions::ConfigOptions(CLI::App& command) : command_(command) {
  command
      .add_option(
          "input", input_,
          "a table (CSV, TSV, ARFF, LIBSVM, gzipped or not, NPY; -: the standard input) or a config (.toml)")
      ->type_name("");
}

void ConfigOptions::add_data() {
  const std::string target =
      "What is known of the outcome (columns by name, or by number from 1; -1 is the last)";
  add(target, "-t,--target COLUMN", "data.target", Form::text, "the outcome");
  add(target, "--target-kind auto|class|real|sets", "data.target_kind", Form::text,
      "auto (default): class for text, or at most 20 distinct integers");
  add(target, "--soft COLUMNS", "data.soft", Form::list,
      "a probability per class, columns separated by commas");
  add(target, "--certainty COLUMN", "data.certainty", Form::text, "the probability that the label is right");
  add(target, "--clean COLUMN", "data.clean", Form::text, "the true label, in experiments with noise");
  add(target, "--annotators COLUMNS", "data.annotators", Form::list, "one annotator's label each; *: all");
  add(target, "--label-separator TEXT", "data.label_separator", Form::text,
      "between the labels of a cell (sets; default @ or |)");
  add(target, "--label-columns COLUMNS", "data.label_columns", Form::list, "one column of 0 and 1 per label");
  add(target, "--target-path FILE", "data.target_path", Form::text,
      "another file that holds the columns above");
  add_switch(target, "--merge-spellings", "data.merge_spellings",
             "classes that differ only in capitals or blanks are one");
  add_switch(target, "--harden", "data.harden", "take the most probable class of soft labels");
  add_switch(target, "--ancestors", "data.ancestors", "a label a/b/c brings a/b and a with it");

  const std::string data = "How the table is read";
  add(data, "--generate NAME", "data.generate.use", Form::text,
      "no table, but one that is made (`tamis generate` lists them)");
  add(data, "--format auto|csv|npy|arff|libsvm", "data.format", Form::text, "auto (default): by the name");
  add(data, "--unknown TEXTS", "data.unknown", Form::list,
      "cells that mean \"not known\", beside empty ones: NA,?");
  add(data, "--ignore COLUMNS", "data.ignore", Form::list, "no features");
  add(data, "--categorical COLUMNS", "data.categorical", Form::list,
      "columns of categories, such as texts; *: all that hold texts, but dates");
  add(data, "--categories auto|together|separate", "data.categories", Form::text,
      "select the values of such a column as one feature, or value by value (default auto)");
  add(data, "--dates COLUMNS", "data.dates", Form::list,
      "columns of dates, of which days, month, weekday and hour are made; *: all that hold dates");
  add(data, "--date-order auto|day_first|month_first", "data.date_order", Form::text,
      "how dates without a year in front are read (default auto: as all can be)");
  add(data, "--nominal category|number", "data.nominal", Form::text,
      "what declared numbers of an ARFF file are, beyond two (default category)");
  add(data, "--missing error|drop_rows|median|neighbours|keep", "data.missing", Form::text,
      "what becomes of empty cells (default error)");
  add(data, "--max-gigabytes N", "data.max_gigabytes", Form::value,
      "most that a pipe gives, or a gzipped file inflates to (default 4)");
  add(data, "--sample N", "data.sample", Form::value, "use N rows, drawn at random class by class");
  add(data, "--standardise auto|none|population|sample", "data.standardise", Form::text,
      "units of distances (default auto)");
  add(data, "--discretise auto|quantile|uniform|integers", "data.discretise", Form::text,
      "codes of features (default auto)");
  add(data, "--bins N", "data.bins", Form::value, "how many (default 5)");
  add(data, "--feature-group NAME=COLUMNS", "data.feature_groups", Form::lists,
      "features that are selected as one, or a pattern as gene_*; of a categorical column, its name");
  add_switch(data, "--one-from-each", "data.one_from_each",
             "select at most one feature of each --feature-group");
  add(data, "--feature-cost NAME=COST", "data.feature_cost", Form::numbers,
      "what a feature costs, or a pattern as gene_* (default 1); or a file of names and costs");
  add_switch(data, "--tf-idf", "data.tf_idf", "turn counts of words into tf-idf");
  add(data, "--top-terms N", "data.top_terms", Form::value, "keep the N features with the largest sums");
  add(data, "--header auto|true|false", "data.header", Form::value,
      "whether the first line holds names (default auto)");
  add(data, "--delimiter CHAR", "data.delimiter", Form::text,
      "what separates cells; blanks: any number of them (default: found in the first line)");
  add(data, "--decimal auto|point|comma", "data.decimal", Form::text,
      "how numbers are written (default auto: by the first rows)");
  add(data, "--weights COLUMN", "data.weights", Form::text, "of samples, for a criterion that uses them");
  add(data, "--groups COLUMN", "data.groups", Form::text,
      "of samples: kept whole by [evaluate], [stability] and --keep auto");
}

void ConfigOptions::add_criterion(const std::string& heading, const char* names, const char* meaning) {
  method_ = heading;
  add(method_, names, "criterion.use", Form::text, meaning);
  command_.add_option("--set", sets_, "any key of a config: --set criterion.OPTION=VALUE")
      ->group(method_)
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

void ConfigOptions::add_search() {
  add(method_, "-s,--search ID", "search.use", Form::text, "how subsets are walked");
  const std::string goal = "The goal";
  add(goal, "-k,--keep HOW_MANY", "search.keep", Form::value,
      "a number of features, a fraction, all (default), auto: while they are better than chance, p_values or "
      "knockoffs: with few false ones among them");
  add(goal, "--fdr SHARE", "search.fdr", Form::value,
      "the largest share of false ones wanted among them, by their p values (or with --keep knockoffs)");
  add(goal, "--always NAMES", "search.always", Form::list, "features that are in every subset");
  add(goal, "--until SCORE", "search.until", Form::value, "stop where the subset's score is this good");
  add(goal, "--max-cost COST", "search.max_cost", Form::value,
      "the most that the selected features cost together (--feature-cost)");
  add(goal, "--max-evaluations N", "search.max_evaluations", Form::value, "stop after so many scores");
}

void ConfigOptions::add_noise() {
  const std::string features = "The features that distinguish the classes (default: all)";
  add(features, "--features NAMES", "noise.features", Form::list, "these");
  add(features, "--selected FILE", "noise.selected", Form::text,
      "those that an earlier `tamis select ... -o FILE` selected");
  add("The run", "--memberships FILE", "noise.memberships", Form::text,
      "write the probability of each class for each row here, as CSV");
  add_switch("The run", "--all", "noise.all",
             "list every label with P(wrong), not only those that look wrong");
}

void ConfigOptions::add_figure() {
  add("The run", "--figure FILE", "output.figure", Form::text,
      "draw what [evaluate] and [noise_sweep] find as SVG here");
  add("The run", "--archive FILE", "output.archive", Form::text,
      "write every score of the search as CSV here");
  add("The run", "--table FILE", "output.table", Form::text,
      "write the selected columns of the input, best first, and the target as CSV here");
}

void ConfigOptions::add_run() {
  const std::string run = "The run";
  add(run, "--seed N", "seed", Form::value, "of everything random (default 0)");
  add(run, "--threads N", "threads", Form::value, "how many (default: one per core); changes no result");
  add(run, "--max-time SECONDS", "max_time", Form::value, "stop after so much work");
  add(run, "-o,--output FILE", "output.result", Form::text, "write the result as JSON here");
  add(run, "--report FILE", "output.report", Form::text, "write the result as a page for people (HTML) here");
  add(run, "--checkpoint FILE", "output.checkpoint", Form::text,
      "keep here what is computed, so that the same command goes on when it was stopped (default: of a run "
      "that lasts a minute, beside the result)");
  add_force(command_, force_)->group(run);
  command_.add_option("--plugin-dir", plugin_dirs_, "look for plugins here first")
      ->group(run)
      ->type_name("DIR")
      ->allow_extra_args(false);
}

toml::table ConfigOptions::config() const {
  if (is_config(input_)) return flags_over(framework::read_config(input_));
  say_in([this](std::string_view sentence) { return in_flags(sentence); });
  toml::table config;
  if (!input_.empty()) insert(config, "data.path", input_ == "-" ? "/dev/stdin" : input_, "input");
  config = flags_over(std::move(config));
  if (input_.empty() && !config["data"]["generate"])
    throw ParamError(
        "no input; name a table (data.csv), a config (run.toml), or one to make with --generate");
  return config;
}

std::string ConfigOptions::in_flags(std::string_view sentence) const {
  std::string out;
  for (std::size_t open = sentence.find('`'), close; open != std::string_view::npos;
       open = sentence.find('`')) {
    if ((close = sentence.find('`', open + 1)) == std::string_view::npos) break;
    const std::string flag = flag_for(std::string(sentence.substr(open + 1, close - open - 1)));
    out += sentence.substr(0, open);
    // a backtick that opens no setting may stand in a name: the next one opens anew
    out += flag.empty() ? "`" : flag;
    sentence.remove_prefix(flag.empty() ? open + 1 : close + 1);
  }
  return out.append(sentence);
}

std::string ConfigOptions::flag_for(const std::string& setting) const {
  const std::size_t equals = setting.find(" = ");
  const auto flag = std::find_if(flags_.begin(), flags_.end(),
                                 [&](const Flag& f) { return f.key == setting.substr(0, equals); });
  if (flag == flags_.end()) return "";
  if (equals == std::string::npos || flag->form == Form::on) return flag->name;
  const auto value = as_argument(setting.substr(equals + 3));
  if (!value) return "";
  return fmt::format("{}{}{}", flag->name, value->starts_with('-') ? '=' : ' ',
                     framework::shell_word(*value));
}

toml::table ConfigOptions::flags_beside(const std::string& source,
                                        const std::vector<std::string>& allowed) const {
  const auto refuse = [&](const std::string& what) {
    throw ParamError(fmt::format("{} takes this from the result; drop {}, or leave {} out for a new run",
                                 source, what, source));
  };
  if (!input_.empty()) refuse(fmt::format("'{}'", framework::escaped(input_)));
  for (const Flag& flag : flags_)
    if (flag.option->count() > 0 && std::find(allowed.begin(), allowed.end(), flag.key) == allowed.end())
      refuse(flag.name);
  if (!sets_.empty()) refuse("--set");
  return flags_over({});
}

toml::table ConfigOptions::flags_over(toml::table config) const {
  for (const Flag& flag : flags_) {
    if (flag.option->count() == 0) continue;
    if (flag.form == Form::on) {
      insert(config, flag.key, true, flag.name);
      continue;
    }
    const std::vector<std::string> given = flag.option->results();
    if (std::any_of(given.begin(), given.end(), [](const std::string& text) { return text.empty(); }))
      throw ParamError(fmt::format("{} is empty; give it a value or leave it out", flag.name));
    if (flag.form == Form::list) {
      toml::array items;
      for (const std::string& part : split(given)) items.push_back(part);
      insert(config, flag.key, std::move(items), flag.name);
    } else if (flag.form == Form::lists) {
      insert(config, flag.key, lists_by_name(given, flag.name), flag.name);
    } else if (flag.form == Form::numbers && is_file(given)) {
      insert(config, flag.key, given.front(), flag.name);
    } else if (flag.form == Form::numbers) {
      insert(config, flag.key, numbers_by_name(given, flag.name), flag.name);
    } else if (flag.form == Form::value) {
      insert_value(config, flag.key, given.front(), flag.name);
    } else {
      // another criterion or generator than the file's: the options beside it belong to the old one
      for (const char* key : {"criterion", "data.generate"})
        if (flag.key == std::string(key) + ".use" && names_another(config, key, given.front()))
          insert(config, key, toml::table{}, flag.name);
      insert(config, flag.key, given.front(), flag.name);
    }
  }
  for (const std::string& set : sets_) insert_setting(config, set, "KEY=VALUE, as in search.keep=7");
  return config;
}

std::vector<std::filesystem::path> ConfigOptions::plugin_dirs() const {
  return {plugin_dirs_.begin(), plugin_dirs_.end()};
}

void ConfigOptions::check_outputs(const std::vector<framework::OutputFile>& outputs,
                                  const framework::RunConfig& config,
                                  const std::filesystem::path& also_read) const {
  if (!is_first()) return;
  std::vector<std::filesystem::path> inputs = framework::input_files(config);
  inputs.insert(inputs.end(), {input_, also_read});
  framework::check_outputs(outputs, inputs, {force_, "name another file, or replace it with --force"});
}

}  // namespace tamis::cli
