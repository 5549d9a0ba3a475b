#include <tamis/framework/study/study_result.hpp>

#include <tamis/framework/selection/result_output.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tamis::framework {

std::string to_json_text(const StudyResult& r) {
  LongJson whole = long_json(r);
  auto& out = whole.members;
  if (r.evaluation) out["evaluation"] = to_json(*r.evaluation);
  if (r.stability) out["stability"] = to_json(*r.stability, r.feature_names);
  if (r.noise_sweep) out["noise_sweep"] = to_json(*r.noise_sweep);
  if (r.recovery) out["recovery"] = to_json(*r.recovery);
  return to_text(whole) + "\n";
}

nlohmann::json to_json(const StudyResult& result) { return nlohmann::json::parse(to_json_text(result)); }

std::string to_table(const StudyResult& r, std::size_t most_rows, std::size_t most_columns) {
  const ExtraColumn frequency{"selected in", [&](const RankedFeature& f) {  // a share of the resamples
                                return fmt::format("{:.0f} %", 100 * r.stability->selected_in[f.feature]);
                              }};
  const ExtraColumn ranks{"90 % of ranks", [&](const RankedFeature& f) {
                            const RankInterval& its = r.stability->ranks[f.feature];
                            return its.low == its.high ? fmt::format("{}", its.low)
                                                       : fmt::format("{} to {}", its.low, its.high);
                          }};
  const bool resampled = r.stability && r.stability->finished > 0;
  std::string out = ranking_table(
      r, most_rows, resampled ? std::vector{frequency, ranks} : std::vector<ExtraColumn>(), most_columns);
  if (r.recovery) out += to_line(*r.recovery);
  out += size_line(r);
  if (r.stability) out += to_line(*r.stability);
  if (r.evaluation) out += "\n" + to_table(*r.evaluation, most_rows);
  if (r.noise_sweep) out += "\n" + to_table(*r.noise_sweep);
  return out;
}

}  // namespace tamis::framework
