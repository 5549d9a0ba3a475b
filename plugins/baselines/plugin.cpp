#include "chi_squared.hpp"
#include "correlation.hpp"
#include "fisher_score.hpp"
#include "locality_sensitive_discriminant.hpp"
#include "variance.hpp"

TAMIS_PLUGIN(tamis::baselines::FisherScore, tamis::baselines::Correlation, tamis::baselines::Variance,
             tamis::baselines::LocalitySensitiveDiscriminant, tamis::baselines::ChiSquared)
