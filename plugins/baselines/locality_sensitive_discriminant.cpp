#include "locality_sensitive_discriminant.hpp"

namespace tamis::baselines {

void LocalitySensitiveDiscriminant::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  const Target target = data.target();
  memberships_ = numerics::Memberships(target, numerics::Unknown::drop, data.weights());
  if (!data.weights().empty()) largest_weight_ = std::ranges::max(data.weights());
  std::vector<numerics::Sample> kinds[2];  // unknown, known
  for (const numerics::Sample i : numerics::samples_with_weight(data))
    kinds[target.known(i) ? 1 : 0].push_back(i);
  options.metric->prepare(data, runtime);
  graph_ = numerics::neighbour_graph(data, static_cast<std::size_t>(options.neighbours), *options.metric,
                                     options.ties, kinds, runtime);
  // Known pairs weigh nothing here: they are in the closed form.
  const auto known = [&](std::size_t node) { return target.known(graph_.sample(node)); };
  graph_.weight.clear();
  for (std::size_t i = 0; i < graph_.nodes(); ++i)
    for (std::uint64_t e = graph_.row_start[i]; e < graph_.row_start[i + 1]; ++e)
      graph_.weight.push_back(known(i) && known(graph_.column[e]) ? 0.0 : 1.0);
  numerics::set_degrees(graph_);
}

void LocalitySensitiveDiscriminant::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  std::vector<numerics::GraphMoments> on_graph(candidates.size());
  numerics::graph_moments(graph_, data_, candidates, on_graph, runtime_);
  runtime_.parallel_for(
      candidates.size(),
      [&](std::uint64_t i) {
        std::optional<numerics::Memberships> of_known;
        if (data_.has_missing(candidates[i])) {
          of_known =
              memberships_.of_known(data_.target(), numerics::Unknown::drop, data_.missing(candidates[i]));
          if (!of_known) return scores.undefined(i, "no sample has both this cell and a known class");
        }
        const numerics::Memberships& memberships = of_known ? *of_known : memberships_;
        const numerics::ClassMoments known = memberships.class_moments(data_.column(candidates[i]));
        const double n = memberships.total();
        double between = 0, same = 0;
        if (!known.constant)
          for (std::size_t c = 0; c < memberships.classes(); ++c) {
            const double n_c = memberships.mass()[c], off = known.mean[c] - known.grand_mean;
            same += n_c * known.scatter[c];
            between += memberships.other_mass()[c] * known.scatter[c] + n * n_c * (off * off);
          }
        // Both parts in the unit of the known samples; scalbn is exact unless one part is
        // nothing beside the other.
        const double neighbours =
            largest_weight_ * largest_weight_ *
            std::scalbn(on_graph[i].numerator, on_graph[i].exponent - 2 * known.exponent);
        const double within = options.gamma * same + neighbours;
        if (known.constant && on_graph[i].constant_on_graph)
          scores.undefined(i, "constant");
        else if (memberships.single_class())
          scores.undefined(i, "single_class");
        else if (within > 0)
          scores[i] = between / within;
        else if (between > 0) {
          scores[i] = std::numeric_limits<double>::infinity();
          scores.explain(i, "constant in each class and among neighbours");
        } else {
          scores.undefined(i, "no variation on the graph");
        }
      },
      8);
}

Cost LocalitySensitiveDiscriminant::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples());
  const double edges = n * std::min<double>(options.neighbours, n - 1);
  return {numerics::neighbours_cost(data.samples(), data.features(), options.metric->geometry()) + 60 * edges,
          numerics::graph_cost(n, edges) + 10 * n};
}

}  // namespace tamis::baselines
