#include "neighbour_labels.hpp"

#include "electorate.hpp"

#include <limits>
#include <numeric>
#include <unordered_map>

namespace tamis::neighbour_labels {
namespace {

/// Some features of a dataset, in the units of distances.
class Chosen {
 public:
  Chosen(const Dataset& data, Subset subset) : values_(data.samples() * subset.size()) {
    for (std::size_t j = 0; j < subset.size(); ++j) {
      data.scaled_column(subset[j], {values_.data() + j * data.samples(), data.samples()});
      const std::span<const std::uint8_t> missing = data.missing(subset[j]);
      missing_.insert(missing_.end(), missing.begin(), missing.end());
    }
    dataset_.size = sizeof dataset_;
    dataset_.samples = data.samples();
    dataset_.features = static_cast<std::uint32_t>(subset.size());
    dataset_.dense = {values_.data(), data.samples(), subset.size(), data.samples()};
    dataset_.target = data.target().raw();
    if (!missing_.empty())
      dataset_.missing = {missing_.data(), data.samples(), subset.size(), data.samples()};
  }
  Dataset view() const { return Dataset(&dataset_); }

 private:
  std::vector<double> values_;
  std::vector<std::uint8_t> missing_;
  tamis_dataset dataset_{};
};

/// The votes of the voters that are near, by class, and how many they are.
struct Tally {
  std::vector<double> votes;
  std::size_t voters = 0;
  void add(std::span<const double> vote) {
    votes.resize(vote.size());
    for (std::size_t s = 0; s < vote.size(); ++s) votes[s] += vote[s];
    ++voters;
  }
};

/// Counts the votes in the lists of one search, whose nodes are rows or crowds of them.
class Count {
 public:
  Count(const Electorate& electorate, const numerics::Crowds& crowds, std::size_t k, Geometry geometry,
        Matrix q)
      : electorate_(electorate), crowds_(crowds), k_(k), geometry_(geometry), q_(q) {}

  /// The nearest k that are not of its group, and all as near as the last of these.
  void row(Sample row, std::span<const Sample> nodes, std::span<const double> distances) {
    numerics::TiedList heard(k_, geometry_);
    Tally tally;
    for (std::size_t e = 0; e < nodes.size() && heard.wants(distances[e]); ++e) {
      const std::size_t before = tally.voters;
      for (const Sample voter : rows(nodes[e]))
        if (electorate_.group(voter) != electorate_.group(row)) tally.add(electorate_.vote(voter));
      heard.take(distances[e], tally.voters - before);
    }
    write(row, tally.votes);
  }
  /// Each row of a crowd, in which are k of other groups, hears all that are there but its own group.
  void crowd(Sample node, std::span<const Sample> nodes) {
    Tally all;
    std::unordered_map<std::uint32_t, Tally> of_group;
    for (const Sample near : nodes)
      for (const Sample voter : rows(near)) {
        all.add(electorate_.vote(voter));
        of_group[electorate_.group(voter)].add(electorate_.vote(voter));
      }
    for (const Sample row : rows(node)) {
      std::vector<double> votes = all.votes;
      const std::vector<double>& own = of_group[electorate_.group(row)].votes;
      for (std::size_t s = 0; s < votes.size(); ++s) votes[s] -= own[s];
      write(row, votes);
    }
  }

 private:
  std::span<const Sample> rows(const Sample& node) const {
    if (node < q_.rows) return {&node, 1};
    return crowds_.members(node - q_.rows);
  }
  void write(Sample row, std::span<const double> votes) {
    const double all = std::accumulate(votes.begin(), votes.end(), 0.0);
    if (all <= 0) return;
    for (std::size_t s = 0; s < votes.size(); ++s) q_(row, s) = votes[s] / all;
  }

  const Electorate& electorate_;
  const numerics::Crowds& crowds_;
  std::size_t k_;
  Geometry geometry_;
  Matrix q_;
};

}  // namespace

void NeighbourLabels::prepare(const Dataset& data, const Runtime& runtime) {
  LabelEngine::prepare(data, runtime);
  options.metric->prepare(data, runtime);
}

std::vector<double> NeighbourLabels::probabilities(Subset subset) {
  const Target target = data().target();
  const std::size_t n = data().samples(), classes = target.classes();
  const auto k = static_cast<std::size_t>(options.neighbours);
  std::vector<double> q(n * classes, std::numeric_limits<double>::quiet_NaN());
  if (subset.empty()) return q;
  const Matrix view(q.data(), n, classes);
  const Chosen chosen(data(), subset);
  const Electorate electorate(target, groups(), weights());
  electorate.search(k, [&](const Electorate::Search& search) {
    const std::size_t asked = k + search.more;
    const numerics::Crowds crowds =
        numerics::crowds_at_one_place(chosen.view(), search.voters, asked, runtime());
    const numerics::Nodes rows(search.rows, crowds, n), voters(search.voters, crowds, n);
    const numerics::NeighbourLists lists = numerics::tied_neighbours(
        chosen.view(), rows, voters, asked, numerics::Distance(*options.metric, subset), runtime());
    Count count(electorate, crowds, k, options.metric->geometry(), view);
    for (std::size_t p = 0; p < rows.size(); ++p) {
      if (rows.is_crowd(p))
        count.crowd(rows.node()[p], lists.indices(p));
      else
        count.row(rows.node()[p], lists.indices(p), lists.distances(p));
    }
  });
  electorate.share(view);
  return q;
}

Cost NeighbourLabels::cost(const Dataset& data) const {
  return {0, numerics::neighbours_cost(data.samples(), data.features(), options.metric->geometry())};
}

}  // namespace tamis::neighbour_labels
