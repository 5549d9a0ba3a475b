#include <tamis/framework/study/rank_intervals.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr std::size_t kLeftOut = 20;  // of so many selections one at either end

/// Which features a stage has put in their places one by one, moving through subsets.
std::vector<char> moved_by(const StageResult& stage, std::size_t features) {
  std::vector<char> moved(features, 0);
  if (properties(stage.traits.measures).depends_on_subset)
    for (const PathStep& step : stage.path) moved[step.feature] = 1;
  return moved;
}

/// Whether nothing but its column puts feature b behind a, which is the one before it.
bool are_alike(const RankedFeature& a, const RankedFeature& b) {
  if (a.stage != b.stage || a.score != b.score || a.p_value != b.p_value || a.w != b.w) return false;
  return a.score || a.selected == b.selected;
}

}  // namespace

std::vector<SharedRanks> shared_ranks(const SelectionResult& result) {
  const std::size_t d = result.ranking.size();
  std::vector<std::vector<char>> moved;  // by each stage
  if (result.stages.empty()) moved.push_back(moved_by(result, d));
  for (const StageResult& stage : result.stages) moved.push_back(moved_by(stage, d));
  const auto is_moved = [&](const RankedFeature& f) {
    return moved[f.stage == 0 ? 0 : f.stage - 1][f.feature] != 0;
  };
  std::vector<SharedRanks> ranks(d);
  for (std::size_t i = 0, end = 0; i < d; i = end) {
    for (end = i + 1; end < d && !is_moved(result.ranking[end - 1]) && !is_moved(result.ranking[end]) &&
                      are_alike(result.ranking[end - 1], result.ranking[end]);)
      ++end;
    for (std::size_t k = i; k < end; ++k)
      ranks[result.ranking[k].feature] = {static_cast<std::uint32_t>(i + 1), static_cast<std::uint32_t>(end)};
  }
  return ranks;
}

std::vector<RankInterval> rank_intervals(std::span<const std::vector<SharedRanks>> selections) {
  const std::size_t n = selections.size(), out = n / kLeftOut;
  std::vector<RankInterval> found;
  std::vector<std::uint32_t> first(n), last(n);
  std::vector<double> middle(n);
  for (std::size_t f = 0; f < selections.front().size(); ++f) {
    for (std::size_t s = 0; s < n; ++s) {
      first[s] = selections[s][f].first;
      last[s] = selections[s][f].last;
      middle[s] = (first[s] + static_cast<double>(last[s])) / 2;
    }
    std::ranges::sort(first);
    std::ranges::sort(last);
    std::ranges::sort(middle);
    found.push_back({(middle[(n - 1) / 2] + middle[n / 2]) / 2, first[out], last[n - 1 - out]});
  }
  return found;
}

}  // namespace tamis::framework
