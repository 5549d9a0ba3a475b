#include "divergences.hpp"
#include "wasserstein_exact.hpp"
#include "wasserstein_sinkhorn.hpp"

TAMIS_PLUGIN(tamis::transport::WassersteinExact, tamis::transport::WassersteinSinkhorn,
             tamis::transport::TotalVariation, tamis::transport::Kl, tamis::transport::JensenShannon,
             tamis::transport::Hellinger, tamis::transport::Chi2)
