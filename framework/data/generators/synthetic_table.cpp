#include "synthetic_table.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>

namespace tamis::framework {

void check_size(std::uint64_t samples, std::uint64_t features) {
  constexpr std::uint64_t kMost = 1'000'000'000;  // 8 GB
  if (samples > kMost / features)
    throw DataError("a table of " + counted(samples, "sample") + " and " + counted(features, "feature") +
                    " cannot be made; expected at most " + std::to_string(kMost) + " values");
}

SyntheticTable::SyntheticTable(std::uint64_t samples, std::uint64_t relevant, std::uint64_t irrelevant,
                               char letter)
    : relevant_(relevant) {
  const std::uint64_t features = relevant + irrelevant;
  check_size(samples, features);
  parts_.samples = parts_.table_rows = samples;
  parts_.values.resize(samples * features);
  std::fill_n(parts_.values.data(), parts_.values.size(), 0.0);
  for (std::uint64_t j = 0; j < features; ++j) {
    parts_.feature_names.push_back(letter + std::to_string(j + 1));
    parts_.relevant.push_back(j < relevant);
  }
}

DataTable SyntheticTable::with_classes(std::vector<std::string> names, std::vector<std::int32_t> labels) {
  parts_.target.kind = TargetKind::classes;
  parts_.target.name = "class";
  parts_.target.class_names = std::move(names);
  parts_.target.labels = std::move(labels);
  return std::move(parts_);
}

DataTable SyntheticTable::with_values(std::vector<double> y) {
  parts_.target.kind = TargetKind::real;
  parts_.target.name = "y";
  parts_.target.real = std::move(y);
  return std::move(parts_);
}

}  // namespace tamis::framework
