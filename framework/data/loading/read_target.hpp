/// \file read_target.hpp
/// The target columns of the sources, as one target.
#pragma once

#include "sources.hpp"

#include <tamis/framework/data/loaded_data.hpp>

#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// What reading says on the way.
struct ReadNotes {
  std::vector<std::string> notes, warnings;
};

/// The target of the kept rows (ascending indices of rows of the table). The first note says what it is.
/// \throws DataError
TargetColumn read_target(const Sources& sources, const DataOptions& options,
                         std::span<const std::uint64_t> kept, ReadNotes& remarks);

/// One column of labels, sets of labels or real values, read as the options say. For read_target, and for
/// files whose target is no column.
/// \param more_classes  names of classes whether or not they occur.
TargetColumn read_column(const ColumnAt& at, const DataOptions& options, std::span<const std::uint64_t> kept,
                         ReadNotes& remarks, std::span<const std::string> more_classes = {});

/// The true labels beside a target whose classes hold theirs, and a note of how many differ; from votes, with
/// the class that has most of them. An empty cell is unknown.
/// \throws DataError  the target is not of classes or votes, or no label is known.
TargetColumn read_clean(const ColumnAt& at, const TargetColumn& target, std::span<const std::uint64_t> kept,
                        ReadNotes& remarks);

/// Votes of either form, as shares per class (kind soft) with the votes themselves. For read_target.
/// \param more_classes  as in read_column().
TargetColumn read_votes(const Sources& sources, const DataOptions& options,
                        std::span<const std::uint64_t> kept, std::span<const std::string> more_classes,
                        ReadNotes& remarks);

/// Refuses a column in which a number is wanted in every known cell and some cell is none.
/// \param what  "a probability", "a weight".
/// \throws DataError
void check_numbers(const ColumnAt& at, const std::string& what);

/// "; 12 samples are unknown", or "".
std::string unknown_samples(const TargetColumn& target, std::uint64_t samples);

}  // namespace tamis::framework
