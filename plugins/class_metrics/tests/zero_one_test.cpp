#include "zero_one.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::class_metrics;
using namespace tamis::class_metrics::testing;

namespace {

std::vector<std::string> warnings_for(Names names) {
  Table data = named(std::move(names));
  SerialRuntime runtime;
  Runtime service = runtime;
  ZeroOne().prepare(data.view(), service);
  return runtime.warnings;
}

}  // namespace

TEST_CASE("all classes are at distance one from each other", "[zero_one]") {
  const ZeroOne metric;
  std::vector<double> d(9, -1);
  metric.distances(Matrix(d.data(), 3, 3));
  CHECK(d == std::vector<double>{0, 1, 1, 1, 0, 1, 1, 1, 0});
  CHECK(metric.shape().shape == Shape::zero_one);
}

TEST_CASE("names that are all paths are pointed out", "[zero_one]") {
  const auto warnings = warnings_for({"a/b", "a/c"});
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Matchers::Contains("'class_tree' would use their hierarchy"));
  CHECK(warnings_for({"a/b", "c"}).empty());
}

TEST_CASE("a target without classes and two classes of one name are refused", "[zero_one][errors]") {
  using Catch::Matchers::Contains;
  CHECK_THROWS_WITH(warnings_for({}), Contains("the target has none"));
  CHECK_THROWS_WITH(warnings_for({"a", "b", "a"}), Contains("classes 0 and 2 are both called 'a'"));
}
