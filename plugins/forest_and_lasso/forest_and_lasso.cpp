#include "forest_and_lasso.hpp"

#include "far_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <tamis/numerics/table_columns.hpp>
#include <utility>

namespace tamis::forest_and_lasso {

void ForestAndLasso::configured() {
  forest_.set_path(std::string(path()) + ".forest");
  lasso_.set_path(std::string(path()) + ".lasso");
  forest_.options.trees = options.trees;
  lasso_.options.flips = sparse_linear::FlipSource::none;
  lasso_.options.ranking = sparse_linear::RankingKind::explained;
  lasso_.options.lambdas = options.lambdas;
  lasso_.options.folds = options.folds;
  forest_.configured();
  lasso_.configured();
}

Dataset ForestAndLasso::with_clipped_target(const Dataset& data) {
  far_values_ = 0;
  if (data.target().kind() != TargetKind::real) return data;
  ClippedValues clipped = clip_far_values(data.target().real(), data.weights());
  far_values_ = clipped.far;
  return clipped_target_.with_real(data, std::move(clipped.values));
}

void ForestAndLasso::prepare(const Dataset& given, const Runtime& runtime) {
  const Dataset data = with_clipped_target(given);
  PreparedCriterion::prepare(data, runtime);
  // the root of the features and their shadows, also of real values
  const std::vector<std::vector<Feature>> columns = numerics::table_columns(data);
  forest_.options.candidates =
      std::max(1, static_cast<int>(std::sqrt(2.0 * static_cast<double>(columns.size()))));
  forest_.prepare(data, runtime);
  lasso_.prepare(data, runtime);
  of_forest_.assign(data.features(), 0.0);
  of_lasso_.assign(data.features(), 0.0);
  const double impurity = forest_.impurity();
  if (impurity > 0)
    for (const std::vector<Feature>& column : columns)  // of a categorical column once
      of_forest_[column[0]] = forest_.importance()[column[0]] / impurity;
  explained_by_forest_ = std::accumulate(of_forest_.begin(), of_forest_.end(), 0.0);
  std::ranges::copy(lasso_.scores(), of_lasso_.begin());
  pairs_ = pair_interactions(data, stream(runtime, *this), runtime);
  of_pairs_.assign(data.features(), 0.0);
  for (const PairInteraction& pair : pairs_)
    for (const Feature j : {pair.first, pair.second}) of_pairs_[j] = std::max(of_pairs_[j], pair.explained);
  join_units();
  warn_of_chance(data.target().kind());
}

/// The columns of a feature group or nominal column are one unit to the lasso, so they are one to the others: what each of them
/// explains by the forest is added up, and the strongest interaction of any of them is that of the unit.
void ForestAndLasso::join_units() {
  const auto units = sparse_linear::Units::of_selection(data());
  for (Eigen::Index u = 0; u < units.count(); ++u) {
    double forest = 0, pairs = 0;
    for (const Eigen::Index j : units.columns(u)) {
      forest += of_forest_[static_cast<std::size_t>(j)];
      pairs = std::max(pairs, of_pairs_[static_cast<std::size_t>(j)]);
    }
    for (const Eigen::Index j : units.columns(u)) {
      of_forest_[static_cast<std::size_t>(j)] = forest;
      of_pairs_[static_cast<std::size_t>(j)] = pairs;
    }
  }
}

/// Whether some feature is worth more to the forest than one without information could be: the importance of such features is
/// symmetric about 0, so those below 0 show how far it spreads (Nembrini et al. 2018). Interactions stand out before they predict.
bool ForestAndLasso::stands_out() const {
  constexpr double kSpread = 3;
  const auto [least, most] = std::ranges::minmax(of_forest_);
  return most > kSpread * std::max(0.0, -least);
}

void ForestAndLasso::warn_of_chance(TargetKind kind) const {
  if (forest_.predicts() || lasso_.predicts() || stands_out() || !pairs_.empty()) return;
  runtime().warn(
      std::string(
          "this order may be chance: neither the forest nor the lasso predicts rows that it has not seen better than ") +
      (kind == TargetKind::real ? "the mean of the target" : "the shares of the classes") +
      ", and no pair of features acts together; `search.keep = \"auto\"` tests the features");
}

/// Without an interaction what the forest says is kept, also where that is below 0.
double ForestAndLasso::not_linear(Feature j) const {
  return of_pairs_[j] > 0 ? std::max(of_forest_[j], of_pairs_[j]) : of_forest_[j];
}

void ForestAndLasso::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Feature j = candidates[c];
    scores.write(c, forest_.is_constant(j) ? undefined("constant") : Score(not_linear(j) + of_lasso_[j]));
  }
}

void ForestAndLasso::report(const Diagnostics& out) const {
  const auto features = static_cast<std::uint64_t>(of_forest_.size());
  std::vector<double> parts;  // column by column
  for (const std::vector<double>& part : {of_forest_, of_lasso_, of_pairs_})
    parts.insert(parts.end(), part.begin(), part.end());
  const std::string_view columns[] = {"forest", "lasso", "pairs"};
  out.number("explained_by_forest", explained_by_forest_);
  out.number("explained_by_lasso", lasso_.explained());
  out.number("explained_out_of_bag", forest_.explained_out_of_bag());
  out.number("kkt_violation", lasso_.violation());
  if (!pairs_.empty()) out.text("interactions_note", interactions_note());
  if (far_values_ > 0) out.text("far_values_note", far_values_note());
  lasso_.report_path(out);
  out.table("parts", Axis::features, columns, ConstMatrix(parts.data(), features, 3));
}

std::string ForestAndLasso::interactions_note() const {
  constexpr std::size_t kShown = 5;
  const auto name = [&](Feature j) {
    const std::string_view known = data().feature_name(j);
    return known.empty() ? "feature " + std::to_string(j) : std::string(known);
  };
  const std::size_t shown = std::min(kShown, pairs_.size()), more = pairs_.size() - shown;
  std::string text = "Features that act together: ";
  for (std::size_t p = 0; p < shown; ++p) {
    char percent[16];
    std::snprintf(percent, sizeof percent, " (%.2g %%)", 100 * pairs_[p].explained);
    text += (p ? ", " : "") + name(pairs_[p].first) + " and " + name(pairs_[p].second) + percent;
  }
  if (more > 0) text += ", and " + std::to_string(more) + (more == 1 ? " more pair" : " more pairs");
  return text +
         ". In brackets: the share of the target that the two explain only together, less what chance can give.";
}

std::string ForestAndLasso::far_values_note() const {
  return std::to_string(far_values_) +
         (far_values_ == 1 ? " value of the target is" : " values of the target are") +
         " further from the median than 3 robust standard deviations, and counted as if at that distance.";
}

Cost ForestAndLasso::cost(const Dataset& data) const {
  return {forest_.cost(data).prepare + lasso_.cost(data).prepare + pair_products(data), 1};
}

}  // namespace tamis::forest_and_lasso
