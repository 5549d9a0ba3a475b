/** \file services.h  What the host does for a component. Every function here may be called from any thread.
 */
#pragma once
#include <tamis/abi/types.h>
#ifdef __cplusplus
extern "C" {
#endif

/** Does the items first..last-1. */
typedef int32_t (*tamis_body)(void* context, uint64_t first, uint64_t last, tamis_error*);

/** A delimited text file by its cells, column after column: cell (i, j) is cells[i + j * rows]. */
typedef struct tamis_cells {
  uint64_t size;   /* set by the caller */
  tamis_text path; /* as sentences should show it */
  uint64_t rows, cols;
  const tamis_text* cells; /* trimmed and unquoted */
  const uint64_t* lines;   /* of the rows in the file, from 1 */
} tamis_cells;

/** Valid from `prepare` until the component is destroyed. */
typedef struct tamis_runtime {
  uint64_t size;
  void* self;
  /** Runs `body` over 0..n-1 in blocks of `grain` items, perhaps in parallel; polls for cancellation.
   *  Of several failures it reports the one with the lowest block, whatever the number of threads. */
  int32_t (*parallel_for)(void* self, uint64_t n, uint64_t grain, tamis_body body, void* context,
                          tamis_error*);
  uint64_t (*seed)(void* self);
  int32_t (*cancelled)(void* self); /* TAMIS_OK, TAMIS_E_CANCELLED or TAMIS_E_BUDGET */
  void (*warn)(void* self, tamis_text);
  /** What is being done, and how much of it is done; `total` 0 where unknown. */
  void (*progress)(void* self, tamis_text what, uint64_t done, uint64_t total);
  /** Reads a delimited text file that an option names; `out` stays valid as long as the runtime. */
  int32_t (*read_cells)(void* self, tamis_text path, tamis_cells* out, tamis_error*);
} tamis_runtime;

/** What the rows of a table stand for. */
enum tamis_axis { TAMIS_AXIS_OTHER = 0, TAMIS_AXIS_SAMPLES, TAMIS_AXIS_FEATURES, TAMIS_AXIS_CLASSES };

/** Takes what a component reports; copies at once. */
typedef struct tamis_diagnostics {
  uint64_t size;
  void* self;
  void (*number)(void* self, tamis_text name, double value);
  void (*text)(void* self, tamis_text name, tamis_text value);
  void (*table)(void* self, tamis_text name, int32_t rows, const tamis_text* columns, tamis_const_matrix);
} tamis_diagnostics;

#ifdef __cplusplus
}
#endif
