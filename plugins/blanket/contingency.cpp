#include "contingency.hpp"

#include <algorithm>
#include <bit>

namespace tamis::blanket {
namespace {

/// Cells of a table that stays in the cache; more are sorted.
constexpr std::size_t kTable = 1 << 15;
/// Keys of which one bit each is looked at.
constexpr std::uint64_t kKeys = 1 << 18;
constexpr std::uint64_t kWord = 64;

}  // namespace

void MassLists::clear() {
  start.resize(1);
  classes.clear();
  masses.clear();
  totals.clear();
}

void MassLists::close() {
  double total = 0;
  for (std::uint64_t e = start.back(); e < masses.size(); ++e) total += masses[e];
  totals.push_back(total);
  start.push_back(masses.size());
}

void MassLists::add_list(std::span<const double> by_class) {
  const std::size_t first = masses.size();
  classes.resize(first + by_class.size());
  masses.resize(first + by_class.size());
  std::size_t to = first;
  for (std::size_t c = 0; c < by_class.size(); ++c) {  // without a branch that few predictions get right
    classes[to] = static_cast<std::uint32_t>(c);
    masses[to] = by_class[c];
    to += by_class[c] != 0;
  }
  classes.resize(to);
  masses.resize(to);
  if (to > first) close();
}

void ClassSums::close(MassLists& out, ClassSums* above) {
  if (seen_.empty()) return;
  std::sort(seen_.begin(), seen_.end());
  for (const std::uint32_t c : seen_) {
    out.add(c, sum_[c]);
    if (above) above->add(c, sum_[c]);
    sum_[c] = 0;
  }
  seen_.clear();
  out.close();
}

void Contingency::clear() {
  groups.clear();
  cells.clear();
  first_cell.resize(1);
}

Tabulator::Tabulator(const CodedFeatures& features, const ClassMasses& labels)
    : features_(features),
      labels_(labels),
      key_(features.samples()),
      cell_(labels.classes()),
      group_(labels.classes()),
      by_class_(labels.classes()) {}

const Contingency& Tabulator::tabulate(std::span<const Feature> given, Feature x) {
  out_.clear();
  const std::uint64_t keys = mark(given, x), levels = features_[x].level_count();
  if (list_cells(keys)) {
    by_table(levels);
    clear_marks();
  } else {
    list_entries(!labels_.exact());
    clear_marks();
    by_sorting(levels, labels_.exact());
  }
  return out_;
}

void Tabulator::begin_shuffles(std::span<const Feature> given, Feature x) {
  mark(given, x);
  list_entries(true);
  clear_marks();
  std::sort(entries_.begin(), entries_.end());
  in_place_ = entries_;
  shuffled_levels_ = features_[x].level_count();
}

const Contingency& Tabulator::tabulate_shuffled(Rng& rng) {
  out_.clear();
  entries_ = in_place_;
  const std::uint64_t levels = shuffled_levels_;
  for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
    const std::uint64_t group = (entries_[first] >> 32) / levels;
    while (last < entries_.size() && (entries_[last] >> 32) / levels == group) ++last;
    for (std::size_t k = last - first; k > 1; --k) {  // keys change places, samples stay
      std::uint64_t &a = entries_[first + k - 1], &b = entries_[first + rng.below(k)];
      const std::uint64_t differ = (a ^ b) >> 32 << 32;
      a ^= differ;
      b ^= differ;
    }
  }
  by_sorting(levels, false);
  return out_;
}

/// Writes the samples' keys.
/// \return a bound that all are below.
std::uint64_t Tabulator::mark(std::span<const Feature> given, Feature x) {
  constexpr std::uint64_t kRoom = std::uint64_t{1} << 32;
  std::uint64_t stride = 1;
  const auto add_digit = [&](const CodedFeature& f, std::uint32_t weight) {
    for (std::size_t e = 0; e < f.rows.size(); ++e) {
      std::uint32_t& key = key_[f.rows[e]];
      if (key == 0) marked_.push_back(f.rows[e]);
      key += f.levels[e] * weight;
    }
  };
  for (const Feature j : given) {
    const std::uint64_t levels = features_[j].level_count();
    if (stride * levels > kRoom) stride = close_ranks();  // at most n + 1, so 256 levels fit
    add_digit(features_[j], static_cast<std::uint32_t>(stride));
    stride *= levels;
  }
  const std::uint64_t levels = features_[x].level_count();
  if (stride * levels > kRoom) stride = close_ranks();
  for (const std::uint32_t row : marked_) key_[row] *= static_cast<std::uint32_t>(levels);
  add_digit(features_[x], 1);
  return stride * levels;
}

/// Replaces keys by their ranks.
/// \return how many there are; 0 stays 0.
std::uint64_t Tabulator::close_ranks() {
  ranks_.assign(1, 0);
  for (const std::uint32_t row : marked_) ranks_.push_back(key_[row]);
  std::sort(ranks_.begin(), ranks_.end());
  ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
  for (const std::uint32_t row : marked_)
    key_[row] = static_cast<std::uint32_t>(std::lower_bound(ranks_.begin(), ranks_.end(), key_[row]) -
                                           ranks_.begin());
  return ranks_.size();
}

void Tabulator::clear_marks() {
  for (const std::uint32_t row : marked_) key_[row] = 0;
  marked_.clear();
}

/// Finds the occupied keys, and 0.
/// \return whether a table of them all is small enough.
bool Tabulator::list_cells(std::uint64_t keys) {
  if (keys > kKeys) return false;
  occupied_.assign((keys + kWord - 1) / kWord, 0);
  occupied_[0] = 1;
  for (const std::uint32_t row : marked_)
    occupied_[key_[row] / kWord] |= std::uint64_t{1} << key_[row] % kWord;
  cells_.clear();
  cell_of_.resize(keys);
  for (std::size_t w = 0; w < occupied_.size(); ++w)
    for (std::uint64_t left = occupied_[w]; left != 0; left &= left - 1) {
      const auto key =
          static_cast<std::uint32_t>(w * kWord + static_cast<std::size_t>(std::countr_zero(left)));
      cell_of_[key] = static_cast<std::uint32_t>(cells_.size());
      cells_.push_back(key);
    }
  return cells_.size() * labels_.classes() <= kTable;
}

void Tabulator::by_table(std::uint64_t levels) {
  const std::size_t l = labels_.classes();
  table_.assign(cells_.size() * l, 0.0);
  const auto add_sample = [&](std::uint32_t row) {
    double* cell = table_.data() + cell_of_[key_[row]] * l;
    labels_.each(row, [&](std::uint32_t c, double mass) { cell[c] += mass; });
  };
  if (labels_.exact()) {
    for (const std::uint32_t row : marked_) add_sample(row);
    std::copy(labels_.of_class().begin(), labels_.of_class().end(), table_.begin());
    for (std::size_t cell = 1; cell < cells_.size(); ++cell)
      for (std::size_t c = 0; c < l; ++c) table_[c] -= table_[cell * l + c];
  } else {
    for (std::uint32_t row = 0; row < key_.size(); ++row) add_sample(row);
  }
  for (std::size_t cell = 0; cell < cells_.size();) {
    const std::uint64_t group = cells_[cell] / levels;
    for (; cell < cells_.size() && cells_[cell] / levels == group; ++cell) {
      const std::span<const double> masses(table_.data() + cell * l, l);
      out_.cells.add_list(masses);
      for (std::size_t c = 0; c < l; ++c) by_class_[c] += masses[c];
    }
    if (out_.cells.size() > out_.first_cell.back()) {
      out_.groups.add_list(by_class_);
      out_.first_cell.push_back(out_.cells.size());
    }
    std::fill(by_class_.begin(), by_class_.end(), 0.0);
  }
}

void Tabulator::list_entries(bool all) {
  entries_.clear();
  const auto add = [&](std::uint32_t row) { entries_.push_back(std::uint64_t{key_[row]} << 32 | row); };
  if (all)
    for (std::uint32_t row = 0; row < key_.size(); ++row) add(row);
  else
    for (const std::uint32_t row : marked_) add(row);
}

void Tabulator::by_sorting(std::uint64_t levels, bool rest_at_zero) {
  std::sort(entries_.begin(), entries_.end());
  const auto row_of = [](std::uint64_t entry) { return static_cast<std::uint32_t>(entry); };
  if (rest_at_zero) {
    std::copy(labels_.of_class().begin(), labels_.of_class().end(), by_class_.begin());
    for (const std::uint64_t entry : entries_)
      labels_.each(row_of(entry), [&](std::uint32_t c, double mass) { by_class_[c] -= mass; });
    for (std::uint32_t c = 0; c < labels_.classes(); ++c)
      if (by_class_[c] != 0) cell_.add(c, by_class_[c]);
    std::fill(by_class_.begin(), by_class_.end(), 0.0);
  }
  std::uint64_t key = 0;
  for (const std::uint64_t entry : entries_) {
    if (entry >> 32 != key) {
      cell_.close(out_.cells, &group_);
      if ((entry >> 32) / levels != key / levels) end_group();
      key = entry >> 32;
    }
    labels_.each(row_of(entry), [&](std::uint32_t c, double mass) { cell_.add(c, mass); });
  }
  cell_.close(out_.cells, &group_);
  end_group();
}

void Tabulator::end_group() {
  const std::size_t before = out_.groups.size();
  group_.close(out_.groups);
  if (out_.groups.size() > before) out_.first_cell.push_back(out_.cells.size());
}

}  // namespace tamis::blanket
