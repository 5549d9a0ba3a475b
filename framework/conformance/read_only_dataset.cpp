#include "read_only_dataset.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace tamis::framework::conformance {

ReadOnlyDataset::ReadOnlyDataset(const Dataset& data, Edge edge) : edge_(edge), data_(*data.raw()) {
  const std::uint64_t n = data_.samples, d = data_.features;
  if (data_.dense.data)
    columns_.push_back(seal_columns("the features", data_.dense.data, data_.dense.stride, d));
  if (data_.codes.data) {
    columns_.push_back(seal_columns("the codes", data_.codes.data, data_.codes.stride, d));
    data_.codes.levels = seal("the numbers of codes", data_.codes.levels, d);
  }
  data_.centre = seal("the centres of the features", data_.centre, d);
  data_.scale = seal("the scales of the features", data_.scale, d);
  seal_names(data_.feature_names, d);
  data_.feature_kinds = seal("the kinds of the features", data_.feature_kinds, d);
  data_.feature_groups = seal("the groups of the features", data_.feature_groups, d);
  data_.feature_units = seal("the units of the features", data_.feature_units, d);
  data_.feature_costs = seal("the costs of the features", data_.feature_costs, d);
  if (data_.missing.data)
    seal_columns("the mask of missing cells", data_.missing.data, data_.missing.stride, d);
  data_.weights = seal("the weights", data_.weights, n);
  data_.groups = seal("the groups", data_.groups, n);
  if (data_.target) seal_target(data.target());
}

void ReadOnlyDataset::seal_target(const Target& target) {
  target_ = *target.raw();
  const std::uint64_t n = target_.samples;
  target_.labels = seal("the labels", target_.labels, n);
  target_.real = seal("the real values", target_.real, n);
  target_.certainty = seal("the certainties", target_.certainty, n);
  if (target_.soft.data)
    seal_columns("the soft labels", target_.soft.data, target_.soft.stride, target_.soft.cols);
  if (target_.sets.start) {
    target_.sets.labels = seal("the sets of labels", target_.sets.labels, target_.sets.start[n]);
    target_.sets.start = seal("the places of the sets", target_.sets.start, n + 1);
  }
  seal_names(target_.class_names, target_.classes);
  data_.target = &target_;
}

void ReadOnlyDataset::seal_names(const tamis_text*& names, std::size_t n) {
  if (!names) return;
  std::vector<tamis_text> sealed;
  for (std::size_t i = 0; i < n; ++i)
    sealed.push_back({seal("a name", names[i].data, names[i].size), names[i].size});
  names = seal("the names", sealed.data(), n);
}

template <class T>
const T* ReadOnlyDataset::seal(const char* name, const T* values, std::size_t n) {
  if (!values) return nullptr;
  auto& memory = *memory_.emplace_back(std::make_unique<GuardedMemory>(name, n * sizeof(T), edge_));
  std::memcpy(memory.data(), values, n * sizeof(T));
  memory.make_read_only();
  return reinterpret_cast<const T*>(memory.data());
}

template <class T>
ReadOnlyDataset::Columns ReadOnlyDataset::seal_columns(const char* name, const T*& values,
                                                       std::uint64_t& stride, std::uint64_t columns) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t used = data_.samples * sizeof(T), pages = (used + page - 1) / page * page;
  const std::size_t bytes = pages + page, before = edge_ == Edge::end ? pages - used : 0;
  auto& memory = *memory_.emplace_back(
      std::make_unique<GuardedMemory>(name, bytes * columns, edge_ == Edge::none ? Edge::none : Edge::begin));
  for (std::uint64_t j = 0; j < columns; ++j)
    std::memcpy(memory.data() + j * bytes + before, values + j * stride, used);
  for (std::uint64_t j = 0; j < columns && edge_ != Edge::none; ++j) memory.fence(j * bytes + pages, page);
  memory.make_read_only();
  values = reinterpret_cast<const T*>(memory.data() + before);
  stride = bytes / sizeof(T);
  return {&memory, bytes};
}

void ReadOnlyDataset::read_only_features(std::span<const Feature> features) {
  const std::string why =
      fmt::format("read another feature while it scored {{{}}}", fmt::join(features, ", "));
  for (const Columns& c : columns_)
    for (Feature f = 0; f < data_.features; ++f)
      if (std::ranges::find(features, f) == features.end()) c.memory->forbid(f * c.bytes, c.bytes, why);
}

void ReadOnlyDataset::read_no_feature(const std::string& why) {
  for (const Columns& c : columns_) c.memory->forbid(0, data_.features * c.bytes, why);
}

void ReadOnlyDataset::read_all() {
  for (const Columns& c : columns_) c.memory->make_read_only();
}

}  // namespace tamis::framework::conformance
