/// \file read_sets.hpp
/// Targets with several labels per sample.
#pragma once

#include "read_target.hpp"

#include <optional>

namespace tamis::framework {

/// Cells such as "a|b" as sets of labels; an empty cell is unknown. A label written twice counts once.
/// \param separator  between labels; nothing: what the file says, else '@' where some cell
///                   holds one, else '|'.
/// \throws DataError  an empty label, as in "a||b".
TargetColumn read_sets(const ColumnAt& at, const std::optional<std::string>& separator,
                       std::span<const std::uint64_t> kept, ReadNotes& remarks);

/// One column of 0 and 1 per label, called as the column is. A row of empty cells, or of zeros, is unknown.
/// \throws DataError  another number, or a row with some cells empty.
TargetColumn read_indicators(const std::vector<ColumnAt>& columns, std::span<const std::uint64_t> kept,
                             ReadNotes& remarks);

/// Warns of classes that are probably sets: several have what separates labels inside, and some label of
/// theirs is also a class, or in another of them.
void warn_of_label_sets(const TargetColumn& target, ReadNotes& remarks);

/// A label a/b/c brings a/b and a with it; they become classes. Classes become sets. Nothing happens without
/// a target.
/// \throws DataError  real values, or a label with an empty level, as "a//b".
void add_ancestors(TargetColumn& target, std::uint64_t samples, ReadNotes& remarks);

}  // namespace tamis::framework
