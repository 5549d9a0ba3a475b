#include "optimal_plan.hpp"

#include "bipartite_digraph.hpp"

#include <lemon/network_simplex.h>

#include <algorithm>
#include <cmath>

namespace tamis::transport {
namespace {

// 2^44 < length < 2^45 leaves LEMON's potentials, which begin at 2^62, room for paths of 2^16 arcs.
constexpr int kLengthBits = 44;
constexpr double kUnits = 0x1p60;

std::int64_t nearest(double x) { return static_cast<std::int64_t>(x + 0.5); }

double sum_of(std::span<const PointMass> masses) {
  double sum = 0;
  for (const PointMass& m : masses) sum += m.mass;
  return sum;
}

/// What LEMON reads: the value of a node or an arc.
template <class Item>
struct Values {
  using Key = Item;
  using Value = std::int64_t;
  std::vector<std::int64_t> of;
  std::int64_t operator[](Item i) const { return of[static_cast<std::size_t>(i.id)]; }
};

/// Adds sign * mass for each mass, in units of their sum; returns the sum of what was added.
std::int64_t add_supplies(std::span<const PointMass> masses, std::int64_t sign,
                          std::vector<std::int64_t>& supplies) {
  const double total = sum_of(masses);
  std::int64_t sum = 0;
  for (const PointMass& m : masses) {
    supplies.push_back(sign * nearest(m.mass / total * kUnits));
    sum += supplies.back();
  }
  return sum;
}

}  // namespace

OptimalPlan::OptimalPlan(ConstMatrix d) : classes_(d.rows) {
  double longest = 0;
  for (std::uint64_t i = 0; i < d.rows; ++i)
    for (std::uint64_t j = 0; j < d.cols; ++j) {
      distances_.push_back(d(i, j));
      longest = std::max(longest, d(i, j));
    }
  const int bits = longest > 0 ? kLengthBits - std::ilogb(longest) : 0;
  for (double distance : distances_) lengths_.push_back(nearest(std::scalbn(distance, bits)));
}

// Eq. 2-3.
double OptimalPlan::cost(std::span<const PointMass> from, std::span<const PointMass> to) const {
  if (from.size() == 1 || to.size() == 1) {  // only one plan
    double sum = 0;
    for (const PointMass& a : from)
      for (const PointMass& b : to) sum += std::min(a.mass, b.mass) * distance(a.c, b.c);
    return sum;
  }
  const BipartiteDigraph graph(from.size(), to.size());
  using Simplex = lemon::NetworkSimplex<BipartiteDigraph, std::int64_t, std::int64_t>;

  Values<BipartiteDigraph::Node> supply;
  std::int64_t surplus = add_supplies(from, 1, supply.of);
  surplus += add_supplies(to, -1, supply.of);
  // Rounding leaves a few units: the largest mass that is wanted takes them.
  *std::ranges::min_element(supply.of) -= surplus;

  Values<BipartiteDigraph::Arc> length;
  for (const PointMass& a : from)
    for (const PointMass& b : to) length.of.push_back(lengths_[a.c * classes_ + b.c]);

  Simplex simplex(graph);
  simplex.supplyMap(supply).costMap(length);
  if (simplex.run() != Simplex::OPTIMAL) throw std::logic_error("a transport problem has no optimal plan");

  double sum = 0;
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = 0; j < to.size(); ++j)
      sum += static_cast<double>(
                 simplex.flow(BipartiteDigraph::arcFromId(static_cast<int>(i * to.size() + j)))) *
             distance(from[i].c, to[j].c);
  return sum / kUnits * sum_of(from);
}

}  // namespace tamis::transport
