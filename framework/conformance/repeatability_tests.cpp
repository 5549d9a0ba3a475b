/// Level 4, for components of any kind: the same question, the same bits.
#include "another_process.hpp"
#include "block_orders.hpp"
#include "component_driver.hpp"
#include "each_table.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace tamis::framework::conformance {
namespace repeatability {

void expect_same_bits(const ComponentUnderTest& subject, int threads, const char* when) {
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    const std::vector<double> once = answers_on(subject, table), again = answers_on(subject, table, threads);
    for (std::size_t i = 0; i < once.size(); ++i)
      if (once[i] != again[i])
        fail("it gives {} and {} for the same question {}, {}", once[i], again[i], when, with(table));
  });
}

void repeats_itself(const ComponentUnderTest& subject) {
  expect_same_bits(subject, 1,
                   "asked twice: draw random numbers from stream() of tamis/rng.hpp alone, and keep nothing "
                   "in globals");
}
void same_with_any_number_of_threads(const ComponentUnderTest& subject) {
  expect_same_bits(subject, 4, "with 1 and 4 threads: let each item of parallel_for write to its own place");
}

/// With more features, so that there are several blocks of eight, too.
std::vector<TestTable> wide_tables_for(const ComponentUnderTest& subject) {
  std::vector<TestTable> tables = tables_for(subject, subject.seed);
  for (TestTable& table : tables) table = widened(std::move(table));
  return tables;
}

std::vector<double> answers_by(const ComponentUnderTest& subject, const TestTable& table,
                               OrderedRuntime& runtime) {
  const LoadedData data = data_of(table, subject.descriptor);
  const auto driver = drive(subject);
  driver->prepare(data.view(), runtime.runtime());
  return driver->answers();
}

void expect_same_in_order(const ComponentUnderTest& subject, const TestTable& table, OrderedRuntime& runtime,
                          const std::string& when) {
  const Services services(subject.seed);
  OrderedRuntime in_order(services.runtime(), BlockOrder::forward);
  const std::vector<double> forward = answers_by(subject, table, in_order),
                            again = answers_by(subject, table, runtime);
  for (std::size_t i = 0; i < forward.size(); ++i)
    if (forward[i] != again[i])
      fail("it gives {} instead of {} when the blocks of parallel_for run {}, {}", again[i], forward[i], when,
           with(table));
}

void blocks_may_run_in_any_order(const ComponentUnderTest& subject) {
  const Services services(subject.seed);
  OrderedRuntime backward(services.runtime(), BlockOrder::backward);
  for (const TestTable& table : wide_tables_for(subject))
    expect_same_in_order(subject, table, backward, "backward: let no item read what another one wrote");
}

void blocks_may_run_at_once(const ComponentUnderTest& subject) {
  const Services services(subject.seed);
  OrderedRuntime in_pairs(services.runtime(), BlockOrder::at_once);
  constexpr std::uint64_t kOften = 1000;
  until_met(kOften, [&] {
    const std::uint64_t before = in_pairs.met();
    for (const TestTable& table : wide_tables_for(subject))
      expect_same_in_order(
          subject, table, in_pairs,
          "two at once: let each item write to its own place, and keep no scratch in members "
          "or globals");
    constexpr std::uint64_t kEnough = std::numeric_limits<std::uint64_t>::max();
    return in_pairs.pairs() == 0 ? kEnough : in_pairs.met() - before;
  });
}

/// Here a first instance in a process that has done nothing yet, there a second one that comes after other
/// data, elsewhere.
void same_in_another_process(const ComponentUnderTest& subject) {
  bool is_first = true;
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    const std::vector<double> here = answers_of_process(subject, table, Surroundings::own);
    for (const Surroundings there : {Surroundings::other, Surroundings::third}) {
      if (there == Surroundings::third && !std::exchange(is_first, false)) break;
      const std::vector<double> answers = answers_of_process(subject, table, there);
      for (std::size_t i = 0; i < here.size(); ++i)
        if (i >= answers.size() || !same_bits(here[i], answers[i]))
          fail(
              "it gives {} in one process and {} in another, {}: answers depend on data, options and seed; not "
              "on what was asked before, the time, the environment, the folder, the machine or where memory lies",
              here[i], i < answers.size() ? answers[i] : std::nan(""), with(table));
    }
  });
}

bool is_handed_data(const Descriptor& d) { return !is_a<SearchStrategy>(d); }

void clean_labels_do_not_matter(const ComponentUnderTest& subject) {
  for (TestTable table : tables_for(subject, subject.seed)) {
    const TargetKind kind = table.target.kind == TargetKind::none ? TargetKind::classes : table.target.kind;
    const std::vector<double> without = answers_on(subject, table);
    for (const std::uint64_t seed : {subject.seed, subject.seed + 1}) {
      table.clean = mixed_table(kind, seed).target;
      const std::vector<double> beside = answers_on(subject, table);
      for (std::size_t i = 0; i < without.size(); ++i)
        if (without[i] != beside[i])
          fail(
              "it gives {} without clean labels and {} beside them, {}: they are the truth of an experiment, "
              "for report() alone",
              without[i], beside[i], with(table));
    }
  }
}

constexpr ComponentTest kTests[] = {
    {4, "repeats_itself", false, always, repeats_itself},
    {4, "same_with_any_number_of_threads", false, always, same_with_any_number_of_threads},
    {4, "blocks_may_run_in_any_order", false, always, blocks_may_run_in_any_order},
    {4, "blocks_may_run_at_once", false, always, blocks_may_run_at_once},
    {4, "same_in_another_process", false, always, same_in_another_process},
    {4, "clean_labels_do_not_matter", false, is_handed_data, clean_labels_do_not_matter}};

}  // namespace repeatability

std::span<const ComponentTest> repeatability_tests() { return repeatability::kTests; }

}  // namespace tamis::framework::conformance
