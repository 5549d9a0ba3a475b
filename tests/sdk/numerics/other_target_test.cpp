#include <tamis/numerics/other_target.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>

#include <cstddef>

using namespace tamis;
using namespace tamis::numerics;
using namespace tamis::testing;

namespace other_target_test {
namespace {

template <class Values>
auto listed(const Values& values) {
  return std::vector(values.begin(), values.end());
}

}  // namespace

TEST_CASE("a dataset is shown with other labels or values, and is as it was for the rest", "[other_target]") {
  Table table = random_table(4, 2, 1);
  table.weights = {1, 2, 3, 4};
  OtherTarget other;
  const Dataset classes = table.with_labels({0, 1, 0, 1}, 2).view();
  const Dataset mended = other.with_labels(classes, {0, 1, -1, 0});
  CHECK(listed(mended.target().labels()) == std::vector<std::int32_t>{0, 1, -1, 0});
  CHECK(listed(classes.target().labels()) == std::vector<std::int32_t>{0, 1, 0, 1});
  CHECK(mended.target().classes() == 2);
  CHECK(listed(mended.weights()) == table.weights);
  CHECK(listed(mended.column(1)) == listed(classes.column(1)));
  const Dataset real = table.with_real({1, 2, 3, 400}).view();
  CHECK(listed(other.with_real(real, {1, 2, 3, 4}).target().real()) == std::vector<double>{1, 2, 3, 4});
}

TEST_CASE("a dataset of an older host keeps what that host knows", "[other_target]") {
  Table table = random_table(3, 1, 1).with_labels({0, 1, 0}, 2);
  table.feature_costs = {5};
  tamis_dataset older = *table.view().raw();
  older.size = offsetof(tamis_dataset, feature_costs);
  OtherTarget other;
  const Dataset shown = other.with_labels(Dataset(&older), {1, 1, 0});
  CHECK(shown.feature_cost(0) == 1);
  CHECK(listed(shown.target().labels()) == std::vector<std::int32_t>{1, 1, 0});
}

}  // namespace other_target_test
