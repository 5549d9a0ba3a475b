#include "gower.hpp"
#include "point_metrics.hpp"

TAMIS_PLUGIN(tamis::point_metrics::Euclidean, tamis::point_metrics::Manhattan,
             tamis::point_metrics::Chebyshev, tamis::point_metrics::Cosine, tamis::point_metrics::Gower)
