/// \file e_values.hpp
/// One selection from several draws of knockoffs.
#pragma once

#include <tamis/matrix.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// What several draws say together.
struct DerandomisedDiscoveries {
  std::vector<double> thresholds;  ///< of each draw, by discoveries() at level alpha; infinity: none
  std::vector<double> e_values;    ///< of each feature, >= 0
  std::vector<Feature> selected;   ///< ascending
};

/// e_j = the mean over draws of p [W_j >= t] / (1 + #{W <= -t}), t the threshold of that draw at level
/// alpha, 0 without one; selected are the k features of the largest e_j, k the largest with
/// e_(k) >= p / (q k) (e-BH; relative slack 1e-12).
/// The false discovery rate is at most q for any number of draws and any dependence between them. With
/// alpha = q / 2 a feature must be selected in about half of the draws, with alpha = q in all of them. Ren,
/// Barber. Derandomised knockoffs: leveraging e-values for false discovery rate control. JRSS B 86 (2024)
/// 122-154, DOI 10.1093/jrsssb/qkad085; Wang, Ramdas. False discovery rate control with e-values. JRSS B 84
/// (2022) 822-852, DOI 10.1111/rssb.12489. O(draws p log p).
/// \param w      W of each draw: at least one of them, equally long, no NaN.
/// \param alpha  in (0, 1).
/// \param q      in (0, 1).
/// \throws ParamError  a level that is not, no draw, or draws of unequal lengths.
DerandomisedDiscoveries derandomised(std::span<const std::vector<double>> w, double alpha, double q);

}  // namespace tamis::framework
