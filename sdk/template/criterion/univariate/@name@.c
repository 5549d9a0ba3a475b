/* A criterion says how good features are. This one looks at each feature on its own: how far do its values
 * spread when the outermost ones, which may be mistakes, are left out? The contract is tamis/abi.h and its
 * pages; docs/plain_c.md says what they cannot. */
#include <tamis/plain_c.h>

#include <stdlib.h>

/* What tamis lists, checks and documents the method by; it runs none of this code for that. The options are
 * checked against it before create() gets them, in this order. */
#define MANIFEST                                                                     \
  TAMIS_C_LIBRARY(TAMIS_PLUGIN_VERSION)                                              \
  "{\"id\":\"@id@\",\"interface\":\"criterion/1\","                                  \
  "\"summary\":\"Spread of a feature without its outermost values\","                \
  "\"measures\":\"feature\",\"better\":\"higher\",\"moves\":[\"add\",\"remove\"],"   \
  "\"targets\":[],\"own_column\":true,\"options\":["                                 \
  "{\"name\":\"outside\",\"type\":\"real\",\"default\":0.05,\"min\":0,\"max\":0.45," \
  "\"doc\":\"share of the samples left out at each end\"}]}\n"
TAMIS_C_NOTE(MANIFEST);

typedef struct criterion {
  double outside;
  const tamis_dataset* data; /* these two outlive the component */
  const tamis_runtime* runtime;
} criterion;

static int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  (void)context;
  if (creation->n_values != 1 || creation->values[0].type != TAMIS_T_REAL)
    return tamis_fail(error, TAMIS_E_PLUGIN, "expected one option, a number; build the plugin again");
  const double outside = creation->values[0].as.real;
  if (!(outside >= 0 && outside <= 0.45))
    return tamis_fail(error, TAMIS_E_PARAM, "option 'outside' is outside its range, from 0 to 0.45");
  criterion* made = malloc(sizeof *made);
  if (!made) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  *made = (criterion){outside, NULL, NULL};
  *self = made;
  return TAMIS_OK;
}

static int32_t prepare(void* self, const tamis_dataset* data, const tamis_runtime* runtime,
                       tamis_error* error) {
  criterion* c = self;
  if (!data->dense.data) return tamis_fail(error, TAMIS_E_DATA, "the features have no numbers");
  c->data = data;
  c->runtime = runtime;
  return TAMIS_OK;
}

static int ascending(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

typedef struct request {
  const criterion* self;
  const uint32_t* candidates;
  double* scores;
} request;

/* The scores of candidates first..last-1. Called from many threads at once: each has its own memory and
 * writes to its own places. Where there is no score (0/0, say): the infinity that is worst, with a reason in
 * tamis_reason. */
static int32_t score_block(void* context, uint64_t first, uint64_t last, tamis_error* error) {
  const request* asked = context;
  const tamis_const_matrix x = asked->self->data->dense;
  const uint64_t left_out = (uint64_t)(asked->self->outside * (double)x.rows);
  double* sorted = malloc(x.rows * sizeof *sorted);
  if (!sorted) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  for (uint64_t i = first; i < last; ++i) {
    const double* values = x.data + asked->candidates[i] * x.stride;
    for (uint64_t row = 0; row < x.rows; ++row) sorted[row] = values[row];
    qsort(sorted, x.rows, sizeof *sorted, ascending);
    asked->scores[i] = sorted[x.rows - 1 - left_out] - sorted[left_out];
  }
  free(sorted);
  return TAMIS_OK;
}

static int32_t score(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move,
                     const uint32_t* candidates, uint64_t n_scores, double* scores, tamis_reason* reasons,
                     tamis_error* error) {
  (void)subset, (void)n_subset, (void)move, (void)reasons; /* a feature's own quality, always there */
  const criterion* c = self;
  request asked = {c, candidates, scores};
  return c->runtime->parallel_for(c->runtime->self, n_scores, 8, score_block, &asked, error);
}

static const tamis_criterion_1 table = {.size = sizeof table, .prepare = prepare, .score = score};
static const tamis_component component = {sizeof component, "criterion/1", "@id@", &table, NULL,
                                          create,           free};
TAMIS_C_PLUGIN(MANIFEST, component);
