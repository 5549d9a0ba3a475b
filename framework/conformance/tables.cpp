#include "tables.hpp"

#include <tamis/framework/data/prepare.hpp>
#include <tamis/numerics/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace tamis::framework::conformance {
namespace {

using Values = std::vector<double>;

Values noise(std::size_t n, Rng& rng) {
  Values column(n);
  for (double& x : column) x = numerics::normal(rng);
  return column;
}

/// x + size * noise
Values blurred(const Values& x, double size, Rng& rng) {
  Values column = noise(x.size(), rng);
  for (std::size_t i = 0; i < x.size(); ++i) column[i] = x[i] + size * column[i];
  return column;
}

/// Of three classes 4 : 3 : 2, of others as many of each as go.
std::vector<std::int32_t> labels(const TableShape& shape) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < shape.samples; ++i) {
    const auto of_three = i % 9 < 4 ? 0 : i % 9 < 7 ? 1 : 2;
    labels.push_back(shape.one_class      ? 0
                     : shape.classes == 3 ? of_three
                                          : static_cast<std::int32_t>(i % shape.classes));
  }
  return labels;
}

/// What the target says of each sample, as a number: its class, or the real value itself.
struct Truth {
  std::vector<std::int32_t> labels;
  Values place;
};

Truth draw_truth(TargetKind kind, const TableShape& shape, Rng& rng) {
  if (kind == TargetKind::real) return {{}, noise(shape.samples, rng)};
  Truth truth{labels(shape), {}};
  for (const std::int32_t c : truth.labels) truth.place.push_back(2.0 * c);
  return truth;
}

std::vector<double> doubtful(std::span<const std::int32_t> labels, std::uint32_t classes, Rng& rng) {
  std::vector<double> soft(labels.size() * classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double sure = 0.6 + 0.3 * rng.uniform(), split = rng.uniform();
    const auto at = [&](std::int32_t c) -> double& {
      return soft[i + static_cast<std::size_t>(c) % classes * labels.size()];
    };
    at(labels[i]) += sure;
    at(labels[i] + 1) += (1 - sure) * split;
    at(labels[i] + 2) += (1 - sure) * (1 - split);
  }
  return soft;
}

void fill_sets(TargetColumn& target, std::span<const std::int32_t> labels, std::uint32_t classes, Rng& rng) {
  target.set_start.push_back(0);
  for (const std::int32_t c : labels) {
    std::vector<std::int32_t> set{c};
    if (rng.uniform() < 0.3) set.push_back((c + 1) % static_cast<std::int32_t>(classes));
    std::sort(set.begin(), set.end());
    target.set_labels.insert(target.set_labels.end(), set.begin(), set.end());
    target.set_start.push_back(target.set_labels.size());
  }
}

/// Names that can be read as places in a hierarchy.
std::vector<std::string> names_of(std::uint32_t classes) {
  if (classes == 3) return {"up/left", "up/right", "down"};
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < classes; ++c) names.push_back((c % 2 ? "up/" : "down/") + std::to_string(c));
  return names;
}

TargetColumn target_of(TargetKind kind, const TableShape& shape, const Truth& truth, Rng& rng) {
  TargetColumn target;
  target.kind = kind;
  if (kind == TargetKind::real) target.real = truth.place;
  if (kind == TargetKind::classes) target.labels = truth.labels;
  if (kind == TargetKind::soft) target.soft = doubtful(truth.labels, shape.classes, rng);
  if (kind == TargetKind::sets) fill_sets(target, truth.labels, shape.classes, rng);
  if (kind != TargetKind::real && kind != TargetKind::none) target.class_names = names_of(shape.classes);
  return target;
}

Rng rng_of(TargetKind kind, std::uint64_t seed) {
  return Rng(Rng::combine(Rng::mix(seed + 1), static_cast<std::uint64_t>(kind)));
}

template <class T>
void reorder(std::vector<T>& values, std::span<const std::size_t> order, std::size_t samples) {
  if (values.empty()) return;
  std::vector<T> reordered;
  for (std::size_t block = 0; block < values.size(); block += samples)
    for (const std::size_t i : order) reordered.push_back(values[block + i]);
  values = std::move(reordered);
}

void forget_row(std::vector<double>& soft, std::size_t sample, std::size_t samples) {
  for (std::size_t at = sample; at < soft.size(); at += samples) soft[at] = std::nan("");
}

void forget_set(TargetColumn& t, std::size_t sample) {
  const auto first = t.set_labels.begin();
  const std::uint64_t begin = t.set_start[sample], end = t.set_start[sample + 1];
  t.set_labels.erase(first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end));
  for (std::size_t i = sample + 1; i < t.set_start.size(); ++i) t.set_start[i] -= end - begin;
}

/// Noise, until features are put in its place.
struct Draft {
  TestTable table;
  Truth truth;
  Rng rng;
};

Draft draft(TargetKind kind, std::uint64_t seed, const TableShape& shape) {
  Draft d{{}, {}, rng_of(kind, seed)};
  d.truth = draw_truth(kind, shape, d.rng);
  d.table.columns.resize(shape.features);
  for (Values& column : d.table.columns) column = noise(shape.samples, d.rng);
  return d;
}

TestTable finish(Draft d, TargetKind kind, const TableShape& shape) {
  d.table.target = target_of(kind, shape, d.truth, d.rng);
  if (!shape.uneven) return d.table;
  d.table = tied(std::move(d.table));
  d.table.columns.back().assign(shape.samples, 0.1);
  return d.table;
}

TestTable mixed(TargetKind kind, std::uint64_t seed, const TableShape& shape) {
  Draft d = draft(kind, seed, shape);
  auto& columns = d.table.columns;
  columns[0] = blurred(d.truth.place, 0.6, d.rng);
  if (shape.features > 3) columns[3] = blurred(d.truth.place, 2, d.rng);
  if (shape.features > 5) columns[5] = blurred(columns[0], 1, d.rng);
  return finish(std::move(d), kind, shape);
}

TestTable plain(TargetKind kind, std::uint64_t seed, const TableShape& shape) {
  Draft d = draft(kind, seed, shape);
  d.table.columns[0] = blurred(d.truth.place, 0.3, d.rng);
  return finish(std::move(d), kind, shape);
}

TestTable marked(TestTable table, const TableShape& shape) {
  table.drawn = shape;
  return table;
}

}  // namespace

std::vector<TableShape> drawn_shapes(std::uint64_t seed) {
  Rng rng(Rng::mix(seed + 17));
  const auto beside = [&](std::uint32_t size) { return size - 1 + static_cast<std::uint32_t>(rng.below(3)); };
  const auto between = [&](std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(rng.below(high - low + 1));
  };
  return {{beside(64), between(4, 6), 2},         {beside(128) | 1u, between(8, 12), 12},
          {between(17, 40), 1, between(2, 4)},    {beside(33), 4, 2, true},
          {between(20, 40), 5, 3, false, true},   {beside(180), between(65, 68), 5},
          {beside(104), beside(33), 8, true},     {beside(512), 3, 4},
          {between(24, 40), between(257, 300), 2}};
}

TestTable mixed_table(TargetKind kind, std::uint64_t seed) { return mixed(kind, seed, {}); }
TestTable plain_table(TargetKind kind, std::uint64_t seed) { return plain(kind, seed, {}); }
TestTable drawn_mixed_table(TargetKind kind, std::uint64_t seed, const TableShape& shape) {
  return marked(mixed(kind, seed, shape), shape);
}
TestTable drawn_plain_table(TargetKind kind, std::uint64_t seed, const TableShape& shape) {
  return marked(plain(kind, seed, shape), shape);
}

std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(Rng::mix(seed + 1));
  rng.shuffle(order);
  return order;
}

TestTable permuted(const TestTable& table, std::span<const std::size_t> order) {
  TestTable other = table;
  const std::size_t n = table.samples();
  for (Values& column : other.columns) reorder(column, order, n);
  TargetColumn& t = other.target;
  reorder(t.labels, order, n);
  reorder(t.soft, order, n);
  reorder(t.real, order, n);
  reorder(other.weights, order, n);
  reorder(other.groups, order, n);
  if (t.kind != TargetKind::sets) return other;
  t.set_labels.clear();
  t.set_start = {0};
  for (const std::size_t i : order) {
    const auto begin = table.target.set_labels.begin();
    t.set_labels.insert(t.set_labels.end(), begin + static_cast<std::ptrdiff_t>(table.target.set_start[i]),
                        begin + static_cast<std::ptrdiff_t>(table.target.set_start[i + 1]));
    t.set_start.push_back(t.set_labels.size());
  }
  return other;
}

TestTable relabelled(const TestTable& table, std::span<const std::uint32_t> becomes) {
  TestTable other = table;
  TargetColumn& t = other.target;
  const auto relabel = [&](std::int32_t& c) {
    if (c >= 0) c = static_cast<std::int32_t>(becomes[static_cast<std::size_t>(c)]);
  };
  for (std::uint32_t c = 0; c < table.classes(); ++c) {
    t.class_names[becomes[c]] = table.target.class_names[c];
    if (t.kind == TargetKind::soft)
      std::copy_n(table.target.soft.begin() + static_cast<std::ptrdiff_t>(c * table.samples()),
                  table.samples(),
                  t.soft.begin() + static_cast<std::ptrdiff_t>(becomes[c] * table.samples()));
  }
  std::for_each(t.labels.begin(), t.labels.end(), relabel);
  std::for_each(t.set_labels.begin(), t.set_labels.end(), relabel);
  for (std::size_t i = 0; i + 1 < t.set_start.size(); ++i)
    std::sort(t.set_labels.begin() + static_cast<std::ptrdiff_t>(t.set_start[i]),
              t.set_labels.begin() + static_cast<std::ptrdiff_t>(t.set_start[i + 1]));
  return other;
}

TestTable one_hot(const TestTable& table) {
  TestTable other = table;
  TargetColumn& t = other.target;
  t.kind = TargetKind::soft;
  t.soft.assign(table.samples() * table.classes(), 0);
  for (std::size_t i = 0; i < table.samples(); ++i)
    if (t.labels[i] >= 0)
      t.soft[i + static_cast<std::size_t>(t.labels[i]) * table.samples()] = 1;
    else
      forget_row(t.soft, i, table.samples());
  t.labels.clear();
  return other;
}

TestTable partly_known(TestTable table, std::size_t known, std::uint64_t seed) {
  const std::vector<std::size_t> order = shuffled(table.samples(), seed);
  TargetColumn& t = table.target;
  for (const std::size_t i : std::span(order).subspan(known)) {
    if (!t.labels.empty()) t.labels[i] = -1;
    if (!t.soft.empty()) forget_row(t.soft, i, table.samples());
    if (!t.real.empty()) t.real[i] = std::nan("");
    if (!t.set_start.empty()) forget_set(t, i);
  }
  return table;
}

TestTable weighted(TestTable table, std::uint64_t seed) {
  Rng rng(Rng::mix(seed + 1));
  for (std::size_t i = 0; i < table.samples(); ++i) table.weights.push_back(0.5 + rng.uniform());
  return table;
}

TestTable grouped(TestTable table) {
  for (std::size_t i = 0; i < table.samples(); ++i)
    table.groups.push_back(static_cast<std::int32_t>(i) % kGroups);
  return table;
}

TestTable widened(TestTable table) {
  const Feature features = table.features();
  for (const std::ptrdiff_t shift : {1, 2, 3})
    for (Feature f = 0; f < features; ++f) {
      Values column = table.columns[f];
      std::rotate(column.begin(), column.begin() + shift, column.end());
      table.columns.push_back(std::move(column));
    }
  return table;
}

TestTable tied(TestTable table) {
  constexpr double kPerUnit = 4;
  const auto round = [](double& x) { x = std::round(x * kPerUnit) / kPerUnit; };
  for (Values& column : table.columns) std::ranges::for_each(column, round);
  std::ranges::for_each(table.target.real, round);
  return table;
}

std::vector<TargetKind> kinds_of(const Traits& traits) {
  std::vector<TargetKind> kinds;
  for (const TargetKind kind : {TargetKind::classes, TargetKind::soft, TargetKind::real, TargetKind::sets})
    if (has(traits.targets, static_cast<Targets>(1u << static_cast<unsigned>(kind)))) kinds.push_back(kind);
  if (kinds.empty()) kinds.push_back(TargetKind::none);
  return kinds;
}

std::string with(const TestTable& table) {
  constexpr std::array kWords{"without a target", "with class labels", "with soft labels", "with real values",
                              "with sets of labels"};
  std::string text = kWords[static_cast<std::size_t>(table.target.kind)];
  bool all_known = true;
  for (std::size_t i = 0; i < table.samples(); ++i) all_known = all_known && table.target.known(i);
  if (table.target.kind != TargetKind::none && !all_known) text += ", some of them unknown";
  if (!table.weights.empty()) text += ", with weights";
  if (!table.groups.empty()) text += ", with groups";
  if (!table.drawn) return text;
  text += fmt::format(", {} samples and {} features", table.samples(), table.features());
  if (table.classes() > 0) text += fmt::format(" of {} classes", table.classes());
  if (table.drawn->uneven) text += ", with ties and a constant";
  if (table.drawn->one_class) text += ", all but one of them empty";
  return text;
}

LoadedData data_of(const TestTable& table, const Descriptor& component, const FilledCells& missing) {
  LoadedData data = LoadedData::from_columns(table.columns, {}, table.target);
  data.edit([&](DataTable& parts) {
    parts.weights = table.weights;
    parts.groups = table.groups;
    parts.clean = table.clean;
    parts.filled = missing;
  });
  if (component.interface_id == tamis::detail::Abi<Criterion>::kId)
    prepare_data(data, requirements_of(component.traits), PreparationOptions(Standardise::automatic),
                 component.id);
  return data;
}

namespace {

/// Some of the samples, in the same units and with the same codes.
LoadedData samples_of(const LoadedData& all, std::span<const char> keep) {
  LoadedData some = all.copy_of_samples(keep);
  some.edit([&](DataTable& parts) {
    const DataTable& full = all.parts();
    parts.centre = full.centre;
    parts.scale = full.scale;
    parts.levels = full.levels;
    for (std::size_t cell = 0; cell < full.codes.size(); ++cell)
      if (keep[cell % keep.size()]) parts.codes.push_back(full.codes[cell]);
  });
  return some;
}

}  // namespace

CountedSamples doubled(const TestTable& table, const Descriptor& criterion) {
  std::vector<std::size_t> rows;
  std::vector<char> first;  // of the samples with one row, whether this is it
  std::vector<double> weights;
  for (std::size_t i = 0; i < table.samples(); ++i) {
    weights.push_back(i % 3 == 0 ? 2 : 1);
    for (double copy = 0; copy < weights[i]; ++copy) {
      rows.push_back(i);
      first.push_back(copy == 0);
    }
  }
  LoadedData repeated = data_of(permuted(table, rows), criterion);
  LoadedData weighted = samples_of(repeated, first);
  weighted.edit([&](DataTable& parts) { parts.weights = weights; });
  return {std::move(repeated), std::move(weighted)};
}

CountedSamples thinned(const TestTable& table, const Descriptor& criterion) {
  std::vector<char> kept;
  std::vector<double> weights;
  for (std::size_t i = 0; i < table.samples(); ++i) {
    kept.push_back(i % 3 != 0);
    weights.push_back(kept.back());
  }
  LoadedData weighted = data_of(table, criterion);
  LoadedData plain = samples_of(weighted, kept);
  weighted.edit([&](DataTable& parts) { parts.weights = weights; });
  return {std::move(plain), std::move(weighted)};
}

}  // namespace tamis::framework::conformance
