#include "tests.hpp"

namespace tamis::framework::conformance {
std::span<const ComponentTest> noise_model_tests() { return {}; }
}  // namespace tamis::framework::conformance
