#include <tamis/framework/run/run_config.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/run/output_path.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace tamis::framework {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kLargest = 64 << 20;  // no config, but /dev/zero, or data by mistake

}  // namespace

std::string read_config_text(const fs::path& file) {
  const auto refuse = [&](std::string_view why) {
    throw ParamError(fmt::format("{}: {}", escaped(file.string()), why));
  };
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (status.type() == fs::file_type::not_found) refuse("there is no such file");
  if (fs::is_directory(status)) refuse("is a folder; name a config in it");
  std::ifstream in(file, std::ios::binary);
  if (failed || !in)
    refuse(fmt::format("cannot be read ({})", std::strerror(failed ? failed.value() : errno)));
  std::string text;
  for (std::array<char, 1 << 16> part{}; in.read(part.data(), part.size()) || in.gcount() > 0;) {
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kLargest) refuse("is larger than 64 MB; is it a config?");
  }
  return text;
}

toml::table read_config(const std::filesystem::path& file) {
  return parse_config(read_config_text(file), file.string());
}

toml::table parse_config(std::string_view text, std::string_view name) {
  if (const std::size_t line = too_deep_line(text); line > 0)
    throw ParamError(fmt::format("{}:{}: is nested deeper than {} levels; no key of a config is nested so deeply",
                                 escaped(name), line, kDeepestNesting));
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& e) {
    throw ParamError(fmt::format("{}:{}:{}: {}", escaped(name), e.source().begin.line,
                                 e.source().begin.column, shown(e.description(), 200)));
  }
}

RuntimeOptions RunConfig::runtime_options() const {
  RuntimeOptions options;
  options.seed = seed;
  options.threads = threads.value_or(0);
  if (max_seconds) options.max_seconds = *max_seconds;
  return options;
}

const toml::table& table_of(const toml::table& config, const char* key) {
  static const toml::table empty;
  const toml::node* node = config.get(key);
  if (!node) return empty;
  if (const toml::table* table = node->as_table()) return *table;
  throw ParamError(
      fmt::format("{}{} is {}; expected a table, [{}]", place_prefix(*node), key, described(*node), key));
}

RunConfig parse_run_config(toml::table tree, const std::vector<const char*>& others) {
  RunConfig parsed;
  parsed.tree = std::make_shared<const toml::table>(std::move(tree));
  const toml::table& config = *parsed.tree;
  Section top(config, "");
  for (const char* key : {"data", "output"}) top.allow(key);
  for (const char* key : others) top.allow(key);
  if (const auto seed = top.take<std::int64_t>("seed")) {
    if (*seed < 0) top.fail("seed", fmt::format("is {}; expected 0 or more", *seed));
    parsed.seed = static_cast<std::uint64_t>(*seed);
  }
  if (const auto threads = top.take<std::int64_t>("threads")) {
    if (*threads < 1 || *threads > 4096)
      top.fail("threads", fmt::format("is {}; expected 1 to 4096", *threads));
    parsed.threads = static_cast<int>(*threads);
  }
  if (const auto seconds = top.take<double>("max_time")) {
    if (!(*seconds > 0)) top.fail("max_time", fmt::format("is {}; expected seconds above 0", *seconds));
    parsed.max_seconds = seconds;
  }
  top.finish();

  parsed.data = parse_data_options(table_of(config, "data"));
  Section output(table_of(config, "output"), "output");
  parsed.result_file = take_output(output, "result");
  parsed.figure_file = take_output(output, "figure");
  parsed.report_file = take_output(output, "report");
  parsed.checkpoint_file = take_output(output, "checkpoint");
  parsed.archive_file = take_output(output, "archive");
  parsed.table_file = take_output(output, "table");
  output.finish();
  return parsed;
}

nlohmann::json asked_for(const RunConfig& config, std::initializer_list<const char*> keys) {
  nlohmann::json out = nlohmann::json::object();
  for (const char* key : keys)
    if (const toml::node* node = config.tree ? config.tree->get(key) : nullptr) out[key] = to_json(*node);
  return out;
}

}  // namespace tamis::framework
