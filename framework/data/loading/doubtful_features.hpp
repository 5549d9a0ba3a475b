/// \file doubtful_features.hpp
/// Features that would come first, or spoil others, for the wrong reason: they number or name the rows or groups of rows, repeat
/// the target, or hold numbers that mean "not known".
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace tamis::framework {

/// Whether the values are consecutive whole numbers: from 0 or 1 in the order of the rows (of at least 3), or from
/// anywhere in any order (of at least 10). O(n); for most columns the first values decide.
bool numbers_the_rows(std::span<const double> values);

/// Whether the values are whole numbers, each once, of at least 10 samples, and this is not by chance: they are consecutive, they
/// rise from row to row, the column is named as an identifier (`id`, `patient_id`, `OrderKey`, `row index`), or independent draws
/// from their range would have had at least ten equal pairs on average. O(n log n); for most columns the first values decide.
bool identifies_rows(std::string_view name, std::span<const double> values);

/// Whether the values are whole numbers, at least 10 of them and each in 1.5 samples or more on average, and the name of the column
/// ends in `id` or a word like it, or in `patient` or another word for a person: they name patients or sessions, of which a table
/// has several rows. O(n log n).
bool identifies_groups(std::string_view name, std::span<const double> values);

/// Whether each value stands for one class and each class for one value, or of a real target each value is that of
/// the target; of at least 10 samples whose target is known. O(n); for most columns the first values decide.
/// \param values  n, without gaps: those of a feature, or codes of categories.
bool repeats_target(std::span<const double> values, const TargetColumn& target);

/// A number that seems to mean "not known": the least or the greatest value, if it is written in nines alone (9, -99, 999.9), occurs
/// at least three times, and is as far from the other values, of which there are several, as these are from each other. O(n).
/// \param values  NaN where a cell is missing.
std::optional<double> unknown_code(std::span<const double> values);

}  // namespace tamis::framework
