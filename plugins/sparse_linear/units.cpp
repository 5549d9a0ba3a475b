#include "units.hpp"

#include <algorithm>
#include <numeric>

namespace tamis::sparse_linear {

Units Units::of_columns(Index columns) {
  Units units;
  units.columns_.resize(static_cast<std::size_t>(columns));
  std::iota(units.columns_.begin(), units.columns_.end(), Index{0});
  units.unit_of_ = units.columns_;
  units.start_.resize(units.columns_.size() + 1);
  std::iota(units.start_.begin(), units.start_.end(), std::size_t{0});
  return units;
}

Units Units::of_selection(const Dataset& data) {
  std::vector<std::vector<Index>> members;
  std::vector<std::size_t> unit_of;  // of each group
  for (Feature j = 0; j < data.features(); ++j) {
    const std::int32_t group = data.feature_unit(j);
    std::size_t unit = members.size();
    if (group >= 0) {
      const auto g = static_cast<std::size_t>(group);
      if (g >= unit_of.size()) unit_of.resize(g + 1, data.features());
      if (unit_of[g] == data.features()) unit_of[g] = unit;
      unit = unit_of[g];
    }
    if (unit == members.size()) members.emplace_back();
    members[unit].push_back(j);
  }
  Units units;
  units.unit_of_.resize(data.features());
  for (const std::vector<Index>& of_unit : members) {
    for (const Index j : of_unit) units.unit_of_[static_cast<std::size_t>(j)] = units.count();
    units.columns_.insert(units.columns_.end(), of_unit.begin(), of_unit.end());
    units.start_.push_back(units.columns_.size());
  }
  return units;
}

std::vector<Index> Units::columns(const std::vector<Index>& units) const {
  std::vector<Index> all;
  for (const Index unit : units) all.insert(all.end(), columns(unit).begin(), columns(unit).end());
  return all;
}

std::vector<Index> Units::units_of(const std::vector<Index>& columns) const {
  std::vector<Index> units;
  for (const Index j : columns) units.push_back(unit_of(j));
  std::ranges::sort(units);
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

}  // namespace tamis::sparse_linear
