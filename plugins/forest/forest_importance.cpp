#include "forest_importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::forest {
namespace {

ShareOutOfBag share_out_of_bag(const Outputs& outputs, const OutOfBag& found) {
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(outputs.values.cols());
  double total = 0;
  for (const Sample i : outputs.known) {
    mean += outputs.weight(i) * outputs.values.row(i);
    total += outputs.weight(i);
  }
  mean /= total;
  double of_mean = 0, gain = 0, judged = 0;
  std::vector<double> weights, gains;
  for (const Sample i : outputs.known) {
    if (found.trees[i] == 0) continue;
    const double w = outputs.weight(i), of_others = total / (total - w);  // the mean without sample i
    const double by_mean = (of_others * (outputs.values.row(i) - mean)).squaredNorm();
    weights.push_back(w);
    gains.push_back(by_mean - (outputs.values.row(i) - found.mean.row(i)).squaredNorm());
    of_mean += w * by_mean;
    gain += w * gains.back();
    judged += w;
  }
  if (!(of_mean > 0)) return {};
  double squares = 0;
  for (std::size_t k = 0; k < gains.size(); ++k) {
    const double off = weights[k] * (gains[k] - gain / judged);
    squares += off * off;
  }
  return {gain / of_mean, std::sqrt(squares) / of_mean};
}

}  // namespace

void ForestImportance::prepare(const Dataset& data, const Runtime& runtime) {
  PreparedCriterion::prepare(data, runtime);
  const Outputs outputs(data);
  impurity_ = outputs.impurity();
  const std::size_t d = data.features();
  std::vector<Feature> all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  Bins bins(data, all, runtime);
  is_constant_.assign(d, 0);
  for (std::size_t j = 0; j < d; ++j) is_constant_[j] = bins.levels(bins.column_of(j)) == 1;
  const std::size_t columns = bins.columns();
  Rng key = stream(runtime, *this);
  const bool permutes = options.importance == ImportanceKind::permutation;
  if (!permutes) bins.add_shadows(outputs.shuffled(key));

  const auto trees = static_cast<std::size_t>(options.trees);
  std::vector<std::vector<double>> of_tree(trees);
  const std::uint64_t seed = key.next();
  const ForestOptions how{trees, static_cast<std::size_t>(options.leaf),
                          static_cast<std::size_t>(options.candidates),
                          static_cast<std::size_t>(options.draws)};
  const OutOfBag found = grow_forest(bins, outputs, how, key, runtime, [&](std::size_t t, const Tree& tree) {
    if (permutes) {
      of_tree[t] = permutation_importance(tree, bins, outputs, Rng(Rng::combine(seed, t)));
      return;
    }
    of_tree[t].resize(columns);
    for (std::size_t j = 0; j < columns; ++j) of_tree[t][j] = tree.decrease[j] - tree.decrease[columns + j];
  });
  out_of_bag_ = share_out_of_bag(outputs, found);
  std::vector<double> mean(columns, 0.0);
  for (const std::vector<double>& one : of_tree)
    for (std::size_t j = 0; j < columns; ++j) mean[j] += one[j] / static_cast<double>(trees);
  importance_.resize(d);
  for (std::size_t j = 0; j < d; ++j) importance_[j] = mean[bins.column_of(j)];
}

void ForestImportance::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < candidates.size(); ++c)
    scores.write(c, is_constant_[candidates[c]] ? undefined("constant") : Score(importance_[candidates[c]]));
}

Cost ForestImportance::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  const double drawn = options.draws > 0 ? std::min<double>(options.draws, n) : n;
  return {10 * options.trees * drawn * std::log2(drawn + 1) * std::sqrt(d), 1};
}

}  // namespace tamis::forest
