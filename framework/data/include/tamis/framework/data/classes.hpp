/// \file classes.hpp
/// Names and codes of classes, from the texts of cells.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tamis::framework {

/// Distinct texts in order: by value if all are numbers, else bytewise.
class Classes {
 public:
  /// Empty texts mean unknown and are left out.
  static Classes of(std::span<const std::string> texts);
  const std::vector<std::string>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }
  /// -1 for an unknown ("").
  std::int32_t code(std::string_view text) const;
  /// Adds warnings: two names for one number, names that look like missing cells.
  void warn(const std::string& what, std::vector<std::string>& warnings) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int32_t> codes_;
};

/// Whether a text commonly denotes a missing cell: NA, nan, ?, null, ...
bool looks_missing(std::string_view text);

/// "3 classes (setosa 50, versicolor 50, virginica 50)", from labels with -1 for unknown.
std::string class_counts(const std::vector<std::string>& names, const std::vector<std::int32_t>& labels);

/// Turns soft labels into their most probable class, the first on a tie; unknown rows stay unknown.
/// Certainties, if any, become those of the chosen classes. Returns the number of rows with a tie.
std::uint64_t take_most_probable(TargetColumn& target, std::uint64_t samples);

/// The note that soft labels were hardened, with how many ties there were.
std::string hardened(const TargetColumn& target, std::uint64_t ties);

/// Checks that soft labels fit into memory.
/// \throws DataError
void check_soft_size(std::uint64_t samples, std::size_t classes, const std::string& what);

}  // namespace tamis::framework
