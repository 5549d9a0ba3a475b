/// \file plain_test.hpp
/// What a textbook test of one feature at a time finds.
#pragma once

#include <tamis/dataset.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace tamis::framework {

/// The level below which a plain test speaks for a feature, however many features there are.
inline constexpr double kPlainLevel = 1e-6;

/// The name of the test for this kind of target; "" where there is none.
std::string_view plain_test_name(TargetKind kind);

/// p of the hypothesis that a feature is independent of the target, by its ranks, ties averaged. For classes the
/// test of Kruskal and Wallis (J. Am. Stat. Assoc. 47, 1952); for memberships too, of the class with the largest;
/// for real values that of Spearman's correlation, by Student's t.
///
/// Both are approximations for large samples. So only values and classes that are not rare take part: of a class
/// that is expected to hold fewer than five of the values besides the most frequent one, the samples are left
/// out. Nothing where too little is left, for sets, and where there are groups, since their samples are not
/// independent. O(n log n).
/// \param values  of the feature, n of them.
std::optional<double> plain_test(const Dataset& data, std::span<const double> values);

}  // namespace tamis::framework
