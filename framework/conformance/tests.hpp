/// \file tests.hpp
/// The tests of the conformance kit, in the order in which they run. Each says what is wrong by throwing.
#pragma once

#include "component_under_test.hpp"

#include <span>

namespace tamis::framework::conformance {

struct LibraryTest {
  int level;
  const char* name;
  /// Whether no other test of the library, or of the component, makes sense unless this one passes.
  bool decides;
  void (*run)(const std::filesystem::path& file, const Manifest& manifest);
};

struct ComponentTest {
  int level;
  const char* name;
  bool decides;
  bool (*applies)(const Descriptor&);
  void (*run)(const ComponentUnderTest&);
};

inline bool always(const Descriptor&) { return true; }
template <class Interface>
bool is_a(const Descriptor& d) {
  return d.interface_id == tamis::detail::Abi<Interface>::kId;
}

/// A search walks without data.
inline bool sees_tables(const Descriptor& d) { return !is_a<SearchStrategy>(d); }

std::span<const LibraryTest> library_tests();
std::span<const ComponentTest> life_cycle_tests();
std::span<const ComponentTest> hygiene_tests();
std::span<const ComponentTest> repeatability_tests();
std::span<const ComponentTest> sample_and_label_tests();
std::span<const ComponentTest> criterion_tests();
std::span<const ComponentTest> reading_tests();
std::span<const ComponentTest> immunity_tests();
std::span<const ComponentTest> estimate_tests();
std::span<const ComponentTest> p_value_tests();
std::span<const ComponentTest> membership_tests();
std::span<const ComponentTest> point_metric_tests();
std::span<const ComponentTest> class_metric_tests();
std::span<const ComponentTest> distribution_metric_tests();
std::span<const ComponentTest> noise_model_tests();
std::span<const ComponentTest> corruption_tests();
std::span<const ComponentTest> search_tests();

/// What a case, a config of `tamis select` with a table [expect], says of the outcome.
/// \throws Failure, and what a run throws.
void run_case(const std::filesystem::path& file, Registry& registry);

}  // namespace tamis::framework::conformance
