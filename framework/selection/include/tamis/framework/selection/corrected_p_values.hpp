/// \file corrected_p_values.hpp
/// p values corrected for multiple testing.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The correction for multiple testing.
enum class Correction {
  benjamini_hochberg,  ///< bounds the false discovery rate if test statistics are positively dependent
  benjamini_yekutieli,  ///< the same under any dependence; stricter by a factor of 1 + 1/2 + ... + 1/m
  bonferroni            ///< bounds the probability of any false discovery
};
/// The names in a config, in the order of the enumerators.
inline constexpr std::string_view kCorrectionNames[] = {"benjamini_hochberg", "benjamini_yekutieli",
                                                        "bonferroni"};

/// "Benjamini-Hochberg", for people.
std::string_view in_sentence(Correction correction);

/// The corrected p values, at most 1, in the order of `p`: a feature is selected at a level if its corrected p value is at
/// most the level. Benjamini, Hochberg. JRSS B 57 (1995) 289-300; Benjamini,
/// Yekutieli. Annals of Statistics 29 (2001) 1165-1188. NaN stays NaN and is not counted. O(m log m).
std::vector<double> corrected_p_values(std::span<const double> p, Correction correction);

}  // namespace tamis::framework
