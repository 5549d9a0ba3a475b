// Calls a function that no library has.
#include "hostile.hpp"

extern "C" double test_function_that_is_nowhere(double);

namespace {
struct LacksSymbol final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<LacksSymbol>("test.lacks_symbol", "Cannot be loaded")
        .better(tamis::Better::higher);
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override {
    return test_function_that_is_nowhere(x[0]);
  }
};
}  // namespace

TAMIS_PLUGIN(LacksSymbol)
