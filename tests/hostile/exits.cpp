// Ends the process from wherever it is told to.
#include "hostile.hpp"

#include <cstdlib>

namespace {

using namespace tamis;

struct Exits final : hostile::FirstValue {
  enum class In { nothing, prepare, score, report, destroy };
  struct Options {
    In in = In::nothing;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Exits>("test.exits", "Ends the process")
        .better(Better::higher)
        .option<&Options::in>("in", one_of("nothing", "prepare", "score", "report", "destroy"), "");
  }
  ~Exits() override { maybe(In::destroy); }
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
    if (options.in == here) std::exit(0);
  }
};

}  // namespace

TAMIS_PLUGIN(Exits)
