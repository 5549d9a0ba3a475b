#include "conditional_distance.hpp"
#include "markov_blanket.hpp"

TAMIS_PLUGIN(tamis::blanket::MarkovBlanket, tamis::blanket::ConditionalDistance)
