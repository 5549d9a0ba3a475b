/** \file every_slot.c  A component of each kind in plain C, with the functions that revision 2 of the contract added. It is
 * compiled with the headers of that revision and runs in today's kernel. */
#include <tamis/plain_c.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANIFEST                                                                                               \
  TAMIS_C_LIBRARY("1.0")                                                                                       \
  "{\"id\":\"abi_2.range_sum\",\"interface\":\"criterion/1\",\"summary\":\"Sum of the ranges of features\","   \
  "\"measures\":\"subset\",\"better\":\"higher\",\"moves\":[\"add\",\"remove\",\"whole\"],\"targets\":[],"     \
  "\"tolerance\":1e-9,\"options\":[]}\n"                                                                       \
  "{\"id\":\"abi_2.range_gain\",\"interface\":\"criterion/1\",\"summary\":\"The range that a feature adds\","  \
  "\"measures\":\"gain\",\"better\":\"higher\",\"moves\":[\"add\"],\"targets\":[],\"options\":[]}\n"           \
  "{\"id\":\"abi_2.one_by_one\",\"interface\":\"search_strategy/1\",\"summary\":\"Adds the best feature\","    \
  "\"moves\":[\"add\"],\"options\":[]}\n"                                                                      \
  "{\"id\":\"abi_2.one_rate\",\"interface\":\"noise_model/1\",\"summary\":\"One rate of wrong labels\","       \
  "\"fits\":true,\"options\":[]}\n"                                                                            \
  "{\"id\":\"abi_2.share_of_range\",\"interface\":\"point_metric/1\","                                         \
  "\"summary\":\"Differences as shares of the ranges of features\",\"options\":[]}\n"                          \
  "{\"id\":\"abi_2.all_alike\",\"interface\":\"class_metric/1\",\"summary\":\"1 between any two classes\","    \
  "\"options\":[]}\n"                                                                                          \
  "{\"id\":\"abi_2.half_l1\",\"interface\":\"distribution_metric/1\","                                         \
  "\"summary\":\"Half of the sum of differences\",\"metric\":true,\"options\":[]}\n"

TAMIS_C_NOTE(MANIFEST);

/** What any of them keeps. */
typedef struct state {
  const tamis_dataset* data;
  double* range; /* of each feature */
  double rate;   /* of wrong labels */
  double steps;  /* of the latest run */
} state;

static int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  (void)context;
  if (creation->n_values != 0) return tamis_fail(error, TAMIS_E_PLUGIN, "expected no option");
  state* made = calloc(1, sizeof *made);
  if (!made) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  made->rate = 0.1;
  *self = made;
  return TAMIS_OK;
}

static void destroy(void* self) {
  free(((state*)self)->range);
  free(self);
}

static int32_t keep_data(void* self, const tamis_dataset* data, const tamis_runtime* runtime, tamis_error* error) {
  (void)runtime, (void)error;
  ((state*)self)->data = data;
  return TAMIS_OK;
}

static int32_t measure_ranges(void* self, const tamis_dataset* data, const tamis_runtime* runtime,
                              tamis_error* error) {
  state* s = self;
  keep_data(self, data, runtime, error);
  free(s->range);
  s->range = calloc(data->features + 1, sizeof *s->range);
  if (!s->range) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  for (uint32_t j = 0; data->dense.data && j < data->features; ++j) {
    const double* x = data->dense.data + j * data->dense.stride;
    double least = x[0], most = x[0];
    for (uint64_t i = 1; i < data->samples; ++i) {
      if (x[i] < least) least = x[i];
      if (x[i] > most) most = x[i];
    }
    s->range[j] = most - least;
  }
  return TAMIS_OK;
}

/* criteria */

static int ascending(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

/** Sorted first, so that the order of the features does not matter. */
static double sum_of_ranges(const state* s, const uint32_t* subset, uint64_t n, double* room) {
  double sum = 0;
  for (uint64_t k = 0; k < n; ++k) room[k] = s->range[subset[k]];
  qsort(room, n, sizeof *room, ascending);
  for (uint64_t k = 0; k < n; ++k) sum += room[k];
  return sum;
}

static int32_t score_sum(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move, const uint32_t* candidates,
                         uint64_t n_scores, double* scores, tamis_reason* reasons, tamis_error* error) {
  (void)reasons;
  const state* s = self;
  double* room = malloc((n_subset + 1) * sizeof *room);
  if (!room) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  const double sum = sum_of_ranges(s, subset, n_subset, room);
  free(room);
  for (uint64_t i = 0; i < n_scores; ++i)
    scores[i] = move == TAMIS_WHOLE ? sum
                : move == TAMIS_ADD ? sum + s->range[candidates[i]]
                                    : sum - s->range[candidates[i]];
  return TAMIS_OK;
}

static int32_t score_sums(void* self, const uint32_t* features, const uint64_t* starts, uint64_t n, double* scores,
                          tamis_reason* reasons, tamis_error* error) {
  for (uint64_t i = 0; i < n; ++i) {
    const int32_t code = score_sum(self, features + starts[i], starts[i + 1] - starts[i], TAMIS_WHOLE, NULL, 1,
                                   scores + i, reasons ? reasons + i : NULL, error);
    if (code != TAMIS_OK) return code;
  }
  return TAMIS_OK;
}

static int32_t score_gain(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move, const uint32_t* candidates,
                          uint64_t n_scores, double* scores, tamis_reason* reasons, tamis_error* error) {
  (void)subset, (void)n_subset, (void)move, (void)reasons, (void)error;
  for (uint64_t i = 0; i < n_scores; ++i) scores[i] = ((state*)self)->range[candidates[i]];
  return TAMIS_OK;
}

/* the search */

static void report_number(const tamis_diagnostics* out, const char* name, double value) {
  out->number(out->self, (tamis_text){name, strlen(name)}, value);
}

static int32_t add_the_best(const tamis_space* space, uint32_t* subset, uint64_t* size, char* inside, tamis_error* error) {
  uint32_t best = space->features;
  double best_score = 0;
  for (uint32_t f = 0; f < space->features; ++f) {
    double score;
    if (inside[f]) continue;
    const int32_t code = space->score(space->self, subset, *size, TAMIS_ADD, &f, 1, &score, error);
    if (code != TAMIS_OK) return code;
    const double gap = space->better * (score - best_score);
    if (best == space->features || gap > space->tolerance) best = f, best_score = score;
  }
  inside[best] = 1;
  subset[(*size)++] = best;
  return TAMIS_OK;
}

static int32_t run(void* self, const tamis_space* space, const tamis_goal* goal, const tamis_runtime* runtime,
                   tamis_error* error) {
  (void)runtime;
  ((state*)self)->steps = 0;
  if (!isnan(goal->until)) return tamis_fail(error, TAMIS_E_PARAM, "this search does not stop at a score; leave out `until`");
  uint32_t* subset = malloc((space->features + 1) * sizeof *subset);
  char* inside = calloc(space->features + 1, 1);
  int32_t code = subset && inside ? TAMIS_OK : tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  uint64_t size = code == TAMIS_OK ? goal->n_always : 0;
  for (uint64_t k = 0; k < size; ++k) inside[subset[k] = goal->always[k]] = 1;
  while (code == TAMIS_OK && size < goal->keep) {
    code = add_the_best(space, subset, &size, inside, error);
    if (code == TAMIS_OK)
      code = space->accept_scored(space->self, TAMIS_ADD, subset[size - 1], TAMIS_SCORE_OF_FEATURE, error);
    if (code == TAMIS_OK) ++((state*)self)->steps;
  }
  free(inside);
  free(subset);
  return code;
}

static int32_t evaluations(const void* self, uint32_t features, const tamis_goal* goal, double* out, tamis_error* error) {
  (void)self, (void)error;
  *out = 0;
  for (uint64_t size = goal->n_always; size < goal->keep; ++size) *out += (double)(features - size);
  return TAMIS_OK;
}

static int32_t report_steps(const void* self, const tamis_diagnostics* out, tamis_error* error) {
  (void)error;
  report_number(out, "steps", ((const state*)self)->steps);
  return TAMIS_OK;
}

/* the noise model */

static int32_t parameter_count(const void* self, uint64_t* out, tamis_error* error) {
  (void)self, (void)error;
  *out = 1;
  return TAMIS_OK;
}

static int32_t parameters(const void* self, double* out, tamis_error* error) {
  (void)error;
  *out = ((const state*)self)->rate;
  return TAMIS_OK;
}

static int32_t set_parameters(void* self, const double* values, uint64_t n, tamis_error* error) {
  if (n != 1 || !(values[0] >= 0 && values[0] <= 1))
    return tamis_fail(error, TAMIS_E_PARAM, "expected one rate from 0 to 1");
  ((state*)self)->rate = values[0];
  return TAMIS_OK;
}

static int32_t likelihood(const void* self, tamis_matrix out, tamis_error* error) {
  const state* s = self;
  const int32_t* labels = s->data->target->labels;
  if (!labels) return tamis_fail(error, TAMIS_E_DATA, "the target has no labels");
  const double others = out.cols > 1 ? s->rate / (double)(out.cols - 1) : 0;
  for (uint64_t c = 0; c < out.cols; ++c)
    for (uint64_t i = 0; i < out.rows; ++i)
      out.data[i + c * out.stride] = labels[i] < 0 ? 1 : labels[i] == (int32_t)c ? 1 - s->rate : others;
  return TAMIS_OK;
}

static int32_t start(void* self, uint64_t seed, tamis_error* error) {
  (void)error;
  seed = (seed ^ seed >> 31) * 0x9e3779b97f4a7c15u;
  ((state*)self)->rate = (double)(seed >> 11) / 9007199254740992.0 / 2;
  return TAMIS_OK;
}

static int32_t update(void* self, tamis_const_matrix memberships, tamis_error* error) {
  (void)error;
  state* s = self;
  const int32_t* labels = s->data->target->labels;
  double wrong = 0, known = 0;
  for (uint64_t i = 0; i < memberships.rows; ++i) {
    if (labels[i] < 0) continue;
    wrong += 1 - memberships.data[i + (uint64_t)labels[i] * memberships.stride];
    ++known;
  }
  if (known > 0) s->rate = wrong < 0 ? 0 : wrong > known ? 1 : wrong / known;
  return TAMIS_OK;
}

/* metrics */

/** The sum of |from - to| / range[feature]; each row is a feature of range 1 if `range` is NULL. */
static void add_shares(const double* range, const uint32_t* features, tamis_const_matrix from, tamis_const_matrix to,
                       tamis_matrix out) {
  for (uint64_t i = 0; i < from.cols; ++i)
    for (uint64_t j = 0; j < to.cols; ++j) {
      double sum = 0;
      for (uint64_t f = 0; f < from.rows; ++f) {
        const double width = range && range[features[f]] > 0 ? range[features[f]] : 1;
        sum += fabs(from.data[f + i * from.stride] - to.data[f + j * to.stride]) / width;
      }
      out.data[j + i * out.stride] = sum;
    }
}

static int32_t distances(const void* self, tamis_const_matrix from, tamis_const_matrix to, tamis_matrix out,
                         tamis_error* error) {
  (void)self, (void)error;
  add_shares(NULL, NULL, from, to, out);
  return TAMIS_OK;
}

static int32_t feature_distances(const void* self, const uint32_t* features, tamis_const_matrix from, tamis_const_matrix to,
                                 tamis_matrix out, tamis_error* error) {
  (void)error;
  add_shares(((const state*)self)->range, features, from, to, out);
  return TAMIS_OK;
}

static int32_t class_distances(const void* self, tamis_matrix out, tamis_error* error) {
  (void)self, (void)error;
  for (uint64_t a = 0; a < out.cols; ++a)
    for (uint64_t b = 0; b < out.rows; ++b) out.data[b + a * out.stride] = a == b ? 0 : 1;
  return TAMIS_OK;
}

static int32_t shape(const void* self, tamis_class_shape* out, tamis_error* error) {
  (void)self, (void)error;
  out->shape = TAMIS_SHAPE_ZERO_ONE;
  return TAMIS_OK;
}

static double mass(const tamis_distributions* d, uint64_t b, uint32_t c) {
  for (uint64_t e = d->start[b]; e < d->start[b + 1]; ++e)
    if (d->classes[e] == c) return d->counts ? (double)d->counts[e] / (double)d->totals[b] : d->masses[e];
  return 0;
}

static int32_t half_l1(const void* self, const tamis_distributions* p, const tamis_distributions* q, double* out,
                       tamis_error* error) {
  (void)error;
  const uint32_t classes = ((const state*)self)->data->target->classes;
  for (uint64_t b = 0; b < p->batch; ++b) {
    out[b] = 0;
    for (uint32_t c = 0; c < classes; ++c) out[b] += fabs(mass(p, b, c) - mass(q, b, c)) / 2;
  }
  return TAMIS_OK;
}

static int32_t is_a_norm(const void* self, int32_t* out, tamis_error* error) {
  (void)self, (void)error;
  *out = 1;
  return TAMIS_OK;
}

static const tamis_criterion_1 range_sum = {
    .size = sizeof range_sum, .prepare = measure_ranges, .score = score_sum, .score_subsets = score_sums};
static const tamis_criterion_1 range_gain = {
    .size = sizeof range_gain, .prepare = measure_ranges, .score = score_gain};
static const tamis_search_strategy_1 one_by_one = {
    .size = sizeof one_by_one, .run = run, .evaluations = evaluations, .report = report_steps};
static const tamis_noise_model_1 one_rate = {.size = sizeof one_rate,
                                             .prepare = keep_data,
                                             .parameter_count = parameter_count,
                                             .parameters = parameters,
                                             .set_parameters = set_parameters,
                                             .likelihood = likelihood,
                                             .start = start,
                                             .update = update};
static const tamis_point_metric_1 share_of_range = {.size = sizeof share_of_range,
                                                    .distances = distances,
                                                    .prepare = measure_ranges,
                                                    .feature_distances = feature_distances};
static const tamis_class_metric_1 all_alike = {
    .size = sizeof all_alike, .prepare = keep_data, .distances = class_distances, .shape = shape};
static const tamis_distribution_metric_1 total_variation = {
    .size = sizeof total_variation, .prepare = keep_data, .distances = half_l1, .difference_only = is_a_norm};

#define COMPONENT(interface, id, table) {sizeof(tamis_component), interface, id, table, NULL, create, destroy}
static const tamis_component components[] = {
    COMPONENT("criterion/1", "abi_2.range_sum", &range_sum),
    COMPONENT("criterion/1", "abi_2.range_gain", &range_gain),
    COMPONENT("search_strategy/1", "abi_2.one_by_one", &one_by_one),
    COMPONENT("noise_model/1", "abi_2.one_rate", &one_rate),
    COMPONENT("point_metric/1", "abi_2.share_of_range", &share_of_range),
    COMPONENT("class_metric/1", "abi_2.all_alike", &all_alike),
    COMPONENT("distribution_metric/1", "abi_2.half_l1", &total_variation)};

extern const tamis_plugin tamis_plugin_1 __attribute__((visibility("default")));
const tamis_plugin tamis_plugin_1 = {sizeof(tamis_plugin),
                                     {tamis_note.text, sizeof(MANIFEST) - 1},
                                     components,
                                     sizeof components / sizeof *components,
                                     sizeof *components};
