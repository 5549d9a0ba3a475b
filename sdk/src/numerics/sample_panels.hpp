/// \file sample_panels.hpp
/// A number of each class for each sample, laid out for the vector kernels.
#pragma once

#include <tamis/matrix.hpp>
#include <tamis/numerics/aligned.hpp>

#include <cstddef>
#include <vector>

namespace tamis::numerics {

/// n x K in panels of eight samples: those of one class lie together. The last panel is filled up with samples of zeros.
class SamplePanels {
 public:
  SamplePanels(std::size_t samples, std::size_t classes)
      : samples_(samples), classes_(classes), values_(padded(samples) * classes) {}

  std::size_t samples() const { return samples_; }
  std::size_t classes() const { return classes_; }
  std::size_t panels() const { return padded(samples_) / kLanes; }
  double& operator()(std::size_t i, std::size_t s) { return values_[index(i, s)]; }
  double operator()(std::size_t i, std::size_t s) const { return values_[index(i, s)]; }
  /// The eight of class s begin at s * kLanes.
  double* panel(std::size_t b) { return values_.data() + b * kLanes * classes_; }
  const double* panel(std::size_t b) const { return values_.data() + b * kLanes * classes_; }

  std::vector<double> by_columns() const {
    std::vector<double> out(samples_ * classes_);
    for (std::size_t s = 0; s < classes_; ++s)
      for (std::size_t i = 0; i < samples_; ++i) out[s * samples_ + i] = (*this)(i, s);
    return out;
  }

 private:
  std::size_t index(std::size_t i, std::size_t s) const {
    return (i / kLanes * classes_ + s) * kLanes + i % kLanes;
  }

  std::size_t samples_, classes_;
  Aligned<double> values_;
};

}  // namespace tamis::numerics
