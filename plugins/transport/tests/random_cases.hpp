/// \file random_cases.hpp
/// Distributions and ground metrics drawn from a seed.
#pragma once

#include "fixture.hpp"

#include <tamis/rng.hpp>

namespace tamis::transport::testing {

inline std::size_t below(Rng& rng, std::size_t n) {
  return static_cast<std::size_t>(rng.uniform() * static_cast<double>(n));
}

/// Integers from 0 to `largest`, each 0 with probability `empty`; at least one is not.
inline Row random_counts(Rng& rng, std::size_t classes, double empty, std::size_t largest = 20) {
  Row row(classes);
  for (double& n : row) n = rng.uniform() < empty ? 0 : static_cast<double>(1 + below(rng, largest));
  row[below(rng, classes)] += 1;
  return row;
}

inline Row normalised(Row row) {
  double sum = 0;
  for (double v : row) sum += v;
  for (double& v : row) v /= sum;
  return row;
}

inline Rows random_rows(Rng& rng, std::size_t batch, std::size_t classes, double empty) {
  Rows rows;
  for (std::size_t b = 0; b < batch; ++b) rows.push_back(random_counts(rng, classes, empty));
  return rows;
}

/// Euclidean distances between points of the unit cube.
inline GroundData random_points(Rng& rng, std::size_t classes) {
  Rows x(classes, Row(3));
  for (Row& point : x)
    for (double& v : point) v = rng.uniform();
  return ground_of(classes, [&](std::size_t i, std::size_t j) {
    double square = 0;
    for (std::size_t f = 0; f < 3; ++f) square += (x[i][f] - x[j][f]) * (x[i][f] - x[j][f]);
    return std::sqrt(square);
  });
}

/// Classes on random nodes of a random tree, several perhaps on one.
inline GroundData random_tree(Rng& rng, std::size_t classes) {
  const std::size_t nodes = 1 + below(rng, 2 * classes);
  std::vector<std::uint32_t> parent{0}, node;
  Row length{0};
  for (std::size_t v = 1; v < nodes; ++v) {
    parent.push_back(static_cast<std::uint32_t>(below(rng, v)));
    length.push_back(rng.uniform());
  }
  for (std::size_t c = 0; c < classes; ++c) node.push_back(static_cast<std::uint32_t>(below(rng, nodes)));
  return on_tree(std::move(parent), std::move(length), std::move(node));
}

inline GroundData random_line(Rng& rng, std::size_t classes) {
  Row places(classes);
  for (double& x : places) x = 10 * rng.uniform() - 5;
  return on_line(places);
}

}  // namespace tamis::transport::testing
