// Does what it should: the others must not change what it finds.
#include "hostile.hpp"

namespace {
struct Honest final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Honest>("test.honest", "First value").better(tamis::Better::higher);
  }
};
}  // namespace

TAMIS_PLUGIN(Honest)
