/// \file inspection.hpp
/// Names columns that look like no features, before anything is ranked by them.
#pragma once

#include "naming.hpp"
#include "near_target.hpp"
#include "read_target.hpp"

#include <tamis/framework/data/division.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/table.hpp>

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// Looks for columns that would be ranked first, or spoil others, for the wrong reason: see doubtful_features.hpp and
/// near_target.hpp.
class Inspection {
 public:
  /// Both arguments outlive this object.
  Inspection(const Table& table, const TargetColumn& target)
      : table_(table), target_(target), naming_(table), near_(target) {}

  /// Inspects the features of numbers, whose columns are in `parts.values`, in parallel.
  /// \param columns   of the table, in the order of `parts.values`.
  /// \param division  all processes inspect their shares; null: there is one.
  void of_numbers(std::span<const std::size_t> columns, const DataTable& parts, const Division* division);
  /// Inspects a categorical column of the table by the codes of its values.
  void of_categories(std::size_t column, std::span<const double> codes);
  /// Says what was found.
  void warn(ReadNotes& remarks) const;

 private:
  struct Doubts {
    std::vector<std::string> sentences;
    std::vector<std::string> near_target;    // "name (99.6 %)"
    std::vector<std::string> unknown_codes;  // "-999 name"
  };
  Doubts of(std::size_t column, std::span<const double> values, bool categorical) const;
  void add(Doubts doubts);
  void warn_of_codes(ReadNotes& remarks) const;
  void warn_of_far_values(ReadNotes& remarks) const;

  const Table& table_;
  const TargetColumn& target_;
  Naming naming_;
  NearTarget near_;
  Doubts found_;
};

}  // namespace tamis::framework
