/// \file label_scatter.hpp
/// Samples in the plane of the two features that show their classes best.
#pragma once

#include <tamis/dataset.hpp>

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// What a figure of them needs.
struct LabelScatter {
  /// How many samples it has at most, so that a result of many samples stays small.
  static constexpr std::size_t kMost = 2000;

  /// A sample and its values.
  struct Point {
    std::size_t sample;
    double x, y;
  };
  std::string x, y;           ///< the features; empty where there are no two that vary
  std::vector<Point> points;  ///< by sample
};

/// Of many samples all suspects come first, the rest is drawn at even distances. O(n).
/// \param telling   the features to draw, see telling_features(): the first two are drawn.
/// \param suspects  the most likely wrong first.
LabelScatter label_scatter(const Dataset& data, std::span<const Feature> telling,
                           std::span<const std::size_t> suspects);

}  // namespace tamis::framework
