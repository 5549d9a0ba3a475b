#include "laplacian_score.hpp"
#include "semi_supervised_laplacian.hpp"
#include "supervised_laplacian.hpp"
#include "weighted_laplacian.hpp"

TAMIS_PLUGIN(tamis::laplacian::LaplacianScore, tamis::laplacian::SupervisedLaplacian,
             tamis::laplacian::SemiSupervisedLaplacian, tamis::laplacian::WeightedLaplacian)
