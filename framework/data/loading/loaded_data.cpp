#include <tamis/framework/data/loaded_data.hpp>

#include "check_parts.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/table.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tamis::framework {
namespace {

std::vector<tamis_text> texts_of(const std::vector<std::string>& names) {
  std::vector<tamis_text> out;
  for (const std::string& name : names) out.push_back({name.data(), name.size()});
  return out;
}

template <class T>
const T* data_or_null(const std::vector<T>& values) {
  return values.empty() ? nullptr : values.data();
}

template <class T>
void keep_values(std::vector<T>& values, std::span<const char> keep) {
  if (values.empty()) return;
  std::size_t to = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    if (!keep[i]) continue;
    if (to != i) values[to] = std::move(values[i]);
    ++to;
  }
  values.resize(to);
}

// Lists per sample, as votes and label sets are: start[i] .. start[i + 1].
template <class... Lists>
void keep_lists(std::vector<std::uint64_t>& start, std::span<const char> keep, Lists&... lists) {
  if (start.empty()) return;
  std::size_t to = 0, row = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const std::uint64_t from = start[i], end = start[i + 1];
    if (!keep[i]) continue;
    start[row++] = to;
    for (std::uint64_t e = from; e < end; ++e, ++to) ((lists[to] = lists[e]), ...);
  }
  start[row] = to;
  start.resize(row + 1);
  (lists.resize(to), ...);
}

void keep_samples(TargetColumn& t, std::span<const char> keep) {
  keep_values(t.labels, keep);
  keep_values(t.real, keep);
  keep_values(t.certainty, keep);
  if (!t.soft.empty()) {
    std::size_t to = 0;
    for (std::size_t k = 0; k < t.soft.size(); ++k)
      if (keep[k % keep.size()]) t.soft[to++] = t.soft[k];
    t.soft.resize(to);
  }
  keep_lists(t.set_start, keep, t.set_labels);
  keep_lists(t.vote_start, keep, t.vote_annotators, t.vote_labels);
}

void keep_samples(FilledCells& filled, std::span<const char> keep) {
  if (filled.empty()) return;
  std::vector<char> stays;
  std::vector<std::uint64_t> place(keep.size());
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < keep.size(); ++i) place[i] = keep[i] ? next++ : 0;
  for (std::uint64_t& sample : filled.sample) {
    stays.push_back(keep[sample]);
    sample = place[sample];
  }
  keep_values(filled.feature, stays);
  keep_values(filled.sample, stays);
}

void keep_features(FilledCells& filled, std::span<const char> keep) {
  std::vector<char> stays;
  std::vector<Feature> place;
  for (const char k : keep) place.push_back((place.empty() ? 0 : place.back()) + (k != 0));
  for (Feature& feature : filled.feature) {
    stays.push_back(keep[feature]);
    feature = place[feature] - 1;
  }
  keep_values(filled.feature, stays);
  keep_values(filled.sample, stays);
  filled.features = 0;
}

}  // namespace

bool TargetColumn::known(std::uint64_t i) const {
  switch (kind) {
    case TargetKind::none:
      return false;
    case TargetKind::classes:
      return labels[i] >= 0;
    case TargetKind::soft:
      return !std::isnan(soft[i]);
    case TargetKind::real:
      return !std::isnan(real[i]);
    case TargetKind::sets:
      return set_start[i] != set_start[i + 1];
  }
  return false;
}

void TargetColumn::make_unknown(std::uint64_t i) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  const auto erase = [i](std::vector<std::uint64_t>& start, auto&... parallel) {
    if (start.empty()) return;
    const auto begin = static_cast<std::ptrdiff_t>(start[i]), end = static_cast<std::ptrdiff_t>(start[i + 1]);
    (parallel.erase(parallel.begin() + begin, parallel.begin() + end), ...);
    for (std::size_t later = i + 1; later < start.size(); ++later)
      start[later] -= static_cast<std::uint64_t>(end - begin);
  };
  if (!labels.empty()) labels[i] = -1;
  if (!real.empty()) real[i] = kUnknown;
  if (!certainty.empty()) certainty[i] = kUnknown;
  for (std::size_t s = 0; !soft.empty() && s < class_names.size(); ++s)
    soft[i + s * (soft.size() / class_names.size())] = kUnknown;
  erase(set_start, set_labels);
  erase(vote_start, vote_annotators, vote_labels);
}

std::string TargetColumn::title() const { return name.empty() ? "the target" : "target " + in_quotes(name); }

std::vector<std::string> DataTable::relevant_names() const {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < relevant.size(); ++j)
    if (relevant[j]) names.push_back(feature_names[j]);
  return names;
}

std::int32_t DataTable::unit_of(Feature j) const {
  if (feature_groups.empty()) return -1;
  const auto begin = static_cast<std::int32_t>(exclusive_groups),
             end = static_cast<std::int32_t>(unit_names.size());
  const std::int32_t group = feature_groups[j];
  return begin <= group && group < end ? group : -1;
}

bool DataTable::is_of_categorical_unit(Feature j) const {
  const auto first = static_cast<std::int32_t>(unit_names.size() - categorical_units);
  return categorical_units > 0 && unit_of(j) >= first;
}

struct LoadedData::State {
  // A target as methods see it, and the names that it points to.
  struct TargetView {
    tamis_target c{};
    std::vector<tamis_text> names;

    void show(const TargetColumn& t, std::uint64_t samples) {
      names = texts_of(t.class_names);
      c = {};
      c.size = sizeof(c);
      c.kind = static_cast<std::int32_t>(t.kind);
      c.samples = samples;
      c.classes = t.kind == TargetKind::real || t.kind == TargetKind::none
                      ? 0
                      : static_cast<std::uint32_t>(t.class_names.size());
      c.class_names = data_or_null(names);
      c.labels = data_or_null(t.labels);
      if (t.kind == TargetKind::soft) c.soft = {t.soft.data(), samples, c.classes, samples};
      c.real = data_or_null(t.real);
      c.sets = {data_or_null(t.set_start), t.set_labels.data()};
      c.certainty = data_or_null(t.certainty);
      c.votes = {data_or_null(t.vote_start), t.vote_annotators.data(), t.vote_labels.data(),
                 static_cast<std::uint32_t>(t.annotator_names.size())};
    }
  };

  DataTable parts;
  std::vector<tamis_text> names;
  std::vector<std::int32_t> units;
  std::vector<std::uint8_t> kinds;
  TargetView target, clean;
  tamis_dataset dataset{};

  void show() {
    names = texts_of(parts.feature_names);
    target.show(parts.target, parts.samples);
    if (parts.clean) clean.show(*parts.clean, parts.samples);
    tamis_dataset d{};
    d.size = sizeof(d);
    d.samples = parts.samples;
    d.features = static_cast<std::uint32_t>(parts.feature_names.size());
    if (parts.sparse.empty() || parts.values.size() > 0 || parts.full_table)
      d.dense = {first_column(), parts.samples, d.features, parts.samples};
    if (!parts.sparse.empty())
      d.sparse = {parts.sparse.start.data(), parts.sparse.row.data(), parts.sparse.value.data(),
                  parts.samples, d.features};
    if (!parts.levels.empty())
      d.codes = {parts.codes.data(), parts.samples, d.features, parts.samples, parts.levels.data()};
    d.centre = data_or_null(parts.centre);
    d.scale = data_or_null(parts.scale);
    d.feature_names = data_or_null(names);
    d.target = &target.c;
    d.clean = parts.clean ? &clean.c : nullptr;
    d.weights = data_or_null(parts.weights);
    d.groups = data_or_null(parts.groups);
    d.feature_groups = data_or_null(parts.feature_groups);
    units.clear();
    if (parts.unit_names.size() > parts.exclusive_groups)
      for (Feature j = 0; j < d.features; ++j) units.push_back(parts.unit_of(j));
    d.feature_units = data_or_null(units);
    kinds.clear();
    if (parts.categorical_units > 0)
      for (Feature j = 0; j < d.features; ++j)
        kinds.push_back(parts.is_of_categorical_unit(j) ? TAMIS_FEATURE_NOMINAL : TAMIS_FEATURE_NUMBER);
    d.feature_kinds = data_or_null(kinds);
    d.feature_costs = data_or_null(parts.feature_costs);
    if (!parts.missing.empty()) d.missing = {parts.missing.data(), parts.samples, d.features, parts.samples};
    dataset = d;
  }

  /// The address of the values of feature 0, or where it would be if those of all features were here. It is computed as a
  /// number, since no pointer may leave its block.
  const double* first_column() const {
    if (parts.full_table) return parts.full_table.get();
    const double* values = std::as_const(parts).values.data();
    return reinterpret_cast<const double*>(reinterpret_cast<std::uintptr_t>(values) -
                                           parts.first_column() * parts.samples * sizeof(double));
  }
};

LoadedData::LoadedData() : state_(std::make_unique<State>()) {
  state_->parts.values.resize(0);
  state_->show();
}
LoadedData::LoadedData(DataTable parts) : state_(std::make_unique<State>()) {
  check_parts(parts);
  state_->parts = std::move(parts);
  state_->show();
}
LoadedData::LoadedData(LoadedData&&) noexcept = default;
LoadedData& LoadedData::operator=(LoadedData&&) noexcept = default;
LoadedData::~LoadedData() = default;

LoadedData LoadedData::from_columns(std::span<const std::vector<double>> columns,
                                    std::vector<std::string> names, TargetColumn target) {
  DataTable parts;
  parts.samples = columns.empty() ? 0 : columns[0].size();
  parts.values.resize(columns.size() * parts.samples);
  if (names.empty())
    for (std::size_t j = 0; j < columns.size(); ++j) names.push_back(default_column_name(j));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (columns[j].size() != parts.samples) {
      throw DataError("column " + std::to_string(j + 1) + " has " + counted(columns[j].size(), "value") +
                      "; expected " + std::to_string(parts.samples) + ", as the first has");
    }
    std::copy(columns[j].begin(), columns[j].end(), parts.values.data() + j * parts.samples);
  }
  parts.feature_names = std::move(names);
  parts.target = std::move(target);
  return LoadedData(std::move(parts));
}

LoadedData LoadedData::copy_of_samples(std::span<const char> keep) const {
  LoadedData copy{DataTable(parts())};
  copy.drop_samples(keep);
  return copy;
}

std::uint64_t LoadedData::samples() const { return state_->parts.samples; }
std::uint32_t LoadedData::features() const { return state_->dataset.features; }
const DataTable& LoadedData::parts() const { return state_->parts; }
Dataset LoadedData::view() const { return Dataset(&state_->dataset); }

void LoadedData::edit(const std::function<void(DataTable&)>& change) {
  change(state_->parts);
  state_->show();
}

void LoadedData::drop_samples(std::span<const char> keep) {
  edit([&](DataTable& p) {
    drop_derived_features(p);
    const std::vector<char> all(p.sparse.empty() ? p.columns() : p.feature_names.size(), 1);
    if (p.sparse.empty())
      compact(p.values, p.samples, all, keep);
    else
      compact(p.sparse, all, keep);
    keep_samples(p.target, keep);
    if (p.clean) keep_samples(*p.clean, keep);
    keep_samples(p.filled, keep);
    keep_values(p.weights, keep);
    keep_values(p.groups, keep);
    if (p.sample_rows.empty())
      for (std::uint64_t i = 0; i < p.samples; ++i) p.sample_rows.push_back(i);
    keep_values(p.sample_rows, keep);
    keep_values(p.sample_lines, keep);
    p.samples =
        static_cast<std::uint64_t>(std::count_if(keep.begin(), keep.end(), [](char k) { return k != 0; }));
  });
}

DroppedSamples LoadedData::set_aside_samples(std::span<const char> keep) {
  const std::uint64_t n = samples();
  const auto dropped = static_cast<std::uint64_t>(std::count(keep.begin(), keep.end(), 0));
  DroppedSamples aside{{keep.begin(), keep.end()}, Buffer(), {}};
  if (!parts().sparse.empty()) {
    aside.sparse = dropped_cells(parts().sparse, keep);
    drop_samples(keep);
    return aside;
  }
  aside.values.resize(dropped * features());
  double* to = aside.values.data();
  for (Feature j = 0; j < features(); ++j)
    for (std::uint64_t i = 0; i < n; ++i)
      if (!keep[i]) *to++ = parts().values.data()[j * n + i];
  drop_samples(keep);
  return aside;
}

std::string LoadedData::where(std::uint64_t i) const {
  const DataTable& p = state_->parts;
  if (!p.sample_lines.empty()) return p.source + ":" + std::to_string(p.sample_lines[i]);
  return "sample " + std::to_string((p.sample_rows.empty() ? i : p.sample_rows[i]) + 1);
}

void drop_derived_features(DataTable& p) {
  p.codes = {};
  p.levels.clear();
  p.missing = {};
  if (!p.sparse.empty()) p.values = {};
}

void keep_features(DataTable& p, std::span<const char> keep) {
  const std::vector<char> all(p.samples, 1);
  if (p.sparse.empty())
    compact(p.values, p.samples, keep, all);
  else
    compact(p.sparse, keep, all);
  keep_values(p.feature_names, keep);
  keep_values(p.feature_groups, keep);
  keep_values(p.feature_costs, keep);
  keep_values(p.relevant, keep);
  keep_features(p.filled, keep);
}

void compact(Buffer& values, std::uint64_t rows, std::span<const char> keep_column,
             std::span<const char> keep_row) {
  const auto kept = static_cast<std::uint64_t>(
      std::count_if(keep_row.begin(), keep_row.end(), [](char k) { return k != 0; }));
  if (kept == rows && std::all_of(keep_column.begin(), keep_column.end(), [](char k) { return k != 0; }))
    return;
  double* to = values.data();
  for (std::size_t j = 0; j < keep_column.size(); ++j) {
    if (!keep_column[j]) continue;
    // What is written lies before what is read, so nothing is lost on the way.
    const double* from = values.data() + j * rows;
    if (kept == rows) {
      if (to != from) std::memmove(to, from, rows * sizeof(double));
      to += rows;
    } else {
      for (std::uint64_t i = 0; i < rows; ++i)
        if (keep_row[i]) *to++ = from[i];
    }
  }
  values.resize(static_cast<std::size_t>(to - values.data()));
}

void restore_samples(Buffer& values, const DroppedSamples& aside, std::span<const Feature> columns) {
  const std::uint64_t n = aside.kept.size();
  const auto gone = static_cast<std::uint64_t>(std::count(aside.kept.begin(), aside.kept.end(), 0));
  if (gone == 0) return;
  values.resize(n * columns.size());
  // From the last cell to the first: what is written lies behind what is still to be read.
  for (std::size_t j = columns.size(); j-- > 0;) {
    const double* kept = values.data() + (j + 1) * (n - gone);
    const double* dropped = aside.values.data() + (columns[j] + 1) * gone;
    double* to = values.data() + (j + 1) * n;
    for (std::uint64_t i = n; i-- > 0;) *--to = aside.kept[i] ? *--kept : *--dropped;
  }
}

}  // namespace tamis::framework
