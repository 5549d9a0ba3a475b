#include "tests.hpp"

namespace tamis::framework::conformance {
std::span<const ComponentTest> class_metric_tests() { return {}; }
}  // namespace tamis::framework::conformance
