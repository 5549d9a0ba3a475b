/// \file coordinate_steps.hpp
/// The s of least trace and of greatest determinant, one coordinate after the other.
#pragma once

#include <tamis/framework/knockoffs/s_vector.hpp>

namespace tamis::framework {

/// Spector, Janson. Powerful knockoffs via minimizing reconstructability. Annals of Statistics 50 (2022)
/// 252-276, DOI 10.1214/21-AOS2104, section 3: each step puts s_j at the optimum for the others' values. Both
/// problems are strictly convex, so what is reached is the optimum. O(p^3) a sweep.
/// \param kind    mvr or maxent.
/// \param lambda  the smallest eigenvalue of sigma, > 0: where s begins, and how accurate it can be.
/// \returns s and the sweeps.
/// \throws NumericError  500 sweeps did not do.
SVector coordinate_steps(ConstMatrix sigma, Separation kind, double lambda);

}  // namespace tamis::framework
