#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/knockoff_source.hpp>
#include <tamis/framework/knockoffs/normal_scores.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

/// The share of samples whose value others have, too.
double tied_share(Column column) {
  std::vector<double> sorted(column.begin(), column.end());
  std::ranges::sort(sorted);
  std::size_t tied = 0;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end] == sorted[begin]) ++end;
    if (end - begin > 1) tied += end - begin;
  }
  return static_cast<double>(tied) / static_cast<double>(sorted.size());
}
constexpr double kHardlyTied = 0.05;

}  // namespace

KnockoffSource::KnockoffSource(ConstMatrix x, const KnockoffOptions& options, std::uint64_t key,
                               const Runtime& runtime)
    : columns_(represented_columns(x, options.merge)) {
  if (columns_.kept.size() > kMostColumns)
    throw DataError(fmt::format(
        "knockoffs of {} columns would take O(p^3) operations; they are made of {} at most: leave columns out, without "
        "looking at the labels (by their variance, say)",
        columns_.kept.size(), kMostColumns));
  take(x, options.scale, key);
  if (columns_.kept.empty()) return;
  const ShrunkCorrelation correlation = shrunk_correlation(normal_.view(), options.shrinkage);
  shrinkage_ = correlation.shrinkage;
  runtime.check_cancelled();
  const SVector s = s_vector(correlation.sigma.view(), options.separation);
  runtime.check_cancelled();
  law_.emplace(correlation.sigma.view(), scaled_into_range(correlation.sigma.view(), s.s));
  mean_ = law_->mean(normal_.view(), std::vector<double>(normal_.cols), runtime);
}

/// Fills shown_, codes_ and normal_.
void KnockoffSource::take(ConstMatrix x, ColumnScale scale, std::uint64_t key) {
  const std::size_t p = columns_.kept.size();
  DenseMatrix normal(x.rows, p);
  codes_.resize(p);
  for (std::size_t j = 0; j < p; ++j) {
    const Column column = x.column(columns_.kept[j]);
    std::vector<double> of_column(column.begin(), column.end());
    if (scale == ColumnScale::ranks && tied_share(column) > kHardlyTied) {
      codes_[j].emplace(column);
      of_column = codes_[j]->draw_latents(Rng(Rng::combine(key, columns_.kept[j])));
    } else if (scale == ColumnScale::ranks) {
      of_column = NormalScores(column).scores();
    }
    std::ranges::copy(of_column, normal.view().column(j).begin());
  }
  normal_ = p == 0 ? normal : standardised(normal.view());
  shown_ = normal_;
  for (std::size_t j = 0; j < p; ++j)
    if (codes_[j]) std::ranges::copy(x.column(columns_.kept[j]), shown_.view().column(j).begin());
}

DenseMatrix KnockoffSource::knockoffs(std::uint64_t key, const Runtime& runtime) const {
  DenseMatrix drawn = law_ ? law_->draw(mean_, key, runtime) : mean_;
  for (std::size_t j = 0; j < codes_.size(); ++j)
    if (codes_[j])
      for (double& z : drawn.view().column(j)) z = codes_[j]->back(normal_probability(z));
  return drawn;
}

}  // namespace tamis::framework
