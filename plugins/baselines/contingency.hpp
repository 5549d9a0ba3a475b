/// \file contingency.hpp
/// How often each code of a feature goes with each class, and how far that is from independence.
#pragma once

#include <cstdint>
#include <span>

namespace tamis::baselines {

/// Pearson's statistic of a table of counts, over the levels and the classes that occur.
struct Independence {
  double samples = 0;  ///< whose class is known
  double levels = 0;   ///< of the feature
  double classes = 0;
  double statistic = 0;  ///< sum of (count - expected)^2 / expected
  double small = 0;      ///< the share of expected counts that are below 5

  double freedom() const { return (levels - 1) * (classes - 1); }
};

/// O(n + levels * classes).
/// \param codes    0..levels - 1 of n samples.
/// \param labels   0..classes - 1; -1 is unknown, and takes no part.
Independence independence(std::span<const std::uint8_t> codes, std::size_t levels,
                          std::span<const std::int32_t> labels, std::size_t classes);

/// Cramer's V without its bias (Bergsma 2013, eq. 3 to 5), with the sign of what is under the root: about 0 of a feature
/// that is independent of the class, however many levels it has; below 0 where it goes with the class less than
/// chance would have it. 1: each level has one class. 0 of tables of one sample, level or class.
double corrected_cramers_v(const Independence& table);

}  // namespace tamis::baselines
