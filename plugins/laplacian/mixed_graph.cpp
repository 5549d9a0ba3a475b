#include "mixed_graph.hpp"

#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::laplacian {
namespace {

using namespace numerics;

// The lists of a graph, one after the other.
struct Lists {
  NeighbourLists lists;
  std::vector<Sample> queries;
  Lists() { lists.start.push_back(0); }
  std::size_t length() const { return lists.index.size() - lists.start.back(); }
  void add(Sample node, double distance) {
    lists.index.push_back(node);
    lists.distance.push_back(distance);
  }
  void add(const NeighbourLists& from, std::size_t list) {
    for (std::size_t e = 0; e < from.indices(list).size(); ++e)
      add(from.indices(list)[e], from.distances(list)[e]);
  }
  void end(Sample query) {
    queries.push_back(query);
    lists.start.push_back(lists.index.size());
  }
};

// take(node, distance) for the entries of two lists in the order of (distance, index), while it returns true.
template <class Take>
void merge(const NeighbourLists& a, std::size_t in_a, const NeighbourLists& b, std::size_t in_b,
           const Take& take) {
  std::uint64_t i = a.start[in_a], j = b.start[in_b];
  const std::uint64_t a_end = a.start[in_a + 1], b_end = b.start[in_b + 1];
  while (i < a_end || j < b_end) {
    const bool from_a =
        j == b_end || (i < a_end && (a.distance[i] < b.distance[j] ||
                                     (a.distance[i] == b.distance[j] && a.index[i] < b.index[j])));
    if (!(from_a ? take(a.index[i], a.distance[i]) : take(b.index[j], b.distance[j]))) return;
    ++(from_a ? i : j);
  }
}

// Three searches, by d_ij: of unknown samples among all, of known ones among the unknown,
// and among the known.
struct Found {
  NeighbourLists of_unknown, to_unknown, to_known;
  void in_units_of(const Dataset& data, const Outputs& outputs) {
    for (NeighbourLists* lists : {&of_unknown, &to_unknown})
      for (double& sum : lists->distance) sum /= static_cast<double>(data.features());
    for (double& gap : to_known.distance) gap /= outputs.variance;
  }
};

// The k first of a union are among the k first of each part.
Graph first_of_ties(const Dataset& data, const Outputs& outputs, std::size_t k, const Runtime& runtime) {
  const std::vector<Sample> all = samples_with_weight(data);
  Found found{nearest_neighbours(data, outputs.unknown, all, k, {}, runtime),
              nearest_neighbours(data, outputs.known, outputs.unknown, k, {}, runtime),
              nearest_on_line(outputs.value, outputs.known, k, DifferenceNorm::squared, runtime)};
  found.in_units_of(data, outputs);
  Lists lists;
  for (std::size_t i = 0; i < outputs.known.size(); ++i) {
    merge(found.to_known, i, found.to_unknown, i, [&](Sample j, double distance) {
      lists.add(j, distance);
      return lists.length() < k;
    });
    lists.end(outputs.known[i]);
  }
  for (std::size_t i = 0; i < outputs.unknown.size(); ++i) {
    lists.add(found.of_unknown, i);
    lists.end(outputs.unknown[i]);
  }
  return make_graph(data.samples(), lists.queries, lists.lists);
}

// Crowds are of unknown samples at one place, and of known ones with one output, which are alike to other
// known samples only. So a crowd of known samples lists those, and each of its samples the unknown ones.
Graph all_of_ties(const Dataset& data, const Outputs& outputs, std::size_t k, const Runtime& runtime) {
  const std::vector<Sample> all = samples_with_weight(data);
  const std::size_t n = data.samples();
  const Crowds of_unknown = crowds_at_one_place(data, outputs.unknown, k, runtime);
  Crowds crowds = of_unknown;
  crowds.add(crowds_of_one_value(outputs.of_sample, outputs.known, k));
  const Nodes anyone(all, of_unknown, n), each_known(outputs.known, {}, n);
  const Nodes known(outputs.known, crowds, n), unknown(outputs.unknown, crowds, n);
  Found found{tied_neighbours(data, unknown, anyone, k, {}, runtime),
              tied_neighbours(data, each_known, unknown, k, {}, runtime),
              tied_on_line(outputs.of_sample, known, k, DifferenceNorm::squared, runtime)};
  found.in_units_of(data, outputs);

  Lists lists;
  std::vector<std::size_t> list_of(n);  // of each known sample in found.to_known
  for (std::size_t p = 0; p < known.size(); ++p) {
    list_of[known.place()[p]] = p;
    if (!known.is_crowd(p)) continue;
    for (Sample s : crowds.members(known.node()[p] - n)) list_of[s] = p;
    lists.add(found.to_known, p);
    lists.end(known.node()[p]);
  }
  for (std::size_t i = 0; i < outputs.known.size(); ++i) {
    const std::size_t p = list_of[outputs.known[i]];
    TiedList list(k, Geometry::l2);
    merge(found.to_known, p, found.to_unknown, i, [&](Sample node, double distance) {
      if (!list.wants(distance)) return false;
      const bool its_own = known.is_crowd(p) && node == known.node()[p];
      list.take(distance, its_own ? known.mass(p) - 1 : node < n ? 1 : crowds.members(node - n).size());
      if (!its_own) lists.add(node, distance);
      return true;
    });
    lists.end(outputs.known[i]);
  }
  for (std::size_t p = 0; p < unknown.size(); ++p) {
    lists.add(found.of_unknown, p);
    lists.end(unknown.node()[p]);
  }
  return make_graph(n, lists.queries, lists.lists, crowds);
}

}  // namespace

Graph mixed_graph(const Dataset& data, const Outputs& outputs, std::size_t k, Ties ties,
                  const Runtime& runtime) {
  Graph graph =
      ties == Ties::first ? first_of_ties(data, outputs, k, runtime) : all_of_ties(data, outputs, k, runtime);
  weigh(graph, data.weights());
  return graph;
}

}  // namespace tamis::laplacian
