#include "outcome.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {

bool found_something(const StageResult& result) {
  if (!result.path.empty()) return true;
  const auto always = std::ranges::count(result.ranking, true, &RankedFeature::always);
  return std::ssize(result.start) > always && result.start.size() < result.ranking.size();
}

StageResult outcome_of(const std::vector<StageResult>& stages) {
  const StageResult& last = stages.back();
  const bool found_nothing = last.status != StageResult::Status::complete && !found_something(last);
  const std::size_t decisive = stages.size() - (found_nothing && stages.size() > 1 ? 2 : 1);
  StageResult whole = stages[decisive];
  whole.status = last.status;
  if (!last.status_text.empty())
    whole.status_text = fmt::format("stage {}: {}", stages.size(), last.status_text);
  whole.evaluations = 0;
  for (const StageResult& stage : stages) whole.evaluations += stage.evaluations;
  for (std::size_t s = decisive; s-- > 0;)
    std::copy_if(stages[s].ranking.begin(), stages[s].ranking.end(), std::back_inserter(whole.ranking),
                 [](const RankedFeature& f) { return !f.selected; });
  return whole;
}

}  // namespace tamis::framework
