#include "kernels.hpp"

#include <array>
#include <numeric>
#include <tamis/numerics/column_scale.hpp>
#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/memberships.hpp>

namespace tamis::numerics {
namespace {

// Samples of a block: its part of P (ten classes: 160 kB) stays in the second level of cache while kGroup
// columns pass by, each read in one stretch of four pages.
constexpr std::size_t kBlock = 2048;
constexpr std::size_t kGroup = 32;

// Below this share of entries that are not zero, a walk over entries is faster than vectors over all of P:
// with 20 classes and one entry per row 0.61 against 0.41 ms, with 40 classes and two 0.78 against 0.76, with
// one 0.63 (columns_by_share in numerics_benchmark). A list of entries is kept up to one half for
// class_moments, which always walks.
constexpr double kSparseShare = 0.05, kListShare = 0.5;

}  // namespace

Memberships::Memberships(const Target& target, Unknown unknown, std::span<const double> weights) {
  const std::size_t n = target.samples(), l = target.classes();
  const bool soft = target.kind() == TargetKind::soft;
  classes_ = l;
  if (!soft && target.kind() != TargetKind::classes)
    throw DataError("class memberships need class labels or soft labels as target");
  for (std::size_t i = 0; i < n; ++i)
    if ((target.known(i) || unknown == Unknown::uniform) && (weights.empty() || weights[i] > 0))
      samples_.push_back(static_cast<Sample>(i));
  if (samples_.empty())
    throw DataError(weights.empty()
                        ? "the target is unknown for every sample; at least one must be known"
                        : "no sample has both a known target and a weight above 0; at least one must have");
  all_ = samples_.size() == n;
  const std::size_t m = samples_.size();
  if (!weights.empty())
    for (const Sample i : samples_) weight_.push_back(weights[i]);
  total_ = weights.empty() ? static_cast<double>(m) : lane_sum(m, [&](std::size_t i) { return weight_[i]; });

  const auto p = [&](Sample i, std::size_t k) {
    const double w = weights.empty() ? 1.0 : weights[i];
    if (!target.known(i)) return w / static_cast<double>(l);
    return soft ? w * target.soft()(i, k) : (target.labels()[i] == static_cast<std::int32_t>(k) ? w : 0.0);
  };
  std::size_t not_zero = 0;
  if (soft) {
    for (std::size_t k = 0; k < l; ++k)
      for (Sample i : samples_) not_zero += p(i, k) != 0.0 ? 1 : 0;
  } else {
    for (Sample i : samples_) not_zero += target.known(i) ? 1 : l;
  }
  const double share = static_cast<double>(not_zero) / (static_cast<double>(m) * static_cast<double>(l));
  if (share <= kListShare) {
    entry_start_.push_back(0);
    for (Sample i : samples_) {
      const bool one = !soft && target.known(i);
      const std::size_t begin = one ? static_cast<std::size_t>(target.labels()[i]) : 0;
      for (std::size_t k = begin; k < (one ? begin + 1 : l); ++k)
        if (const double value = p(i, k); value != 0.0) {
          entry_class_.push_back(static_cast<std::uint32_t>(k));
          entry_value_.push_back(value);
        }
      entry_start_.push_back(entry_class_.size());
    }
  }
  if (share >= kSparseShare) {
    dense_ = AlignedArray(padded(m) * l);
    for (std::size_t k = 0; k < l; ++k)
      for (std::size_t i = 0; i < m; ++i) dense_[k * padded(m) + i] = p(samples_[i], k);
  }

  std::vector<LaneSum> mass(l), lack(l), present(l);
  std::vector<std::size_t> certain(l, 0);
  row_sum_.assign(m, 0.0);
  entries([&](std::size_t i, std::size_t k, double value) {
    mass[k].add(i, value);
    lack[k].add(i, weight(i) - value);
    present[k].add(i, weight(i));
    row_sum_[i] += value;
    certain[k] += value >= weight(i) ? 1 : 0;
  });
  single_class_ = std::ranges::find(certain, m) != certain.end();
  for (std::size_t k = 0; k < l; ++k) {
    mass_.push_back(mass[k].total());
    other_mass_.push_back((total_ - present[k].total()) + lack[k].total());
  }
  degree_ = AlignedArray(padded(m));
  entries([&](std::size_t i, std::size_t k, double value) { degree_[i] += value * mass_[k]; });
}

std::optional<Memberships> Memberships::of_known(const Target& target, Unknown unknown,
                                                 std::span<const std::uint8_t> missing) const {
  std::vector<double> weights(missing.size(), 0.0);
  for (std::size_t i = 0; i < size(); ++i)
    if (!missing[samples_[i]]) weights[samples_[i]] = weight(i);
  if (std::ranges::max(weights) == 0) return std::nullopt;
  return Memberships(target, unknown, weights);
}

template <class Each>
void Memberships::entries(const Each& each) const {
  const std::size_t m = size();
  if (!entry_start_.empty()) {
    for (std::size_t i = 0; i < m; ++i)
      for (std::uint64_t e = entry_start_[i]; e < entry_start_[i + 1]; ++e)
        each(i, entry_class_[e], entry_value_[e]);
    return;
  }
  for (std::size_t k = 0; k < classes(); ++k)
    for (std::size_t i = 0; i < m; ++i)
      if (const double value = dense_[k * padded(m) + i]; value != 0.0) each(i, k, value);
}

// Up to kGroup columns on their way through the samples.
struct Memberships::Group {
  std::span<const Feature> features;
  std::vector<double> shift;      // of each column
  AlignedArray class_sums, sums;  // of each tile of columns, by lanes
  AlignedArray scratch;
};

void Memberships::column_sums(const Dataset& data, std::span<const Feature> features, const Runtime& runtime,
                              const std::function<void(std::size_t, const ColumnSums&)>& visit) const {
  const std::size_t m = size(), l = classes();
  // Columns of a tile, and the places of lane `lane` of column c: the two kernels want different orders.
  const std::size_t tile = sparse() ? kLanes : kColumnTile;
  const auto place = [&](std::size_t row, std::size_t c, std::size_t lane) {
    return sparse() ? (row * kLanes + lane) * kLanes + c : (row * kColumnTile + c) * kLanes + lane;
  };
  runtime.parallel_blocks(
      features.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        Group group;
        group.features = features.subspan(first, last - first);
        for (Feature f : group.features) group.shift.push_back(data.column(f)[samples_.front()]);
        const std::size_t tiles = (group.features.size() + tile - 1) / tile;
        group.class_sums = AlignedArray(tiles * l * tile * kLanes);
        group.sums = AlignedArray(tiles * 3 * tile * kLanes);
        group.scratch = AlignedArray(kBlock * tile);
        for (std::size_t b = 0; b < m; b += kBlock)
          sparse() ? add_sparse_block(b, std::min(m, b + kBlock), data, group)
                   : add_block(b, std::min(m, b + kBlock), data, group);

        std::vector<double> class_sums(l);
        for (std::size_t j = 0; j < group.features.size(); ++j) {
          const std::size_t t = j / tile, c = j % tile;
          const auto total = [&](const double* sums, std::size_t row) {
            double lanes[kLanes];
            for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] = sums[place(row, c, lane)];
            return add_lanes(lanes);
          };
          const double* const by_class = group.class_sums.data() + t * l * tile * kLanes;
          const double* const plain = group.sums.data() + t * 3 * tile * kLanes;
          for (std::size_t k = 0; k < l; ++k) class_sums[k] = total(by_class, k);
          visit(first + j, {class_sums, total(plain, 0), total(plain, 1), total(plain, 2)});
        }
      },
      kGroup);
}

void Memberships::add_block(std::size_t first, std::size_t last, const Dataset& data, Group& group) const {
  const bool direct = all_ && (last - first) % kLanes == 0;
  const std::size_t rows = padded(last - first), n_features = group.features.size();
  for (std::size_t t = 0; t * kColumnTile < n_features; ++t) {
    std::array<const double*, kColumnTile> columns;
    std::array<double, kColumnTile> shifts;
    for (std::size_t c = 0; c < kColumnTile; ++c) {
      const std::size_t j =
          std::min(t * kColumnTile + c, n_features - 1);  // a short tile repeats its last column
      const double* const x = data.column(group.features[j]).data();
      shifts[c] = group.shift[j];
      columns[c] = x + first;
      if (!direct) {
        double* const to = group.scratch.data() + c * kBlock;
        for (std::size_t i = first; i < last; ++i) to[i - first] = x[samples_[i]];
        std::fill(to + (last - first), to + rows, shifts[c]);  // the padding adds 0
        columns[c] = to;
      }
    }
    kernels().memberships({rows, dense_.data() + first, padded(size()), classes(), degree_.data() + first,
                           columns.data(), shifts.data(),
                           group.class_sums.data() + t * classes() * kColumnTile * kLanes,
                           group.sums.data() + t * 3 * kColumnTile * kLanes});
  }
}

void Memberships::add_sparse_block(std::size_t first, std::size_t last, const Dataset& data,
                                   Group& group) const {
  const std::size_t n_features = group.features.size();
  for (std::size_t t = 0; t * kLanes < n_features; ++t) {
    for (std::size_t j = t * kLanes; j < std::min(n_features, (t + 1) * kLanes); ++j) {
      const double* const x = data.column(group.features[j]).data();
      const double shift = group.shift[j];
      double* const to = group.scratch.data() + j % kLanes;
      for (std::size_t i = first; i < last; ++i) to[(i - first) * kLanes] = x[samples_[i]] - shift;
    }
    kernels().sparse_memberships({last - first, entry_start_.data() + first, entry_class_.data(),
                                  entry_value_.data(), degree_.data() + first, group.scratch.data(),
                                  group.class_sums.data() + t * classes() * kLanes * kLanes,
                                  group.sums.data() + t * 3 * kLanes * kLanes});
  }
}

ClassMoments Memberships::class_moments(Column f) const {
  std::vector<double> g;
  return class_moments(f, g);
}

ClassMoments Memberships::class_moments(Column f, std::vector<double>& g) const {
  const std::size_t m = size(), l = classes();
  g.resize(m);
  for (std::size_t i = 0; i < m; ++i) g[i] = f[samples_[i]];
  const auto [low, high] = std::ranges::minmax(g);
  ClassMoments out;
  out.constant = low == high;
  if (out.constant) return out;
  const ColumnScale scale(low, high, 0.0);
  out.exponent = scale.exponent();
  for (double& v : g) v = scale(v);

  // Each class is shifted by one of its own values, which is exact for values close together:
  // nothing is lost when classes are far apart and narrow, and a feature that is constant in a class
  // has the scatter 0 exactly.
  std::vector<double> origin(l, 0.0), mean(l, 0.0);
  std::vector<bool> seen(l, false);
  entries([&](std::size_t i, std::size_t k, double) {
    if (!seen[k]) origin[k] = g[i];
    seen[k] = true;
  });
  std::vector<LaneSum> sums(l), scatter(l), drift(l);
  entries([&](std::size_t i, std::size_t k, double p) { sums[k].add(i, p * (g[i] - origin[k])); });
  for (std::size_t k = 0; k < l; ++k)
    if (mass_[k] > 0) mean[k] = sums[k].total() / mass_[k];
  entries([&](std::size_t i, std::size_t k, double p) {
    const double off = (g[i] - origin[k]) - mean[k];
    scatter[k].add(i, p * (off * off));
    drift[k].add(i, p * off);  // the rest of it shows how far off the rounded mean is
  });
  const double first = g.front();
  for (double& v : g) v -= first;
  for (std::size_t k = 0; k < l; ++k) out.mean.push_back(seen[k] ? (origin[k] - first) + mean[k] : 0.0);
  double weighted = 0, mass = 0;
  for (std::size_t k = 0; k < l; ++k) {
    const double left = drift[k].total();
    out.scatter.push_back(mass_[k] > 0 ? std::max(0.0, scatter[k].total() - left * left / mass_[k]) : 0.0);
    weighted += mass_[k] * out.mean[k];
    mass += mass_[k];
  }
  out.grand_mean = weighted / mass;
  return out;
}

}  // namespace tamis::numerics
