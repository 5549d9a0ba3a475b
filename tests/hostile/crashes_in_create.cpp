// Its second component crashes when it is created.
#include "hostile.hpp"

#include <cstdlib>

namespace {
struct Sound final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Sound>("test.crashes_not", "").better(tamis::Better::higher);
  }
};
struct Crashes final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Crashes>("test.crashes_in_create", "").better(tamis::Better::higher);
  }
  Crashes() { std::abort(); }
};
}  // namespace

TAMIS_PLUGIN(Sound, Crashes)
