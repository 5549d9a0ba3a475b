// Its manifest promises another id.
#include "hostile.hpp"

namespace {
struct Promised final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Promised>("test.lies_promised", "").better(tamis::Better::higher);
  }
};
HOSTILE_NOTE(Promised)
constexpr tamis_component kComponents[] = {[] {
  tamis_component c = tamis::detail::Factory<Promised>::kComponent;
  c.id = "test.lies_given";
  return c;
}()};
}  // namespace

HOSTILE_SYMBOL(kComponents)
