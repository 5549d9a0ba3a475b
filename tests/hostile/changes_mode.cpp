// Changes the floating-point mode when it is loaded, and again from wherever it is told to.
#include "hostile.hpp"

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

using namespace tamis;

void change_mode() {
  std::fesetround(FE_DOWNWARD);
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
#endif
}
[[gnu::constructor]] void on_load() { change_mode(); }

struct ChangesMode final : hostile::FirstValue {
  enum class In { nothing, create, prepare, score, report, destroy };
  struct Options {
    In in = In::nothing;
  } options;
  static constexpr auto describe() {
    return tamis::describe<ChangesMode>("test.changes_mode", "Changes the floating-point mode")
        .better(Better::higher)
        .option<&Options::in>("in", one_of("nothing", "create", "prepare", "score", "report", "destroy"), "");
  }
  ~ChangesMode() override { maybe(In::destroy); }
  void prepare(const Dataset& data, Runtime& runtime) override {
    maybe(In::prepare);
    FirstValue::prepare(data, runtime);
  }
  Score score_column(Column x, const Target&) const override {  // on the threads of a loop
    maybe(In::score);
    return x[0];
  }
  void report(const Diagnostics&) const override { maybe(In::report); }
  void maybe(In here) const {
    if (options.in == here) change_mode();
  }
};

constexpr tamis_criterion_1 kTable = hostile::table_of<ChangesMode>();
constexpr tamis_component kComponents[] = {[] {
  tamis_component c = hostile::component_of<ChangesMode>(kTable);
  c.create = [](void* context, const tamis_creation* creation, void** self, tamis_error* e) {
    if (creation->values[0].as.integer == static_cast<int>(ChangesMode::In::create)) change_mode();
    return detail::Factory<ChangesMode>::create(context, creation, self, e);
  };
  return c;
}()};

HOSTILE_NOTE(ChangesMode)

}  // namespace

HOSTILE_SYMBOL(kComponents)
