#include "confusion_matrix.hpp"
#include "dawid_skene.hpp"
#include "expert_beta.hpp"
#include "known_rates.hpp"
#include "neighbour_flip.hpp"
#include "none.hpp"
#include "per_class_flip.hpp"
#include "pooled_flip.hpp"
#include "under_reported.hpp"
#include "uniform_flip.hpp"

TAMIS_PLUGIN(tamis::noise_models::None, tamis::noise_models::UniformFlip, tamis::noise_models::PerClassFlip,
             tamis::noise_models::PooledFlip, tamis::noise_models::ConfusionMatrix,
             tamis::noise_models::KnownRates, tamis::noise_models::ExpertBeta,
             tamis::noise_models::NeighbourFlip, tamis::noise_models::DawidSkene,
             tamis::noise_models::UnderReported)
