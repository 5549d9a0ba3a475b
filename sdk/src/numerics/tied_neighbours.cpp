#include <numeric>
#include <tamis/errors.hpp>
#include <tamis/numerics/tied_neighbours.hpp>

namespace tamis::numerics {
namespace {

constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 25;  // some 40 bytes each, with the edges
constexpr std::size_t kGrowth = 4;

// The tied list of one query is the first `length` entries of a list of some round.
struct Found {
  std::size_t round, list, length;
};

// Of each sample that a search may list, its position among the candidates.
std::vector<Sample> positions(const Nodes& candidates, std::size_t samples) {
  std::vector<Sample> at(samples);
  for (std::size_t p = 0; p < candidates.size(); ++p) at[candidates.place()[p]] = static_cast<Sample>(p);
  return at;
}

}  // namespace

NeighbourLists tied_neighbours(const Dataset& data, const Nodes& queries, const Nodes& candidates,
                               std::size_t k, Distance distance, const Runtime& runtime) {
  const std::vector<Sample> position = positions(candidates, data.samples());
  std::vector<NeighbourLists> rounds;
  std::vector<Found> found(queries.size());
  std::vector<std::size_t> open(queries.size());  // queries whose lists have not come to an end
  std::iota(open.begin(), open.end(), std::size_t{0});
  for (std::size_t asked = k + 1; !open.empty(); asked *= kGrowth) {
    asked = std::min(asked, candidates.size());
    if (!rounds.empty() && open.size() * asked > kMostEntries)
      throw DataError("the samples as near as the k-th neighbours make more than " +
                      std::to_string(kMostEntries) +
                      " pairs, as their distances are equal; set ties = \"first\"");
    std::vector<Sample> places;
    for (std::size_t q : open) places.push_back(queries.place()[q]);
    rounds.push_back(nearest_neighbours(data, places, candidates.place(), asked, distance, runtime));
    const NeighbourLists& lists = rounds.back();
    std::vector<std::size_t> still_open;
    for (std::size_t l = 0; l < open.size(); ++l) {
      const std::size_t q = open[l];
      const auto distances = lists.distances(l);
      TiedList list(k, distance.geometry);
      if (queries.is_crowd(q)) list.take(0, queries.mass(q) - 1);
      std::size_t length = 0;
      for (; length < distances.size() && list.wants(distances[length]); ++length)
        list.take(distances[length], candidates.mass(position[lists.indices(l)[length]]));
      found[q] = {rounds.size() - 1, l, length};
      if (length == distances.size() && asked < candidates.size()) still_open.push_back(q);
    }
    open = std::move(still_open);
  }

  NeighbourLists out;
  std::uint64_t entries = queries.size();
  for (const Found& f : found) entries += f.length;
  out.index.reserve(entries);
  out.distance.reserve(entries);
  out.start.reserve(queries.size() + 1);
  out.start.push_back(0);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const Found& f = found[q];
    if (queries.is_crowd(q)) {
      out.index.push_back(queries.node()[q]);
      out.distance.push_back(0);
    }
    for (std::size_t e = 0; e < f.length; ++e) {
      out.index.push_back(candidates.node()[position[rounds[f.round].indices(f.list)[e]]]);
      out.distance.push_back(rounds[f.round].distances(f.list)[e]);
    }
    out.start.push_back(out.index.size());
  }
  return out;
}

}  // namespace tamis::numerics
