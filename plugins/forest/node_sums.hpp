/// \file node_sums.hpp
/// What is counted in a node, by the codes of a column, and where the samples of the node can be parted.
#pragma once

#include "bins.hpp"
#include "outputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace tamis::forest {

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
  /// Becomes a copy of the codes of `other` in a new order: code order[r] as r.
  void take_in_order(const Histogram& other, std::span<const std::uint16_t> order) {
    clear();
    for (std::size_t r = 0; r < order.size(); ++r) {
      std::copy_n(other.cells_.begin() + static_cast<std::ptrdiff_t>(order[r] * width_), width_,
                  cells_.begin() + static_cast<std::ptrdiff_t>(r * width_));
      present_[r] = 1;
    }
  }
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

  double weight(const Cell* cells) const {
    double sum = 0;
    for (std::size_t c = 0; c < width(); ++c) sum += draws(cells[c]);
    return sum;
  }
  /// The sum of output k.
  double sum(const Cell* cells, std::size_t k) const { return draws(cells[k]); }
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

  double weight(const Cell* cells) const { return cells[1]; }
  /// The sum of output k.
  double sum(const Cell* cells, std::size_t k) const { return cells[2 + k]; }
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

}  // namespace tamis::forest
