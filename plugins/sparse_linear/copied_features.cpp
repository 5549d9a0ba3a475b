#include "copied_features.hpp"

#include <tamis/numerics/lanes.hpp>
#include <tamis/rng.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::sparse_linear {
namespace {

constexpr double kSame = 1e-9;  ///< of columns whose deviation is 1

bool are_copies(const VectorXd& a, const VectorXd& b, double size) {
  return (a - b).lpNorm<Eigen::Infinity>() <= kSame * size ||
         (a + b).lpNorm<Eigen::Infinity>() <= kSame * size;
}

}  // namespace

std::vector<Index> first_copies(const Design& design) {
  const auto d = static_cast<std::size_t>(design.features());
  std::vector<Index> first(d);
  std::iota(first.begin(), first.end(), Index{0});

  // a random projection of each column: copies have the same but for its sign
  MatrixXd direction(design.samples(), 1);
  Rng rng(0x636f70696573);
  for (double& value : direction.reshaped()) value = rng.uniform() - 0.5;
  const double sum = direction.sum();
  std::vector<double> mark(d, 0.0);
  std::vector<Index> order;
  for (Index j = 0; j < design.features(); ++j) {
    if (design.is_constant(j)) continue;
    double projection = 0;
    design.project(j, direction, &projection);
    mark[static_cast<std::size_t>(j)] = std::abs(projection - design.offset(j) * sum);
    order.push_back(j);
  }
  std::ranges::sort(order, [&](Index a, Index b) {
    const double of_a = mark[static_cast<std::size_t>(a)], of_b = mark[static_cast<std::size_t>(b)];
    return of_a != of_b ? of_a < of_b : a < b;
  });
  for (std::size_t p = 0; p < order.size(); ++p) {
    VectorXd column;
    for (std::size_t q = p + 1; q < order.size(); ++q) {
      const auto a = static_cast<std::size_t>(order[p]), b = static_cast<std::size_t>(order[q]);
      const double size = std::max(1.0, mark[b]);
      if (mark[b] - mark[a] > kSame * static_cast<double>(design.samples()) * size) break;
      if (first[a] == first[b]) continue;
      if (column.size() == 0) column = design.column(order[p]);
      if (!are_copies(column, design.column(order[q]), column.lpNorm<Eigen::Infinity>())) continue;
      const Index least = std::min(first[a], first[b]);
      const Index joined[] = {first[a], first[b]};
      for (Index& of : first)
        if (of == joined[0] || of == joined[1]) of = least;
    }
  }
  return first;
}

}  // namespace tamis::sparse_linear
