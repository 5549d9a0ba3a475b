#include "tree.hpp"

namespace tamis::class_metrics {

double Tree::distance(std::uint32_t u, std::uint32_t v) const {
  double up_u = 0, up_v = 0;
  while (u != v)  // the later node is no ancestor of the earlier one
    if (u > v) {
      up_u += length_[u];
      u = parent_[u];
    } else {
      up_v += length_[v];
      v = parent_[v];
    }
  return up_u + up_v;
}

void Tree::distances(Matrix out) const {
  for (std::size_t i = 0; i < node_.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) out(i, j) = out(j, i) = distance(node_[i], node_[j]);
}

}  // namespace tamis::class_metrics
