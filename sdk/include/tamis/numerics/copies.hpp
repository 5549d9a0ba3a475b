/// \file copies.hpp
/// Rows of a table that were written down more than once, labels and all.
#pragma once

#include <tamis/numerics/points.hpp>

namespace tamis::numerics {

/// More equal rows than these are no copies.
inline constexpr std::size_t kMostCopies = 10;

/// Of each sample the first one that it is a copy of, or itself. Copies are equal in all features of the
/// data, to the bit (but -0 is 0), and lack the same cells: samples that differ in one are distinct, also where a subset
/// does not show it.
///
/// Equal rows may also be distinct samples, one of which shows what label the other should have. They are
/// taken for such where
///   - more than kMostCopies are equal;
///   - their labels were given one by one: pairs of equal rows agree less than nine times of ten beyond
///     chance (Scott's pi below 0.9);
///   - the features are coarse: without one of them less than two thirds of the distinct rows are distinct.
///     In a table of three yes/no features, every row would be judged by all rows but those like it.
/// The limits are ours, as wide as copies of real tables need them.
///
/// W. Scott. Reliability of content analysis. Public Opinion Quarterly 19 (1955) 321-325.
///
/// O(n d + n log n); where rows are equal O(d n log n), in parallel over the features.
std::vector<Sample> first_copies(const Dataset& data, const Runtime& runtime);

}  // namespace tamis::numerics
