/// Level 4, for components of any kind: the same question, the same bits.
#include "tests.hpp"
#include "verdicts.hpp"
#include "work.hpp"

namespace tamis::framework::conformance {
namespace {

void expect_same_bits(const Subject& subject, int threads, const char* when) {
  for (const Table& table : tables_for(subject, subject.seed)) {
    const std::vector<double> once = answers_on(subject, table), again = answers_on(subject, table, threads);
    for (std::size_t i = 0; i < once.size(); ++i)
      if (once[i] != again[i])
        fail("it gives {} and {} for the same question {}, {}", once[i], again[i], when, with(table));
  }
}

void repeats_itself(const Subject& subject) {
  expect_same_bits(subject, 1,
                   "asked twice: draw random numbers from stream() of tamis/rng.hpp alone, and keep nothing "
                   "in globals");
}
void same_with_any_number_of_threads(const Subject& subject) {
  expect_same_bits(subject, 4, "with 1 and 4 threads: let each item of parallel_for write to its own place");
}

constexpr ComponentTest kTests[] = {
    {4, "repeats_itself", false, always, repeats_itself},
    {4, "same_with_any_number_of_threads", false, always, same_with_any_number_of_threads}};

}  // namespace

std::span<const ComponentTest> repeatability_tests() { return kTests; }

}  // namespace tamis::framework::conformance
