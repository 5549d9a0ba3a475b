#include "class_masses.hpp"

#include <tamis/errors.hpp>

#include <cmath>

namespace tamis::blanket {
namespace {

/// |C_ij| <= N^2 255^2 / 4 fits into 64 bits with room for N S_ij; 256 N configurations fit into 32.
constexpr std::uint64_t kMostLabels = 11'000'000;
/// Whole numbers up to here are doubles.
constexpr double kLargestExactSum = 0x1p53;

}  // namespace

ClassMasses::ClassMasses(const Target& target, std::span<const double> weights)
    : weights_(weights.begin(), weights.end()), of_class_(target.classes()) {
  start_.reserve(target.samples() + 1);
  std::uint64_t labels = 0;
  for (std::uint64_t i = 0; i < target.samples(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    switch (target.kind()) {
      case TargetKind::classes:
        add_labels(target.labels().subspan(i, 1), weight);
        ++labels;
        break;
      case TargetKind::sets:
        add_labels(target.label_set(i), weight);
        copies_.push_back(static_cast<std::uint32_t>(target.label_set(i).size()));
        labels += copies_.back();
        break;
      default:
        add_soft(target.soft(), i, weight);
        ++labels;
    }
    samples_with_mass_ += classes_.size() > start_.back();
    start_.push_back(classes_.size());
  }
  for (const double mass : of_class_) total_ += mass;
  exact_ &= total_ <= kLargestExactSum;
  if (!weights.empty() && samples_with_mass_ == 0) throw DataError("no sample has a weight above 0");
  if (!std::isfinite(total_))
    throw DataError("the sum of the weights of samples is not finite: divide them by their mean");
  if (labels > kMostLabels)
    throw DataError("there are " + std::to_string(labels) + " labels of samples; expected at most " +
                    std::to_string(kMostLabels) + ": use a part of the samples (data.sample)");
}

void ClassMasses::add_labels(std::span<const std::int32_t> labels, double weight) {
  for (const std::int32_t label : labels) add(static_cast<std::uint32_t>(label), weight);
}

void ClassMasses::add_soft(ConstMatrix soft, std::size_t i, double weight) {
  for (std::uint32_t c = 0; c < soft.cols; ++c) {
    const double p = soft(i, c);
    if (p < 0) throw DataError("a soft label is negative; expected probabilities", at_sample(i));
    add(c, p * weight);
  }
}

void ClassMasses::add(std::uint32_t c, double mass) {
  if (mass == 0) return;
  exact_ &= mass == std::floor(mass);
  classes_.push_back(c);
  masses_.push_back(mass);
  of_class_[c] += mass;
}

}  // namespace tamis::blanket
