#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tamis::framework {

std::vector<std::string> selected_names(const StageResult& result) {
  std::vector<std::string> names;
  for (const RankedFeature& f : result.ranking) {
    if (!f.selected) continue;
    if (f.members.empty())
      names.push_back(f.name);
    else
      names.insert(names.end(), f.members.begin(), f.members.end());
  }
  return names;
}

std::string to_csv(const SelectionResult& result, CsvFor reader, std::size_t most_rows) {
  const bool staged = !result.stages.empty();
  std::vector<std::string_view> keys;  // of what a rule chose by; a constant feature has none
  for (const RankedFeature& f : result.ranking)
    if (const std::vector<FoundEvidence> found = evidence_of(f); found.size() > keys.size()) {
      keys.clear();
      for (const FoundEvidence& each : found) keys.push_back(each.key);
    }
  std::string out = "rank,feature,selected,score,reason";
  if (staged) out += ",stage";
  if (result.units.has_groups()) out += ",members";
  for (const std::string_view key : keys) out += fmt::format(",{}", key);
  out += '\n';
  const std::size_t rows =
      most_rows == 0 ? result.ranking.size() : std::min(most_rows, result.ranking.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const RankedFeature& f = result.ranking[i];
    out += fmt::format("{},{},{:d},{},{}", i + 1, csv_cell(f.name, reader), f.selected,
                       f.score ? shortest(*f.score) : "", csv_cell(f.reason, reader));
    if (staged) out += fmt::format(",{}", f.stage);
    if (result.units.has_groups())
      out += "," + csv_cell(fmt::format("{}", fmt::join(f.members, ";")), reader);
    const std::vector<FoundEvidence> found = evidence_of(f);
    for (std::size_t k = 0; k < keys.size(); ++k)
      out += ',' + (k < found.size() ? shortest(found[k].value) : "");
    out += '\n';
  }
  return out;
}

}  // namespace tamis::framework
