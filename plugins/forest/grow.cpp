#include "grow.hpp"

#include "category_order.hpp"
#include "node_sums.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

namespace tamis::forest {
namespace {

/// Uniform on 0..n-1 but for 2^-32, without a division: a tree draws n of them.
std::size_t draw_below(Rng& rng, std::size_t n) { return ((rng.next() >> 32) * n) >> 32; }

struct Split {
  std::size_t column = Node::kLeaf;
  Code threshold = 0, least = 0;  ///< as in Node
  double purity = 0;
  bool is_categorical = false;
  CodeSet left = {};  ///< of a categorical column
  explicit operator bool() const { return column != Node::kLeaf; }
};

template <class Sums>
class Grower {
 public:
  Grower(const Bins& bins, const Outputs& outputs, const GrowOptions& options, Rng rng)
      : bins_(bins),
        outputs_(outputs),
        options_(options),
        rng_(rng),
        sums_(outputs),
        histogram_(sums_.width()),
        in_order_(sums_.width()),
        all_(sums_.width()),
        category_order_(outputs.count()),
        order_(bins.columns()) {
    std::iota(order_.begin(), order_.end(), 0u);
    tree_.decrease.assign(bins.columns(), 0.0);
  }

  Tree grow() {
    draw();
    tree_.nodes.reserve(2 * drawn_.size() / options_.leaf + 1);
    tree_.nodes.emplace_back();
    tree_.nodes[0].last = static_cast<std::uint32_t>(tree_.out_of_bag.size());
    open_.push_back({0, 0, drawn_.size()});
    while (!open_.empty()) {
      const Open open = open_.back();
      open_.pop_back();
      grow_node(open);
    }
    const auto leaves = static_cast<Eigen::Index>(leaves_.size() / outputs_.count());
    tree_.leaves =
        Eigen::Map<Eigen::MatrixXd>(leaves_.data(), static_cast<Eigen::Index>(outputs_.count()), leaves);
    for (double& d : tree_.decrease) d /= static_cast<double>(in_bag_);
    return std::move(tree_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t first, last;  // in drawn_
  };

  /// The bag, and who is not in it.
  void draw() {
    const std::size_t lots = outputs_.lots,
                      draws = options_.draws > 0 ? std::min(options_.draws, lots) : lots;
    std::vector<std::uint16_t> times(lots);
    for (std::size_t k = 0; k < draws; ++k) ++times[draw_below(rng_, lots)];
    for (Sample i = 0; i < bins_.samples(); ++i) {
      const std::uint32_t lot = outputs_.lot[i];
      if (lot == Outputs::kNoLot || times[lot] == 0) {
        tree_.out_of_bag.push_back(i);
        continue;
      }
      if (outputs_.stands_for[i] == 0) continue;
      const std::uint16_t label =
          outputs_.labels.empty() ? 0 : static_cast<std::uint16_t>(outputs_.labels[i]);
      drawn_.push_back({i, label, static_cast<std::uint16_t>(times[lot] * outputs_.stands_for[i])});
      in_bag_ += drawn_.back().times;
    }
  }

  void grow_node(const Open& open) {
    const std::span<Drawn> here(drawn_.data() + open.first, open.last - open.first);
    std::ranges::fill(all_, typename Sums::Cell{});
    for (const Drawn& d : here) sums_.add(all_.data(), d);
    Split best;
    if (here.size() >= 2 * options_.leaf && !is_pure(here)) best = best_split(here);
    if (!best) return close(open.node, here);
    tree_.decrease[best.column] += best.purity - sums_.purity(all_.data());

    Node question;
    question.column = static_cast<std::uint32_t>(best.column);
    question.threshold = best.threshold;
    question.least = best.least;
    if (best.is_categorical) {
      question.set = static_cast<std::uint32_t>(tree_.sets.size());
      tree_.sets.push_back(best.left);
    }
    const std::span<const Code> codes = bins_.column(best.column);
    const auto goes_left = [&](Sample i) { return tree_.goes_left(question, codes[i]); };
    const std::size_t middle =
        open.first + part(here, drawn_room_, [&](const Drawn& d) { return goes_left(d.sample); });
    const Node node = tree_.nodes[open.node];
    const std::span<Sample> outside(tree_.out_of_bag.data() + node.first, node.last - node.first);
    const auto out_middle = static_cast<std::uint32_t>(node.first + part(outside, outside_room_, goes_left));

    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(left + 2);
    question.left = left;
    question.first = node.first, question.last = node.last;
    tree_.nodes[open.node] = question;
    tree_.nodes[left].first = node.first, tree_.nodes[left].last = out_middle;
    tree_.nodes[left + 1].first = out_middle, tree_.nodes[left + 1].last = node.last;
    open_.push_back({left + 1, middle, open.last});
    open_.push_back({left, open.first, middle});
  }

  /// Whether nothing is left to be separated.
  bool is_pure(std::span<const Drawn> here) const {
    return std::ranges::all_of(here, [&](const Drawn& d) { return outputs_.same(d.sample, here[0].sample); });
  }

  /// The best split on columns that are drawn until enough of them vary here.
  Split best_split(std::span<const Drawn> here) {
    Split best;
    std::size_t left = order_.size();
    for (std::size_t varying = 0; left > 0 && varying < options_.candidates;) {
      std::swap(order_[draw_below(rng_, left)], order_[left - 1]);
      const std::size_t column = order_[--left];
      varying += bins_.levels(column) > 1 && judge(here, column, best);
    }
    return best;
  }

  /// Puts the best question about a column into `best` if it is better; returns whether the column varies
  /// here. Missing cells go to the side where they do better.
  bool judge(std::span<const Drawn> here, std::size_t column, Split& best) {
    histogram_.fill(here, bins_.column(column), [&](auto* cells, const Drawn& d) { sums_.add(cells, d); });
    const bool varies = bins_.is_categorical(column) ? judge_sets(here, column, best)
                                                     : judge_thresholds(here, column, 0, best);
    if (varies && bins_.has_missing(column) && histogram_.has(0)) {
      histogram_.move_first_to_end();
      judge_thresholds(here, column, 1, best);
    }
    histogram_.clear();
    return varies;
  }

  bool judge_thresholds(std::span<const Drawn> here, std::size_t column, Code least, Split& best) {
    if (const std::size_t k = best_cut(here, histogram_, best); k > 0)
      best = {column, threshold(column, least, k), least, cuts_.purity[k]};
    return cuts_.count > 1;
  }

  /// Codes that do not occur here go where more samples go.
  bool judge_sets(std::span<const Drawn> here, std::size_t column, Split& best) {
    const std::span<const std::uint16_t> order = category_order_.of(sums_, histogram_, all_.data());
    in_order_.take_in_order(histogram_, order);
    if (const std::size_t k = best_cut(here, in_order_, best); k > 0) {
      best = {column, 0, 0, cuts_.purity[k], true};
      const bool others_left = 2 * cuts_.left_samples[k] > here.size();
      if (others_left) best.left.set();
      for (std::size_t r = 0; r < order.size(); ++r) best.left.set(order[r], r < k);
    }
    return cuts_.count > 1;
  }

  /// The cut that is best, if it is better than the best split so far; else 0, which is none.
  std::size_t best_cut(std::span<const Drawn> here, const Histogram<typename Sums::Cell>& histogram,
                       const Split& best) {
    sums_.cut(all_.data(), histogram, cuts_);
    std::size_t from = 0, to = cuts_.count;
    while (from < to && cuts_.left_samples[from] < options_.leaf) ++from;
    while (to > from && here.size() - cuts_.left_samples[to - 1] < options_.leaf) --to;
    cuts_.judge(from, to);
    std::size_t found = 0;
    for (std::size_t k = from; k < to; ++k)
      if (found > 0 ? cuts_.purity[k] > cuts_.purity[found] : !best || cuts_.purity[k] > best.purity)
        found = k;
    return found;
  }

  /// Of cut k: in the middle between two codes that occur here, but between missing cells and values no value is on the side of
  /// the missing cells.
  Code threshold(std::size_t column, Code least, std::size_t k) const {
    const std::uint16_t below = cuts_.code[k - 1], above = cuts_.code[k];
    if (above == Bins::kMost) return Bins::kMost - 1;
    if (below == 0 && least == 0 && bins_.has_missing(column)) return 0;
    return static_cast<Code>((below + above) / 2);
  }

  /// Those that go left first, else in their order; returns how many they are.
  template <class Item, class GoesLeft>
  static std::size_t part(std::span<Item> items, std::vector<Item>& room, const GoesLeft& goes_left) {
    room.resize(std::max(room.size(), items.size()));
    std::size_t left = 0, right = 0;
    for (const Item& item : items) {
      const bool yes = goes_left(item);
      room[right] = item;
      items[left] = item;  // `left` is never ahead of the item that is read
      left += yes;
      right += !yes;
    }
    std::copy_n(room.begin(), right, items.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

  void close(std::uint32_t node, std::span<const Drawn> here) {
    tree_.nodes[node].left = static_cast<std::uint32_t>(leaves_.size() / outputs_.count());
    const std::size_t begin = leaves_.size(), count = outputs_.count();
    leaves_.resize(begin + count);
    double weight = 0;
    for (const Drawn& d : here) weight += d.times * outputs_.weight(d.sample);
    for (const Drawn& d : here) {
      const double share =
          weight > 0 ? d.times * outputs_.weight(d.sample) / weight : 1.0 / static_cast<double>(here.size());
      if (!outputs_.labels.empty())
        leaves_[begin + d.label] += share;
      else
        for (std::size_t k = 0; k < count; ++k)
          leaves_[begin + k] += share * outputs_.values(d.sample, static_cast<Eigen::Index>(k));
    }
  }

  const Bins& bins_;
  const Outputs& outputs_;
  GrowOptions options_;
  Rng rng_;
  Sums sums_;
  Histogram<typename Sums::Cell> histogram_, in_order_;
  Cuts cuts_;
  std::vector<typename Sums::Cell> all_;  // of the node
  CategoryOrder<Sums> category_order_;
  std::vector<std::uint32_t> order_;  // of the columns, for drawing
  std::vector<Drawn> drawn_, drawn_room_;
  std::size_t in_bag_ = 0;  // samples, each as often as it was drawn
  std::vector<Sample> outside_room_;
  std::vector<Open> open_;
  std::vector<double> leaves_;
  Tree tree_;
};

}  // namespace

Tree grow_tree(const Bins& bins, const Outputs& outputs, const GrowOptions& options, Rng rng) {
  // not every stack has room for one: of 26 KB
  if (!outputs.labels.empty())
    return std::make_unique<Grower<LabelSums>>(bins, outputs, options, rng)->grow();
  return std::make_unique<Grower<ValueSums>>(bins, outputs, options, rng)->grow();
}

}  // namespace tamis::forest
