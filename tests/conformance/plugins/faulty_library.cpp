// A library that is wrong as a whole; which way, FAULT says when it is compiled.
#include <tamis/sdk.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace {

struct Plain final : tamis::UnivariateCriterion {
  static constexpr auto describe() {
    return tamis::describe<Plain>("test.plain", "The first value").better(tamis::Better::higher);
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override { return x[0]; }
};

#if defined(FAULT_SLOW)
[[maybe_unused]] const bool kLoaded = [] {
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  return true;
}();
#elif defined(FAULT_ONCE)
[[maybe_unused]] const bool kLoaded = [] {
  if (std::getenv("TAMIS_TEST_LOADED")) std::abort();
  ::setenv("TAMIS_TEST_LOADED", "1", 1);
  return true;
}();
#endif

}  // namespace

#if defined(FAULT_SECOND_SYMBOL)
extern "C" [[gnu::visibility("default")]] int tamis_test_second_symbol() { return 1; }
#elif defined(FAULT_UNDEFINED)
extern "C" int tamis_test_nowhere();
extern "C" [[gnu::visibility("default")]] int tamis_test_caller() { return tamis_test_nowhere(); }
#endif

TAMIS_PLUGIN(Plain)
