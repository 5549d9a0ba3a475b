/// \file axioms.hpp
/// What makes a matrix one of distances.
#pragma once

#include <tamis/matrix.hpp>

#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// How far the sides of an axiom may be apart, as a share of the largest distance: rounding.
inline constexpr double kAxiomRounding = 1e-9;

/// Distances among n things: (i, j) from the i-th to the j-th; infinity is one.
struct DistanceTable {
  std::size_t n;
  std::vector<double> values;  ///< column-major
  std::string thing;           ///< "point", for sentences
  double operator()(std::size_t i, std::size_t j) const { return values[i + j * n]; }
  double largest() const;  ///< of the finite ones
};

/// Numbers, none below 0; 0 from each thing to itself.
/// \throws Failure
void expect_distances(const DistanceTable& d);
void expect_symmetric(const DistanceTable& d);
void expect_triangle(const DistanceTable& d);

}  // namespace tamis::framework::conformance
