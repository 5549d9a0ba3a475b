#include "absolute_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::blanket {
namespace {

constexpr std::size_t kRowsAtOnce = 16;
/// From this share of listed cells on, products of whole columns are cheaper than those of lists.
constexpr double kDenseShare = 0.2;
constexpr std::size_t kChunk = 2048;  // samples whose products stay in the cache
/// Strengths in doubles this close are compared in whole numbers.
constexpr double kClose = 1e-13;

__extension__ using Wide = unsigned __int128;

/// c^2 v, exactly: up to 190 bits.
struct Product {
  Product(std::int64_t c, std::int64_t v) {
    const auto size = static_cast<std::uint64_t>(c < 0 ? -c : c);
    const Wide square = static_cast<Wide>(size) * size;
    const auto factor = static_cast<std::uint64_t>(v);
    const Wide below = static_cast<Wide>(static_cast<std::uint64_t>(square)) * factor;
    above_ = static_cast<Wide>(static_cast<std::uint64_t>(square >> 64)) * factor + (below >> 64);
    low_ = static_cast<std::uint64_t>(below);
  }
  bool operator==(const Product&) const = default;
  bool operator>(const Product& other) const {
    return above_ != other.above_ ? above_ > other.above_ : low_ > other.low_;
  }

 private:
  Wide above_ = 0;  // all but the lowest 64 bits
  std::uint64_t low_ = 0;
};

std::int64_t copies_of(const ClassMasses& labels) {
  std::int64_t n = 0;
  for (std::size_t i = 0; i < labels.samples(); ++i) n += labels.copies(i);
  return n;
}

std::uint32_t most_copies(const ClassMasses& labels) {
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < labels.samples(); ++i) most = std::max(most, labels.copies(i));
  return most;
}

/// sum_i a_i b_i for fewer than 2^31 / max |a b| samples.
std::int32_t inner_product(const std::int16_t* a, const std::int16_t* b, std::size_t n) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<std::int32_t>(a[i]) * b[i];
  return sum;
}

}  // namespace

AbsoluteCorrelation::AbsoluteCorrelation(const CodedFeatures& features, const ClassMasses& labels,
                                         const Runtime& runtime)
    : features_(features),
      labels_(labels),
      copies_(copies_of(labels)),
      sum_(features.features()),
      variance_(features.features()),
      inverse_(features.features()) {
  for (Feature j = 0; j < features.features(); ++j) {
    const CodedFeature& f = features[j];
    std::int64_t squares = 0;
    for (std::size_t e = 0; e < f.rows.size(); ++e) {
      const std::int64_t offset = f.offset(f.levels[e]), w = labels.copies(f.rows[e]);
      sum_[j] += w * offset;
      squares += w * offset * offset;
    }
    variance_[j] = copies_ * squares - sum_[j] * sum_[j];
    if (variance_[j] > 0) inverse_[j] = 1.0 / static_cast<double>(variance_[j]);
  }
  const std::size_t n = features.samples();
  const double cells = static_cast<double>(n) * features.features();
  constexpr std::int64_t kLargestOffset = 255;
  const bool fits = most_copies(labels) * kLargestOffset <= std::numeric_limits<std::int16_t>::max();
  if (static_cast<double>(features.listed()) <= kDenseShare * cells || !fits) {
    by_sample_ = SampleRows(features);
    for (std::size_t k = 0; k < by_sample_.features.size(); ++k)
      offsets_.push_back(
          static_cast<std::int16_t>(features[by_sample_.features[k]].offset(by_sample_.levels[k])));
    return;
  }
  dense_.assign(n * features.features(), 0);
  runtime.parallel_for(features.features(), [&](std::uint64_t j) {
    const CodedFeature& f = features[static_cast<Feature>(j)];
    for (std::size_t e = 0; e < f.rows.size(); ++e)
      dense_[j * n + f.rows[e]] = static_cast<std::int16_t>(f.offset(f.levels[e]));
  });
}

std::size_t AbsoluteCorrelation::rows_at_once() const { return is_dense() ? kRowsAtOnce : 1; }

void AbsoluteCorrelation::fill(std::span<const Feature> of, std::span<AssociationRow> rows) const {
  const std::size_t d = sum_.size();
  for (AssociationRow& row : rows) row.covariance.assign(d, 0);
  if (is_dense())
    dense_products(of, rows);
  else
    for (std::size_t r = 0; r < of.size(); ++r) sparse_products(of[r], rows[r].covariance);
  for (std::size_t r = 0; r < of.size(); ++r) {
    rows[r].strength.resize(d);
    for (std::size_t j = 0; j < d; ++j) {
      const std::int64_t c = copies_ * rows[r].covariance[j] - sum_[of[r]] * sum_[j];
      rows[r].covariance[j] = c;
      rows[r].strength[j] = static_cast<double>(c) * static_cast<double>(c) * inverse_[j];
    }
  }
}

void AbsoluteCorrelation::sparse_products(Feature i, std::span<std::int64_t> products) const {
  const CodedFeature& f = features_[i];
  for (std::size_t e = 0; e < f.rows.size(); ++e) {
    const std::uint32_t row = f.rows[e];
    const std::int64_t x = static_cast<std::int64_t>(labels_.copies(row)) * f.offset(f.levels[e]);
    for (std::uint64_t k = by_sample_.start[row]; k < by_sample_.start[row + 1]; ++k)
      products[by_sample_.features[k]] += x * offsets_[k];
  }
}

void AbsoluteCorrelation::dense_products(std::span<const Feature> of, std::span<AssociationRow> rows) const {
  const std::size_t n = features_.samples(), d = sum_.size();
  // copies <= 128, so a chunk's sum stays below 128 * 255^2 * 256
  constexpr std::size_t kSafe = 256;
  std::vector<std::int16_t> weighted(of.size() * kChunk);
  for (std::size_t first = 0; first < n; first += kChunk) {
    const std::size_t size = std::min(kChunk, n - first);
    for (std::size_t r = 0; r < of.size(); ++r)
      for (std::size_t i = 0; i < size; ++i)
        weighted[r * kChunk + i] = static_cast<std::int16_t>(
            dense_[of[r] * n + first + i] * static_cast<std::int32_t>(labels_.copies(first + i)));
    for (std::size_t j = 0; j < d; ++j) {
      const std::int16_t* x = dense_.data() + j * n + first;
      for (std::size_t r = 0; r < of.size(); ++r)
        for (std::size_t i = 0; i < size; i += kSafe)
          rows[r].covariance[j] += inner_product(&weighted[r * kChunk + i], x + i, std::min(kSafe, size - i));
    }
  }
}

bool AbsoluteCorrelation::before(const AssociationRow& row, Feature a, Feature b) const {
  const double x = row.strength[a], y = row.strength[b];
  if (std::abs(x - y) > kClose * std::max(x, y)) return x > y;
  // with a constant feature C = 0, and V = 1 keeps it so
  const auto v = [&](Feature j) { return std::max<std::int64_t>(variance_[j], 1); };
  const Product left(row.covariance[a], v(b)), right(row.covariance[b], v(a));
  return left == right ? a < b : left > right;
}

}  // namespace tamis::blanket
