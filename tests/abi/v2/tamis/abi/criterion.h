/** \file criterion.h  "criterion/1": scores of moves. */
#pragma once
#include <tamis/abi/data.h>
#include <tamis/abi/services.h>
#ifdef __cplusplus
extern "C" {
#endif

enum tamis_move { TAMIS_ADD = 0, TAMIS_REMOVE, TAMIS_WHOLE };

/** A short remark on a score: UTF-8, terminated. Empty before the call. An infinite score has one, which says why it is
 *  infinite; a finite score may have one. */
typedef struct tamis_reason {
  char text[64];
} tamis_reason;

/** Elementary operations (about a nanosecond each on one core) that a criterion expects to need: finite, not
 *  negative. */
typedef struct tamis_cost {
  double prepare;
  double per_candidate; /* of one score */
} tamis_cost;

typedef struct tamis_criterion_1 {
  uint64_t size;
  /** Once, before any score. Both views outlive the component: their addresses may be kept. */
  int32_t (*prepare)(void* self, const tamis_dataset*, const tamis_runtime*, tamis_error*);
  /** One score per candidate, written to each of scores[0..n_scores-1]; `whole` has one score and no
   *  candidate. `subset` holds distinct features in any order, with no candidate among them for `add`, and
   *  all for `remove`. An undefined score is the worse of the two infinities, with a reason; never NaN. `reasons` is as
   *  long as `scores`, or NULL. */
  int32_t (*score)(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move,
                   const uint32_t* candidates, uint64_t n_scores, double* scores, tamis_reason* reasons,
                   tamis_error*);
  /** Results besides scores, about the subset that was scored last. May be NULL. */
  int32_t (*report)(const void* self, const tamis_diagnostics*, tamis_error*);
  /** Before `prepare`: reads the sizes and the target only; the features may be absent. May be NULL: no cost. */
  int32_t (*cost)(const void* self, const tamis_dataset*, tamis_cost*, tamis_error*);
  /** After `prepare`, for a criterion that measures features: p[i] is the probability of a score at least as good as
   *  that of features[i] if the feature and the target are independent, 0 to 1, or NaN if there is none. May be NULL: the
   *  host estimates p values by shuffling the target. */
  int32_t (*p_values)(const void* self, const uint32_t* features, uint64_t n, double* p, tamis_error*);
  /** After `prepare`: out(i, s) is the probability that the true class of sample i is s, given the features of `subset`
   *  and the labels; also for samples of unknown label. `out` is samples x classes, all NaN before the call, and stays so
   *  if no estimate is possible. A criterion that measures features gets all of them as `subset`. `report` is about
   *  `subset` afterwards. May be NULL: the criterion does not model the classes. */
  int32_t (*memberships)(void* self, const uint32_t* subset, uint64_t n_subset, tamis_matrix out,
                         tamis_error*);
  /** One score per subset, as `score` with `whole` gives it for each of them. Subset i holds the features
   *  features[starts[i]] to features[starts[i + 1] - 1]; `starts` has n + 1 entries. `report` speaks of the last
   *  subset afterwards. May be NULL: `score` is called for one subset after the other. */
  int32_t (*score_subsets)(void* self, const uint32_t* features, const uint64_t* starts, uint64_t n, double* scores,
                           tamis_reason* reasons, tamis_error*);
} tamis_criterion_1;

#ifdef __cplusplus
}
#endif
