/** \file types.h  Texts, matrices, errors: what every page of the contract uses. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/** UTF-8, not terminated, not owned; `data` may be NULL where `size` is 0. */
typedef struct tamis_text {
  const char* data;
  uint64_t size;
} tamis_text;

/** Element (i, j) is data[i + j * stride]; stride >= rows. Columns, not rows, are contiguous. */
typedef struct tamis_matrix {
  double* data;
  uint64_t rows, cols, stride;
} tamis_matrix;

typedef struct tamis_const_matrix {
  const double* data;
  uint64_t rows, cols, stride;
} tamis_const_matrix;

/** What went wrong. A code that the reader does not know is TAMIS_E_OTHER. */
enum tamis_code {
  TAMIS_OK = 0,
  TAMIS_E_DATA,      /* the data cannot be used */
  TAMIS_E_PARAM,     /* an option or a config cannot be used */
  TAMIS_E_NUMERIC,   /* a computation failed */
  TAMIS_E_CANCELLED, /* the user stopped the run */
  TAMIS_E_BUDGET,    /* a budget of evaluations or seconds is spent */
  TAMIS_E_MEMORY,
  TAMIS_E_PLUGIN, /* a plugin broke the contract */
  TAMIS_E_OTHER
};

/** What an error's `index` counts. */
enum tamis_subject { TAMIS_NOTHING = 0, TAMIS_FEATURE, TAMIS_SAMPLE, TAMIS_CLASS };

/** Written only by a call that returns non-zero; left untouched by one that succeeds. The host has set
 *  `subject` to TAMIS_NOTHING, `index` to -1 and the texts to "" before: the least is to write `text`. */
typedef struct tamis_error {
  int32_t code;     /* as returned, which is what counts */
  int32_t subject;  /* enum tamis_subject */
  int64_t index;    /* which feature, sample or class; -1 with TAMIS_NOTHING */
  char origin[256]; /* component and file; stamped by the first adapter that receives the error */
  char step[128];   /* where in the search; stamped by the host */
  char text[1024];  /* one sentence, UTF-8, cut at a character; terminated */
} tamis_error;

#ifdef __cplusplus
}
#endif
