/** \file noise_model.h  "noise_model/1": p(observed label | true class, sample). */
#pragma once
#include <tamis/abi/data.h>
#include <tamis/abi/services.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct tamis_noise_model_1 {
  uint64_t size;
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  int32_t (*parameter_count)(const void* self, uint64_t* out, tamis_error*);
  /** Writes parameter_count numbers. */
  int32_t (*parameters)(const void* self, double* out, tamis_error*);
  int32_t (*set_parameters)(void* self, const double* values, uint64_t n, tamis_error*);
  /** Row i, column s: p(y_i | S = s, x_i); a row of ones where y_i is unknown. samples x classes. */
  int32_t (*likelihood)(const void* self, tamis_matrix out, tamis_error*);
  /** Draws a starting point for a fit; a model that is given stays as it is. May be NULL: it cannot be in a
   *  fit. */
  int32_t (*start)(void* self, uint64_t seed, tamis_error*);
  /** The M step, from memberships (samples x classes). May be NULL, likewise. */
  int32_t (*update)(void* self, tamis_const_matrix memberships, tamis_error*);
  /** May be NULL: it does not corrupt. Changes labels in place; `expert` (samples x classes, data may be
   *  NULL) receives the soft labels that an imprecise expert would state. */
  int32_t (*corrupt)(const void* self, int32_t* labels, uint64_t samples, uint32_t classes,
                     tamis_matrix expert, uint64_t seed, tamis_error*);
} tamis_noise_model_1;

#ifdef __cplusplus
}
#endif
