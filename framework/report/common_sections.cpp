#include "sections.hpp"

#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace tamis::framework {

using nlohmann::json;

double number(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return std::numeric_limits<double>::quiet_NaN();
  return found->get<double>();
}

std::vector<double> matrix(const json& lists, std::size_t rows, std::size_t columns) {
  std::vector<double> out;
  for (const json& list : lists)
    for (const json& value : list)
      out.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
  if (lists.size() != rows || out.size() != rows * columns)
    throw std::out_of_range(fmt::format("a table has other sizes than {} by {}", rows, columns));
  return out;
}

std::string shown_number(double v) { return std::isnan(v) ? "" : fmt::format("{:.4g}", v); }

std::string data_name(const json& result) {
  const json& options = result.at("data").at("options");
  if (const std::string path = options.value("path", ""); !path.empty())
    return std::filesystem::path(path).filename().string();
  const auto made = options.find("generate");
  if (made == options.end()) return "data of a program";
  return made->is_string() ? made->get<std::string>() : made->value("use", "generated data");
}

namespace {

/// ", 12 missing cells (age: 8, height: 4)"; "" if there are none.
std::string missing_in_words(const json& data) {
  const auto missing = data.find("missing");
  if (missing == data.end()) return "";
  std::uint64_t cells = 0;
  std::vector<std::string> columns;
  for (const auto& [column, its] : missing->items()) {
    cells += its.get<std::uint64_t>();
    columns.push_back(fmt::format("{}: {}", column, its.get<std::uint64_t>()));
  }
  return fmt::format(", {} ({})", counted(cells, "missing cell"), listed(columns, 12));
}

}  // namespace

std::string data_in_words(const json& data, std::optional<std::size_t> units) {
  const auto columns = data.at("features").get<std::size_t>();
  std::string out = fmt::format("{}, {}", counted(data.at("samples").get<std::size_t>(), "sample"),
                                counted(units.value_or(columns), "feature"));
  if (units.value_or(columns) != columns) out += fmt::format(" in {}", counted(columns, "column"));
  out += missing_in_words(data);
  const auto target = data.find("target");
  if (target == data.end() || target->value("kind", "none") == "none") return out + ", no target";
  const json classes = target->value("classes", json::array());
  constexpr std::size_t kFewClasses = 12;
  if (!classes.empty()) {
    out += fmt::format(", {}", counted(classes.size(), "class", "classes"));
    if (classes.size() <= kFewClasses)
      out += fmt::format(" ({})", fmt::join(classes.get<std::vector<std::string>>(), ", "));
  } else {
    out += fmt::format(", a target of {} values", target->value("kind", ""));
  }
  const auto known = target->value("known", data.at("samples").get<std::size_t>());
  if (known < data.at("samples").get<std::size_t>()) out += fmt::format(", {} of them known", known);
  return out;
}

std::string caption_of(const std::string& what, std::size_t rows) {
  return rows <= kMostRows ? what
                           : fmt::format("{}: the first {} of {}; the result has all", what, kMostRows, rows);
}

void write_warnings(Page& page, const json& result) {
  const auto warnings = result.value("warnings", std::vector<std::string>());
  const auto notes = result.value("notes", std::vector<std::string>());
  if (warnings.empty() && notes.empty()) return;
  page.heading(warnings.empty() ? "Notes" : "Warnings and notes");
  for (const std::string& warning : warnings) page.warning(warning);
  for (const std::string& note : notes) page.paragraph(note, "dim");
}

void write_origin(Page& page, const json& result) {
  const json& provenance = result.at("provenance");
  page.heading("What it was made from");
  page.paragraph(
      fmt::format("tamis {}{}. The same run gives the same bytes.", provenance.at("tamis").get<std::string>(),
                  result.contains("seed") ? fmt::format(", seed {}", result.at("seed").dump()) : ""));
  HtmlTable table{"Files that were read, and components that ran", {"what", "version", "SHA-256"}, {}, {}};
  for (const json& file : provenance.value("files", json::array()))
    table.rows.push_back({{file.at("path")}, {""}, {file.value("sha256", "")}});
  for (const json& component : provenance.value("components", json::array()))
    table.rows.push_back({{fmt::format("{} ({})", component.at("id").get<std::string>(),
                                       component.value("library", "the program itself"))},
                          {component.value("version", "")},
                          {component.value("sha256", "")}});
  page.table(table);
}

void write_config(Page& page, const json& config, const std::string& command) {
  page.heading("To run it again");
  page.paragraph(fmt::format("Save this as run.toml; `tamis {} run.toml` does the same.", command));
  std::ostringstream text;
  text << to_tree(config);
  page.code(text.str());
}

}  // namespace tamis::framework
