/** \file search_strategy.h  "search_strategy/1": searches over feature subsets. */
#pragma once
#include <tamis/abi/criterion.h>
#ifdef __cplusplus
extern "C" {
#endif

/** What the user asks of a search. The host keeps the budgets. */
typedef struct tamis_goal {
  uint64_t size;
  uint64_t keep;          /* features wanted, `always` included; 0 only with losses: a path through every size */
  const uint32_t* always; /* features that are in every subset */
  uint64_t n_always;
  double until; /* stop when the subset's score is this good; NaN: no such rule */
} tamis_goal;

/** The space of feature subsets: gives the scores of the criterion, records the path. */
typedef struct tamis_space {
  uint64_t size;
  void* self;
  uint32_t features;
  int32_t better;   /* -1: lower scores are better, +1: higher */
  int32_t measures; /* enum tamis_measures */
  uint32_t moves;   /* bit 1 << enum tamis_move for each move that can be scored */
  double tolerance; /* scores this close are equal */
  int32_t (*score)(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move,
                   const uint32_t* candidates, uint64_t n_scores, double* scores, tamis_error*);
  /** Sets the first subset of the path; `always` unless it is called. */
  int32_t (*begin)(void* self, const uint32_t* subset, uint64_t n_subset, tamis_error*);
  /** One step of the path: `feature` joins or leaves. `score` is the latest score of the feature, or of the
   *  subset after the step as a whole; any other number is replaced by the criterion's own score of the step.
   *  Kept for searches of SDK revision 1; see accept_scored. */
  int32_t (*accept)(void* self, int32_t move, uint32_t feature, double score, tamis_error*);
  /* Since SDK revision 2: read `size` first. */
  /** One score per subset, as `score` with `whole` for each of them. Subset i holds the features
   *  features[starts[i]] to features[starts[i + 1] - 1], distinct, in any order; `starts` has n + 1 entries. */
  int32_t (*score_subsets)(void* self, const uint32_t* features, const uint64_t* starts, uint64_t n,
                           double* scores, tamis_error*);
  /** One step of the path: `feature` joins or leaves. `scored` (enum tamis_score_of) names the score that the
   *  path records. */
  int32_t (*accept_scored)(void* self, int32_t move, uint32_t feature, int32_t scored, tamis_error*);
  const tamis_text* feature_names; /* `features` names, or NULL */
  const int32_t* feature_groups;   /* of each feature, 0.., or -1 if it is in no group; or NULL */
  const double* feature_costs;     /* of each feature, above 0; or NULL: 1 each */
  /** How many scores may still be asked for; UINT64_MAX: as many as needed. */
  uint64_t (*evaluations_left)(void* self);
  int32_t diminishing_gains; /* not 0: scores are gains, and a feature never adds more to a larger subset */
} tamis_space;

/** Which score belongs to an accepted step. */
enum tamis_score_of {
  TAMIS_SCORE_OF_MOVE = 0, /* of the same move from the same subset */
  TAMIS_SCORE_OF_FEATURE,  /* the latest one of the feature, as a move from any subset: a ranking */
  TAMIS_SCORE_OF_SUBSET    /* of the subset after the step, as a whole */
};

/** What a criterion's score measures. */
enum tamis_measures {
  TAMIS_MEASURES_FEATURE = 0,
  TAMIS_MEASURES_SUBSET,
  TAMIS_MEASURES_LOSS,
  TAMIS_MEASURES_GAIN
};

typedef struct tamis_search_strategy_1 {
  uint64_t size;
  /** Scores moves and accepts steps until the goal is reached. Error codes of `space` (a spent budget, a cancelled
   *  run) are returned as they are. */
  int32_t (*run)(void* self, const tamis_space*, const tamis_goal*, const tamis_runtime*, tamis_error*);
  /** An upper bound on the number of scores that `run` will need for `features` features. May be NULL: unknown. */
  int32_t (*evaluations)(const void* self, uint32_t features, const tamis_goal*, double* out, tamis_error*);
  /** Results besides the path, about the latest `run`, also if TAMIS_E_BUDGET ended it. May be NULL. */
  int32_t (*report)(const void* self, const tamis_diagnostics*, tamis_error*);
} tamis_search_strategy_1;

#ifdef __cplusplus
}
#endif
