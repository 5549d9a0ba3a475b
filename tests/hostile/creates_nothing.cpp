// Reports that it was created, and hands out no instance.
#include "hostile.hpp"

namespace {

using namespace tamis;

struct CreatesNothing final : hostile::FirstValue {
  static constexpr auto describe() {
    return tamis::describe<CreatesNothing>("test.creates_nothing", "Is not there").better(Better::higher);
  }
};

constexpr tamis_criterion_1 kTable = hostile::table_of<CreatesNothing>();
constexpr tamis_component kComponents[] = {[] {
  tamis_component c = hostile::component_of<CreatesNothing>(kTable);
  c.create = [](void*, const tamis_creation*, void** self, tamis_error*) {
    *self = nullptr;
    return std::int32_t{TAMIS_OK};
  };
  return c;
}()};

HOSTILE_NOTE(CreatesNothing)

}  // namespace

HOSTILE_SYMBOL(kComponents)
