#include "scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kRounding = 1e-6;  // of a tick

}  // namespace

void Scale::include(double v) {
  if (!std::isfinite(v)) return;
  low_ = std::min(low_, v);
  high_ = std::max(high_, v);
}

void Scale::finish(bool whole, bool widen) {
  if (low_ > high_) low_ = 0, high_ = 1;
  if (low_ == high_) low_ -= 0.5, high_ += 0.5;
  const double raw = (high_ - low_) / 5, power = std::pow(10.0, std::floor(std::log10(raw)));
  tick_ = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
  if (whole) tick_ = std::max(1.0, std::round(tick_));
  first_ = std::ceil(low_ / tick_ - kRounding) * tick_;
  if (!widen) return;
  low_ = first_ = std::floor(low_ / tick_ + kRounding) * tick_;
  high_ = std::ceil(high_ / tick_ - kRounding) * tick_;
}

std::vector<double> Scale::ticks() const {
  std::vector<double> all;
  for (double k = 0; first_ + k * tick_ <= high_ + tick_ * kRounding; ++k) {
    const double v = first_ + k * tick_;
    all.push_back(std::fabs(v) < tick_ * kRounding ? 0 : v);
  }
  return all;
}

std::string number_text(double v) { return fmt::format("{:.6g}", v); }

}  // namespace tamis::framework
