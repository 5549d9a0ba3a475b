#include "weighted_correlation.hpp"

namespace tamis::blanket {

WeightedCorrelation::WeightedCorrelation(const CodedFeatures& features, const ClassMasses& labels)
    : features_(features),
      labels_(labels),
      by_sample_(features),
      mean_(features.features()),
      variance_(features.features()) {
  for (std::size_t i = 0; i < labels.samples(); ++i) total_ += labels.weight(i);
  for (Feature j = 0; j < features.features(); ++j) {
    const CodedFeature& f = features[j];
    std::vector<double> weight_at(f.level_count());
    for (std::size_t i = 0, e = 0; i < labels.samples(); ++i) {
      const bool listed = e < f.rows.size() && f.rows[e] == i;
      weight_at[listed ? f.levels[e++] : 0] += labels.weight(i);
    }
    for (std::size_t a = 1; a < weight_at.size(); ++a)
      mean_[j] += weight_at[a] / total_ * f.offset(static_cast<std::uint8_t>(a));
    for (std::size_t a = 0; a < weight_at.size(); ++a) {
      const double from_mean = f.offset(static_cast<std::uint8_t>(a)) - mean_[j];
      variance_[j] += weight_at[a] / total_ * from_mean * from_mean;
    }
  }
}

void WeightedCorrelation::fill(std::span<const Feature> of, std::span<AssociationRow> rows) const {
  for (std::size_t r = 0; r < of.size(); ++r) {
    rows[r].strength.assign(features_.features(), 0.0);
    squared_correlations(of[r], rows[r].strength);
  }
}

void WeightedCorrelation::squared_correlations(Feature i, std::span<double> out) const {
  const CodedFeature& f = features_[i];
  for (std::size_t e = 0; e < f.rows.size(); ++e) {
    const std::uint32_t row = f.rows[e];
    const double x = labels_.weight(row) / total_ * f.offset(f.levels[e]);
    for (std::uint64_t k = by_sample_.start[row]; k < by_sample_.start[row + 1]; ++k) {
      const Feature j = by_sample_.features[k];
      out[j] += x * features_[j].offset(by_sample_.levels[k]);
    }
  }
  for (Feature j = 0; j < features_.features(); ++j) {
    const double covariance = out[j] - mean_[i] * mean_[j];
    const double spread = variance_[i] * variance_[j];
    out[j] = spread > 0 ? in_steps(covariance * covariance / spread) : 0;
  }
}

}  // namespace tamis::blanket
