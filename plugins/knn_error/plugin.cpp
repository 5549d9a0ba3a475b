#include "knn_error.hpp"

TAMIS_PLUGIN(tamis::knn_error::KnnError)
