#include "pieces.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>

namespace tamis::laplacian {

std::vector<std::size_t> piece_sizes(const numerics::Graph& graph) {
  const std::size_t nodes = graph.nodes(), samples = graph.samples();
  boost::disjoint_sets_with_storage<> pieces(nodes);
  std::vector<char> has_edges(nodes, 0);
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e) {
      const std::size_t j = graph.column[e];
      pieces.union_set(i, j);
      has_edges[i] = has_edges[j] = 1;
    }
  for (std::size_t c = 0; c < graph.crowds.size(); ++c)
    if (has_edges[samples + c])  // they join each sample of the crowd
      for (const std::size_t s : graph.crowds.members(c)) {
        pieces.union_set(s, samples + c);
        has_edges[s] = 1;
      }

  std::vector<std::size_t> size(nodes, 0);
  for (std::size_t s = 0; s < samples; ++s)
    if (has_edges[s]) ++size[pieces.find_set(s)];
  std::erase(size, 0u);
  std::ranges::sort(size);
  return size;
}

void warn_of_pieces(const numerics::Graph& graph, const Runtime& runtime) {
  const std::vector<std::size_t> size = piece_sizes(graph);
  if (size.size() < 2) return;
  runtime.warn("the graph of neighbours is in " + std::to_string(size.size()) + " pieces, the smallest of " +
               std::to_string(size.front()) + " samples: a feature that separates them scores well " +
               "whatever it does inside them, odd samples included; raise neighbours until it is whole");
}

}  // namespace tamis::laplacian
