/** \file trimmed_range.c  A criterion in plain C: how much of a feature's range is left when its extremes are
 * cut off. A feature whose spread is the work of a few samples scores low; a constant one has no score. */
#include <tamis/plain_c.h>

#include <math.h>
#include <stdlib.h>

#define MANIFEST                                                                                      \
  TAMIS_C_LIBRARY("1.0")                                                                              \
  "{\"id\":\"org.example.trimmed_range\",\"interface\":\"criterion/1\","                              \
  "\"summary\":\"Share of a feature's range that is left when its extremes are cut off\","            \
  "\"measures\":\"feature\",\"better\":\"higher\",\"moves\":[\"add\",\"remove\"],\"targets\":[],"     \
  "\"own_column\":true,\"options\":[{\"name\":\"trim\",\"type\":\"real\",\"default\":0.05,\"min\":0," \
  "\"max\":0.49,\"doc\":\"share of the samples that is cut off at each end\"}]}\n"

TAMIS_C_NOTE(MANIFEST);

typedef struct trimmed_range {
  double trim;
  const tamis_dataset* data; /* these two outlive the component */
  const tamis_runtime* runtime;
} trimmed_range;

static int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  (void)context;
  if (creation->n_values != 1 || creation->values[0].type != TAMIS_T_REAL)
    return tamis_fail(error, TAMIS_E_PLUGIN,
                      "expected one option, the number 'trim'; build the plugin again");
  const double trim = creation->values[0].as.real;
  if (!(trim >= 0 && trim <= 0.49))
    return tamis_fail(error, TAMIS_E_PARAM, "option 'trim' is outside its range, from 0 to 0.49");
  trimmed_range* made = malloc(sizeof *made);
  if (!made) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  *made = (trimmed_range){trim, NULL, NULL};
  *self = made;
  return TAMIS_OK;
}

static int32_t prepare(void* self, const tamis_dataset* data, const tamis_runtime* runtime,
                       tamis_error* error) {
  trimmed_range* criterion = self;
  if (!data->dense.data)
    return tamis_fail(error, TAMIS_E_DATA, "the features have no numbers, which are what is scored");
  criterion->data = data;
  criterion->runtime = runtime;
  return TAMIS_OK;
}

static uint64_t cut(const trimmed_range* criterion) {
  return (uint64_t)(criterion->trim * (double)criterion->data->samples);
}

static int ascending(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

typedef struct request {
  const trimmed_range* criterion;
  const uint32_t* candidates;
  double* scores;
  tamis_reason* reasons;
} request;

/** The candidates first..last-1, on any thread: each block has its own memory and writes to its own places.
 */
static int32_t score_block(void* context, uint64_t first, uint64_t last, tamis_error* error) {
  const request* asked = context;
  const tamis_const_matrix x = asked->criterion->data->dense;
  const uint64_t n = x.rows, trimmed = cut(asked->criterion);
  double* sorted = malloc(n * sizeof *sorted);
  if (!sorted) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  for (uint64_t c = first; c < last; ++c) {
    const double* column = x.data + asked->candidates[c] * x.stride;
    for (uint64_t i = 0; i < n; ++i) sorted[i] = column[i];
    qsort(sorted, n, sizeof *sorted, ascending);
    const double range = sorted[n - 1] - sorted[0];
    if (range > 0 && isfinite(range)) {
      asked->scores[c] = (sorted[n - 1 - trimmed] - sorted[trimmed]) / range;
    } else { /* undefined: the infinity that is worst, as higher is better, and why */
      asked->scores[c] = -INFINITY;
      if (asked->reasons)
        snprintf(asked->reasons[c].text, sizeof asked->reasons[c].text, "%s",
                 range > 0 ? "its range is no finite number" : "constant");
    }
  }
  free(sorted);
  return TAMIS_OK;
}

static int32_t score(void* self, const uint32_t* subset, uint64_t n_subset, int32_t move,
                     const uint32_t* candidates, uint64_t n_scores, double* scores, tamis_reason* reasons,
                     tamis_error* error) {
  (void)subset, (void)n_subset, (void)move; /* a feature's own quality */
  const trimmed_range* criterion = self;
  request asked = {criterion, candidates, scores, reasons};
  const tamis_runtime* runtime = criterion->runtime;
  return runtime->parallel_for(runtime->self, n_scores, 8, score_block, &asked, error);
}

static int32_t report(const void* self, const tamis_diagnostics* out, tamis_error* error) {
  (void)error;
  static const char kName[] = "samples_cut_at_each_end";
  out->number(out->self, (tamis_text){kName, sizeof kName - 1}, (double)cut(self));
  return TAMIS_OK;
}

static const tamis_criterion_1 table = {
    .size = sizeof table, .prepare = prepare, .score = score, .report = report};
static const tamis_component component = {
    sizeof component, "criterion/1", "org.example.trimmed_range", &table, NULL, create, free};
TAMIS_C_PLUGIN(MANIFEST, component);
