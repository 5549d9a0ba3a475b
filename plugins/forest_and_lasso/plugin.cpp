#include "forest_and_lasso.hpp"

TAMIS_PLUGIN(tamis::forest_and_lasso::ForestAndLasso)
