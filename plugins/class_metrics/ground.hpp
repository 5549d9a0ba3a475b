/// \file ground.hpp
/// Ground distances as a matrix, and what users are told of one that they gave.
#pragma once

#include "classes.hpp"

#include <functional>

namespace tamis::class_metrics {

/// l x l distances.
class Ground {
 public:
  Ground() = default;
  explicit Ground(std::uint32_t classes) : l_(classes), d_(std::size_t{classes} * classes) {}
  double& operator()(std::size_t i, std::size_t j) { return d_[i + j * l_]; }
  ConstMatrix view() const { return {d_.data(), l_, l_}; }
  void write_to(Matrix out) const;

 private:
  std::uint32_t l_ = 0;
  std::vector<double> d_;
};

/// Throws an error that says where the distance from class i to class j was given, and what is wrong with it.
using Refuse = std::function<void(std::uint32_t i, std::uint32_t j, const std::string& fault)>;

/// Calls `refuse` unless the distances are finite, non-negative, symmetric, and zero on the diagonal. O(l^2).
void check(ConstMatrix d, const Classes& classes, const Refuse& refuse);

/// Warns of the worst triangle that is broken, if any is. O(l^3).
void warn_of_triangle(ConstMatrix d, const Classes& classes, const Runtime& runtime);

}  // namespace tamis::class_metrics
