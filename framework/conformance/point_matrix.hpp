/// \file point_matrix.hpp
/// Samples as points: the columns of a matrix, as point metrics take them.
#pragma once

#include <tamis/dataset.hpp>

#include <vector>

namespace tamis::framework::conformance {

class PointMatrix {
 public:
  PointMatrix() = default;
  /// The first samples of a dense dataset.
  PointMatrix(const Dataset& data, std::uint64_t count) : height_(data.features()) {
    for (std::uint64_t i = 0; i < count; ++i)
      for (Feature j = 0; j < height_; ++j) values_.push_back(data.column(j)[i]);
  }
  PointMatrix(std::uint64_t height, std::vector<double> values)
      : height_(height), values_(std::move(values)) {}

  std::uint64_t height() const { return height_; }
  std::uint64_t count() const { return height_ ? values_.size() / height_ : 0; }
  ConstMatrix view() const { return {values_.data(), height_, count()}; }
  Column operator[](std::uint64_t i) const { return view().column(i); }
  PointMatrix first(std::uint64_t count) const {
    return {height_, {values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count * height_)}};
  }

 private:
  std::uint64_t height_ = 0;
  std::vector<double> values_;
};

}  // namespace tamis::framework::conformance
