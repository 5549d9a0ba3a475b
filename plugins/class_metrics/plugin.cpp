#include "class_blocks.hpp"
#include "class_embedding.hpp"
#include "class_graph.hpp"
#include "class_matrix.hpp"
#include "class_tree.hpp"
#include "zero_one.hpp"

TAMIS_PLUGIN(tamis::class_metrics::ZeroOne, tamis::class_metrics::ClassTree,
             tamis::class_metrics::ClassBlocks, tamis::class_metrics::ClassGraph,
             tamis::class_metrics::ClassEmbedding, tamis::class_metrics::ClassMatrix)
