#include "suspect_list.hpp"

#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

using nlohmann::json;

const std::vector<Suspect>& list_of(const LabelNoise& noise) {
  return noise.all.empty() ? noise.suspects : noise.all;
}

std::size_t how_many(std::size_t rows, std::size_t most) { return most == 0 ? rows : std::min(rows, most); }

/// The names, each of which that is taken by one before it or by `taken` with "_" behind it.
std::vector<std::string> told_apart(std::vector<std::string> names, std::vector<std::string> taken) {
  for (std::string& name : names) {
    while (std::ranges::find(taken, name) != taken.end()) name += '_';
    taken.push_back(name);
  }
  return names;
}

std::string probability(double p) { return fmt::format("{:.4f}", p); }

}  // namespace

std::vector<std::string> cell_columns(const LabelNoise& noise) {
  std::vector<std::string> names = noise.text_columns;
  names.insert(names.end(), noise.telling.begin(), noise.telling.end());
  return names;
}

json list_json(const LabelNoise& noise, const std::vector<Suspect>& list) {
  json out = json::array();
  for (const Suspect& s : list) {
    json cells = s.texts;
    for (const double value : s.values) cells.push_back(value);
    out.push_back({{"row", s.row},
                   {"place", s.place},
                   {"label", noise.classes[s.label].name},
                   {"likelier", noise.classes[s.likelier].name},
                   {"wrong", s.wrong},
                   {"probability", s.probability},
                   {"cells", std::move(cells)}});
    if (noise.none) out.back()["wrong_if_any"] = s.wrong_if_any;
    if (&list == &noise.all) out.back()["suspect"] = s.is_suspect;
    if (s.votes)
      out.back().update({{"votes", s.votes->all},
                         {"votes_for_label", s.votes->for_label},
                         {"by_votes", noise.classes[s.votes->by_votes].name},
                         {"by_votes_probability", s.votes->probability}});
  }
  return out;
}

std::string list_text(const LabelNoise& noise, std::size_t most_rows, std::size_t most_columns) {
  const std::vector<Suspect>& list = list_of(noise);
  const std::size_t suspects = noise.suspects.size(), shown = how_many(list.size(), most_rows);
  std::string out = suspects == 0 ? fmt::format("no {} looks wrong", judged_one(noise))
                                  : fmt::format("{} wrong{}",
                                                counted(suspects, fmt::format("{} looks", judged_one(noise)),
                                                        fmt::format("{} look", judged(noise))),
                                                noise.has_two_readings() ? ", if any is" : "");
  if (list.empty()) return out + "\n";
  std::vector<std::vector<std::string>> rows;
  if (noise.all.empty()) {
    out += ":\n";
    rows.push_back({"row", "place", judged_one(noise), "likelier", "P(wrong)", "P(likelier)"});
  } else {
    out += fmt::format("; all {}, the most doubtful first:\n", list.size());
    rows.push_back({"row", "place", judged_one(noise), "other", "P(wrong)", "P(other)"});
  }
  std::vector<bool> right{true, false, false, false, true, true};
  if (noise.has_two_readings()) {
    rows[0].emplace_back("P(wrong if any is)");
    right.push_back(true);
  }
  if (noise.crowd) {
    rows[0].insert(rows[0].end(), {"votes", "by votes alone", "P(by votes)"});
    right.insert(right.end(), {true, false, true});
  }
  const std::size_t always = right.size();
  for (const std::string& name : cell_columns(noise)) rows[0].push_back(printable(name));
  right.resize(always + noise.text_columns.size(), false);
  right.resize(rows[0].size(), true);
  for (std::size_t k = 0; k < shown; ++k) {
    const Suspect& s = list[k];
    std::vector<std::string>& row = rows.emplace_back(std::vector{
        std::to_string(s.row), printable(s.place), printable(noise.classes[s.label].name),
        printable(noise.classes[s.likelier].name), probability(s.wrong), probability(s.probability)});
    if (noise.has_two_readings()) row.push_back(probability(s.wrong_if_any));
    if (s.votes)
      row.insert(row.end(),
                 {fmt::format("{} of {}", s.votes->for_label, s.votes->all),
                  printable(noise.classes[s.votes->by_votes].name), probability(s.votes->probability)});
    for (const std::string& text : s.texts) row.push_back(printable(text));
    for (const double value : s.values) row.push_back(label_text(value));
  }
  const std::size_t fit = columns_that_fit(rows, right, most_columns, always);
  right.resize(fit);
  out += in_columns(rows, right, most_columns);
  if (shown < list.size()) out += fmt::format("... and {} more\n", list.size() - shown);
  if (fit < rows[0].size())
    out += fmt::format("... and no room for {}\n", listed(std::span(rows[0]).subspan(fit)));
  return out;
}

std::string to_csv(const LabelNoise& noise, CsvFor reader, std::size_t most_rows) {
  const auto cell = [reader](const std::string& text) { return csv_cell(text, reader); };
  const std::vector<Suspect>& list = list_of(noise);
  const bool all = !noise.all.empty();
  std::vector<std::string> columns{"row", "place", "label", "likelier", "wrong", "probability"};
  if (noise.none) columns.emplace_back("wrong_if_any");
  if (noise.crowd)
    columns.insert(columns.end(), {"votes", "votes_for_label", "by_votes", "by_votes_probability"});
  if (all) columns.emplace_back("suspect");
  std::string out = fmt::format("{}", fmt::join(columns, ","));
  for (const std::string& name : told_apart(cell_columns(noise), columns)) out += ',' + cell(name);
  out += '\n';
  for (std::size_t k = 0; k < how_many(list.size(), most_rows); ++k) {
    const Suspect& s = list[k];
    out += fmt::format("{},{},{},{},{},{}", s.row, cell(s.place), cell(noise.classes[s.label].name),
                       cell(noise.classes[s.likelier].name), shortest(s.wrong), shortest(s.probability));
    if (noise.none) out += ',' + shortest(s.wrong_if_any);
    if (s.votes)
      out += fmt::format(",{},{},{},{}", s.votes->all, s.votes->for_label,
                         cell(noise.classes[s.votes->by_votes].name), shortest(s.votes->probability));
    if (all) out += s.is_suspect ? ",true" : ",false";
    for (const std::string& text : s.texts) out += ',' + cell(text);
    for (const double value : s.values) out += ',' + label_text(value);
    out += '\n';
  }
  return out;
}

}  // namespace tamis::framework
