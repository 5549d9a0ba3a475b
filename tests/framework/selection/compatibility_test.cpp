#include "fixture.hpp"

#include <tamis/framework/selection/compatibility.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace compatibility_test {
namespace {

Descriptor criterion(Measures measures, unsigned moves) {
  Descriptor d;
  d.id = "x";
  d.interface_id = "criterion/1";
  d.traits.measures = measures;
  d.traits.moves = moves;
  return d;
}
constexpr unsigned kAdd = 1, kRemove = 2, kWhole = 4;

}  // namespace

TEST_CASE("a search goes with a criterion that scores its moves", "[compatibility]") {
  const Registry registry = test::test_registry();
  const auto fits = [&](const char* search, const Descriptor& c) {
    try {
      check_compatible(registry, registry.at(search).descriptor, c, {});
      return true;
    } catch (const ParamError&) {
      return false;
    }
  };
  const Descriptor feature = criterion(Measures::feature, kAdd | kRemove);
  const Descriptor subset = criterion(Measures::subset, kAdd | kRemove | kWhole);
  const Descriptor loss = criterion(Measures::loss, kRemove);
  for (const char* search : {"rank", "forward", "backward"}) {
    CHECK(fits(search, feature));
    CHECK(fits(search, subset));
  }
  CHECK(fits("rank", loss));
  CHECK(fits("backward", loss));
  CHECK_FALSE(fits("forward", loss));
  const Descriptor gain = criterion(Measures::gain, kAdd);
  CHECK(fits("rank", gain));
  CHECK(fits("forward", gain));
  CHECK_FALSE(fits("backward", gain));
}

TEST_CASE("a search that does not fit is refused with those that would", "[compatibility][errors]") {
  const Registry registry = test::test_registry();
  const Descriptor loss = criterion(Measures::loss, kRemove);
  CHECK(message_of<ParamError>([&] {
          check_compatible(registry, registry.at("forward").descriptor, loss, {});
        }) == "search 'forward' adds features; criterion 'x' scores removals only: use 'backward' or 'rank'");
}

TEST_CASE("a stop rule needs a criterion that measures subsets", "[compatibility][errors]") {
  const Registry registry = test::test_registry();
  GoalOptions goal;
  goal.until = 0.5;
  const Descriptor feature = criterion(Measures::feature, kAdd | kRemove);
  CHECK(message_of<ParamError>([&] {
          check_compatible(registry, registry.at("rank").descriptor, feature, goal);
        }).find("search.until stops at a subset's score, but criterion 'x' measures single features") == 0);
}

}  // namespace compatibility_test
