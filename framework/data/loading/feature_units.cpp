#include <tamis/framework/data/feature_units.hpp>

#include "feature_index.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace tamis::framework {
namespace {

std::string named(const FeatureGroup& group) {
  return fmt::format("group {} of `data.feature_groups`", in_quotes(group.name));
}

[[noreturn]] void refuse_unknown(const FeatureGroup& group, const std::string& member,
                                 const DataTable& table) {
  throw ParamError(fmt::format("{} names {}, which is the name of no feature{}", named(group),
                               in_quotes(member), did_you_mean(member, table.feature_names)));
}

/// The number of the group of each feature, or -1.
std::vector<std::int32_t> groups_of(const DataTable& table, std::span<const FeatureGroup> groups) {
  const FeatureIndex index(table);
  std::vector<std::int32_t> in_group(table.feature_names.size(), -1);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::string& member : groups[g].members) {
      const std::vector<Feature> meant = index.meant_by(member);
      if (meant.empty()) refuse_unknown(groups[g], member, table);
      for (const Feature j : meant) {
        if (in_group[j] >= 0 && in_group[j] != static_cast<std::int32_t>(g))
          throw ParamError(
              fmt::format("{} holds feature {}, which is in group {} too; a feature is in one group",
                          named(groups[g]), in_quotes(table.feature_names[j]),
                          in_quotes(groups[static_cast<std::size_t>(in_group[j])].name)));
        in_group[j] = static_cast<std::int32_t>(g);
      }
    }
  return in_group;
}

void refuse_equal_names(const DataTable& table, std::span<const FeatureGroup> groups,
                        std::span<const std::int32_t> in_group) {
  std::unordered_map<std::string_view, std::int32_t> number;
  for (std::size_t g = 0; g < groups.size(); ++g) number[groups[g].name] = static_cast<std::int32_t>(g);
  for (std::size_t j = 0; j < in_group.size(); ++j)
    if (const auto same = number.find(table.feature_names[j]);
        same != number.end() && same->second != in_group[j])
      throw ParamError(
          fmt::format("{} has the name of a feature that is not in it; give the group another name",
                      named(groups[static_cast<std::size_t>(same->second)])));
}

/// Which value of a column a sample has is one feature: "at most one" would leave the others out.
void refuse_categories(const DataTable& table, std::span<const FeatureGroup> groups,
                       std::span<const std::int32_t> in_group) {
  if (table.feature_groups.empty()) return;
  for (std::size_t j = 0; j < in_group.size(); ++j)
    if (in_group[j] >= 0 && table.feature_groups[j] >= 0)
      throw ParamError(fmt::format(
          "{} holds {}, a value of a categorical column, and with `data.one_from_each` at most one feature of a "
          "group is selected; leave the column out of the group, or read it as numbers",
          named(groups[static_cast<std::size_t>(in_group[j])]), in_quotes(table.feature_names[j])));
}

/// How many features each column in DataTable::category_columns has.
std::vector<std::uint64_t> sizes_of_categories(const DataTable& table) {
  std::vector<std::uint64_t> sizes(table.category_columns.size());
  if (sizes.empty()) return sizes;
  for (const std::int32_t group : table.feature_groups)
    if (const auto g = static_cast<std::size_t>(group); group >= 0 && g >= table.unit_names.size())
      ++sizes[g - table.unit_names.size()];
  return sizes;
}

}  // namespace

FeatureUnits::FeatureUnits(const DataTable& table)
    : unit_of_(table.feature_names.size()),
      group_names_(table.unit_names),
      exclusive_groups_(table.exclusive_groups) {
  constexpr Feature kNone = static_cast<Feature>(-1);
  const auto exclusive = static_cast<std::int32_t>(table.exclusive_groups);
  std::vector<Feature> unit_of_group(table.unit_names.size(), kNone);
  std::vector<std::size_t> sizes;
  for (Feature j = 0; j < unit_of_.size(); ++j) {
    const std::int32_t group = table.unit_of(j);
    Feature unit = group < 0 ? kNone : unit_of_group[static_cast<std::size_t>(group)];
    if (unit == kNone) {
      unit = static_cast<Feature>(sizes.size());
      sizes.push_back(0);
      group_.push_back(group);
      if (exclusive > 0)
        exclusive_.push_back(table.feature_groups[j] < exclusive ? table.feature_groups[j] : -1);
      if (group >= 0) unit_of_group[static_cast<std::size_t>(group)] = unit;
    }
    unit_of_[j] = unit;
    ++sizes[unit];
    has_groups_ |= group >= 0;
  }
  for (const std::size_t size : sizes) starts_.push_back(starts_.back() + size);
  features_.resize(unit_of_.size());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (Feature j = 0; j < unit_of_.size(); ++j) features_[next[unit_of_[j]]++] = j;
}

std::vector<Feature> FeatureUnits::features(std::span<const Feature> units) const {
  std::vector<Feature> all;
  for (const Feature unit : units) {
    const std::span<const Feature> members = features(unit);
    all.insert(all.end(), members.begin(), members.end());
  }
  return all;
}

std::vector<char> FeatureUnits::any_of(std::span<const char> mask) const {
  std::vector<char> any(mask.empty() ? 0 : size(), 0);
  for (std::size_t j = 0; j < mask.size(); ++j)
    if (mask[j]) any[unit_of_[j]] = 1;
  return any;
}

UnitView::UnitView(const Dataset& data, const FeatureUnits& units) : view_(*data.raw()) {
  if (!units.has_groups()) return;
  for (Feature unit = 0; unit < units.size(); ++unit) {
    const Feature first = units.features(unit)[0];
    const std::string_view name =
        units.is_group(unit) ? std::string_view(units.group_name(unit)) : data.feature_name(first);
    names_.push_back({name.data(), name.size()});
    costs_.push_back(0);
    for (const Feature f : units.features(unit)) costs_.back() += data.feature_cost(f);
  }
  view_.features = units.size();
  view_.feature_names = names_.data();
  if (view_.feature_costs) view_.feature_costs = costs_.data();
  view_.dense = {};
  view_.sparse = {};
  view_.codes = {};
  view_.centre = view_.scale = nullptr;
  view_.feature_kinds = nullptr;
  view_.feature_groups = nullptr;
  view_.feature_units = nullptr;
  view_.missing = {};
}

void group_features(LoadedData& data, std::span<const FeatureGroup> groups, GroupUse use) {
  if (groups.empty()) return;
  const DataTable& table = data.parts();
  if (!table.unit_names.empty()) {
    const std::span first =
        std::span(table.unit_names).first(std::min(groups.size(), table.unit_names.size()));
    if (std::ranges::equal(first, groups, {}, {}, &FeatureGroup::name)) return;
    throw ParamError("the features are in other groups already; leave `data.feature_groups` out");
  }
  const std::vector<std::int32_t> in_group = groups_of(table, groups);
  refuse_equal_names(table, groups, in_group);
  if (use == GroupUse::one_of) refuse_categories(table, groups, in_group);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto size = static_cast<std::uint64_t>(std::ranges::count(in_group, static_cast<std::int32_t>(g)));
    data.notes.push_back(
        fmt::format("group {}: {}, {}", in_quotes(groups[g].name), counted(size, "feature"),
                    use == GroupUse::as_one ? "selected as one" : "at most one of which is selected"));
  }
  data.edit([&](DataTable& p) {
    const auto shift = static_cast<std::int32_t>(groups.size());
    p.feature_groups.resize(p.feature_names.size(), -1);
    for (std::size_t j = 0; j < in_group.size(); ++j) {
      std::int32_t& group = p.feature_groups[j];
      if (in_group[j] >= 0)
        group = in_group[j];
      else if (group >= 0)
        group += shift;  // the values of a categorical column, which only describe the features
    }
    for (const FeatureGroup& group : groups) p.unit_names.push_back(group.name);
    if (use == GroupUse::one_of) p.exclusive_groups = static_cast<std::uint32_t>(groups.size());
  });
}

bool has_categories(const DataTable& table) {
  return std::ranges::any_of(sizes_of_categories(table), [](std::uint64_t size) { return size > 1; });
}

void group_categories(LoadedData& data) {
  if (!has_categories(data.parts())) return;
  const std::vector<std::uint64_t> sizes = sizes_of_categories(data.parts());
  std::vector<std::string> said;
  data.edit([&](DataTable& p) {
    const std::size_t units = p.unit_names.size();
    std::vector<std::string> others;
    std::vector<std::size_t> place(sizes.size());  // among the new units, or among the other groups
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      std::vector<std::string>& names = sizes[c] > 1 ? p.unit_names : others;
      place[c] = names.size();
      names.push_back(p.category_columns[c]);
      if (sizes[c] > 1)
        said.push_back(fmt::format("{} ({})", p.category_columns[c], counted(sizes[c], "value")));
    }
    for (std::int32_t& group : p.feature_groups) {
      if (group < 0 || static_cast<std::size_t>(group) < units) continue;
      const std::size_t c = static_cast<std::size_t>(group) - units;
      group = static_cast<std::int32_t>(place[c] + (sizes[c] > 1 ? 0 : p.unit_names.size()));
    }
    p.category_columns = std::move(others);
    p.categorical_units = static_cast<std::uint32_t>(said.size());
  });
  data.notes.push_back(fmt::format(
      "categorical columns are selected as one feature each: {}; `data.categories = \"separate\"` selects value by value",
      listed(said)));
}

}  // namespace tamis::framework
