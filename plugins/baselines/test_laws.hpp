/// \file test_laws.hpp
/// How probable a test statistic is by chance.
#pragma once

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <cmath>

namespace tamis::baselines {

/// P(|T| >= |t|) of Student's t with so many degrees of freedom; t may be infinite.
inline double two_sided_t(double t, double freedom) {
  if (std::isinf(t)) return 0;
  return 2 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), std::abs(t)));
}

/// P(F >= f) with so many degrees of freedom between and within; f may be infinite.
inline double above_f(double f, double between, double within) {
  if (std::isinf(f)) return 0;
  return boost::math::cdf(boost::math::complement(boost::math::fisher_f(between, within), f));
}

/// P(X >= x) of the chi-squared law with so many degrees of freedom.
inline double above_chi_squared(double x, double freedom) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(freedom), x));
}

}  // namespace tamis::baselines
