#include "stability.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::sparse_linear {

Stability stability_of(const std::vector<SelectedSets>& sets, Index units, double threshold) {
  Stability found;
  const auto halves = static_cast<double>(sets.size());
  found.probabilities = MatrixXd::Zero(static_cast<Index>(sets[0].size()), units);
  double unions = 0;
  for (const SelectedSets& of_half : sets) {
    std::vector<char> in_union(static_cast<std::size_t>(units), 0);
    for (std::size_t l = 0; l < of_half.size(); ++l)
      for (const Index j : of_half[l]) {
        ++found.probabilities(static_cast<Index>(l), j);
        in_union[static_cast<std::size_t>(j)] = 1;
      }
    unions += static_cast<double>(std::ranges::count(in_union, 1));
  }
  found.probabilities /= halves;
  found.mean_union = unions / halves;
  found.bound = found.mean_union * found.mean_union / ((2 * threshold - 1) * static_cast<double>(units));
  for (Index j = 0; j < units; ++j) {
    found.scores.push_back(found.probabilities.col(j).maxCoeff());
    if (found.scores.back() >= threshold) found.selected.push_back(j);
  }
  return found;
}

std::size_t stable_grid(const std::vector<SelectedSets>& sets, Index units, double threshold) {
  constexpr double kExpectedFalse = 0.8;
  const double most = std::sqrt(kExpectedFalse * static_cast<double>(units) * (2 * threshold - 1)) *
                      static_cast<double>(sets.size());
  std::size_t reached = sets[0].size();
  for (const SelectedSets& of_half : sets) reached = std::min(reached, of_half.size());
  std::vector<std::vector<char>> in_union(sets.size(), std::vector<char>(static_cast<std::size_t>(units), 0));
  double unions = 0;
  for (std::size_t l = 0; l < reached; ++l) {
    for (std::size_t h = 0; h < sets.size(); ++h)
      for (const Index j : sets[h][l]) {
        char& seen = in_union[h][static_cast<std::size_t>(j)];
        unions += seen ? 0 : 1;
        seen = 1;
      }
    if (unions > most) return std::max<std::size_t>(l, 1);
  }
  return reached;
}

}  // namespace tamis::sparse_linear
