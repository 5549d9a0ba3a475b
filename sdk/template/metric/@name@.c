/* A metric says how far samples are from each other; criteria that look at neighbours take one as a part.
 * This one adds up the differences of all features. One that is small, as by a reading, counts nothing, and
 * none counts for more than a limit: one wild value cannot put a sample far from all others. The contract is
 * tamis/abi.h and its pages; docs/plain_c.md says what they cannot. */
#include <tamis/plain_c.h>

#include <math.h>
#include <stdlib.h>

/* What tamis lists, checks and documents the method by; it runs none of this code for that. The options are
 * checked against it before create() gets them, in this order. */
#define MANIFEST                                                                                             \
  TAMIS_C_LIBRARY(TAMIS_PLUGIN_VERSION)                                                                      \
  "{\"id\":\"@id@\",\"interface\":\"point_metric/1\","                                                       \
  "\"summary\":\"Sum of the differences that count, each at most a limit\",\"options\":["                    \
  "{\"name\":\"least\",\"type\":\"real\",\"default\":0,\"min\":0,\"doc\":\"smaller differences are none\"}," \
  "{\"name\":\"limit\",\"type\":\"real\",\"default\":3,\"above\":0,"                                         \
  "\"doc\":\"the most that one feature can add\"}]}\n"
TAMIS_C_NOTE(MANIFEST);

typedef struct metric {
  double least, limit;
} metric;

static int32_t create(void* context, const tamis_creation* creation, void** self, tamis_error* error) {
  (void)context;
  const tamis_value* options = creation->values;
  if (creation->n_values != 2 || options[0].type != TAMIS_T_REAL || options[1].type != TAMIS_T_REAL)
    return tamis_fail(error, TAMIS_E_PLUGIN, "expected two options, both numbers; build the plugin again");
  const double least = options[0].as.real, limit = options[1].as.real;
  if (!(least >= 0) || !(limit > 0) || isinf(least) || isinf(limit))
    return tamis_fail(error, TAMIS_E_PARAM, "option 'least' or 'limit' is outside its range");
  if (least >= limit)
    return tamis_fail(error, TAMIS_E_PARAM, "`least` is not below `limit`, so that all distances are 0");
  metric* made = malloc(sizeof *made);
  if (!made) return tamis_fail(error, TAMIS_E_MEMORY, "out of memory");
  *made = (metric){least, limit};
  *self = made;
  return TAMIS_OK;
}

/* out(j, i): from column i of `from` to column j of `to`; a column is a sample, its rows are the features. At
 * least 0, the same in both directions, 0 from a sample to itself. Called from many threads at once: it reads
 * `self` and writes nothing but `out`. */
static int32_t distances(const void* self, tamis_const_matrix from, tamis_const_matrix to, tamis_matrix out,
                         tamis_error* error) {
  (void)error; /* nothing can fail */
  const metric* m = self;
  for (uint64_t i = 0; i < from.cols; ++i)
    for (uint64_t j = 0; j < to.cols; ++j) {
      double sum = 0;
      for (uint64_t f = 0; f < from.rows; ++f) {
        const double difference = fabs(from.data[f + i * from.stride] - to.data[f + j * to.stride]);
        if (difference >= m->least) sum += difference < m->limit ? difference : m->limit;
      }
      out.data[j + i * out.stride] = sum;
    }
  return TAMIS_OK;
}

static const tamis_point_metric_1 table = {.size = sizeof table, .distances = distances};
static const tamis_component component = {
    sizeof component, "point_metric/1", "@id@", &table, NULL, create, free};
TAMIS_C_PLUGIN(MANIFEST, component);
