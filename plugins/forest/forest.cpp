#include "forest.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::forest {
namespace {

constexpr std::size_t kAtATime = 64;
constexpr std::size_t kSamplesInABlock = 1024;
constexpr std::uint32_t kInTheBag = 0xFFFFFFFF;

std::size_t candidates_of(const ForestOptions& options, const Bins& bins, const Outputs& outputs) {
  if (options.candidates > 0) return options.candidates;
  const auto d = static_cast<double>(bins.columns());
  const bool real = outputs.count() == 1 && outputs.labels.empty();
  return std::max<std::size_t>(1, static_cast<std::size_t>(real ? d / 3 : std::sqrt(d)));
}

/// Where the samples of a tree end that it has not seen.
struct Ends {
  std::vector<std::uint32_t> leaf;  // kInTheBag for the others
  Eigen::MatrixXd leaves;

  void take(Tree&& tree, std::size_t samples) {
    leaf.assign(samples, kInTheBag);
    for (const Node& node : tree.nodes)
      if (node.is_leaf())
        for (std::uint32_t k = node.first; k < node.last; ++k) leaf[tree.out_of_bag[k]] = node.left;
    leaves = std::move(tree.leaves);  // a copy that runs out of memory would leave Eigen's matrix broken
  }
};

}  // namespace

OutOfBag grow_forest(const Bins& bins, const Outputs& outputs, const ForestOptions& options, Rng key,
                     const Runtime& runtime, const std::function<void(std::size_t, const Tree&)>& use) {
  const std::size_t n = bins.samples();
  const GrowOptions how{options.leaf, candidates_of(options, bins, outputs), options.draws};
  const std::uint64_t seed = key.next();
  // outputs x samples, so that what is added up lies together
  Eigen::MatrixXd sums =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(outputs.count()), static_cast<Eigen::Index>(n));
  OutOfBag found;
  found.trees.assign(n, 0);
  std::vector<Ends> ends(std::min(kAtATime, options.trees));
  for (std::size_t first = 0; first < options.trees; first += kAtATime) {
    const std::size_t count = std::min(kAtATime, options.trees - first);
    runtime.progress("growing trees", first, options.trees);
    runtime.parallel_for(count, [&](std::uint64_t t) {
      Tree tree = grow_tree(bins, outputs, how, Rng(Rng::combine(seed, first + t)));
      if (use) use(first + t, tree);
      ends[t].take(std::move(tree), n);
    });
    runtime.parallel_blocks(
        n,
        [&](std::uint64_t begin, std::uint64_t end) {
          for (std::size_t t = 0; t < count; ++t)
            for (std::uint64_t i = begin; i < end; ++i) {
              if (ends[t].leaf[i] == kInTheBag) continue;
              sums.col(static_cast<Eigen::Index>(i)) += ends[t].leaves.col(ends[t].leaf[i]);
              ++found.trees[i];
            }
        },
        kSamplesInABlock);
  }
  found.mean.resize(static_cast<Eigen::Index>(n), sums.rows());
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    found.mean.row(row) = sums.col(row).transpose() / static_cast<double>(found.trees[i]);  // 0 / 0 is NaN
  }
  return found;
}

}  // namespace tamis::forest
