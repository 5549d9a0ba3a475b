#include "bit_counts.hpp"

#include <tamis/errors.hpp>
#include <tamis/numerics/contingency.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tamis::numerics {
namespace {

/// A table of so many more cells than samples is nearly empty, and not worth a walk through it.
constexpr std::size_t kCellsPerSample = 4, kAlwaysDense = 4096;

/// Counts that a thread keeps for tables that are nearly empty: 4 MB.
constexpr std::size_t kMostCounts = 1u << 20;

/// Tables have a column for each, as for each class.
constexpr std::size_t kMostPatterns = 16;

/// Copies of a table of counts, taken in turn, so that equal cells in a row need not wait for each other.
constexpr std::size_t kCopies = 4;

/// Whether counting bits beats counting samples one by one, in a table of a feature of so many levels and so many patterns.
bool bits_pay(std::size_t levels, std::size_t patterns) {
  constexpr double kBits = 64;
  return static_cast<double>((levels - 1) * patterns) * bit_counting().cost_of_word < kBits;
}

/// A bit of each sample in the set of its pattern, and how many each has.
/// \param of  the pattern of sample k.
template <class PatternOf>
void set_bits(std::size_t samples, const PatternOf& of, std::span<std::uint64_t> planes,
              std::span<std::uint32_t> sizes) {
  const std::size_t words = words_of_set(samples);
  for (std::size_t k = 0; k < samples; ++k) {
    planes[of(k) * words + k / 64] |= std::uint64_t{1} << (k % 64);
    ++sizes[of(k)];
  }
}

/// Adds the weights of each sample to those of its pair. A loop over a number of classes that is known is unrolled.
template <std::size_t kClasses, class PairOf>
void add_weights_of(const CountedLabels& labels, const PairOf& pair_of, std::vector<double>& sums) {
  const std::size_t l = kClasses > 0 ? kClasses : labels.classes();
  for (std::size_t k = 0; k < labels.samples().size(); ++k) {
    double* const cell = sums.data() + pair_of(k) * l;
    const double* const row = labels.weights(k).data();
    for (std::size_t s = 0; s < l; ++s) cell[s] += row[s];
  }
}

template <class PairOf>
void add_weights(const CountedLabels& labels, const PairOf& pair_of, std::vector<double>& sums) {
  switch (labels.classes()) {
    case 1:
      return add_weights_of<1>(labels, pair_of, sums);
    case 2:
      return add_weights_of<2>(labels, pair_of, sums);
    case 3:
      return add_weights_of<3>(labels, pair_of, sums);
    case 4:
      return add_weights_of<4>(labels, pair_of, sums);
    case 5:
      return add_weights_of<5>(labels, pair_of, sums);
    default:
      return add_weights_of<0>(labels, pair_of, sums);
  }
}

void check_surrogate(const Target& target) {
  if (target.kind() != TargetKind::classes || target.classes() != 2)
    throw ParamError("unknown = \"surrogate\" needs labels of two classes; use \"drop\" or \"uniform\"");
}

}  // namespace

Surrogate surrogate(std::uint64_t positive, std::uint64_t negative, std::uint64_t unknown,
                    std::optional<double> prior) {
  const auto p = static_cast<double>(positive), n = static_cast<double>(negative),
             m = static_cast<double>(unknown);
  const double of_positive = std::sqrt(p * (p + m)), of_negative = std::sqrt(n * (n + m));
  Surrogate found;
  found.phi = of_positive + of_negative > 0 ? of_positive / (of_positive + of_negative) : 0;
  if (positive == 0 || negative == 0)
    found.become_positive = positive == 0;
  else if (prior)
    found.become_positive = !(*prior < found.phi);
  else
    found.become_positive = positive >= negative;  // p / (p + n) < phi, squared
  return found;
}

CountedLabels::CountedLabels(const Target& target, std::span<const double> weights, const LabelReading& how)
    : mass_(target.classes(), 0.0) {
  const bool soft = target.kind() == TargetKind::soft;
  if (!soft && target.kind() != TargetKind::classes)
    throw DataError("counts of classes need class labels or soft labels");
  const std::size_t n = target.samples(), l = mass_.size();
  const auto weight = [&](std::size_t i) { return weights.empty() ? 1.0 : weights[i]; };
  std::int32_t unknown_become = -1;
  if (how.unknown == UnknownLabels::surrogate) {
    check_surrogate(target);
    std::array<std::uint64_t, 2> known{};
    for (std::size_t i = 0; i < n; ++i)
      if (target.known(i) && weight(i) > 0) ++known[target.labels()[i] == how.positive];
    const auto unknown = static_cast<std::uint64_t>(std::ranges::count(target.labels(), -1));
    surrogate_ = surrogate(known[1], known[0], unknown, how.prior);
    unknown_become = surrogate_->become_positive ? how.positive : 1 - how.positive;
  }
  bool whole = !soft && weights.empty();
  for (std::size_t i = 0; i < n; ++i) {
    if (weight(i) == 0 || (!target.known(i) && how.unknown == UnknownLabels::drop)) continue;
    samples_.push_back(static_cast<Sample>(i));
    whole &= target.known(i) || unknown_become >= 0;
  }
  if (samples_.empty()) throw DataError("no sample has a known label and a weight above 0");
  for (const Sample i : samples_) {
    const bool known = target.known(i);
    const std::int32_t label = soft ? -1 : known ? target.labels()[i] : unknown_become;
    if (whole) {
      pattern_.push_back(static_cast<std::uint32_t>(label));
      mass_[pattern_.back()] += 1;
      continue;
    }
    for (std::size_t s = 0; s < l; ++s) {
      const double gamma = label >= 0      ? (static_cast<std::size_t>(label) == s ? 1.0 : 0.0)
                           : soft && known ? target.soft()(i, s)
                                           : 1.0 / static_cast<double>(l);
      gamma_.push_back(gamma * weight(i));
      mass_[s] += gamma_.back();
    }
  }
  total_ = 0;
  for (const Sample i : samples_) total_ += weight(i);
  if (whole)
    patterns_ = l;
  else
    find_patterns();
  make_planes();
}

void CountedLabels::make_planes() {
  if (patterns_ == 0 || !bits_pay(2, patterns_)) return;
  planes_.assign(patterns_ * words_of_set(samples_.size()), 0);
  sizes_.assign(patterns_, 0);
  set_bits(
      samples_.size(), [&](std::size_t k) { return pattern_[k]; }, planes_, sizes_);
}

/// Weights that few samples share are not worth it: each pattern is a column of tables.
void CountedLabels::find_patterns() {
  const std::size_t l = classes(), most = std::max(kMostPatterns, 2 * l);
  for (std::size_t k = 0; k < samples_.size(); ++k) {
    const std::span<const double> row = weights(k);
    std::size_t p = 0;
    while (p < patterns_ && !std::ranges::equal(row, weights_of(p))) ++p;
    if (p == most) {
      pattern_.clear(), rows_.clear();
      patterns_ = 0;
      return;
    }
    if (p == patterns_) {
      rows_.insert(rows_.end(), row.begin(), row.end());
      ++patterns_;
    }
    pattern_.push_back(static_cast<std::uint32_t>(p));
  }
}

CountedLabels CountedLabels::without_classes(std::span<const Sample> samples,
                                             std::span<const double> weights) {
  CountedLabels out;
  for (const Sample i : samples) {
    const double weight = weights.empty() ? 1.0 : weights[i];
    if (weight == 0) continue;
    out.samples_.push_back(i);
    if (weights.empty())
      out.pattern_.push_back(0);
    else
      out.gamma_.push_back(weight);
    out.total_ += weight;
  }
  out.mass_ = {out.total_};
  if (weights.empty())
    out.patterns_ = 1;
  else
    out.find_patterns();
  out.make_planes();
  return out;
}

bool CountedLabels::single_class() const {
  return std::ranges::count_if(mass_, [](double m) { return m > 0; }) < 2;
}

void CellTable::correct(const FlipCorrection& correction) {
  if (correction.is_identity()) return;
  std::vector<double> room;
  correction.correct_all(weight, room);
}

LabelledColumn::LabelledColumn(const CountedLabels& labels, const CodeColumn& z)
    : labels_(&labels), z_(z.codes), levels_(z.levels) {
  constexpr std::size_t kMost = 1u << 16;
  const std::size_t n = labels.samples().size(), of_labels = labels.patterns(), columns = levels_ * of_labels;
  if (columns == 0 || columns > kMost) return;
  patterns_.resize(n);
  for (std::size_t k = 0; k < n; ++k) patterns_[k] = static_cast<std::uint16_t>(labels.pattern(k));
  for (std::size_t k = 0; k < z_.size(); ++k) patterns_[k] += static_cast<std::uint16_t>(z_[k] * of_labels);
  if (!bits_pay(2, columns)) return;
  planes_.resize(columns * words_of_set(n));
  sizes_.resize(columns);
  if (z.planes && !labels.planes().empty())
    intersect(z.planes);
  else
    set_bits(
        n, [&](std::size_t k) { return patterns_[k]; }, planes_, sizes_);
}

/// The samples of each code and pattern of labels; of the last code those that a pattern has left.
void LabelledColumn::intersect(const std::uint64_t* planes_of_z) {
  const std::span<const std::uint64_t> classes = labels_->planes();
  const std::size_t of_labels = labels_->patterns(), words = classes.size() / of_labels, last = levels_ - 1;
  bit_counting().count_common({planes_of_z, last}, {classes.data(), of_labels}, words, sizes_.data());
  for (std::size_t p = 0; p < of_labels; ++p) {
    std::uint64_t* const left = planes_.data() + (last * of_labels + p) * words;
    std::copy_n(classes.data() + p * words, words, left);
    sizes_[last * of_labels + p] = labels_->sizes()[p];
    for (std::size_t v = 0; v < last; ++v) {
      std::uint64_t* const common = planes_.data() + (v * of_labels + p) * words;
      for (std::size_t w = 0; w < words; ++w) {
        common[w] = left[w] & planes_of_z[v * words + w];
        left[w] &= ~planes_of_z[v * words + w];
      }
      sizes_[last * of_labels + p] -= sizes_[v * of_labels + p];
    }
  }
}

CodePlanes::CodePlanes(std::size_t samples) : samples_(samples), words_(words_of_set(samples)) {}

void CodePlanes::write(const CodeColumn& x, std::uint64_t* out) const {
  for (std::size_t k = 0; k < x.codes.size(); ++k)
    if (x.codes[k] + 1u < x.levels) out[x.codes[k] * words_ + k / 64] |= std::uint64_t{1} << (k % 64);
}

namespace {

std::size_t cells_of(const CodeColumn& x, const LabelledColumn& z) {
  return x.levels * z.levels() * std::max(z.labels().classes(), z.labels().patterns());
}

bool nearly_empty(const CodeColumn& x, const LabelledColumn& z) {
  return cells_of(x, z) > std::max(kAlwaysDense, kCellsPerSample * z.labels().samples().size());
}

}  // namespace

CellTable& CellCounter::count(const CodeColumn& x, const LabelledColumn& z) {
  table_.classes = z.labels().classes();
  table_.x.clear(), table_.z.clear(), table_.weight.clear();
  if (nearly_empty(x, z) && !z.patterns().empty() && cells_of(x, z) <= kMostCounts) {
    count_few(x, z);
  } else if (nearly_empty(x, z)) {
    sort_rows(x, z);
  } else if (!z.patterns().empty()) {
    fill_counts(x, z);
    take_counts(x, z);
  } else {
    add_rows(x, z);
  }
  return table_;
}

std::span<const std::uint32_t> CellCounter::whole_counts(const CodeColumn& x, const LabelledColumn& z) {
  if (nearly_empty(x, z) || z.patterns().empty()) return {};
  fill_counts(x, z);
  return {counts_.data(), x.levels * z.levels() * z.labels().patterns()};
}

std::span<const std::uint32_t> CellCounter::counts_above_one(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t columns = z.levels() * z.labels().patterns();
  few_counts_.resize(std::max(few_counts_.size(), x.levels * columns), 0);
  shared_cells_.clear(), above_one_.clear();
  const std::uint16_t* const patterns = z.patterns().data();
  const auto key = [&](std::size_t k) { return x.codes[k] * columns + patterns[k]; };
  for (std::size_t k = 0; k < x.codes.size(); ++k)
    if (++few_counts_[key(k)] == 2) shared_cells_.push_back(key(k));
  std::ranges::sort(shared_cells_);
  for (const std::size_t cell : shared_cells_) above_one_.push_back(few_counts_[cell]);
  for (std::size_t k = 0; k < x.codes.size(); ++k) few_counts_[key(k)] = 0;
  return above_one_;
}

/// The counts of each code of x and each pattern.
void CellCounter::fill_counts(const CodeColumn& x, const LabelledColumn& z) {
  if (x.planes && !z.planes().empty() && bits_pay(x.levels, z.sizes().size()))
    count_bits(x, z);
  else
    count_samples(x, z);
}

void CellCounter::count_samples(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t columns = z.levels() * z.labels().patterns(), cells = x.levels * columns;
  const std::size_t copies = cells <= kAlwaysDense ? kCopies : 1;
  counts_.assign(cells * copies, 0);
  const std::uint8_t* const codes = x.codes.data();
  const std::uint16_t* const patterns = z.patterns().data();
  const std::size_t n = x.codes.size();
  std::uint32_t* const counts = counts_.data();
  const auto key = [&](std::size_t k) { return codes[k] * columns + patterns[k]; };
  std::size_t k = 0;
  if (copies == kCopies) {
    for (; k + kCopies <= n; k += kCopies) {
      ++counts[key(k)];
      ++counts[cells + key(k + 1)];
      ++counts[2 * cells + key(k + 2)];
      ++counts[3 * cells + key(k + 3)];
    }
    for (std::size_t c = 0; c < cells; ++c)
      counts[c] += counts[cells + c] + counts[2 * cells + c] + counts[3 * cells + c];
  }
  for (; k < n; ++k) ++counts[key(k)];
}

/// The samples of the last code of x are those that a pattern has left.
void CellCounter::count_bits(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t columns = z.sizes().size(), last = x.levels - 1, words = words_of_set(x.codes.size());
  counts_.resize(x.levels * columns);
  bit_counting().count_common({x.planes, last}, {z.planes().data(), columns}, words, counts_.data());
  for (std::size_t p = 0; p < columns; ++p) {
    std::uint32_t left = z.sizes()[p];
    for (std::size_t u = 0; u < last; ++u) left -= counts_[u * columns + p];
    counts_[last * columns + p] = left;
  }
}

/// A table that is nearly empty: only the cells that hold samples are visited, in their order, and left at 0.
void CellCounter::count_few(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t patterns = z.labels().patterns(), columns = z.levels() * patterns;
  const std::size_t words = (z.levels() + 63) / 64;  // of a code of x
  few_counts_.resize(std::max(few_counts_.size(), x.levels * columns), 0);
  occupied_.resize(std::max(occupied_.size(), x.levels * words), 0);
  const std::uint16_t* const pattern = z.patterns().data();
  for (std::size_t k = 0; k < x.codes.size(); ++k) {
    ++few_counts_[x.codes[k] * columns + pattern[k]];
    occupied_[x.codes[k] * words + z.code(k) / 64] |= std::uint64_t{1} << (z.code(k) % 64);
  }
  for (std::size_t u = 0; u < x.levels; ++u)
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t& bits = occupied_[u * words + w];
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t v = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        std::uint32_t* const counts = few_counts_.data() + u * columns + v * patterns;
        take_cell(u, v, counts, z.labels());
        std::fill_n(counts, patterns, 0u);
      }
    }
}

/// Makes cells of the counts of each code of x and each pattern.
void CellCounter::take_counts(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t patterns = z.labels().patterns();
  for (std::size_t u = 0; u < x.levels; ++u)
    for (std::size_t v = 0; v < z.levels(); ++v) {
      const std::uint32_t* const counts = counts_.data() + (u * z.levels() + v) * patterns;
      if (std::any_of(counts, counts + patterns, [](std::uint32_t c) { return c != 0; }))
        take_cell(u, v, counts, z.labels());
    }
}

void CellCounter::take_cell(std::size_t x, std::size_t z, const std::uint32_t* counts,
                            const CountedLabels& labels) {
  const std::size_t l = table_.classes;
  close(x, z);
  if (labels.are_whole()) {
    table_.weight.insert(table_.weight.end(), counts, counts + l);
    return;
  }
  table_.weight.resize(table_.weight.size() + l, 0.0);
  double* const cell = table_.weight.data() + table_.weight.size() - l;
  for (std::size_t p = 0; p < labels.patterns(); ++p)
    for (std::size_t s = 0; s < l; ++s) cell[s] += counts[p] * labels.weights_of(p)[s];
}

void CellCounter::add_rows(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t l = table_.classes, pairs = x.levels * z.levels();
  const CountedLabels& labels = z.labels();
  sums_.assign(pairs * l, 0.0);
  const auto pair_of = [&](std::size_t k) { return x.codes[k] * z.levels() + z.code(k); };
  if (labels.are_whole())
    for (std::size_t k = 0; k < x.codes.size(); ++k) sums_[pair_of(k) * l + labels.pattern(k)] += 1;
  else
    add_weights(labels, pair_of, sums_);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double* const cell = sums_.data() + pair * l;
    if (std::all_of(cell, cell + l, [](double w) { return w == 0; })) continue;
    table_.weight.insert(table_.weight.end(), cell, cell + l);
    close(pair / z.levels(), pair % z.levels());
  }
}

void CellCounter::sort_rows(const CodeColumn& x, const LabelledColumn& z) {
  const std::size_t l = table_.classes;
  const CountedLabels& labels = z.labels();
  entries_.clear();
  for (std::size_t k = 0; k < x.codes.size(); ++k)
    entries_.push_back(std::uint64_t{x.codes[k] * z.levels() + z.code(k)} << 32 | k);
  std::ranges::sort(entries_);
  for (std::size_t e = 0; e < entries_.size();) {
    const std::uint64_t pair = entries_[e] >> 32;
    const std::size_t begin = table_.weight.size();
    table_.weight.resize(begin + l, 0.0);
    for (; e < entries_.size() && entries_[e] >> 32 == pair; ++e) {
      const std::size_t k = entries_[e] & 0xFFFFFFFF;
      for (std::size_t s = 0; s < l; ++s)
        table_.weight[begin + s] +=
            labels.are_whole() ? (labels.pattern(k) == s ? 1.0 : 0.0) : labels.weights(k)[s];
    }
    close(pair / z.levels(), pair % z.levels());
  }
}

void CellCounter::close(std::size_t x, std::size_t z) {
  table_.x.push_back(static_cast<std::uint8_t>(x));
  table_.z.push_back(static_cast<std::uint8_t>(z));
}

}  // namespace tamis::numerics
