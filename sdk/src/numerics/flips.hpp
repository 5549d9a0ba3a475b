/// \file flips.hpp
/// How labels go wrong: p(observed label | true class), whatever the features.
#pragma once

#include <cstddef>
#include <vector>

namespace tamis::numerics {

/// T(s, y) for K classes, by rows.
class Flips {
 public:
  Flips() = default;
  explicit Flips(std::size_t classes) : classes_(classes), t_(classes * classes) {}
  static Flips uniform(std::size_t classes, double rate) {
    Flips t(classes);
    for (std::size_t s = 0; s < classes; ++s) t.set_rate(s, rate);
    return t;
  }
  std::size_t classes() const { return classes_; }
  double& operator()(std::size_t s, std::size_t y) { return t_[s * classes_ + y]; }
  double operator()(std::size_t s, std::size_t y) const { return t_[s * classes_ + y]; }
  double rate(std::size_t s) const { return 1 - (*this)(s, s); }
  void set_rate(std::size_t s, double rate) {
    for (std::size_t y = 0; y < classes_; ++y)
      (*this)(s, y) = y == s ? 1 - rate : rate / static_cast<double>(classes_ - 1);
  }
  /// I + share (T - I).
  Flips scaled(double share) const {
    Flips t(classes_);
    for (std::size_t s = 0; s < classes_; ++s)
      for (std::size_t y = 0; y < classes_; ++y) t(s, y) = share * (*this)(s, y) + (s == y ? 1 - share : 0);
    return t;
  }

 private:
  std::size_t classes_ = 0;
  std::vector<double> t_;
};

}  // namespace tamis::numerics
