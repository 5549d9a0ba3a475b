#include "mixed_graph.hpp"

#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::laplacian {
namespace {

using namespace numerics;

void divide(NeighbourLists& lists, double by) {
  for (double& square : lists.distance) square /= by;
}

void append(const NeighbourLists& from, std::size_t q, NeighbourLists& out) {
  out.index.insert(out.index.end(), from.indices(q).begin(), from.indices(q).end());
  out.distance.insert(out.distance.end(), from.distances(q).begin(), from.distances(q).end());
}

// take(sample, distance) for the entries of two lists in the order of (distance, index), while it returns
// true.
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

// The k first of a union are among the k first of each part.
Graph first_of_ties(const Dataset& data, const Outputs& outputs, std::size_t k, const Runtime& runtime) {
  const auto features = static_cast<double>(data.features());
  const std::vector<Sample> all = all_samples(data);
  NeighbourLists of_unknown = nearest_neighbours(data, outputs.unknown, all, k, {}, runtime);
  NeighbourLists to_unknown = nearest_neighbours(data, outputs.known, outputs.unknown, k, {}, runtime);
  NeighbourLists to_known = nearest_on_line(outputs.value, outputs.known, k, Gap::squared, runtime);
  divide(of_unknown, features);
  divide(to_unknown, features);
  divide(to_known, outputs.variance);

  NeighbourLists lists;
  std::vector<Sample> queries;
  const auto end_list = [&](Sample query) {
    queries.push_back(query);
    lists.start.push_back(lists.index.size());
  };
  lists.start = {0};
  for (std::size_t i = 0; i < outputs.known.size(); ++i) {
    const std::uint64_t most = lists.index.size() + k;
    merge(to_known, i, to_unknown, i, [&](Sample j, double d) {
      if (lists.index.size() == most) return false;
      lists.index.push_back(j);
      lists.distance.push_back(d);
      return true;
    });
    end_list(outputs.known[i]);
  }
  for (std::size_t i = 0; i < outputs.unknown.size(); ++i) {
    append(of_unknown, i, lists);
    end_list(outputs.unknown[i]);
  }
  return make_graph(all.size(), queries, lists);
}

// Crowds are of unknown samples at one place, and of known ones with one output: the former are met by
// features, the latter by other known samples only. A known sample in a crowd has unknown neighbours of its
// own, so it asks for itself, and its crowd for all its members.
Graph all_of_ties(const Dataset& data, const Outputs& outputs, std::size_t k, const Runtime& runtime) {
  const auto features = static_cast<double>(data.features());
  const std::vector<Sample> all = all_samples(data);
  const Crowds unknown_crowds = crowds_at_one_place(data, outputs.unknown, k);
  Crowds crowds = unknown_crowds;
  crowds.add(crowds_of_one_value(outputs.of_sample, outputs.known, k));
  const Nodes unknown(outputs.unknown, crowds, all.size()), known(outputs.known, crowds, all.size());
  const Nodes each_known(outputs.known, {}, all.size()), anyone(all, unknown_crowds, all.size());
  NeighbourLists of_unknown = tied_neighbours(data, unknown, anyone, k, {}, runtime);
  NeighbourLists to_unknown = tied_neighbours(data, each_known, unknown, k, {}, runtime);
  NeighbourLists to_known = tied_on_line(outputs.of_sample, known, k, Gap::squared, runtime);
  divide(of_unknown, features);
  divide(to_unknown, features);
  divide(to_known, outputs.variance);

  const auto mass = [&](Sample node) {
    return node < all.size() ? 1 : crowds.members(node - all.size()).size();
  };
  NeighbourLists lists;
  std::vector<Sample> queries;
  lists.start = {0};
  const auto end_list = [&](Sample query) {
    queries.push_back(query);
    lists.start.push_back(lists.index.size());
  };
  std::vector<std::size_t> line_of(all.size());  // of each known sample, its node's list of known ones
  for (std::size_t p = 0; p < known.size(); ++p) {
    line_of[known.place()[p]] = p;
    if (!known.is_crowd(p)) continue;
    for (Sample s : crowds.members(known.node()[p] - all.size())) line_of[s] = p;
    append(to_known, p, lists);
    end_list(known.node()[p]);
  }
  for (std::size_t i = 0; i < outputs.known.size(); ++i) {
    const std::size_t line = line_of[outputs.known[i]];
    TiedList list(k, Geometry::l2);
    merge(to_known, line, to_unknown, i, [&](Sample node, double d) {
      if (!list.wants(d)) return false;
      const bool own_crowd = known.is_crowd(line) && node == known.node()[line];
      list.take(d, own_crowd ? mass(node) - 1 : mass(node));
      if (own_crowd) return true;
      lists.index.push_back(node);
      lists.distance.push_back(d);
      return true;
    });
    end_list(outputs.known[i]);
  }
  for (std::size_t p = 0; p < unknown.size(); ++p) {
    append(of_unknown, p, lists);
    end_list(unknown.node()[p]);
  }
  return make_graph(all.size(), queries, lists, crowds);
}

}  // namespace

Graph mixed_graph(const Dataset& data, const Outputs& outputs, std::size_t k, Ties ties,
                  const Runtime& runtime) {
  return ties == Ties::first ? first_of_ties(data, outputs, k, runtime)
                             : all_of_ties(data, outputs, k, runtime);
}

}  // namespace tamis::laplacian
