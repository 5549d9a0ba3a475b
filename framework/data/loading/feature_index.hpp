/// \file feature_index.hpp
/// The features that a text of a config means.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tamis::framework {

/// Features by name, by the name of the categorical column whose values they are, or by a pattern.
class FeatureIndex {
 public:
  /// O(d). `table` outlives this object.
  explicit FeatureIndex(const DataTable& table);
  /// Ascending; none: it means no feature. O(1) for a name, O(d |text|) for a pattern, in which * is any text.
  std::vector<Feature> meant_by(const std::string& text) const;
  /// Whether `text` is the name of a categorical column, whose values meant_by() gives.
  bool is_column(const std::string& text) const;

 private:
  const DataTable& table_;
  std::unordered_map<std::string_view, std::vector<Feature>> named_;
};

}  // namespace tamis::framework
