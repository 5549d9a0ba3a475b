// Has a manifest, and exports nothing.
#include "hostile.hpp"

namespace {
struct Silent final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<Silent>("test.no_symbol", "").better(tamis::Better::higher);
  }
};
HOSTILE_NOTE(Silent)
}  // namespace
