#include <tamis/framework/study/one_standard_error.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace tamis::framework;

namespace one_standard_error_test {
namespace {

Evaluation curve(std::size_t splits, std::vector<LossAtSize> at) {
  Evaluation e;
  e.splits = e.splits_wanted = splits;
  e.curve = std::move(at);
  return e;
}

}  // namespace

TEST_CASE("the smallest size within one standard error of the least loss is named", "[one_standard_error]") {
  // at 4 the mean is 0.2, and of the deviations +-0.05 twice the standard error is sqrt(4 * 0.0025 / 3 / 4)
  const double error = std::sqrt(0.0025 / 3);
  const LossAtSize least{4, {0.15, 0.25, 0.15, 0.25}};
  REQUIRE(least.standard_error() == Approx(error));
  const double near = 0.2 + 0.99 * error, far = 0.2 + 1.01 * error;
  const auto size = [&](double two, double three) {
    return one_standard_error_size(curve(
        4, {{2, {two, two, two, two}}, {3, {three, three, three, three}}, least, {5, {0.3, 0.3, 0.3, 0.3}}}));
  };
  CHECK(size(near, near) == 2);
  CHECK(size(far, near) == 3);
  CHECK(size(far, far) == 4);
}

TEST_CASE("sizes that some splits did not reach are passed over", "[one_standard_error]") {
  CHECK(one_standard_error_size(curve(2, {{1, {0.0}}, {2, {0.1, 0.2}}, {3, {0.3, 0.4}}})) == 2);
  CHECK(one_standard_error_size(curve(2, {{1, {0.0}}, {2, {0.1}}})) == std::nullopt);
}

TEST_CASE("one split has no standard error, and so names no size", "[one_standard_error]") {
  CHECK(one_standard_error_size(curve(1, {{1, {0.2}}, {2, {0.1}}})) == std::nullopt);
  CHECK(one_standard_error_size(curve(0, {})) == std::nullopt);
}

}  // namespace one_standard_error_test
