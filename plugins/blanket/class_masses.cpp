#include "class_masses.hpp"

#include <tamis/errors.hpp>

#include <cmath>

namespace tamis::blanket {
namespace {

/// |C_ij| <= N^2 255^2 / 4 fits into 64 bits with room for N S_ij; 256 N configurations fit into 32.
constexpr std::uint64_t kMostLabels = 11'000'000;

}  // namespace

ClassMasses::ClassMasses(const Target& target) : of_class_(target.classes()) {
  start_.reserve(target.samples() + 1);
  switch (target.kind()) {
    case TargetKind::classes:
      for (const std::int32_t label : target.labels()) {
        add(static_cast<std::uint32_t>(label), 1.0);
        start_.push_back(classes_.size());
      }
      break;
    case TargetKind::sets:
      for (std::uint64_t i = 0; i < target.samples(); ++i) {
        const auto labels = target.label_set(i);
        for (const std::int32_t label : labels) add(static_cast<std::uint32_t>(label), 1.0);
        start_.push_back(classes_.size());
        copies_.push_back(static_cast<std::uint32_t>(labels.size()));
      }
      break;
    default:
      add_soft(target);
  }
  for (const double mass : of_class_) total_ += mass;
  const std::uint64_t labels = target.kind() == TargetKind::sets ? classes_.size() : target.samples();
  if (labels > kMostLabels)
    throw DataError("there are " + std::to_string(labels) + " labels of samples; expected at most " +
                    std::to_string(kMostLabels) + ": use a part of the samples (data.sample)");
}

void ClassMasses::add_soft(const Target& target) {
  const ConstMatrix soft = target.soft();
  for (std::uint64_t i = 0; i < soft.rows; ++i) {
    for (std::uint32_t c = 0; c < soft.cols; ++c) {
      const double p = soft(i, c);
      if (p < 0) throw DataError("a soft label is negative; expected probabilities", at_sample(i));
      if (p == 0) continue;
      exact_ &= p == std::floor(p);
      add(c, p);
    }
    start_.push_back(classes_.size());
  }
}

void ClassMasses::add(std::uint32_t c, double mass) {
  classes_.push_back(c);
  masses_.push_back(mass);
  of_class_[c] += mass;
}

}  // namespace tamis::blanket
