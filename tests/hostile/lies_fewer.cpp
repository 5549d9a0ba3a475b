// Its manifest lists two components, it offers one.
#include "hostile.hpp"

namespace {
struct First final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<First>("test.lies_first", "").better(tamis::Better::higher);
  }
};
struct Second final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Second>("test.lies_second", "").better(tamis::Better::higher);
  }
};
HOSTILE_NOTE(First, Second)
constexpr tamis_component kComponents[] = {tamis::detail::Factory<First>::kComponent};
}  // namespace

HOSTILE_SYMBOL(kComponents)
