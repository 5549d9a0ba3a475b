#include <tamis/framework/data/discretise.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {

std::uint8_t Bins::code(double x) const {
  switch (rule) {
    case Binning::uniform: {
      if (low == high) return 0;
      const double t = (x - low) / (high - low);
      return static_cast<std::uint8_t>(std::clamp(std::floor(t * levels), 0.0, levels - 1.0));
    }
    case Binning::integers:
      return static_cast<std::uint8_t>(x);
    default:
      return static_cast<std::uint8_t>(std::lower_bound(edges.begin(), edges.end(), x) - edges.begin());
  }
}

SortedColumn::SortedColumn(Column stored, std::uint64_t zeros)
    : stored_(stored.begin(), stored.end()), zeros_(zeros) {
  std::sort(stored_.begin(), stored_.end());
  below_ =
      static_cast<std::uint64_t>(std::lower_bound(stored_.begin(), stored_.end(), 0.0) - stored_.begin());
}

double SortedColumn::operator[](std::uint64_t k) const {
  if (k < below_) return stored_[k];
  return k < below_ + zeros_ ? 0.0 : stored_[k - zeros_];
}

std::vector<double> SortedColumn::distinct(std::size_t most) const {
  std::vector<double> out;
  for (std::uint64_t k = 0; k < size() && out.size() <= most;) {
    const double value = (*this)[k];
    out.push_back(value);
    k = static_cast<std::uint64_t>(std::upper_bound(stored_.begin(), stored_.end(), value) -
                                   stored_.begin()) +
        (value < 0 ? 0 : zeros_);
  }
  return out;
}

Bins quantile_bins(const SortedColumn& x, std::uint32_t bins) {
  Bins out;
  out.levels = bins;
  for (std::uint64_t b = 1; b < bins; ++b) out.edges.push_back(x[(b * x.size() + bins - 1) / bins - 1]);
  return out;
}

std::optional<Bins> value_bins(const SortedColumn& x, std::uint32_t most) {
  Bins out;
  out.edges = x.distinct(most);
  if (out.edges.size() > most) return std::nullopt;
  out.levels = static_cast<std::uint32_t>(out.edges.size());
  out.edges.pop_back();  // a value is above those that are smaller
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
  std::vector<std::uint8_t> out;
  out.reserve(x.size());
  for (const double value : x) out.push_back(bins.code(value));
  return out;
}

}  // namespace tamis::framework
