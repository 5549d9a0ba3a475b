#include "importance.hpp"

#include <algorithm>

namespace tamis::forest {
namespace {

/// One tree, while its features change places one after the other.
class Permuted {
 public:
  Permuted(const Tree& tree, const Bins& bins, const Outputs& outputs, Rng rng)
      : tree_(tree),
        bins_(bins),
        outputs_(outputs),
        other_(bins.samples()),
        is_known_(bins.samples()),
        on_the_way_(bins.columns()),
        rise_(bins.columns()) {
    for (const Sample i : outputs.known) is_known_[i] = 1;
    std::vector<Sample> judged;
    for (const Sample i : tree.out_of_bag)
      if (is_known_[i]) judged.push_back(i);
    std::ranges::sort(judged);  // the tree has them in an order of its own
    std::vector<Sample> shuffled = judged;
    rng.shuffle(shuffled);
    for (std::size_t k = 0; k < judged.size(); ++k) other_[judged[k]] = shuffled[k];
    for (const Sample i : judged) judged_ += outputs.weight(i);
  }

  std::vector<double> rises() {
    if (judged_ > 0) visit(0);
    for (double& rise : rise_) rise = judged_ > 0 ? rise / judged_ : 0;
    return std::move(rise_);
  }

 private:
  void visit(std::uint32_t at) {
    const Node& node = tree_.nodes[at];
    if (node.is_leaf()) return;
    if (on_the_way_[node.column]++ == 0) send_anew(at, node);
    visit(node.left);
    visit(node.left + 1);
    --on_the_way_[node.column];
  }

  /// The samples of a node, of which none was asked its feature before.
  void send_anew(std::uint32_t at, const Node& node) {
    for (std::uint32_t k = node.first; k < node.last; ++k) {
      const Sample i = tree_.out_of_bag[k];
      if (!is_known_[i]) continue;
      const auto leads_to = [&](Sample of_feature) {
        return tree_.leaf(
            at, [&](std::uint32_t f) { return bins_.column(f)[f == node.column ? of_feature : i]; });
      };
      const std::uint32_t before = leads_to(i), after = leads_to(other_[i]);
      if (before != after) rise_[node.column] += squared_error(after, i) - squared_error(before, i);
    }
  }

  /// Times the weight of the sample.
  double squared_error(std::uint32_t leaf, Sample i) const {
    return outputs_.weight(i) * (tree_.leaves.col(leaf) - outputs_.values.row(i).transpose()).squaredNorm();
  }

  const Tree& tree_;
  const Bins& bins_;
  const Outputs& outputs_;
  std::vector<Sample> other_;
  std::vector<char> is_known_;
  std::vector<std::size_t> on_the_way_;  // how often each feature was asked
  std::vector<double> rise_;
  double judged_ = 0;  // the weight of those that are
};

}  // namespace

std::vector<double> permutation_importance(const Tree& tree, const Bins& bins, const Outputs& outputs,
                                           Rng rng) {
  return Permuted(tree, bins, outputs, rng).rises();
}

}  // namespace tamis::forest
