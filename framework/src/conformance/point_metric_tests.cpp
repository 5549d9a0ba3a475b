#include "tests.hpp"

namespace tamis::framework::conformance {
std::span<const ComponentTest> point_metric_tests() { return {}; }
}  // namespace tamis::framework::conformance
