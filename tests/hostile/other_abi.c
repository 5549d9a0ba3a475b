/* Was built for a contract that is not written yet. */
#include <tamis/plain_c.h>

#define MANIFEST                            \
  "{\"tamis\":9,\"compiler\":\"GCC 20\"}\n" \
  "{\"id\":\"test.other_abi\",\"interface\":\"criterion/9\",\"options\":[]}\n"

TAMIS_C_NOTE(MANIFEST);

extern const int tamis_plugin_9 __attribute__((visibility("default")));
const int tamis_plugin_9 = 9;
