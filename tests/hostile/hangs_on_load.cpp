// Never comes back from being loaded.
#include "hostile.hpp"

#include <unistd.h>

namespace {
struct Hangs final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Hangs>("test.hangs_on_load", "").better(tamis::Better::higher);
  }
};
[[gnu::constructor]] void hang() {
  for (;;) ::pause();
}
}  // namespace

TAMIS_PLUGIN(Hangs)
