#include "knockoff_filter.hpp"

#include "silent.hpp"

#include <tamis/framework/data/preparation_undo.hpp>
#include <tamis/framework/data/table.hpp>
#include <tamis/framework/knockoffs/e_values.hpp>
#include <tamis/framework/knockoffs/pair_order.hpp>
#include <tamis/framework/run/scoring_chain.hpp>
#include <tamis/framework/selection/ranking.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace tamis::framework {
namespace {

constexpr double kRough = 0.6;  // a shrinkage beyond which the law of the columns is a guess

/// All columns as numbers, those that are stored sparse too.
DenseMatrix columns_of(const LoadedData& data) {
  DenseMatrix x(data.samples(), data.features());
  for (Feature f = 0; f < data.features(); ++f) data.view().copy_column(f, x.view().column(f));
  return x;
}

/// Infinite scores as numbers beyond all others: a W that is infinite, or the difference of two that are, would say
/// nothing. The worst are those that do not exist.
std::vector<double> finite(std::vector<double> z) {
  double low = 0, high = 0;
  for (const double v : z)
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  for (double& v : z) v = std::isfinite(v) ? v : v < 0 ? low : high + (high - low);
  return z;
}

/// How many features share a group with another one; that of a categorical column of two values is alone in its group.
std::uint64_t features_in_groups(const std::vector<std::int32_t>& in_group) {
  std::map<std::int32_t, std::uint64_t> sizes;
  for (const std::int32_t group : in_group)
    if (group >= 0) ++sizes[group];
  std::uint64_t features = 0;
  for (const auto& [group, size] : sizes) features += size > 1 ? size : 0;
  return features;
}

}  // namespace

KnockoffFilter::KnockoffFilter(Registry& registry, const Plan& criterion, const Plan& search,
                               const SizeRule& rule, const LoadedData& data, const PreparationOptions& how,
                               Rng rng, KernelRuntime& kernel)
    : registry_(registry),
      criterion_(criterion),
      search_(search),
      rule_(rule),
      how_(how),
      kernel_(kernel),
      silent_(silent(kernel.runtime())),
      key_(rng.next()),
      samples_(PreparationUndo(data).without_features()),
      names_(data.parts().feature_names),
      source_(columns_of(data).view(), rule.knockoffs, Rng::combine(key_, rule.draws), kernel.runtime()),
      draws_(kernel.team(), rule.draws, "a draw of knockoffs") {
  if (!data.parts().groups.empty())
    throw DataError(
        "knockoffs assume independent rows, and the rows of a group are not independent; keep one row of each group, or leave `data.groups` out if the rows of a group are no more alike than others");
  if (data.parts().filled.kept && !data.parts().filled.empty())
    throw DataError(
        "knockoffs are drawn for complete tables; fill the missing cells with `data.missing = \"neighbours\"` or \"median\", or use `search.keep = \"p_values\"`");
  check_level(source_.columns().kept.size(), rule.fdr);
  if (source_.shrinkage() > kRough)
    kernel.warn(fmt::format(
        "there are too few samples to estimate the correlations of {} features (shrinkage {:.2f}): their knockoffs are close to independent noise, and more of the selected features may be false than is promised",
        source_.columns().kept.size(), source_.shrinkage()));
  if (const std::uint64_t grouped = features_in_groups(data.parts().feature_groups); grouped > 0)
    kernel.warn(fmt::format(
        "{} are the values of categorical columns: each has a knockoff of its own, which ignores that exactly one of a column's values is 1, so more of the selected ones may be false than is promised; `search.keep = \"p_values\"` tests each of them by its own p value",
        counted(grouped, "feature")));
}

void KnockoffFilter::choose(StageResult& result, std::uint64_t keep, KernelSpace& space) {
  std::vector<std::vector<double>> w;
  for (std::uint32_t draw = 0; draw < rule_.draws; ++draw) {
    kernel_.runtime().progress("knockoffs", draw, rule_.draws);
    space.count(columns());
    w.push_back(draws_.of(draw, source_.columns().kept.size(),
                          [&](std::uint32_t number) { return w_of_draw(number, keep); }));
  }
  mark(result, w);
}

std::vector<double> KnockoffFilter::w_of_draw(std::uint32_t draw, std::uint64_t keep) {
  try {
    const std::uint64_t key = Rng::combine(key_, draw);
    const DenseMatrix knockoffs = source_.knockoffs(key, kernel_.runtime());
    const ConstMatrix originals = source_.originals().view();
    const PairOrder order(originals, knockoffs.view(), Rng(Rng::mix(key)));
    const std::vector<double> z = importances(table(order.arranged(originals, knockoffs.view())), keep);
    return contrasts(order.undone(z), rule_.contrast);
  } catch (Error& e) {
    e.step = fmt::format("knockoffs, draw {}", draw + 1);
    throw;
  }
}

LoadedData KnockoffFilter::table(const DenseMatrix& columns) const {
  LoadedData both = PreparationUndo(samples_).without_features();
  both.edit([&](DataTable& parts) {
    parts.values = Buffer(columns.values.size());
    std::ranges::copy(columns.values, parts.values.data());
    for (std::uint64_t j = 0; j < columns.cols; ++j) parts.feature_names.push_back(default_column_name(j));
  });
  prepare_data(both, requirements_of(criterion_.descriptor().traits), how_, criterion_.descriptor().id);
  return both;
}

/// Z of each column, larger is better.
std::vector<double> KnockoffFilter::importances(const LoadedData& both, std::uint64_t keep) {
  const Traits& traits = criterion_.descriptor().traits;
  const Runtime runtime(&silent_);
  Composed<Criterion> criterion(registry_, criterion_);
  criterion->prepare(both.view(), runtime);
  const FeatureUnits units(both.parts());
  ScoringChain chain({.criterion = criterion, .plan = criterion_, .data = both, .units = units}, kernel_,
                     runtime, ScoringChain::Company::nobody);
  KernelSpace& space = chain.space();
  std::vector<double> z(both.features());
  if (!properties(traits.measures).depends_on_subset) {
    std::vector<Feature> all(z.size());
    std::iota(all.begin(), all.end(), Feature{0});
    space.space().score({}, Move::add, all, z);
    if (space.space().lower_is_better())
      for (double& score : z) score = -score;
    return finite(std::move(z));
  }
  Composed<SearchStrategy> search(registry_, search_);
  SearchSpace moves = space.space();
  const tamis_goal goal{sizeof(tamis_goal), keep, nullptr, 0, std::numeric_limits<double>::quiet_NaN()};
  search->run(moves, Goal(&goal), runtime);
  const std::vector<RankedFeature> ranking = rank_features(space, both.view(), {}, traits);
  for (std::size_t place = 0; place < ranking.size(); ++place)
    z[ranking[place].feature] = static_cast<double>(ranking.size() - place);
  return z;
}

void KnockoffFilter::mark(StageResult& result, std::span<const std::vector<double>> w) {
  const RepresentedColumns& columns = source_.columns();
  const std::size_t p = columns.kept.size();
  KnockoffOutcome outcome;
  std::vector<double> mean(p), e_values;
  for (const std::vector<double>& of_draw : w)
    for (std::size_t j = 0; j < p; ++j) mean[j] += of_draw[j] / static_cast<double>(w.size());
  std::vector<Feature> selected;  // by their place in columns.kept
  if (w.size() == 1) {
    const Discoveries found = discoveries(w[0], rule_.fdr, rule_.offset);
    outcome.thresholds = {found.threshold};
    outcome.against = found.against;
    selected = found.selected;
  } else {
    DerandomisedDiscoveries found = derandomised(w, rule_.fdr / 2, rule_.fdr);
    outcome.thresholds = std::move(found.thresholds);
    e_values = std::move(found.e_values);
    selected = std::move(found.selected);
  }
  outcome.shrinkage = source_.shrinkage();
  for (const Feature f : columns.constant) outcome.constant.push_back(names_[f]);
  for (const AlikeColumns& a : columns.merged)
    outcome.merged.push_back({names_[a.feature], names_[a.like], a.correlation});
  for (const AlikeColumns& a : columns.close)
    outcome.close.push_back({names_[a.feature], names_[a.like], a.correlation});

  for (RankedFeature& f : result.ranking) {
    const auto kept = std::ranges::lower_bound(columns.kept, f.feature);
    f.selected = f.always;
    if (kept == columns.kept.end() || *kept != f.feature) continue;
    const auto j = static_cast<Feature>(kept - columns.kept.begin());
    f.w = mean[j];
    if (!e_values.empty()) f.e_value = e_values[j];
    f.selected = f.always || std::ranges::binary_search(selected, j);
  }
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  std::ranges::stable_sort(result.ranking, [&](const RankedFeature& a, const RankedFeature& b) {
    return std::tuple(a.selected, a.w.value_or(kNone)) > std::tuple(b.selected, b.w.value_or(kNone));
  });
  result.chosen_size =
      ChosenSize{rule_,
                 static_cast<std::size_t>(std::ranges::count(result.ranking, true, &RankedFeature::selected)),
                 {}};
  result.chosen_size->knockoffs = std::move(outcome);
}

}  // namespace tamis::framework
