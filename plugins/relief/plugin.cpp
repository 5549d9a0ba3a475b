#include "i_relief.hpp"
#include "multisurf.hpp"
#include "relief.hpp"
#include "relieff.hpp"

TAMIS_PLUGIN(tamis::relief::ReliefF, tamis::relief::MultiSurf, tamis::relief::Relief, tamis::relief::IRelief)
