// A class of the SDK that throws what is no std::exception.
#include "hostile.hpp"

namespace {

using namespace tamis;

struct Foreign {};

struct ThrowsForeign final : hostile::FirstValue {
  enum class What { number, text, foreign };
  struct Options {
    What what = What::number;
  } options;
  static constexpr auto describe() {
    return tamis::describe<ThrowsForeign>("test.throws_foreign", "Throws what is no exception")
        .better(Better::higher)
        .option<&Options::what>("what", one_of("number", "text", "foreign"), "");
  }
  Score score_column(Column, const Target&) const override {
    if (options.what == What::number) throw 42;
    if (options.what == What::text) throw "a text";
    throw Foreign{};
  }
};

}  // namespace

TAMIS_PLUGIN(ThrowsForeign)
