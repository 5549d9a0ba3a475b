#include "tests.hpp"

namespace tamis::framework::conformance {
std::span<const ComponentTest> distribution_metric_tests() { return {}; }
}  // namespace tamis::framework::conformance
