#include "annealing.hpp"
#include "backward.hpp"
#include "beam.hpp"
#include "exhaustive.hpp"
#include "floating_backward.hpp"
#include "floating_forward.hpp"
#include "forward.hpp"
#include "rank.hpp"

TAMIS_PLUGIN(tamis::searches::Rank, tamis::searches::Forward, tamis::searches::Backward,
             tamis::searches::FloatingForward, tamis::searches::FloatingBackward, tamis::searches::Exhaustive,
             tamis::searches::Beam, tamis::searches::Annealing)
