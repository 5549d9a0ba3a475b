#include "contingency.hpp"

#include <algorithm>

namespace tamis::blanket {
namespace {

/// A table of so many numbers is scanned faster than as many samples are sorted.
constexpr std::size_t kTable = 1 << 15;

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

void Contingency::clear() {
  groups.clear();
  cells.clear();
  first_cell.resize(1);
}

Tabulator::Tabulator(const CodedFeatures& features, const ClassMasses& labels)
    : features_(features),
      labels_(labels),
      key_(features.samples()),
      cell_sum_(labels.classes()),
      group_sum_(labels.classes()) {}

const Contingency& Tabulator::tabulate(std::span<const Feature> given, Feature x) {
  out_.clear();
  const std::uint64_t keys = mark(given, x), levels = features_[x].level_count();
  if (keys * labels_.classes() <= kTable) {
    by_table(keys, levels);
  } else {
    list_entries(!labels_.exact());
    by_sorting(levels, labels_.exact());
  }
  clear_marks();
  return out_;
}

const Contingency& Tabulator::tabulate_shuffled(std::span<const Feature> given, Feature x, Rng& rng) {
  out_.clear();
  mark(given, x);
  list_entries(true);
  clear_marks();
  const std::uint64_t levels = features_[x].level_count();
  std::sort(entries_.begin(), entries_.end());
  for (std::size_t first = 0, last = 0; first < entries_.size(); first = last) {
    const std::uint64_t group = entries_[first].key / levels;
    while (last < entries_.size() && entries_[last].key / levels == group) ++last;
    for (std::size_t k = last - first; k > 1; --k)
      std::swap(entries_[first + k - 1].key, entries_[first + rng.below(k)].key);
  }
  by_sorting(levels, false);
  return out_;
}

/// Writes the samples' keys. \return a bound that all are below.
std::uint64_t Tabulator::mark(std::span<const Feature> given, Feature x) {
  constexpr std::uint64_t kRoom = std::uint64_t{1} << 48;  // for two more features of 256 levels
  std::uint64_t stride = 1;
  const auto add_digit = [&](const CodedFeature& f, std::uint64_t weight) {
    for (std::size_t e = 0; e < f.rows.size(); ++e) {
      std::uint64_t& key = key_[f.rows[e]];
      if (key == 0) marked_.push_back(f.rows[e]);
      key += f.levels[e] * weight;
    }
  };
  for (const Feature j : given) {
    if (stride >= kRoom) stride = close_ranks();
    add_digit(features_[j], stride);
    stride *= features_[j].level_count();
  }
  const std::uint64_t levels = features_[x].level_count();
  for (const std::uint32_t row : marked_) key_[row] *= levels;
  add_digit(features_[x], 1);
  return stride * levels;
}

/// Replaces keys by their ranks. \return how many there are; 0 stays 0.
std::uint64_t Tabulator::close_ranks() {
  ranks_.assign(1, 0);
  for (const std::uint32_t row : marked_) ranks_.push_back(key_[row]);
  std::sort(ranks_.begin(), ranks_.end());
  ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
  for (const std::uint32_t row : marked_)
    key_[row] = static_cast<std::uint64_t>(std::lower_bound(ranks_.begin(), ranks_.end(), key_[row]) -
                                           ranks_.begin());
  return ranks_.size();
}

void Tabulator::list_entries(bool all) {
  entries_.clear();
  if (all)
    for (std::uint32_t row = 0; row < key_.size(); ++row) entries_.push_back({key_[row], row});
  else
    for (const std::uint32_t row : marked_) entries_.push_back({key_[row], row});
}

void Tabulator::clear_marks() {
  for (const std::uint32_t row : marked_) key_[row] = 0;
  marked_.clear();
}

void Tabulator::by_table(std::uint64_t keys, std::uint64_t levels) {
  const std::size_t l = labels_.classes();
  table_.assign(keys * l, 0.0);
  const auto add_sample = [&](std::uint32_t row) {
    double* cell = table_.data() + key_[row] * l;
    const auto classes = labels_.classes_of(row);
    const auto masses = labels_.masses_of(row);
    for (std::size_t e = 0; e < classes.size(); ++e) cell[classes[e]] += masses[e];
  };
  if (labels_.exact()) {
    for (const std::uint32_t row : marked_) add_sample(row);
    std::copy(labels_.of_class().begin(), labels_.of_class().end(), table_.begin());
    for (std::uint64_t key = 1; key < keys; ++key)
      for (std::size_t c = 0; c < l; ++c) table_[c] -= table_[key * l + c];
  } else {
    for (std::uint32_t row = 0; row < key_.size(); ++row) add_sample(row);
  }
  for (std::uint64_t group = 0; group < keys; group += levels) {
    for (std::uint64_t key = group; key < group + levels; ++key) {
      const std::uint64_t before = out_.cells.masses.size();
      for (std::uint32_t c = 0; c < l; ++c) {
        const double mass = table_[key * l + c];
        if (mass == 0) continue;
        out_.cells.add(c, mass);
        group_sum_[c] += mass;
      }
      if (out_.cells.masses.size() > before) out_.cells.close();
    }
    if (out_.cells.size() == out_.first_cell.back()) continue;
    for (std::uint32_t c = 0; c < l; ++c)
      if (group_sum_[c] != 0) group_classes_.push_back(c);
    end_group();
  }
}

void Tabulator::by_sorting(std::uint64_t levels, bool rest_at_zero) {
  std::sort(entries_.begin(), entries_.end());
  const auto add = [&](std::uint32_t c, double mass) {
    if (cell_sum_[c] == 0) cell_classes_.push_back(c);
    cell_sum_[c] += mass;
  };
  if (rest_at_zero) {
    for (std::uint32_t c = 0; c < labels_.classes(); ++c) cell_sum_[c] = labels_.of_class()[c];
    for (const Entry& entry : entries_) {
      const auto classes = labels_.classes_of(entry.row);
      const auto masses = labels_.masses_of(entry.row);
      for (std::size_t e = 0; e < classes.size(); ++e) cell_sum_[classes[e]] -= masses[e];
    }
    for (std::uint32_t c = 0; c < labels_.classes(); ++c)
      if (cell_sum_[c] != 0) cell_classes_.push_back(c);
    end_cell();
  }
  std::uint64_t key = 0;
  for (const Entry& entry : entries_) {
    if (entry.key != key) {
      end_cell();
      if (entry.key / levels != key / levels) end_group();
      key = entry.key;
    }
    const auto classes = labels_.classes_of(entry.row);
    const auto masses = labels_.masses_of(entry.row);
    for (std::size_t e = 0; e < classes.size(); ++e) add(classes[e], masses[e]);
  }
  end_cell();
  end_group();
}

void Tabulator::end_cell() {
  if (cell_classes_.empty()) return;
  std::sort(cell_classes_.begin(), cell_classes_.end());
  for (const std::uint32_t c : cell_classes_) {
    out_.cells.add(c, cell_sum_[c]);
    if (group_sum_[c] == 0) group_classes_.push_back(c);
    group_sum_[c] += cell_sum_[c];
    cell_sum_[c] = 0;
  }
  cell_classes_.clear();
  out_.cells.close();
}

void Tabulator::end_group() {
  if (group_classes_.empty()) return;
  std::sort(group_classes_.begin(), group_classes_.end());
  for (const std::uint32_t c : group_classes_) {
    out_.groups.add(c, group_sum_[c]);
    group_sum_[c] = 0;
  }
  group_classes_.clear();
  out_.groups.close();
  out_.first_cell.push_back(out_.cells.size());
}

}  // namespace tamis::blanket
