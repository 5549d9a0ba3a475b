#include <tamis/errors.hpp>
#include <tamis/framework/knockoffs/latent_codes.hpp>
#include <tamis/framework/knockoffs/normal_scores.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr double kCountRounding = 1e-9;                  // of u n, where it is a count up to rounding
constexpr double kLeast = 0x1p-54, kMost = 1 - 0x1p-53;  // uniform numbers that have a quantile

}  // namespace

LatentCodes::LatentCodes(std::span<const double> column) : codes_(column.begin(), column.end()) {
  if (!std::ranges::all_of(column, [](double v) { return std::isfinite(v); }) || column.empty())
    throw DataError(
        "a column of codes has no, missing or infinite ones: fill them in before knockoffs are drawn");
  std::ranges::sort(codes_);
  codes_.erase(std::unique(codes_.begin(), codes_.end()), codes_.end());
  up_to_.resize(codes_.size());
  for (const double v : column) {
    of_sample_.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(codes_, v) - codes_.begin()));
    ++up_to_[of_sample_.back()];
  }
  for (std::size_t c = 1; c < up_to_.size(); ++c) up_to_[c] += up_to_[c - 1];
}

LatentCodes::Interval LatentCodes::interval(std::uint64_t i) const {
  const auto n = static_cast<double>(samples());
  const std::uint32_t c = of_sample_[i];
  return {c == 0 ? 0 : static_cast<double>(up_to_[c - 1]) / n, static_cast<double>(up_to_[c]) / n};
}

std::vector<double> LatentCodes::draw_latents(Rng rng) const {
  std::vector<double> latents;
  for (std::uint64_t i = 0; i < samples(); ++i) {
    const auto [low, high] = interval(i);
    latents.push_back(normal_quantile(std::clamp(std::lerp(low, high, rng.uniform()), kLeast, kMost)));
  }
  return latents;
}

double LatentCodes::back(double u) const {
  const double count = u * static_cast<double>(samples()) - kCountRounding;
  const auto enough =
      std::ranges::lower_bound(up_to_, count, {}, [](std::uint64_t c) { return static_cast<double>(c); });
  return enough == up_to_.end() ? codes_.back() : codes_[enough - up_to_.begin()];
}

}  // namespace tamis::framework
