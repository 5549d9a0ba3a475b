/// \file classes.hpp
/// The classes of a target by their names, and where files speak of them.
#pragma once

#include "text.hpp"

#include <tamis/text.hpp>

#include <tamis/sdk.hpp>

#include <map>
#include <optional>
#include <vector>

namespace tamis::class_metrics {

/// Class c has the name that the target gives it, or "0", "1", ... where it gives none.
class NamedClasses {
 public:
  /// \throws DataError  the target has no classes, or two of one name.
  explicit NamedClasses(const Target& target);

  std::uint32_t count() const { return static_cast<std::uint32_t>(names_.size()); }
  std::string_view operator[](std::uint32_t c) const { return names_[c]; }
  /// "class 'sci.space'", for sentences.
  std::string quoted_name(std::uint32_t c) const { return "class " + in_quotes(names_[c]); }
  std::optional<std::uint32_t> find(std::string_view name) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t, std::less<>> index_;
};

/// The row of each class, which begins with its name. Other rows are passed over: a file may have a header
/// and may speak of more classes than the data have.
/// \throws DataError  a class has no row, or two; with file:row:column.
std::vector<std::uint64_t> rows_of(const NamedClasses& classes, const Cells& cells);
/// The same for columns, by the names in the first row.
std::vector<std::uint64_t> columns_of(const NamedClasses& classes, const Cells& cells);

}  // namespace tamis::class_metrics
