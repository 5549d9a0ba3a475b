#include "neighbour_labels.hpp"

#include <tamis/numerics/tied_neighbours.hpp>

#include <limits>

namespace tamis::neighbour_labels {
namespace {

/// Some features of a dataset, in the units of distances.
class Chosen {
 public:
  Chosen(const Dataset& data, Subset subset) : values_(data.samples() * subset.size()) {
    for (std::size_t j = 0; j < subset.size(); ++j)
      data.scaled_column(subset[j], {values_.data() + j * data.samples(), data.samples()});
    dataset_.size = sizeof dataset_;
    dataset_.samples = data.samples();
    dataset_.features = static_cast<std::uint32_t>(subset.size());
    dataset_.dense = {values_.data(), data.samples(), subset.size(), data.samples()};
    dataset_.target = data.target().raw();
  }
  Dataset view() const { return Dataset(&dataset_); }

 private:
  std::vector<double> values_;
  tamis_dataset dataset_{};
};

/// How many labels of each class stand at a node, which is a sample or a crowd of them.
class LabelsOfNodes {
 public:
  LabelsOfNodes(const Target& target, const numerics::Crowds& crowds) : target_(target), crowds_(crowds) {}
  void add(numerics::Sample node, std::vector<double>& votes) const {
    for (const numerics::Sample i : samples(node)) ++votes[static_cast<std::size_t>(target_.labels()[i])];
  }
  /// Those at the node.
  std::span<const numerics::Sample> samples(const numerics::Sample& node) const {
    if (node < target_.samples()) return {&node, 1};
    return crowds_.members(node - target_.samples());
  }

 private:
  Target target_;
  const numerics::Crowds& crowds_;
};

}  // namespace

std::vector<double> NeighbourLabels::probabilities(Subset subset) {
  const Target target = data().target();
  const std::size_t n = data().samples(), classes = target.classes();
  const auto k = static_cast<std::size_t>(options.neighbours);
  std::vector<double> q(n * classes, std::numeric_limits<double>::quiet_NaN());
  if (subset.empty()) return q;
  const Chosen chosen(data(), subset);
  const std::vector<numerics::Sample> known = target.known_samples();
  const numerics::Crowds crowds = numerics::crowds_at_one_place(chosen.view(), known, k, runtime());
  const numerics::Nodes queries(numerics::all_samples(data()), crowds, n), voters(known, crowds, n);
  const numerics::NeighbourLists lists = numerics::tied_neighbours(
      chosen.view(), queries, voters, k, numerics::Distance(*options.metric), runtime());
  const LabelsOfNodes labels(target, crowds);
  for (std::size_t p = 0; p < queries.size(); ++p) {
    std::vector<double> votes(classes, 0.0);
    for (const numerics::Sample node : lists.indices(p)) labels.add(node, votes);
    for (const numerics::Sample i : labels.samples(queries.node()[p])) {
      const double own = queries.is_crowd(p) ? 1 : 0;  // a crowd is among its own neighbours
      double all = -own;
      for (const double v : votes) all += v;
      if (all <= 0) continue;
      for (std::size_t s = 0; s < classes; ++s) {
        const bool is_own = target.labels()[i] == static_cast<std::int32_t>(s);
        q[i + s * n] = (votes[s] - (is_own ? own : 0)) / all;
      }
    }
  }
  return q;
}

Cost NeighbourLabels::cost(const Dataset& data) const {
  return {0, numerics::neighbours_cost(data.samples(), data.features(), options.metric->geometry())};
}

}  // namespace tamis::neighbour_labels
