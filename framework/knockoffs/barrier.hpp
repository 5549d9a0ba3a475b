/// \file barrier.hpp
/// The s of greatest sum, by Newton's method.
#pragma once

#include <tamis/framework/knockoffs/s_vector.hpp>

namespace tamis::framework {

/// Greatest sum s with 0 <= s <= 1, S <= 2 Sigma. Steps of single coordinates jam in a corner of this
/// problem, so all of s moves at once: for mu = 1, 1/3, ... down to 1e-10 to the least of
///
///     F(s) = - sum s / mu - log det (2 Sigma - S) - sum log s - sum log (1 - s),
///
/// of which -1/mu + I_jj - 1/s_j + 1/(1 - s_j) is the gradient and I o I + diag(1/s^2 + 1/(1 - s)^2) the
/// Hessian, I = (2 Sigma - S)^-1. The sum is short of the greatest one by SVector::gap at most, about
/// 2 p 1e-10. (s itself need not be unique.) O(p^3) a step.
/// \param start  an s with 0 < S < 2 Sigma and s < 1.
/// \returns s, steps and gap.
/// \throws NumericError  no minimum was reached.
SVector greatest_sum(ConstMatrix sigma, std::vector<double> start);

}  // namespace tamis::framework
