#include "forest_and_lasso.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tamis/numerics/table_columns.hpp>

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

void ForestAndLasso::prepare(const Dataset& data, const Runtime& runtime) {
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
  add_up_units();
  std::ranges::copy(lasso_.scores(), of_lasso_.begin());
  warn_of_chance(data.target().kind());
}

/// The columns of a feature group or nominal column are one unit to the lasso, so they are one to the forest: what each of them
/// explains is added up.
void ForestAndLasso::add_up_units() {
  const auto units = sparse_linear::Units::of_selection(data());
  for (Eigen::Index u = 0; u < units.count(); ++u) {
    double sum = 0;
    for (const Eigen::Index j : units.columns(u)) sum += of_forest_[static_cast<std::size_t>(j)];
    for (const Eigen::Index j : units.columns(u)) of_forest_[static_cast<std::size_t>(j)] = sum;
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
  if (forest_.predicts() || lasso_.predicts() || stands_out()) return;
  runtime().warn(
      std::string(
          "this order may be chance: neither the forest nor the lasso predicts rows that it has not seen better than ") +
      (kind == TargetKind::real ? "the mean of the target" : "the shares of the classes") +
      "; `search.keep = \"auto\"` tests the features");
}

void ForestAndLasso::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Feature j = candidates[c];
    scores.write(c, forest_.is_constant(j) ? undefined("constant") : Score(of_forest_[j] + of_lasso_[j]));
  }
}

void ForestAndLasso::report(const Diagnostics& out) const {
  const auto features = static_cast<std::uint64_t>(of_forest_.size());
  std::vector<double> parts(2 * features);  // column by column
  std::copy(of_forest_.begin(), of_forest_.end(), parts.begin());
  std::copy(of_lasso_.begin(), of_lasso_.end(), parts.begin() + static_cast<std::ptrdiff_t>(features));
  const std::string_view columns[] = {"forest", "lasso"};
  out.number("explained_by_forest", explained_by_forest_);
  out.number("explained_by_lasso", lasso_.explained());
  out.number("explained_out_of_bag", forest_.explained_out_of_bag());
  out.number("kkt_violation", lasso_.violation());
  lasso_.report_path(out);
  out.table("parts", Axis::features, columns, ConstMatrix(parts.data(), features, 2));
}

Cost ForestAndLasso::cost(const Dataset& data) const {
  return {forest_.cost(data).prepare + lasso_.cost(data).prepare, 1};
}

}  // namespace tamis::forest_and_lasso
