#include "tree_transport.hpp"

#include "ground_distances.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace tamis::transport {

TreeTransport::TreeTransport(const ClassShape& shape, std::uint32_t classes) {
  if (shape.shape == Shape::line) {
    if (shape.line.size() != classes) throw PluginError("a ground metric on a line must place every class");
    std::vector<std::uint32_t> order(classes);
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t c) { return std::pair(shape.line[c], c); });
    node_.resize(classes);
    for (std::uint32_t v = 0; v < classes; ++v) {
      node_[order[v]] = v;
      parent_.push_back(v == 0 ? 0 : v - 1);
      length_.push_back(v == 0 ? 0 : shape.line[order[v]] - shape.line[order[v - 1]]);
    }
  } else {
    parent_.assign(shape.parent.begin(), shape.parent.end());
    length_.assign(shape.length.begin(), shape.length.end());
    node_.assign(shape.node.begin(), shape.node.end());
  }
  const auto nodes = static_cast<std::uint32_t>(parent_.size());
  if (node_.size() != classes || length_.size() != nodes ||
      std::ranges::any_of(node_, [&](std::uint32_t v) { return v >= nodes; }))
    throw PluginError("a ground metric on a tree must give every class a node and every node an edge");
  double whole = 0;
  for (std::uint32_t v = 1; v < nodes; ++v) {
    if (parent_[v] >= v || !(length_[v] >= 0) || length_[v] == std::numeric_limits<double>::infinity())
      throw PluginError("node " + std::to_string(v) +
                        " of a ground metric's tree needs a parent that comes before it and a finite length "
                        "of 0 or more");
    whole += length_[v];
  }
  if (whole > kLongestGround)
    throw DataError(
        "the edges of the ground metric's tree are longer than 1e280 together; use a smaller unit");
}

TreeTransport::Scratch TreeTransport::scratch() const {
  return {std::vector<double>(parent_.size()), std::vector<std::uint64_t>(parent_.size() / 64 + 1)};
}

double TreeTransport::cost(std::span<const ClassMass> pair, Scratch& scratch) const {
  const auto touch = [&](std::uint32_t v, double excess) {
    scratch.below[v] += excess;
    scratch.touched[v / 64] |= std::uint64_t{1} << (v % 64);
  };
  for (const ClassMass& m : pair)
    if (m.excess != 0) touch(node_[m.c], m.excess);
  // Parents come first, so the last node that is touched has all that lies below it.
  double sum = 0;
  for (std::size_t word = scratch.touched.size(); word-- > 0;)
    while (const std::uint64_t bits = scratch.touched[word]) {
      const int last = 63 - std::countl_zero(bits);
      const auto v = static_cast<std::uint32_t>(64 * word + static_cast<std::size_t>(last));
      scratch.touched[word] = bits ^ (std::uint64_t{1} << last);
      const double below = scratch.below[v];
      scratch.below[v] = 0;
      if (v == 0 || below == 0) continue;
      sum += length_[v] * std::abs(below);
      touch(parent_[v], below);
    }
  return sum;
}

}  // namespace tamis::transport
