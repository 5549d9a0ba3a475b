/// \file mixed_graph.hpp
/// Neighbours by outputs where both are known, else by features.
#pragma once

#include "outputs.hpp"

#include <tamis/numerics/graph.hpp>

namespace tamis::laplacian {

/// The graph of the k nearest samples by
///   d_ij = (y_i - y_j)^2 / variance if both outputs are known, else (1/d) sum_f (x_if - x_jf)^2,
/// which is the distance of its edges. Two neighbour searches by features, unknown x all and known x unknown;
/// the known x known part is a search on the line. Never n x n.
numerics::Graph mixed_graph(const Dataset& data, const Outputs& outputs, std::size_t k, numerics::Ties ties,
                            const Runtime& runtime);

}  // namespace tamis::laplacian
