// A class of the SDK that throws what is no std::exception, or the end of a run that goes on.
#include "hostile.hpp"

namespace {

using namespace tamis;

struct Foreign {};

struct ThrowsForeign final : hostile::FirstValue {
  enum class What { number, text, foreign, cancelled, budget };
  struct Options {
    What what = What::number;
  } options;
  static constexpr auto describe() {
    return tamis::describe<ThrowsForeign>("test.throws_foreign", "Throws what it may not")
        .better(Better::higher)
        .option<&Options::what>("what", one_of("number", "text", "foreign", "cancelled", "budget"), "");
  }
  Score score_column(Column, const Target&) const override {
    if (options.what == What::number) throw 42;
    if (options.what == What::text) throw "a text";
    if (options.what == What::cancelled) throw Cancelled("made up");
    if (options.what == What::budget) throw BudgetSpent("made up");
    throw Foreign{};
  }
};

}  // namespace

TAMIS_PLUGIN(ThrowsForeign)
