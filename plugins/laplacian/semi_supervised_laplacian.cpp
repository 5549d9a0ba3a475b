#include "semi_supervised_laplacian.hpp"

#include "supervised_laplacian.hpp"

#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::laplacian {
namespace {

using numerics::NeighbourLists;
using numerics::Sample;

// The k first of two lists by (distance, index): the k first of a union are among the k first of each part.
void merge(const NeighbourLists& a, const NeighbourLists& b, std::size_t q, std::size_t k,
           NeighbourLists& out) {
  std::uint64_t i = a.start[q], j = b.start[q];
  const std::uint64_t a_end = a.start[q + 1], b_end = b.start[q + 1];
  for (std::size_t taken = 0; taken < k && (i < a_end || j < b_end); ++taken) {
    const bool from_a =
        j == b_end || (i < a_end && (a.distance[i] < b.distance[j] ||
                                     (a.distance[i] == b.distance[j] && a.index[i] < b.index[j])));
    out.index.push_back(from_a ? a.index[i] : b.index[j]);
    out.distance.push_back(from_a ? a.distance[i++] : b.distance[j++]);
  }
}

void copy(const NeighbourLists& from, std::size_t q, NeighbourLists& out) {
  out.index.insert(out.index.end(), from.indices(q).begin(), from.indices(q).end());
  out.distance.insert(out.distance.end(), from.distances(q).begin(), from.distances(q).end());
}

}  // namespace

// One list per sample of the dataset, by d_ij of eq. 8.
NeighbourLists SemiSupervisedLaplacian::lists(const Outputs& outputs) const {
  const auto k = static_cast<std::size_t>(options.neighbours);
  const auto d = static_cast<double>(data_.features());
  const numerics::Distance euclidean;
  const auto by_features = [&](std::span<const Sample> queries, std::span<const Sample> candidates) {
    NeighbourLists found = numerics::nearest_neighbours(data_, queries, candidates, k, euclidean, runtime_);
    for (double& sum : found.distance) sum /= d;
    return found;
  };
  const std::vector<Sample> all = numerics::all_samples(data_);
  if (options.close == Close::features) return by_features(all, all);

  const NeighbourLists of_unknown = by_features(outputs.unknown, all);
  const NeighbourLists known_to_unknown = by_features(outputs.known, outputs.unknown);
  NeighbourLists known_to_known =
      numerics::nearest_on_line(outputs.value, outputs.known, k, numerics::Gap::squared, runtime_);
  for (double& gap : known_to_known.distance) gap /= outputs.variance;

  NeighbourLists out;
  out.start.push_back(0);
  for (std::size_t i = 0, known = 0, unknown = 0; i < all.size(); ++i) {
    if (known < outputs.known.size() && outputs.known[known] == i)
      merge(known_to_known, known_to_unknown, known++, k, out);
    else
      copy(of_unknown, unknown++, out);
    out.start.push_back(out.index.size());
  }
  return out;
}

void SemiSupervisedLaplacian::prepare(const Dataset& data, Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  const Outputs outputs = known_outputs(data.target(), options.standardise_target);
  graph_ = numerics::make_graph(data.samples(), numerics::all_samples(data), lists(outputs));

  std::vector<double> output(data.samples(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < outputs.known.size(); ++i) output[outputs.known[i]] = outputs.value[i];
  std::vector<double> exponents, factors;
  for (std::size_t i = 0; i < graph_.nodes(); ++i)
    for (std::uint64_t e = graph_.row_start[i]; e < graph_.row_start[i + 1]; ++e) {
      const double gap = output[i] - output[graph_.column[e]];
      const bool both = !std::isnan(gap);
      known_edges_ += both ? 1 : 0;
      exponents.push_back((both ? outputs.squared_gap(gap) : graph_.distance[e]) / options.bandwidth);
      factors.push_back(both ? options.label_weight : 1.0);
    }
  numerics::set_heat_weights(graph_, exponents, factors);
  if (known_edges_ == 0 && outputs.known.size() > 1)
    runtime.warn(
        "semi_supervised_laplacian: no edge of the graph joins two known outputs, so they act through the "
        "factor SLS only; raise neighbours or set standardise_target = \"population\"");

  const double bandwidth =
      options.supervised_bandwidth > 0 ? options.supervised_bandwidth : options.bandwidth;
  supervised_ = output_graph(outputs, data.samples(), static_cast<std::size_t>(options.supervised_neighbours),
                             bandwidth, runtime);
}

void SemiSupervisedLaplacian::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  std::vector<numerics::GraphMoments> all(candidates.size()), known(candidates.size());
  numerics::graph_moments(graph_, data_, candidates, all, runtime_);
  numerics::graph_moments(supervised_, data_, candidates, known, runtime_);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Score s = graph_score(all[i], graph_), sls = graph_score(known[i], supervised_);
    if (!s.reason.empty())
      scores.undefined(i, s.reason);
    else if (!sls.reason.empty())
      scores.undefined(i, supervised_.edges() == 0 ? "sls_empty_graph" : "sls_constant");
    else
      scores[i] = s.value * sls.value;
  }
}

void SemiSupervisedLaplacian::report(const Diagnostics& diagnostics) const {
  GraphCriterion::report(diagnostics);
  diagnostics.number("edges_between_known", static_cast<double>(known_edges_));
  diagnostics.number("supervised_edges", static_cast<double>(supervised_.edges()));
}

Cost SemiSupervisedLaplacian::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  const double supervised = n * std::min<double>(options.supervised_neighbours, n - 1);
  return {
      numerics::neighbours_cost(data.samples(), data.features(), Geometry::l2) + 60 * (edges + supervised),
      numerics::graph_cost(2 * n, edges + supervised)};
}

}  // namespace tamis::laplacian
