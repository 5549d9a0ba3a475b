#include "cfs.hpp"
#include "fcbf.hpp"
#include "greedy.hpp"
#include "single_table.hpp"

namespace tamis::information {

TAMIS_PLUGIN(OfOneTable<InformationGain>, OfOneTable<GainRatio>, OfOneTable<SymmetricalUncertainty>,
             OfOneTable<PearsonChiSquared>, OfOneTable<GiniGain>, OfOneTable<Auc>, OfOneTable<DeterminantMi>,
             Greedy<Mim>, Greedy<Mifs>, Greedy<Mrmr>, Greedy<Jmi>, Greedy<Cmim>, Greedy<Disr>, Greedy<Icap>,
             Greedy<Cife>, Greedy<Jmim>, Greedy<Njmim>, Greedy<Nmifs>, Cfs, Fcbf)

}  // namespace tamis::information
