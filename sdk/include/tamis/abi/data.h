/** \file data.h  A table and what is known of its outcome, as views: nothing here is owned. */
#pragma once
#include <tamis/abi/types.h>
#ifdef __cplusplus
extern "C" {
#endif

/** How the target was given. */
enum tamis_target_kind {
  TAMIS_TARGET_NONE = 0,
  TAMIS_TARGET_CLASSES, /* one label per sample */
  TAMIS_TARGET_SOFT,    /* a probability per class */
  TAMIS_TARGET_REAL,    /* a number */
  TAMIS_TARGET_SETS     /* several labels per sample */
};

/** Annotator `annotators[e]` gave sample i the label `labels[e]`, for start[i] <= e < start[i + 1]. */
typedef struct tamis_votes {
  const uint64_t* start; /* samples + 1, or NULL */
  const uint32_t* annotators;
  const int32_t* labels;
  uint32_t n_annotators;
} tamis_votes;

/** Sample i has the labels labels[e] for start[i] <= e < start[i + 1], ascending. */
typedef struct tamis_label_sets {
  const uint64_t* start; /* samples + 1, or NULL */
  const int32_t* labels;
} tamis_label_sets;

typedef struct tamis_target {
  uint64_t size;
  int32_t kind;     /* enum tamis_target_kind */
  uint32_t classes; /* 0 of kind NONE and REAL */
  uint64_t samples;
  const tamis_text* class_names; /* `classes` names, or NULL */
  const int32_t* labels;         /* kind CLASSES: 0..classes-1, -1 unknown */
  tamis_const_matrix soft;       /* kind SOFT: samples x classes, rows sum to 1; an unknown row is all NaN */
  const double* real;            /* kind REAL: NaN unknown */
  tamis_label_sets sets;         /* kind SETS; an empty set is unknown */
  const double* certainty;       /* probability that labels[i] is right, or NULL */
  tamis_votes votes;             /* what the soft labels were made from, or start == NULL */
} tamis_target;

/** Codes 0..levels[j]-1 of feature j: data[i + j * stride]; 1 <= levels[j] <= 256. */
typedef struct tamis_codes {
  const uint8_t* data; /* or NULL */
  uint64_t rows, cols, stride;
  const uint32_t* levels;
} tamis_codes;

/** Compressed columns: feature j has value[e] at sample row[e] for start[j] <= e < start[j + 1], else 0. */
typedef struct tamis_sparse {
  const uint64_t* start; /* cols + 1, or NULL */
  const uint32_t* row;   /* ascending within a column */
  const double* value;
  uint64_t rows, cols;
} tamis_sparse;

/** What the values of a feature mean. */
enum tamis_feature_kind {
  TAMIS_FEATURE_NUMBER = 0, /* differences and ratios have a meaning */
  TAMIS_FEATURE_ORDINAL,    /* only the order has one */
  TAMIS_FEATURE_NOMINAL     /* only equality has one: names of categories */
};

/** Cell (i, j) is missing if data[i + j * stride] is not 0. */
typedef struct tamis_mask {
  const uint8_t* data; /* or NULL: no cell is missing */
  uint64_t rows, cols, stride;
} tamis_mask;

/** At least one of dense, codes, sparse is present; those present describe the same features. */
typedef struct tamis_dataset {
  uint64_t size;
  uint64_t samples;
  uint32_t features;
  tamis_const_matrix dense; /* samples x features, finite; or data == NULL */
  tamis_codes codes;
  tamis_sparse sparse;
  /* Distances are measured on (x - centre[j]) / scale[j]; NULL: on x as it is. scale > 0. */
  const double* centre;
  const double* scale;
  const tamis_text* feature_names; /* `features` names, or NULL */
  const tamis_target* target;      /* what was observed */
  const tamis_target* clean;       /* the truth, in experiments; or NULL */
  const double* weights;           /* of samples, >= 0, or NULL */
  const int32_t* groups;           /* of samples, 0.., or NULL */
  /* Since SDK revision 2: read `size` first. */
  const uint8_t* feature_kinds;  /* enum tamis_feature_kind of each feature, or NULL: all are numbers */
  const int32_t* feature_groups; /* of each feature, 0.., or -1 if it is in no group; or NULL */
  const double* feature_costs;   /* of each feature, above 0; or NULL: 1 each */
  tamis_mask missing; /* which cells were missing; dense, codes and sparse hold what the host put there */
  const int32_t*
      feature_units; /* of each feature, the group with which it is selected as one, 0.., or -1: it is
                                   selected by itself; or NULL: all are */
} tamis_dataset;

#ifdef __cplusplus
}
#endif
