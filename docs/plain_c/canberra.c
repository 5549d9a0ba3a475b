/** \file canberra.c  A point metric in plain C: the Canberra distance, sum over features of |a - b| / (|a| +
 * |b|). G. N. Lance, W. T. Williams. Computer Programs for Hierarchical Polythetic Classification. The
 * Computer Journal 9(1), 1966, doi:10.1093/comjnl/9.1.60. `offset` keeps values near zero from deciding
 * alone. */
#include <tamis/plain_c.h>

#include <math.h>
#include <stdlib.h>

#define MANIFEST                                                                                  \
  TAMIS_C_LIBRARY("1.0")                                                                          \
  "{\"id\":\"org.example.canberra\",\"interface\":\"point_metric/1\","                            \
  "\"summary\":\"Sum of differences, each relative to its two values\","                          \
  "\"cites\":\"Lance, Williams. Hierarchical Polythetic Classification. Computer Journal 1966\"," \
  "\"options\":[{\"name\":\"offset\",\"type\":\"real\",\"default\":0,\"min\":0,"                  \
  "\"doc\":\"added to each |a| + |b|\"}]}\n"

TAMIS_C_NOTE(MANIFEST);

static int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  (void)context;
  if (creation->n_values != 1 || creation->values[0].type != TAMIS_T_REAL)
    return tamis_fail(error, TAMIS_E_PLUGIN,
                      "expected one option, the number 'offset'; build the plugin again");
  const double offset = creation->values[0].as.real;
  if (!(offset >= 0 && isfinite(offset)))
    return tamis_fail(error, TAMIS_E_PARAM, "option 'offset' is outside its range, from 0 on");
  double* kept = malloc(sizeof *kept);
  if (!kept) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  *kept = offset;
  *self = kept;
  return TAMIS_OK;
}

/** Called from many threads at once: it reads `self` and writes nothing but `out`. */
static int32_t distances(const void* self, tamis_const_matrix from, tamis_const_matrix to, tamis_matrix out,
                         tamis_error* error) {
  const double offset = *(const double*)self;
  if (from.rows != to.rows)
    return tamis_fail(error, TAMIS_E_PLUGIN, "was given points of two different spaces");
  for (uint64_t i = 0; i < from.cols; ++i)
    for (uint64_t j = 0; j < to.cols; ++j) {
      double sum = 0;
      for (uint64_t f = 0; f < from.rows; ++f) {
        const double a = from.data[f + i * from.stride], b = to.data[f + j * to.stride];
        if (a == b) continue; /* 0/0 of two zeros is 0 */
        /* halves, so that no sum overflows */
        sum += fabs(a / 2 - b / 2) / (fabs(a) / 2 + fabs(b) / 2 + offset / 2);
      }
      out.data[j + i * out.stride] = sum;
    }
  return TAMIS_OK;
}

/* no geometry: it is none of the norms that the contract lists */
static const tamis_point_metric_1 table = {.size = sizeof table, .distances = distances};
static const tamis_component component = {
    sizeof component, "point_metric/1", "org.example.canberra", &table, NULL, create, free};
TAMIS_C_PLUGIN(MANIFEST, component);
