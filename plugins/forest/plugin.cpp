#include "forest_labels.hpp"

TAMIS_PLUGIN(tamis::forest::ForestLabels)
