#include "boruta.hpp"

#include <tamis/numerics/total_order.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::forest {
namespace {

constexpr std::string_view kDecisions[] = {"tentative", "confirmed", "rejected"};

/// Of an even number the lower one, so that it is above 0 where more than half are, and not where half are.
double lower_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end(), numerics::TotalOrder());
  return *middle;
}

/// The mean over the trees in units of its standard error; 0 for what no tree asks.
double in_standard_errors(const std::vector<std::vector<double>>& of_tree, std::size_t j) {
  const auto trees = static_cast<double>(of_tree.size());
  double mean = 0, squares = 0;
  for (const std::vector<double>& one : of_tree) mean += one[j] / trees;
  for (const std::vector<double>& one : of_tree) squares += (one[j] - mean) * (one[j] - mean);
  return squares > 0 ? mean / std::sqrt(squares / trees / trees) : 0;
}

/// A forest of the features and of shadows behind them, and the lead of each feature over the best shadow.
std::vector<double> leads(Bins bins, const Outputs& outputs, const ForestOptions& how, Rng rng,
                          const Runtime& runtime) {
  const std::size_t columns = bins.columns();
  bins.add_shadows(outputs.shuffled(rng));

  std::vector<std::vector<double>> of_tree(how.trees);
  const std::uint64_t seed = rng.next();
  grow_forest(bins, outputs, how, rng, runtime, [&](std::size_t t, const Tree& tree) {
    of_tree[t] = permutation_importance(tree, bins, outputs, Rng(Rng::combine(seed, t)));
  });
  double bar = -std::numeric_limits<double>::infinity();
  for (std::size_t j = columns; j < bins.columns(); ++j) bar = std::max(bar, in_standard_errors(of_tree, j));
  std::vector<double> lead(columns);
  for (std::size_t j = 0; j < columns; ++j) lead[j] = in_standard_errors(of_tree, j) - bar;
  return lead;
}

}  // namespace

std::string_view name_of(Decision decision) { return kDecisions[static_cast<std::size_t>(decision)]; }

Decision decide(std::size_t hits, std::size_t rounds, double level) {
  const auto n = static_cast<double>(rounds), misses = n - static_cast<double>(hits);
  if ((1 + misses) / (1 + n) <= level) return Decision::confirmed;
  return misses >= n / 2 ? Decision::rejected : Decision::tentative;
}

std::size_t Boruta::hits(Feature feature) const {
  return static_cast<std::size_t>(std::ranges::count_if(lead_[feature], [](double l) { return l > 0; }));
}

void Boruta::prepare(const Dataset& data, const Runtime& runtime) {
  PreparedCriterion::prepare(data, runtime);
  const auto rounds = static_cast<std::size_t>(options.rounds);
  if (decide(rounds, rounds, options.level) != Decision::confirmed)
    throw ParamError("with " + std::to_string(rounds) +
                     " rounds nothing can be confirmed at this level; give 1 / level rounds or more");
  const Outputs outputs(data);
  const std::size_t d = data.features();
  std::vector<Feature> all(d);
  std::iota(all.begin(), all.end(), Feature{0});
  const Bins bins(data, all, runtime);
  is_constant_.assign(d, 0);
  for (std::size_t j = 0; j < d; ++j) is_constant_[j] = bins.levels(bins.column_of(j)) == 1;

  const ForestOptions how{
      static_cast<std::size_t>(options.trees), static_cast<std::size_t>(options.leaf),
      options.candidates > 0 ? static_cast<std::size_t>(options.candidates) : (2 * bins.columns() + 4) / 5};
  const std::uint64_t seed = stream(runtime, *this).next();
  lead_.assign(d, {});
  for (std::size_t round = 0; round < rounds; ++round) {
    runtime.progress("rounds against shadows", round, rounds);
    const std::vector<double> lead = leads(bins, outputs, how, Rng(Rng::combine(seed, round)), runtime);
    for (std::size_t j = 0; j < d; ++j) lead_[j].push_back(lead[bins.column_of(j)]);
  }
  const auto says_nothing = [](const std::vector<double>& lead) {
    return std::ranges::all_of(lead, [](double l) { return l == 0; });
  };
  splits_ = !std::ranges::all_of(lead_, says_nothing);
}

void Boruta::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Feature f = candidates[c];
    if (is_constant_[f])
      scores.write(c, undefined("constant"));
    else if (!splits_)
      scores.write(c, undefined("too few samples for two leaves, or one target alone"));
    else
      scores.write(c, {lower_median(lead_[f]), name_of(decide(hits(f), lead_[f].size(), options.level))});
  }
}

void Boruta::report(const Diagnostics& out) const {
  std::vector<double> counts;
  for (Feature f = 0; f < lead_.size(); ++f) counts.push_back(static_cast<double>(hits(f)));
  constexpr std::string_view kColumns[] = {"hits"};
  out.table("boruta", Axis::features, kColumns, {counts.data(), counts.size(), 1});
}

Cost Boruta::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  return {10.0 * options.rounds * options.trees * n * std::log2(n + 1) * d / 5, 1};
}

}  // namespace tamis::forest
