#include <tamis/framework/data/discretise.hpp>
#include <tamis/numerics/total_order.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {

std::uint8_t Bins::code(double x) const {
  // below `levels` whatever x is: the column may be an array that somebody writes to
  const auto level = [&](double v) {
    return v >= 1 ? static_cast<std::uint8_t>(std::min(v, levels - 1.0)) : std::uint8_t{0};
  };
  switch (rule) {
    case Binning::uniform: {
      if (low == high) return 0;
      const double t = (x - low) / (high - low);
      return level(std::floor(t * levels));
    }
    case Binning::integers:
      return level(x);
    default:
      return static_cast<std::uint8_t>(std::lower_bound(edges.begin(), edges.end(), x) - edges.begin());
  }
}

SortedColumn::SortedColumn(Column stored, std::uint64_t zeros)
    : stored_(stored.begin(), stored.end()), zeros_(zeros) {
  std::sort(stored_.begin(), stored_.end(), numerics::TotalOrder());
  below_ =
      static_cast<std::uint64_t>(std::lower_bound(stored_.begin(), stored_.end(), 0.0) - stored_.begin());
}

double SortedColumn::operator[](std::uint64_t k) const {
  if (k < below_) return stored_[k];
  return k < below_ + zeros_ ? 0.0 : stored_[k - zeros_];
}

Bins quantile_bins(const SortedColumn& x, std::uint32_t bins) {
  Bins out;
  out.levels = bins;
  for (std::uint64_t b = 1; b < bins; ++b) out.edges.push_back(x[(b * x.size() + bins - 1) / bins - 1]);
  return out;
}

std::optional<Bins> value_bins(Column stored, bool zeros, std::uint32_t most) {
  std::vector<double> seen;  // ascending
  if (zeros) seen.push_back(0.0);
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const double x = stored[i];
    if (i > 0 && x == stored[i - 1]) continue;
    const auto at = std::lower_bound(seen.begin(), seen.end(), x);
    if (at != seen.end() && *at == x) continue;
    if (seen.size() == most) return std::nullopt;
    seen.insert(at, x);
  }
  Bins out;
  out.levels = static_cast<std::uint32_t>(seen.size());
  seen.pop_back();  // a value is above those that are smaller
  out.edges = std::move(seen);
  return out;
}

Bins uniform_bins(double low, double high, std::uint32_t bins) {
  Bins out;
  out.rule = Binning::uniform;
  out.low = low;
  out.high = high;
  out.levels = bins;
  return out;
}

std::vector<std::uint8_t> codes_of(const Bins& bins, Column x) {
  std::vector<std::uint8_t> out(x.size());
  std::uint8_t last = x.empty() ? std::uint8_t{0} : bins.code(x[0]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i > 0 && x[i] != x[i - 1]) last = bins.code(x[i]);
    out[i] = last;
  }
  return out;
}

}  // namespace tamis::framework
