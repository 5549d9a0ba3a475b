/// \file association.hpp
/// How strongly features go with each other: what a blanket is chosen by.
#pragma once

#include <tamis/matrix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace tamis::blanket {

/// The association of one feature with every feature j.
struct AssociationRow {
  std::vector<double> strength;          ///< d; larger is stronger
  std::vector<std::int64_t> covariance;  ///< d where strengths are compared exactly by it, else empty
};

class Association {
 public:
  virtual ~Association() = default;
  /// Fills rows[r] for feature of[r]. May be called from many threads.
  virtual void fill(std::span<const Feature> of, std::span<AssociationRow> rows) const = 0;
  /// How many rows are best asked for at once.
  virtual std::size_t rows_at_once() const { return 1; }
  /// Whether a goes before b in the order that `row` puts the features in: the stronger one, of equals the
  /// smaller index.
  virtual bool before(const AssociationRow& row, Feature a, Feature b) const {
    return row.strength[a] != row.strength[b] ? row.strength[a] > row.strength[b] : a < b;
  }
};

/// A strength from 0 on, in steps of 1e-12: so that rounding hardly ever separates features that are equally
/// associated.
inline double in_steps(double strength) { return std::max(std::floor(strength * 1e12 + 0.5), 0.0); }

}  // namespace tamis::blanket
