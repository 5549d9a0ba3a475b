/// \file optimal_cost.hpp
/// The least transport cost with a proof: successive shortest paths, a plan and a dual
/// solution of equal value.
#pragma once

#include "fixture.hpp"

#include <algorithm>
#include <limits>

namespace tamis::transport::testing {

/// Any plan costs at least sum q_j v_j - sum p_i u_i where v_j - u_i <= D_ij (weak duality).
struct Proof {
  double cost = 0;       ///< of the plan that was found
  double lower = 0;      ///< what no plan is below
  double violation = 0;  ///< the largest v_j - u_i - D_ij
};

/// Masses sum to 1 on both sides; what is below 1e-16 is not carried. O((n + m)^3).
inline Proof optimal_cost(const Row& p, const Row& q, const Rows& d) {
  const std::size_t n = p.size(), m = q.size(), nodes = n + m;
  constexpr double kNever = std::numeric_limits<double>::infinity(), kNothing = 1e-16;
  Row supply = p, demand = q, potential(nodes, 0.0);
  Rows flow(n, Row(m, 0.0));
  for (;;) {
    // Dijkstra over reduced costs from every row that has mass left; rows are nodes 0..n-1.
    Row far(nodes, kNever);
    std::vector<std::size_t> before(nodes, nodes);
    std::vector<char> done(nodes, 0);
    for (std::size_t i = 0; i < n; ++i)
      if (supply[i] > kNothing) far[i] = 0;
    std::size_t sink = nodes;
    while (sink == nodes) {
      std::size_t at = nodes;
      for (std::size_t v = 0; v < nodes; ++v)
        if (!done[v] && far[v] < kNever && (at == nodes || far[v] < far[at])) at = v;
      if (at == nodes) break;
      done[at] = 1;
      if (at >= n && demand[at - n] > kNothing) sink = at;
      const auto reach = [&](std::size_t to, double cost) {
        const double way = far[at] + std::max(0.0, cost + potential[at] - potential[to]);
        if (!done[to] && way < far[to]) far[to] = way, before[to] = at;
      };
      for (std::size_t j = 0; at < n && j < m; ++j) reach(n + j, d[at][j]);
      for (std::size_t i = 0; at >= n && i < n; ++i)
        if (flow[i][at - n] > 0) reach(i, -d[i][at - n]);
    }
    if (sink == nodes) break;
    for (std::size_t v = 0; v < nodes; ++v) potential[v] += std::min(far[v], far[sink]);
    double carried = demand[sink - n];
    std::size_t v = sink;
    for (; before[v] != nodes; v = before[v])
      if (v < n) carried = std::min(carried, flow[v][before[v] - n]);
    carried = std::min(carried, supply[v]);
    supply[v] -= carried;
    demand[sink - n] -= carried;
    for (v = sink; before[v] != nodes; v = before[v])
      v < n ? flow[v][before[v] - n] -= carried : flow[before[v]][v - n] += carried;
  }
  Proof proof;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      proof.cost += flow[i][j] * d[i][j];
      proof.violation = std::max(proof.violation, potential[n + j] - potential[i] - d[i][j]);
    }
  for (std::size_t j = 0; j < m; ++j) proof.lower += q[j] * potential[n + j];
  for (std::size_t i = 0; i < n; ++i) proof.lower -= p[i] * potential[i];
  return proof;
}

}  // namespace tamis::transport::testing
