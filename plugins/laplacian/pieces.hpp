/// \file pieces.hpp
/// Whether a graph of neighbours hangs together.
#pragma once

#include <tamis/numerics/graph.hpp>

namespace tamis::laplacian {

/// The sizes of the connected components, smallest first: how many samples each has. Samples without edges
/// are in none. O(edges), by union and find.
std::vector<std::size_t> piece_sizes(const numerics::Graph& graph);

/// Warns of a graph in pieces. On one, f'Lf is 0 for whatever is constant inside each piece, so that the best
/// score belongs to features that tell a few odd samples from all others.
void warn_of_pieces(const numerics::Graph& graph, const Runtime& runtime);

}  // namespace tamis::laplacian
