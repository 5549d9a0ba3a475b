#include "grow.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>

namespace tamis::forest {
namespace {

/// Uniform on 0..n-1 but for 2^-32, without a division: a tree draws n of them.
std::size_t draw_below(Rng& rng, std::size_t n) { return ((rng.next() >> 32) * n) >> 32; }

/// A sample in the bag.
struct Drawn {
  Sample sample;
  std::uint16_t label;  ///< where the outputs are labels
  std::uint16_t times;  ///< that it was drawn, with its copies
};

/// Where the samples of a node can be parted: before each code that occurs, ascending. Of each place how many
/// distinct samples are on the left, and of either side the weight and the sum over the outputs of (the
/// weighted sum of the output)^2. In arrays, so that the purities are computed several at a time.
struct Cuts {
  template <class T>
  using Column = std::array<T, Bins::kMost + 1>;
  std::size_t count = 0;
  Column<std::uint16_t> code;
  Column<std::size_t> left_samples;
  Column<double> left_weight, left_squares, right_weight, right_squares, purity;

  /// Of the cuts from..to-1: the larger, the purer, sum_k L_k^2 / L + sum_k R_k^2 / R, with L_k the sum of
  /// output k on the left and L the weight.
  void judge(std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k)
      purity[k] = left_squares[k] / left_weight[k] + right_squares[k] / right_weight[k];
  }
};

/// Sums for each code of a node; a code has `width` cells.
template <class Cell>
class Histogram {
 public:
  explicit Histogram(std::size_t width) : width_(width), cells_(kBins * width) {}

  /// add(cells, sample) for each.
  template <class Add>
  void fill(std::span<const Drawn> drawn, std::span<const Code> codes, const Add& add) {
    // in locals, since a byte that is written may be part of any member
    Cell* const cells = cells_.data();
    const std::size_t width = width_;
    for (const Drawn& d : drawn) {
      const Code code = codes[d.sample];
      present_[code] = 1;
      add(cells + code * width, d);
    }
  }
  /// use(code, cells) for each code that occurs, ascending.
  template <class Use>
  void visit(const Use& use) const {
    const std::size_t width = width_;
    for (std::size_t eight = 0; eight < kBins; eight += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, present_ + eight, 8);
      for (; bytes != 0; bytes &= bytes - 1) {
        const std::size_t code = eight + static_cast<std::size_t>(std::countr_zero(bytes)) / 8;
        use(static_cast<std::uint16_t>(code), cells_.data() + code * width);
      }
    }
  }
  bool has(Code code) const { return present_[code] != 0; }
  /// Code 0 becomes the code behind all others.
  void move_first_to_end() {
    std::swap_ranges(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(width_),
                     cells_.begin() + static_cast<std::ptrdiff_t>(Bins::kMost * width_));
    std::swap(present_[0], present_[Bins::kMost]);
  }
  void clear() {
    visit([&](std::size_t code, const Cell*) {
      std::fill_n(cells_.begin() + static_cast<std::ptrdiff_t>(code * width_), width_, Cell{});
    });
    std::memset(present_, 0, sizeof present_);
  }

 private:
  static constexpr std::size_t kBins = Bins::kMost + 8;  ///< all codes and one behind them, in eights
  std::size_t width_;
  std::vector<Cell> cells_;
  std::uint8_t present_[kBins] = {};  ///< 1 where a code occurs
};

/// The sums of samples of one class each: for each class how many distinct ones there are (the upper half)
/// and how many draws (the lower half), in one addition.
class LabelSums {
 public:
  using Cell = std::uint64_t;
  explicit LabelSums(const Outputs& outputs) : left_(outputs.count()), draws_(outputs.count()) {}
  std::size_t width() const { return left_.size(); }
  void add(Cell* cells, const Drawn& d) const { cells[d.label] += (Cell{1} << 32) | d.times; }

  double purity(const Cell* all) const {
    double squares = 0, weight = 0;
    for (std::size_t c = 0; c < width(); ++c) {
      squares += draws(all[c]) * draws(all[c]);
      weight += draws(all[c]);
    }
    return squares / weight;
  }
  void cut(const Cell* all, const Histogram<Cell>& histogram, Cuts& cuts) {
    if (width() == 2) return cut_classes<2>(all, histogram, cuts);
    if (width() == 3) return cut_classes<3>(all, histogram, cuts);
    cut_classes<0>(all, histogram, cuts);
  }

 private:
  /// Few classes are unrolled. All sums are whole numbers, so they have no order.
  template <std::size_t Classes>
  void cut_classes(const Cell* all, const Histogram<Cell>& histogram, Cuts& cuts) {
    const std::size_t classes = Classes > 0 ? Classes : width();
    std::array<Cell, Classes> few_left{};
    std::array<double, Classes> few_draws{};
    Cell* const left = Classes > 0 ? few_left.data() : left_.data();
    double* const of_all = Classes > 0 ? few_draws.data() : draws_.data();
    double weight = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      left[c] = 0;
      of_all[c] = draws(all[c]);
      weight += of_all[c];
    }
    std::size_t k = 0;
    histogram.visit([&](std::uint16_t code, const Cell* bin) {
      std::size_t samples = 0;
      double left_weight = 0, left_squares = 0, right_squares = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        const double l = draws(left[c]), r = of_all[c] - l;
        samples += left[c] >> 32;
        left_weight += l;
        left_squares += l * l;
        right_squares += r * r;
        left[c] += bin[c];
      }
      cuts.code[k] = code;
      cuts.left_samples[k] = samples;
      cuts.left_weight[k] = left_weight;
      cuts.left_squares[k] = left_squares;
      cuts.right_weight[k] = weight - left_weight;
      cuts.right_squares[k] = right_squares;
      ++k;
    });
    cuts.count = k;
  }
  static double draws(Cell cell) { return static_cast<double>(cell & 0xFFFFFFFF); }

  std::vector<Cell> left_;
  std::vector<double> draws_;  // of each class
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

  double purity(const Cell* all) const {
    double squares = 0;
    for (std::size_t k = 2; k < width(); ++k) squares += all[k] * all[k];
    return squares / all[1];
  }
  void cut(const Cell* all, const Histogram<Cell>& histogram, Cuts& cuts) {
    std::ranges::fill(left_, 0.0);
    std::copy_n(all + 2, right_.size(), right_.begin());
    std::size_t samples = 0;
    double left_weight = 0, right_weight = all[1];
    // what is left by subtraction is known no better, and may be 0 or less where samples weigh next to nothing
    const double least = all[1] * std::numeric_limits<double>::epsilon();
    cuts.count = 0;
    histogram.visit([&](std::uint16_t code, const Cell* bin) {
      const std::size_t k = cuts.count++;
      cuts.code[k] = code;
      cuts.left_samples[k] = samples;
      cuts.left_weight[k] = left_weight;
      cuts.right_weight[k] = std::max(right_weight, least);
      cuts.left_squares[k] = cuts.right_squares[k] = 0;
      samples += static_cast<std::size_t>(bin[0]);
      left_weight += bin[1], right_weight -= bin[1];
      for (std::size_t o = 0; o < left_.size(); ++o) {
        cuts.left_squares[k] += left_[o] * left_[o], cuts.right_squares[k] += right_[o] * right_[o];
        left_[o] += bin[2 + o], right_[o] -= bin[2 + o];
      }
    });
  }

 private:
  const Outputs* outputs_;
  std::vector<double> left_, right_;  // sums of each output
};

struct Split {
  std::size_t feature = Node::kLeaf;
  Code threshold = 0;
  Code least = 0;  ///< as in Node
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
        histogram_(sums_.width()),
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
    tree_.decrease[best.feature] += best.purity - sums_.purity(all_.data());

    Node question;
    question.feature = static_cast<std::uint32_t>(best.feature);
    question.threshold = best.threshold;
    question.least = best.least;
    const std::span<const Code> codes = bins_.column(best.feature);
    const auto goes_left = [&](Sample i) { return question.goes_left(codes[i]); };
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
  /// here. Missing cells go to the side where they do better.
  bool judge(std::span<const Drawn> here, std::size_t feature, Split& best) {
    histogram_.fill(here, bins_.column(feature), [&](auto* cells, const Drawn& d) { sums_.add(cells, d); });
    const bool varies = judge_cuts(here, feature, 0, best);
    if (varies && bins_.has_missing(feature) && histogram_.has(0)) {
      histogram_.move_first_to_end();
      judge_cuts(here, feature, 1, best);
    }
    histogram_.clear();
    return varies;
  }

  bool judge_cuts(std::span<const Drawn> here, std::size_t feature, Code least, Split& best) {
    sums_.cut(all_.data(), histogram_, cuts_);
    std::size_t from = 0, to = cuts_.count;
    while (from < to && cuts_.left_samples[from] < options_.leaf) ++from;
    while (to > from && here.size() - cuts_.left_samples[to - 1] < options_.leaf) --to;
    cuts_.judge(from, to);
    for (std::size_t k = from; k < to; ++k)
      if (!best || cuts_.purity[k] > best.purity)
        best = {feature, threshold(feature, least, k), least, cuts_.purity[k]};
    return cuts_.count > 1;
  }

  /// Of cut k: in the middle between two codes that occur here, but between missing cells and values no value is on the side of
  /// the missing cells.
  Code threshold(std::size_t feature, Code least, std::size_t k) const {
    const std::uint16_t below = cuts_.code[k - 1], above = cuts_.code[k];
    if (above == Bins::kMost) return Bins::kMost - 1;
    if (below == 0 && least == 0 && bins_.has_missing(feature)) return 0;
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
  Histogram<typename Sums::Cell> histogram_;
  Cuts cuts_;
  std::vector<typename Sums::Cell> all_;  // of the node
  std::vector<std::uint32_t> order_;      // of the features, for drawing
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
