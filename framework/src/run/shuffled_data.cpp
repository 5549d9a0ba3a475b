#include <tamis/framework/run/shuffled_data.hpp>

#include <tamis/framework/data/reordered.hpp>

#include <numeric>
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

}  // namespace

ShuffledData::ShuffledData(const LoadedData& data) : data_(data) {
  for (std::uint64_t i = 0; i < data.samples(); ++i)
    if (data.parts().target.known(i)) known_.push_back(i);
}

Dataset ShuffledData::shuffled(std::span<const Feature> subset, Rng rng) {
  std::vector<std::uint64_t> shuffled = known_;
  for (std::size_t i = shuffled.size(); i > 1; --i)  // Fisher and Yates
    std::swap(shuffled[i - 1], shuffled[rng.below(i)]);
  std::vector<std::uint64_t> from(data_.samples());
  std::iota(from.begin(), from.end(), std::uint64_t{0});
  for (std::size_t k = 0; k < known_.size(); ++k) from[known_[k]] = shuffled[k];

  target_.edit([&](DataParts& p) {
    p.samples = data_.samples();
    p.target = reordered(data_.parts().target, from);
  });
  view_ = *data_.view().raw();
  view_.target = target_.view().raw()->target;
  if (!subset.empty()) move_rows(subset, from);
  return Dataset(&view_);
}

void ShuffledData::move_rows(std::span<const Feature> subset, std::span<const std::uint64_t> from) {
  const DataParts& p = data_.parts();
  const std::size_t n = data_.samples();
  std::vector<std::uint64_t> in_place(n);
  std::iota(in_place.begin(), in_place.end(), std::uint64_t{0});
  const auto move = [&](auto& table, const auto* given) {
    if (table.empty()) table.assign(given, given + n * data_.features());
    take_rows(table, given, moved_, in_place);
    take_rows(table, given, subset, from);
  };
  if (view_.dense.data) {
    move(dense_, p.values.data());
    view_.dense.data = dense_.data();
  }
  if (view_.codes.data) {
    move(codes_, p.codes.data());
    view_.codes.data = codes_.data();
  }
  view_.sparse = {};  // beside one of the tables above, which a preparation has made
  moved_.assign(subset.begin(), subset.end());
}

}  // namespace tamis::framework
