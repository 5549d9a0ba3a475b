/// \file corrected_p_values.hpp
/// Which of many tests count, when there are many.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// How p values are corrected for their number.
enum class Correction {
  benjamini_hochberg,  ///< bounds the expected share of false discoveries where features go together positively
  benjamini_yekutieli,  ///< the same however they go together; stricter by a factor of 1 + 1/2 + ... + 1/m
  bonferroni            ///< bounds the probability of a single false discovery
};
/// By their values, as a config has them.
inline constexpr std::string_view kCorrectionNames[] = {"benjamini_hochberg", "benjamini_yekutieli",
                                                        "bonferroni"};

/// "Benjamini-Hochberg", for people.
std::string_view in_sentence(Correction correction);

/// p values multiplied by what their number costs, at most 1, in the order of `p`: a feature is selected at a level
/// where its corrected p value is at most the level. Benjamini, Hochberg. JRSS B 57 (1995) 289-300; Benjamini,
/// Yekutieli. Annals of Statistics 29 (2001) 1165-1188. NaN stays, and is not counted. O(m log m).
std::vector<double> corrected_p_values(std::span<const double> p, Correction correction);

}  // namespace tamis::framework
