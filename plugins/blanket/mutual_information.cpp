#include "mutual_information.hpp"

#include <tamis/numerics/log.hpp>

namespace tamis::blanket {
namespace {

double n_log_n(double n) { return n > 0 ? n * numerics::logarithm(n) : 0.0; }

}  // namespace

MutualInformation::MutualInformation(const CodedFeatures& features, const ClassMasses& labels)
    : features_(features), labels_(labels), by_sample_(features) {
  for (std::size_t i = 0; i < labels.samples(); ++i) total_ += labels.weight(i);
  first_.push_back(0);
  for (Feature j = 0; j < features.features(); ++j) {
    const CodedFeature& f = features[j];
    count_.resize(first_[j] + f.level_count());
    count_[first_[j]] = total_;
    for (std::size_t e = 0; e < f.rows.size(); ++e) {
      const double w = labels.weight(f.rows[e]);
      count_[first_[j] + f.levels[e]] += w;
      count_[first_[j]] -= w;
    }
    first_.push_back(count_.size());
  }
}

void MutualInformation::fill(std::span<const Feature> of, std::span<AssociationRow> rows) const {
  for (std::size_t r = 0; r < of.size(); ++r) {
    rows[r].strength.assign(features_.features(), 0.0);
    information(of[r], rows[r].strength);
  }
}

/// N I = sum_ab n_ab ln n_ab - sum_a n_a ln n_a - sum_b n_b ln n_b + N ln N, level a after level; what level
/// 0 shares is what the others leave over.
void MutualInformation::information(Feature i, std::span<double> out) const {
  const CodedFeature& f = features_[i];
  std::vector<std::vector<std::uint32_t>> rows_at(f.level_count());
  for (std::size_t e = 0; e < f.rows.size(); ++e) rows_at[f.levels[e]].push_back(f.rows[e]);

  std::vector<double> left = count_, together(count_.size());
  double own = n_log_n(count_[first_[i]]);
  const auto add_level = [&](std::span<const double> joint) {
    for (Feature j = 0; j < features_.features(); ++j)
      for (std::size_t b = first_[j]; b < first_[j + 1]; ++b) out[j] += n_log_n(joint[b]);
  };
  for (std::size_t a = 1; a < f.level_count(); ++a) {
    double size = 0;
    std::fill(together.begin(), together.end(), 0.0);
    for (const std::uint32_t row : rows_at[a]) {
      const double w = labels_.weight(row);
      size += w;
      for (std::uint64_t k = by_sample_.start[row]; k < by_sample_.start[row + 1]; ++k)
        together[first_[by_sample_.features[k]] + by_sample_.levels[k]] += w;
    }
    for (Feature j = 0; j < features_.features(); ++j) {
      double elsewhere = size;
      for (std::size_t b = first_[j] + 1; b < first_[j + 1]; ++b) elsewhere -= together[b];
      together[first_[j]] = elsewhere;
    }
    add_level(together);
    own += n_log_n(size);
    for (std::size_t b = 0; b < left.size(); ++b) left[b] -= together[b];
  }
  add_level(left);
  for (Feature j = 0; j < features_.features(); ++j) {
    double other = 0;
    for (std::size_t b = first_[j]; b < first_[j + 1]; ++b) other += n_log_n(count_[b]);
    out[j] = in_steps((out[j] - own - other + n_log_n(total_)) / total_);
  }
}

}  // namespace tamis::blanket
