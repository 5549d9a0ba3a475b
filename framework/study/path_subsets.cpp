#include <tamis/framework/study/path_subsets.hpp>

#include <algorithm>

namespace tamis::framework {

std::map<std::size_t, std::vector<Feature>> path_subsets(const SelectionResult& result,
                                                         std::span<const std::size_t> sizes) {
  std::map<std::size_t, std::vector<Feature>> subsets;
  std::vector<Feature> subset = result.start;
  const auto note = [&] {
    const bool wanted = sizes.empty() || std::binary_search(sizes.begin(), sizes.end(), subset.size());
    if (wanted && !subset.empty())
      subsets[subset.size()] = result.units.has_groups() ? result.units.features(subset) : subset;
  };
  note();
  for (const PathStep& step : result.path) {
    if (step.move == Move::add)
      subset.push_back(step.feature);
    else
      std::erase(subset, step.feature);
    note();
  }
  return subsets;
}

}  // namespace tamis::framework
