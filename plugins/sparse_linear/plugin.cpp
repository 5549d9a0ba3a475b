#include "robust_lasso.hpp"

TAMIS_PLUGIN(tamis::sparse_linear::RobustLasso)
