#include <tamis/framework/selection/shuffled_data.hpp>

#include <tamis/framework/data/reordered.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace tamis::framework {
namespace {

/// Columns `features` of a column-major table, row i taken from row from[i] of `given`.
template <class T>
void take_rows(std::vector<T>& table, const T* given, std::span<const Feature> features,
               std::span<const std::uint64_t> from) {
  const std::size_t n = from.size();
  for (const Feature f : features)
    for (std::size_t i = 0; i < n; ++i) table[f * n + i] = given[f * n + from[i]];
}

/// The same of sparse columns, each of which keeps its number of cells.
void take_rows(SparseColumns& cells, const SparseColumns& given, std::span<const Feature> features,
               std::span<const std::uint64_t> from) {
  std::vector<std::uint32_t> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[from[i]] = static_cast<std::uint32_t>(i);
  std::vector<std::pair<std::uint32_t, double>> moved;
  for (const Feature f : features) {
    moved.clear();
    for (std::size_t e = 0; e < given.rows(f).size(); ++e)
      moved.emplace_back(to[given.rows(f)[e]], given.values(f)[e]);
    std::ranges::sort(moved);
    for (std::size_t e = 0; e < moved.size(); ++e)
      std::tie(cells.row[cells.start[f] + e], cells.value[cells.start[f] + e]) = moved[e];
  }
}

}  // namespace

ShuffledData::ShuffledData(const LoadedData& data) : data_(data), blocks_(blocks_of(data.parts())) {}

std::vector<ShuffledData::Blocks> ShuffledData::blocks_of(const DataTable& data) {
  std::vector<std::uint64_t> known;
  for (std::uint64_t i = 0; i < data.samples; ++i)
    if (data.target.known(i)) known.push_back(i);
  if (data.groups.empty()) return {{1, std::move(known)}};
  std::map<std::int32_t, std::vector<std::uint64_t>> groups;
  for (const std::uint64_t i : known) groups[data.groups[i]].push_back(i);
  std::map<std::size_t, std::vector<std::uint64_t>> by_size;
  for (const auto& [group, samples] : groups) {
    std::vector<std::uint64_t>& alike = by_size[samples.size()];
    alike.insert(alike.end(), samples.begin(), samples.end());
  }
  std::vector<Blocks> blocks;
  for (auto& [size, samples] : by_size) blocks.push_back({size, std::move(samples)});
  return blocks;
}

/// Shuffles the blocks, and then the samples within each.
void ShuffledData::Blocks::shuffle(Rng& rng) {
  const auto block = [&](std::size_t b) { return samples.begin() + static_cast<std::ptrdiff_t>(b * size); };
  for (std::size_t b = samples.size() / size; b > 1; --b)
    if (const std::size_t other = rng.below(b); other != b - 1)
      std::swap_ranges(block(b - 1), block(b), block(other));
  for (std::size_t b = 0; b < samples.size() / size; ++b) rng.shuffle(std::span(block(b), size));
}

Dataset ShuffledData::shuffled(std::span<const Feature> subset, Rng rng) {
  std::vector<std::uint64_t> from(data_.samples());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  for (const Blocks& blocks : blocks_) {
    Blocks shuffled = blocks;
    shuffled.shuffle(rng);
    for (std::size_t k = 0; k < blocks.samples.size(); ++k) from[blocks.samples[k]] = shuffled.samples[k];
  }

  target_.edit([&](DataTable& p) {
    p.samples = data_.samples();
    p.target = reordered(data_.parts().target, from);
  });
  view_ = *data_.view().raw();
  view_.target = target_.view().raw()->target;
  if (!subset.empty()) move_rows(subset, from);
  return Dataset(&view_);
}

void ShuffledData::move_rows(std::span<const Feature> subset, std::span<const std::uint64_t> from) {
  const DataTable& p = data_.parts();
  const std::size_t n = data_.samples();
  std::vector<std::uint64_t> in_place(n);
  std::iota(in_place.begin(), in_place.end(), std::uint64_t{0});
  const auto move = [&](auto& table, const auto& given) {
    take_rows(table, given, moved_, in_place);
    take_rows(table, given, subset, from);
  };
  const auto move_table = [&](auto& table, const auto* given) {
    if (table.empty()) table.assign(given, given + n * data_.features());
    move(table, given);
    return table.data();
  };
  const bool is_sparse = !view_.dense.data && !view_.codes.data;
  if (is_sparse) {
    if (sparse_.empty()) sparse_ = p.sparse;
    move(sparse_, p.sparse);
    view_.sparse.row = sparse_.row.data();
    view_.sparse.value = sparse_.value.data();
  } else {
    view_.sparse = {};  // the criterion reads one of the tables that a preparation has made
  }
  if (view_.dense.data) view_.dense.data = move_table(dense_, p.values.data());
  if (view_.codes.data) view_.codes.data = move_table(codes_, p.codes.data());
  if (view_.missing.data) view_.missing.data = move_table(missing_, p.missing.data());
  moved_.assign(subset.begin(), subset.end());
}

}  // namespace tamis::framework
