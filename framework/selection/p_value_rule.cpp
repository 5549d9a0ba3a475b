#include "p_value_rule.hpp"

#include <tamis/numerics/table_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tamis::framework {
namespace {

constexpr std::uint32_t kEnough = 10;  // permutations that score as well, after which a feature is given up
constexpr std::uint32_t kBlock = 16;   // permutations of the same features, which a team shares
constexpr double kAsGood = 1e-9;       // scores this close, relatively, are ties
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Enough for one feature of d to be selected.
std::uint32_t permutations_for(const SizeRule& rule, Feature d) {
  if (rule.most_permutations > 0) return rule.most_permutations;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(d / rule.fdr), 99.0, 1000.0));
}

}  // namespace

PValueRule::PValueRule(Registry& registry, const Plan& criterion, const LoadedData& data,
                       const SizeRule& rule, Rng rng, GroupScore group_score, KernelSpace& space,
                       KernelRuntime& kernel)
    : units_(data.parts()),
      id_(criterion.descriptor().id),
      rule_(rule),
      permutations_(permutations_for(rule, units_.size())),
      shuffled_(registry, criterion, data, permutations_, rng, group_score, space, kernel),
      space_(space),
      kernel_(kernel) {
  const DataTable& table = data.parts();
  for (Feature unit = 0; unit < units_.size(); ++unit) {
    const auto features = units_.features(unit);
    is_coded_.push_back(!table.codes.empty() && table.is_of_categorical_unit(features[0]) &&
                        features.size() <= numerics::kMostCategories);
  }
}

/// Of each unit, NaN where the criterion has none.
std::vector<double> PValueRule::own_p_values(const Criterion& criterion) const {
  std::vector<std::span<const Feature>> tested;  // of each unit
  std::vector<Feature> all;
  for (Feature unit = 0; unit < units_.size(); ++unit) {
    const auto features = units_.features(unit);
    tested.push_back(is_coded_[unit] ? features.first(1) : features);
    all.insert(all.end(), tested.back().begin(), tested.back().end());
  }
  std::vector<double> of_features(all.size(), kNone), p;
  criterion.p_values(all, of_features);
  for (const double value : of_features)
    if (!std::isnan(value) && !(value >= 0 && value <= 1))
      throw PluginError(fmt::format("'{}' gave the p value {}; expected a number from 0 to 1", id_, value));
  auto next = of_features.begin();
  for (const std::span<const Feature> features : tested) {
    double least = kNone;
    for (std::size_t k = 0; k < features.size(); ++k, ++next) least = std::fmin(least, *next);
    p.push_back(std::isnan(least) ? kNone : std::min(1.0, static_cast<double>(features.size()) * least));
  }
  return p;
}

void PValueRule::choose(StageResult& result, const Criterion& criterion) {
  std::vector<double> p = own_p_values(criterion);
  if (std::ranges::all_of(p, [](double value) { return std::isnan(value); })) p = by_shuffling(result);
  const std::vector<double> corrected = corrected_p_values(p, rule_.correction);

  for (RankedFeature& f : result.ranking) {
    f.selected = f.always;
    if (std::isnan(p[f.feature])) continue;
    f.p_value = p[f.feature];
    f.corrected_p = corrected[f.feature];
    f.selected = f.always || *f.corrected_p <= rule_.fdr;
  }
  std::ranges::stable_sort(result.ranking, [](const RankedFeature& a, const RankedFeature& b) {
    return std::tuple(!a.selected, a.p_value.value_or(2)) < std::tuple(!b.selected, b.p_value.value_or(2));
  });
  result.chosen_size =
      ChosenSize{rule_,
                 static_cast<std::size_t>(std::ranges::count(result.ranking, true, &RankedFeature::selected)),
                 {}};
  result.chosen_size->permutations = made_;
}

std::vector<double> PValueRule::by_shuffling(const StageResult& result) {
  const double sign = space_.space().lower_is_better() ? -1 : 1;
  std::vector<double> p(result.ranking.size(), kNone), bar(p.size());
  std::vector<std::uint32_t> as_good(p.size(), 0);
  std::vector<Feature> open;
  for (const RankedFeature& f : result.ranking) {
    const double score = sign * f.score.value_or(-std::numeric_limits<double>::infinity());
    if (score == -std::numeric_limits<double>::infinity()) continue;  // there is none
    bar[f.feature] = std::isinf(score) ? score : score - kAsGood * std::abs(score);
    open.push_back(f.feature);
  }
  std::ranges::sort(open);
  std::vector<Feature> scored;
  for (made_ = 0; made_ < permutations_ && !open.empty(); ++made_) {
    kernel_.runtime().progress("p values", made_, permutations_);
    if (made_ % kBlock == 0) {
      scored = open;
      shuffled_.begin();
    }
    const std::vector<double> scores = shuffled_.of(made_, {}, scored);
    for (std::size_t i = 0; i < scored.size(); ++i) {
      const Feature f = scored[i];
      if (sign * scores[i] < bar[f] || as_good[f] == kEnough) continue;
      if (++as_good[f] == kEnough) p[f] = kEnough / (made_ + 1.0);
    }
    std::erase_if(open, [&](Feature f) { return as_good[f] == kEnough; });
  }
  for (const Feature f : open) p[f] = (1.0 + as_good[f]) / (permutations_ + 1.0);
  return p;
}

}  // namespace tamis::framework
