#include "weighted_laplacian.hpp"

#include <tamis/numerics/lanes.hpp>

namespace tamis::laplacian {
namespace {

// One pass loses about log10(1 / kCancelled) digits of the fifteen before the second takes over.
constexpr double kCancelled = 1e-3;
// Sums of squares beyond these may have lost terms to underflow, or be infinite.
constexpr double kSmall = 1e-200, kLarge = 1e200;

}  // namespace

void WeightedLaplacian::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  memberships_ = numerics::Memberships(data.target(), options.unknown, data.weights());
}

void WeightedLaplacian::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  std::vector<std::size_t> together, alone;  // places among the candidates
  std::vector<Feature> features;             // of the first
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool one_by_one = options.balance || memberships_.weighted() || data_.has_missing(candidates[i]);
    (one_by_one ? alone : together).push_back(i);
    if (!one_by_one) features.push_back(candidates[i]);
  }
  memberships_.column_sums(data_, features, runtime_, [&](std::size_t k, const numerics::ColumnSums& sums) {
    scores.write(together[k], score_from_sums(sums, data_.column(features[k])));
  });
  runtime_.parallel_for(alone.size(),
                        [&](std::uint64_t k) { scores.write(alone[k], score_alone(candidates[alone[k]])); });
}

Score WeightedLaplacian::score_alone(Feature feature) const {
  const Column f = data_.column(feature);
  if (!data_.has_missing(feature)) return score_from_classes(f, memberships_);
  const auto known = memberships_.of_known(data_.target(), options.unknown, data_.missing(feature));
  return known ? score_from_classes(f, *known) : undefined("no sample has both this cell and a known class");
}

Score WeightedLaplacian::score_from_classes(Column f, const numerics::Memberships& memberships) const {
  return options.balance ? score_of_balanced_classes(f, memberships) : score_from_pairs(f, memberships);
}

// Eq. 3-6 in the forms (a) and (b), where enough digits are left.
Score WeightedLaplacian::score_from_sums(const numerics::ColumnSums& sums, Column f) const {
  const auto m = static_cast<double>(memberships_.size());
  double projected = 0;  // ||P'f||^2
  for (double c : sums.classes) projected += c * c;
  const double similar = sums.weighted_squares - projected;
  const double dissimilar = m * sums.squares - sums.sum * sums.sum - similar;
  const bool in_range = sums.squares > kSmall && sums.squares < kLarge;
  if (in_range && !memberships_.single_class() && similar > kCancelled * sums.weighted_squares &&
      dissimilar > kCancelled * m * sums.squares)
    return similar / dissimilar;
  return score_from_pairs(f, memberships_);
}

// For rows of P that sum to r_i instead of the weight w_i (by up to 1e-9), with c = sum_i r_i f_i / sum_i r_i, (b) has two
// more terms: m sum_i (w_i - r_i) (f_i - c)^2 - (sum_i (w_i - r_i) (f_i - c))^2.
Score WeightedLaplacian::score_from_pairs(Column f, const numerics::Memberships& memberships) const {
  std::vector<double> g;
  const numerics::ClassMoments moments = memberships.class_moments(f, g);
  if (moments.constant) return undefined("constant");
  if (memberships.single_class()) return undefined("single_class");
  const double m = memberships.total();
  double similar = 0, dissimilar = 0;
  for (std::size_t k = 0; k < memberships.classes(); ++k) {
    const double s = memberships.mass()[k], off = moments.mean[k] - moments.grand_mean;
    similar += s * moments.scatter[k];
    dissimilar += memberships.other_mass()[k] * moments.scatter[k] + m * s * (off * off);
  }
  numerics::LaneSum squares, sum;
  for (std::size_t i = 0; i < g.size(); ++i) {
    const double lack = memberships.weight(i) - memberships.row_sum()[i], off = g[i] - moments.grand_mean;
    squares.add(i, lack * (off * off));
    sum.add(i, lack * off);
  }
  dissimilar += m * squares.total() - sum.total() * sum.total();
  if (!(dissimilar > 0)) return undefined("no_dissimilar_pair");
  return similar / dissimilar;
}

Score WeightedLaplacian::score_of_balanced_classes(Column f, const numerics::Memberships& memberships) const {
  std::vector<double> g;
  const numerics::ClassMoments moments = memberships.class_moments(f, g);
  if (moments.constant) return undefined("constant");
  if (memberships.single_class()) return undefined("single_class");
  double within = 0, between = 0, classes = 0;
  for (std::size_t k = 0; k < memberships.classes(); ++k) {
    if (!(memberships.mass()[k] > 0)) continue;
    ++classes;
    within += moments.scatter[k] / memberships.mass()[k];
    for (std::size_t l = 0; l < k; ++l)
      if (const double off = moments.mean[k] - moments.mean[l]; memberships.mass()[l] > 0)
        between += off * off;
  }
  return within / ((classes - 1) * within + between);
}

Cost WeightedLaplacian::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), l = static_cast<double>(data.target().classes());
  return {6 * n * l, 0.05 * n * (l + 3) + 50};
}

}  // namespace tamis::laplacian
