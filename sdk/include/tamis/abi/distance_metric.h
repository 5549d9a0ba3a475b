/** \file distance_metric.h  "point_metric/1", "class_metric/1", "distribution_metric/1": three roles of a
 * distance. */
#pragma once
#include <tamis/abi/data.h>
#include <tamis/abi/services.h>
#ifdef __cplusplus
extern "C" {
#endif

/** The norm behind a point metric, so that an index or an additive update can be chosen. */
enum tamis_geometry { TAMIS_GEOMETRY_GENERAL = 0, TAMIS_GEOMETRY_L1, TAMIS_GEOMETRY_L2, TAMIS_GEOMETRY_LINF };

typedef struct tamis_point_metric_1 {
  uint64_t size;
  /** Points are columns of equal height: out(j, i) = distance of from's column i and to's column j. `out` is
   *  to.cols x from.cols and overlaps neither; `from` and `to` may be the same points. */
  int32_t (*distances)(const void* self, tamis_const_matrix from, tamis_const_matrix to, tamis_matrix out,
                       tamis_error*);
  int32_t (*geometry)(const void* self, int32_t* out, tamis_error*); /* may be NULL: general */
  /* Since SDK revision 2. */
  /** Once, before any distance, by a component that knows revision 2. May be NULL: nothing to prepare. */
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  /** After `prepare`, as `distances`; row r of `from` and `to` is feature features[r] of that dataset. May be NULL:
   *  the distance is the same whatever the features are. */
  int32_t (*feature_distances)(const void* self, const uint32_t* features, tamis_const_matrix from,
                               tamis_const_matrix to, tamis_matrix out, tamis_error*);
} tamis_point_metric_1;

/** The shape of a ground metric, for closed forms. */
enum tamis_shape { TAMIS_SHAPE_GENERAL = 0, TAMIS_SHAPE_ZERO_ONE, TAMIS_SHAPE_LINE, TAMIS_SHAPE_TREE };

typedef struct tamis_class_shape {
  uint64_t size; /* set by the caller */
  int32_t shape;
  const double* line; /* LINE: the classes' places on it */
  /* TREE: node v > 0 hangs from parent[v] < v by an edge of length[v]; class c sits at node[c] */
  uint64_t nodes;
  const uint32_t* parent;
  const double* length;
  const uint32_t* node;
} tamis_class_shape;

typedef struct tamis_class_metric_1 {
  uint64_t size;
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  int32_t (*distances)(const void* self, tamis_matrix out, tamis_error*);   /* classes x classes */
  int32_t (*shape)(const void* self, tamis_class_shape* out, tamis_error*); /* may be NULL: general */
} tamis_class_metric_1;

/** A batch of sparse distributions over classes: distribution b has mass e for start[b] <= e < start[b + 1].
 *  Exact counts with their totals where `counts` is given, masses that sum to 1 otherwise. */
typedef struct tamis_distributions {
  uint64_t size;
  uint64_t batch;
  const uint64_t* start; /* batch + 1 */
  const uint32_t* classes;
  const int64_t* counts; /* or NULL: then masses */
  const int64_t* totals; /* with counts: one per distribution */
  const double* masses;  /* without counts */
} tamis_distributions;

typedef struct tamis_distribution_metric_1 {
  uint64_t size;
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  /** After prepare, one per pair: out[b] = distance from p's distribution b to q's. */
  int32_t (*distances)(const void* self, const tamis_distributions* p, const tamis_distributions* q,
                       double* out, tamis_error*);
  int32_t (*report)(const void* self, const tamis_diagnostics*, tamis_error*); /* may be NULL */
  /** After prepare: whether distances depend on p - q alone, and scale with it. May be NULL: no. */
  int32_t (*difference_only)(const void* self, int32_t* out, tamis_error*);
} tamis_distribution_metric_1;

#ifdef __cplusplus
}
#endif
