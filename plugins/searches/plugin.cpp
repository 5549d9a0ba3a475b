#include "backward.hpp"
#include "forward.hpp"
#include "rank.hpp"

TAMIS_PLUGIN(tamis::searches::Rank, tamis::searches::Forward, tamis::searches::Backward)
