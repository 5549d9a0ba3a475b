/// \file discoveries.hpp
/// Which features are selected at a false discovery rate, from the importances of originals and knockoffs.
#pragma once

#include <tamis/matrix.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// What W_j says of the importances Z_j of a feature and Z~_j of its knockoff. All of them change the sign,
/// and nothing else, when both change places.
enum class Contrast {
  difference,  ///< Z_j - Z~_j
  signed_max   ///< max(Z_j, Z~_j) with the sign of Z_j - Z~_j; 0 when they are equal
};
/// By their values, as a config has them.
inline constexpr std::string_view kContrastNames[] = {"difference", "signed_max"};

/// W of each feature. O(p).
/// \param importances  2p numbers: the originals', then their knockoffs'.
/// \throws DataError  an odd number of them, or one that is NaN or infinite.
std::vector<double> contrasts(std::span<const double> importances, Contrast contrast);

/// What is selected at one level.
struct Discoveries {
  double threshold = 0;           ///< infinity where there is none
  std::vector<Feature> selected;  ///< those with W_j >= threshold, ascending
  std::uint64_t against = 0;      ///< #{W_j <= -threshold}, the estimate of wrong ones among them
};

/// The smallest t among the |W_j| > 0 with (offset + #{W_j <= -t}) / max(1, #{W_j >= t}) <= q. With offset 1
/// ("knockoff+") the false discovery rate is at most q; with 0 a slightly smaller thing is. Barber, Candes.
/// Annals of Statistics 43 (2015) 2055-2085, DOI 10.1214/15-AOS1337, section 1. Nothing selected is a result.
/// O(p log p).
/// \param w       no NaN.
/// \param q       in (0, 1).
/// \param offset  0 or 1.
/// \throws ParamError  q or the offset is none of these.
Discoveries discoveries(std::span<const double> w, double q, int offset = 1);

/// How many features a set has at least at this level, unless it is empty: ceil(1/q).
std::uint64_t fewest_discoveries(double q);
/// \throws ParamError  at this level nothing can be selected of so many features; with the smallest usable q.
void check_level(std::uint64_t features, double q);

}  // namespace tamis::framework
