// Changes the floating-point mode when it is loaded, and again from wherever it is told to.
#include "hostile.hpp"

#include <cfenv>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace {

using namespace tamis;

enum class Mode { rounding, traps, long_double };

void change_mode(Mode mode) {
#if defined(__SSE2__)
  if (mode == Mode::traps) {
    feenableexcept(FE_DIVBYZERO);
    return;
  }
  if (mode == Mode::long_double) {
    const unsigned short single_precision = 0x007f;
    asm volatile("fldcw %0" : : "m"(single_precision));
    return;
  }
  _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
#endif
  std::fesetround(FE_DOWNWARD);
}
[[gnu::constructor]] void on_load() { change_mode(Mode::rounding); }

struct ChangesMode final : hostile::FirstValue {
  enum class In { nothing, create, prepare, score, report, destroy };
  struct Options {
    In in = In::nothing;
    Mode mode = Mode::rounding;
  } options;
  static constexpr auto describe() {
    return tamis::describe<ChangesMode>("test.changes_mode", "Changes the floating-point mode")
        .better(Better::higher)
        .option<&Options::in>("in", one_of("nothing", "create", "prepare", "score", "report", "destroy"), "")
        .option<&Options::mode>("mode", one_of("rounding", "traps", "long_double"), "");
  }
  ~ChangesMode() override { maybe(In::destroy); }
  void prepare(const Dataset& data, const Runtime& runtime) override {
    maybe(In::prepare);
    FirstValue::prepare(data, runtime);
  }
  Score score_column(Column x, const Target&) const override {  // on the threads of a loop
    maybe(In::score);
    return x[0];
  }
  void report(const Diagnostics&) const override { maybe(In::report); }
  void maybe(In here) const {
    if (options.in == here) change_mode(options.mode);
  }
};

constexpr tamis_criterion_1 kTable = hostile::table_of<ChangesMode>();
constexpr tamis_component kComponents[] = {[] {
  tamis_component c = hostile::component_of<ChangesMode>(kTable);
  c.create = [](void* context, const tamis_creation* creation, void** self, tamis_error* e) {
    if (creation->values[0].as.integer == static_cast<int>(ChangesMode::In::create))
      change_mode(static_cast<Mode>(creation->values[1].as.integer));
    return detail::Factory<ChangesMode>::create(context, creation, self, e);
  };
  return c;
}()};

HOSTILE_NOTE(ChangesMode)

}  // namespace

HOSTILE_SYMBOL(kComponents)
