#include "boruta.hpp"
#include "forest_error.hpp"
#include "forest_importance.hpp"
#include "forest_labels.hpp"

TAMIS_PLUGIN(tamis::forest::ForestLabels, tamis::forest::ForestError, tamis::forest::ForestImportance,
             tamis::forest::Boruta)
