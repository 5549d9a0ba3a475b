/** \file criterion.h  "criterion/1": how good is this move? */
#pragma once
#include <tamis/abi/data.h>
#include <tamis/abi/services.h>
#ifdef __cplusplus
extern "C" {
#endif

enum tamis_move { TAMIS_ADD = 0, TAMIS_REMOVE, TAMIS_WHOLE };

/** Why a score is infinite: UTF-8, terminated. Empty before the call; written only beside an infinite score. */
typedef struct tamis_reason {
  char text[64];
} tamis_reason;

/** Elementary operations (about a nanosecond each on one core) that a criterion expects to need. */
typedef struct tamis_cost {
  double prepare;
  double per_candidate; /* of one score */
} tamis_cost;

typedef struct tamis_criterion_1 {
  uint64_t size;
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  /** One score per candidate; `whole` has one score and no candidate. An undefined score is the infinity
   *  that is worst, with its reason. */
  int32_t (*score)(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move,
                   const uint32_t* candidates, uint64_t n_scores, double* scores, tamis_reason* reasons,
                   tamis_error*);
  int32_t (*report)(const void* self, const tamis_diagnostics*, tamis_error*);        /* may be NULL */
  int32_t (*cost)(const void* self, const tamis_dataset*, tamis_cost*, tamis_error*); /* may be NULL */
} tamis_criterion_1;

#ifdef __cplusplus
}
#endif
