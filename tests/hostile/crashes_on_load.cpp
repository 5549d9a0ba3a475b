// Crashes while it is loaded.
#include "hostile.hpp"

#include <cstdlib>

namespace {
struct Crashes final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Crashes>("test.crashes_on_load", "").better(tamis::Better::higher);
  }
};
[[gnu::constructor]] void crash() { std::abort(); }
}  // namespace

TAMIS_PLUGIN(Crashes)
