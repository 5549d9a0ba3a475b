/// \file feature_units.hpp
/// What a selection adds, removes and ranks as one: a feature, or a group of features.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The units of a table: each group that DataTable::unit_names names and that is not exclusive, and each feature outside of these. They are numbered in
/// the order of their first features, so that without groups the number of a unit is that of its feature.
class FeatureUnits {
 public:
  /// No unit.
  FeatureUnits() = default;
  /// O(d).
  explicit FeatureUnits(const DataTable& table);

  Feature size() const { return static_cast<Feature>(starts_.size() - 1); }
  /// Whether some unit is a group.
  bool has_groups() const { return has_groups_; }
  bool is_group(Feature unit) const { return group_[unit] >= 0; }
  /// The features of a unit, ascending.
  std::span<const Feature> features(Feature unit) const {
    return std::span(features_).subspan(starts_[unit], starts_[unit + 1] - starts_[unit]);
  }
  /// The features of several units, unit by unit.
  std::vector<Feature> features(std::span<const Feature> units) const;
  /// The unit of a feature.
  Feature unit_of(Feature feature) const { return unit_of_[feature]; }
  /// The name of a group.
  const std::string& group_name(Feature unit) const {
    return group_names_[static_cast<std::size_t>(group_[unit])];
  }
  /// How many groups there are of which at most one feature is selected.
  std::size_t exclusive_groups() const { return exclusive_groups_; }
  /// Which of them a unit is in, if any.
  std::optional<std::size_t> exclusive_group(Feature unit) const {
    if (exclusive_.empty() || exclusive_[unit] < 0) return std::nullopt;
    return static_cast<std::size_t>(exclusive_[unit]);
  }
  /// Whether `mask`, which has a value per feature, is not 0 for some feature of each unit. Empty if the mask is empty.
  std::vector<char> any_of(std::span<const char> mask) const;

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<Feature> features_, unit_of_;
  std::vector<std::int32_t> group_;      // of each unit; -1: it is a feature
  std::vector<std::int32_t> exclusive_;  // of each unit, or -1; empty: no group is exclusive
  std::vector<std::string> group_names_;
  std::size_t exclusive_groups_ = 0;
  bool has_groups_ = false;
};

/// A dataset whose features are units: names and costs for a search, and no values.
class UnitView {
 public:
  /// \param data  with its features; without groups the view is the same. Both arguments outlive this object.
  UnitView(const Dataset& data, const FeatureUnits& units);
  UnitView(const UnitView&) = delete;
  UnitView& operator=(const UnitView&) = delete;

  Dataset view() const { return Dataset(&view_); }

 private:
  std::vector<tamis_text> names_;
  std::vector<double> costs_;  // the sum of those of the features
  tamis_dataset view_;
};

/// A group of features as a config describes it.
struct FeatureGroup {
  std::string name;
  /// Names of features, in which * is any text; the name of a categorical column is that of all its features.
  std::vector<std::string> members;
};

/// Whether the features of a group are selected as one, or at most one of them is.
enum class GroupUse { as_one, one_of };

/// Makes the groups those of the data and notes their sizes; data whose first groups have these names are left as they are.
/// O(d), and O(d) for each pattern.
/// \throws ParamError  the data have other groups; a member matches no feature, a feature is in two groups, or a group has the
///                     name of another feature; at most one of a group is to be selected, and a value of a categorical column
///                     is in it.
void group_features(LoadedData& data, std::span<const FeatureGroup> groups, GroupUse use = GroupUse::as_one);

/// Whether group_categories() would make a unit.
bool has_categories(const DataTable& table);

/// Makes the values of each categorical column that are in no unit one unit, which is called as the column is; a column of
/// which one feature was made stays a feature. Notes what became a unit. O(d).
void group_categories(LoadedData& data);

}  // namespace tamis::framework
