// Its manifest lists two options, its code knows one.
#include "hostile.hpp"

namespace {
struct Promised final : hostile::FirstValue {
  struct Options {
    int first = 1, second = 2;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Promised>("test.lies_options", "")
        .better(tamis::Better::higher)
        .option<&Options::first>("first", tamis::at_least(0), "")
        .option<&Options::second>("second", tamis::at_least(0), "");
  }
};
struct Given final : hostile::FirstValue {
  struct Options {
    int first = 1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Given>("test.lies_options", "")
        .better(tamis::Better::higher)
        .option<&Options::first>("first", tamis::at_least(0), "");
  }
};
HOSTILE_NOTE(Promised)
constexpr tamis_component kComponents[] = {tamis::detail::Factory<Given>::kComponent};
}  // namespace

HOSTILE_SYMBOL(kComponents)
