#include "tests.hpp"

namespace tamis::framework::conformance {
std::span<const ComponentTest> criterion_tests() { return {}; }
}  // namespace tamis::framework::conformance
