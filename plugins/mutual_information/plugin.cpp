#include "ksg_gain.hpp"
#include "ksg_mi.hpp"
#include "lnt_mi.hpp"
#include "mi.hpp"

TAMIS_PLUGIN(tamis::mutual_information::LntMi, tamis::mutual_information::Mi,
             tamis::mutual_information::KsgMi, tamis::mutual_information::KsgGain)
