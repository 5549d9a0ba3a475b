#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {

std::vector<std::string> selected_names(const StageResult& result) {
  std::vector<std::string> names;
  for (const RankedFeature& f : result.ranking)
    if (f.selected) names.push_back(f.name);
  return names;
}

std::string to_csv(const SelectionResult& result, CsvFor reader, std::size_t most_rows) {
  const bool staged = !result.stages.empty();
  std::string out = fmt::format("rank,feature,selected,score,reason{}\n", staged ? ",stage" : "");
  const std::size_t rows =
      most_rows == 0 ? result.ranking.size() : std::min(most_rows, result.ranking.size());
  for (std::size_t i = 0; i < rows; ++i) {
    const RankedFeature& f = result.ranking[i];
    out += fmt::format("{},{},{:d},{},{}", i + 1, csv_cell(f.name, reader), f.selected,
                       f.score ? shortest(*f.score) : "", csv_cell(f.reason, reader));
    if (staged) out += fmt::format(",{}", f.stage);
    out += '\n';
  }
  return out;
}

}  // namespace tamis::framework
