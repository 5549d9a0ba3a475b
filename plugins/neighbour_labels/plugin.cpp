#include "neighbour_labels.hpp"

TAMIS_PLUGIN(tamis::neighbour_labels::NeighbourLabels)
