#include "grow.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace tamis::forest {
namespace {

/// Uniform on 0..n-1 but for 2^-32, without a division: a tree draws n of them.
std::size_t draw_below(Rng& rng, std::size_t n) { return ((rng.next() >> 32) * n) >> 32; }

/// A sample in the bag.
struct Drawn {
  Sample sample;
  std::uint16_t label;  ///< where the outputs are labels
  std::uint16_t times;  ///< that it was drawn
};

/// The two sides of a split, of which the left grows.
struct Sides {
  std::size_t left_samples = 0, right_samples = 0;
  double left_weight = 0, right_weight = 0;
  double left_squares = 0, right_squares = 0;  ///< of the sums of all outputs

  /// The larger, the purer: sum_k L_k^2 / L + sum_k R_k^2 / R, with L_k the sum of output k on the left and L
  /// the weight.
  double purity() const {
    const double left = left_weight > 0 ? left_squares / left_weight : 0;
    return left + (right_weight > 0 ? right_squares / right_weight : 0);
  }
};

/// The sums of samples of one class each: for each class how many distinct ones there are (the upper half)
/// and how many draws (the lower half), in one addition.
class LabelSums {
 public:
  using Cell = std::uint64_t;
  explicit LabelSums(const Outputs& outputs) : left_(outputs.count()), right_(outputs.count()) {}
  std::size_t width() const { return left_.size(); }
  void add(Cell* cells, const Drawn& d) const { cells[d.label] += (Cell{1} << 32) | d.times; }

  /// All samples are on the right.
  Sides begin(const Cell* all) {
    Sides sides;
    for (std::size_t c = 0; c < width(); ++c) {
      left_[c] = 0;
      right_[c] = draws(all[c]);
      sides.right_samples += all[c] >> 32;
      sides.right_weight += right_[c];
      sides.right_squares += right_[c] * right_[c];
    }
    return sides;
  }
  void move_to_the_left(const Cell* bin, Sides& sides) {
    for (std::size_t c = 0; c < width(); ++c) {
      const double moved = draws(bin[c]);
      sides.left_samples += bin[c] >> 32, sides.right_samples -= bin[c] >> 32;
      sides.left_weight += moved, sides.right_weight -= moved;
      sides.left_squares += moved * (2 * left_[c] + moved),
          sides.right_squares -= moved * (2 * right_[c] - moved);
      left_[c] += moved, right_[c] -= moved;
    }
  }

 private:
  static double draws(Cell cell) { return static_cast<double>(static_cast<std::uint32_t>(cell)); }
  std::vector<double> left_, right_;  // draws of each class
};

/// The same of any outputs and weights: samples, weight, and each output times the weight.
class ValueSums {
 public:
  using Cell = double;
  explicit ValueSums(const Outputs& outputs)
      : outputs_(&outputs), left_(outputs.count()), right_(outputs.count()) {}
  std::size_t width() const { return left_.size() + 2; }
  void add(Cell* cells, const Drawn& d) const {
    const double w = d.times * outputs_->weight(d.sample);
    cells[0] += 1;
    cells[1] += w;
    for (std::size_t k = 0; k < left_.size(); ++k)
      cells[2 + k] += w * outputs_->values(d.sample, static_cast<Eigen::Index>(k));
  }

  Sides begin(const Cell* all) {
    Sides sides;
    sides.right_samples = static_cast<std::size_t>(all[0]);
    sides.right_weight = all[1];
    for (std::size_t k = 0; k < left_.size(); ++k) {
      left_[k] = 0;
      right_[k] = all[2 + k];
      sides.right_squares += right_[k] * right_[k];
    }
    return sides;
  }
  void move_to_the_left(const Cell* bin, Sides& sides) {
    const auto samples = static_cast<std::size_t>(bin[0]);
    sides.left_samples += samples, sides.right_samples -= samples;
    sides.left_weight += bin[1], sides.right_weight -= bin[1];
    sides.left_squares = sides.right_squares = 0;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      left_[k] += bin[2 + k], right_[k] -= bin[2 + k];
      sides.left_squares += left_[k] * left_[k], sides.right_squares += right_[k] * right_[k];
    }
  }

 private:
  const Outputs* outputs_;
  std::vector<double> left_, right_;  // sums of each output
};

/// Sums for each code of a node.
template <class Sums>
class Histogram {
 public:
  using Cell = typename Sums::Cell;
  explicit Histogram(const Sums& sums) : sums_(sums), cells_(Bins::kMost * sums.width()) {}

  void fill(std::span<const Drawn> drawn, std::span<const Code> codes) {
    for (const Drawn& d : drawn) {
      const Code code = codes[d.sample];
      present_[code] = 1;
      sums_.add(cells_.data() + code * sums_.width(), d);
    }
  }
  /// use(code, sums) for each code that occurs, ascending; leaves the histogram empty.
  template <class Use>
  void drain(const Use& use) {
    for (std::size_t eight = 0; eight < Bins::kMost; eight += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, present_ + eight, 8);
      for (; bytes != 0; bytes &= bytes - 1) {
        const auto code = static_cast<Code>(eight + static_cast<std::size_t>(std::countr_zero(bytes)) / 8);
        Cell* const cell = cells_.data() + code * sums_.width();
        use(code, cell);
        for (std::size_t k = 0; k < sums_.width(); ++k) cell[k] = 0;
      }
    }
    std::memset(present_, 0, sizeof present_);
  }

 private:
  const Sums& sums_;
  std::vector<Cell> cells_;
  std::uint8_t present_[Bins::kMost] = {};  ///< 1 where a code occurs
};

struct Split {
  std::size_t feature = Node::kLeaf;
  Code threshold = 0;
  double purity = 0;
  explicit operator bool() const { return feature != Node::kLeaf; }
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
        histogram_(sums_),
        all_(sums_.width()),
        order_(bins.features()) {
    std::iota(order_.begin(), order_.end(), 0u);
    tree_.decrease.assign(bins.features(), 0.0);
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
    for (double& d : tree_.decrease) d /= static_cast<double>(outputs_.known.size());
    return std::move(tree_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t first, last;  // in drawn_
  };

  /// The bag, and who is not in it.
  void draw() {
    std::vector<std::uint16_t> times(bins_.samples());
    const std::vector<Sample>& known = outputs_.known;
    for (std::size_t k = 0; k < known.size(); ++k) ++times[known[draw_below(rng_, known.size())]];
    for (Sample i = 0; i < times.size(); ++i) {
      if (times[i] == 0) {
        tree_.out_of_bag.push_back(i);
        continue;
      }
      const std::uint16_t label =
          outputs_.labels.empty() ? 0 : static_cast<std::uint16_t>(outputs_.labels[i]);
      drawn_.push_back({i, label, times[i]});
    }
  }

  void grow_node(const Open& open) {
    const std::span<Drawn> here(drawn_.data() + open.first, open.last - open.first);
    std::ranges::fill(all_, typename Sums::Cell{});
    for (const Drawn& d : here) sums_.add(all_.data(), d);
    const Sides whole = sums_.begin(all_.data());
    Split best;
    if (here.size() >= 2 * options_.leaf && !is_pure(here)) best = best_split(here);
    if (!best) return close(open.node, here);
    tree_.decrease[best.feature] += best.purity - whole.purity();

    const std::span<const Code> codes = bins_.column(best.feature);
    const auto goes_left = [&](Sample i) { return codes[i] <= best.threshold; };
    const std::size_t middle =
        open.first + part(here, drawn_room_, [&](const Drawn& d) { return goes_left(d.sample); });
    const Node node = tree_.nodes[open.node];
    const std::span<Sample> outside(tree_.out_of_bag.data() + node.first, node.last - node.first);
    const auto out_middle = static_cast<std::uint32_t>(node.first + part(outside, outside_room_, goes_left));

    const auto left = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(left + 2);
    Node& split = tree_.nodes[open.node];
    split.feature = static_cast<std::uint32_t>(best.feature);
    split.threshold = best.threshold;
    split.left = left;
    tree_.nodes[left].first = node.first, tree_.nodes[left].last = out_middle;
    tree_.nodes[left + 1].first = out_middle, tree_.nodes[left + 1].last = node.last;
    open_.push_back({left + 1, middle, open.last});
    open_.push_back({left, open.first, middle});
  }

  /// Whether nothing is left to be told apart.
  bool is_pure(std::span<const Drawn> here) const {
    return std::ranges::all_of(here, [&](const Drawn& d) { return outputs_.same(d.sample, here[0].sample); });
  }

  /// The best split on features that are drawn until enough of them vary here.
  Split best_split(std::span<const Drawn> here) {
    Split best;
    std::size_t left = order_.size();
    for (std::size_t varying = 0; left > 0 && varying < options_.candidates;) {
      std::swap(order_[draw_below(rng_, left)], order_[left - 1]);
      const std::size_t feature = order_[--left];
      varying += bins_.levels(feature) > 1 && judge(here, feature, best);
    }
    return best;
  }

  /// Puts the best threshold of a feature into `best` if it is better; returns whether the feature varies
  /// here.
  bool judge(std::span<const Drawn> here, std::size_t feature, Split& best) {
    histogram_.fill(here, bins_.column(feature));
    Sides sides = sums_.begin(all_.data());
    std::size_t codes = 0;
    Code last = 0;
    histogram_.drain([&](Code code, const typename Sums::Cell* bin) {
      if (sides.left_samples >= options_.leaf && sides.right_samples >= options_.leaf)
        if (const double purity = sides.purity(); !best || purity > best.purity)
          best = {feature, static_cast<Code>((last + code) / 2), purity};
      sums_.move_to_the_left(bin, sides);
      last = code;
      ++codes;
    });
    return codes > 1;
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
  Histogram<Sums> histogram_;
  std::vector<typename Sums::Cell> all_;  // of the node
  std::vector<std::uint32_t> order_;      // of the features, for drawing
  std::vector<Drawn> drawn_, drawn_room_;
  std::vector<Sample> outside_room_;
  std::vector<Open> open_;
  std::vector<double> leaves_;
  Tree tree_;
};

}  // namespace

Tree grow_tree(const Bins& bins, const Outputs& outputs, const GrowOptions& options, Rng rng) {
  if (!outputs.labels.empty()) return Grower<LabelSums>(bins, outputs, options, rng).grow();
  return Grower<ValueSums>(bins, outputs, options, rng).grow();
}

}  // namespace tamis::forest
