/// Level 4, criteria: what they say beside their scores, in words, of what those cost and of how exact they are.
#include "changed_tables.hpp"
#include "read_only_dataset.hpp"

#include <tamis/framework/run/report.hpp>
#include <tamis/framework/support/text.hpp>

#include <chrono>
#include <cmath>

namespace tamis::framework::conformance {
namespace estimates {

/// How long it takes to prepare and to be asked once, in seconds.
double seconds_of(const ComponentUnderTest& subject, const TestTable& table) {
  const auto start = std::chrono::steady_clock::now();
  Scorer scorer(subject, subject.plan(), table);
  scorer(requests_of(subject, table).front());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void cost_is_a_number(const ComponentUnderTest& subject) {
  constexpr double kNanosecond = 1e-9, kFarOff = 1e6, kNoticed = 0.1;
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    const LoadedData data = data_of(table, subject.descriptor);
    ReadOnlyDataset sealed(data.view(), Edge::end);
    sealed.read_no_feature("read a feature in cost()");  // the pages speak for themselves
    const Composed<Criterion> criterion(subject.registry, subject.plan());
    const Cost cost = criterion->cost(sealed.view()), again = criterion->cost(sealed.view());
    for (const double operations : {cost.prepare, cost.per_candidate})
      if (!(std::isfinite(operations) && operations >= 0))
        fail("its cost() expects {} operations, {}; expected a number, 0 or more", operations, with(table));
    if (cost.prepare != again.prepare || cost.per_candidate != again.per_candidate)
      fail("its cost() says something else when it is asked twice, {}", with(table));
    const double expected = kNanosecond * (cost.prepare + cost.per_candidate);
    if (const double taken = seconds_of(subject, table); expected > kFarOff * std::max(taken, kNoticed))
      fail("its cost() expects {:.2g} s for what takes {:.2g} s or less, {}", expected, kNoticed,
           with(table));
  });
}

bool claims_a_tolerance(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.tolerance > 0; }

void tolerance_parts_scores(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_for(subject, subject.seed)) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    Scorer scorer(subject, subject.plan(), table);
    for (const ScoreRequest& request : requests_of(subject, table))
      for (const double score : scorer(request).scores)
        if (std::isfinite(score)) {
          least = std::min(least, score);
          most = std::max(most, score);
        }
    if (!(most - least > 2 * subject.descriptor.traits.tolerance))
      fail(
          "its tolerance of {} makes all of its scores equal, which lie between {} and {}, {}; declare what "
          "rounding does to a score",
          subject.descriptor.traits.tolerance, least, most, with(table));
  }
}

void expect_words(const std::string& text, const std::string& what) {
  if (!is_utf8(text) || escaped(text) != text)
    fail("{} is \"{}\"; expected UTF-8 without control characters", what, escaped(text));
}

void speaks_in_words(const ComponentUnderTest& subject) {
  constexpr std::uint64_t kFlood = 1000;
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    Scorer scorer(subject, subject.plan(), table);
    for (const ScoreRequest& request : requests_of(subject, table))
      for (const std::string& reason : scorer(request).reasons) {
        if (reason.size() == sizeof(tamis_reason))
          fail("a reason of a score has no end ({}): its last byte is 0", named(request));
        expect_words(reason, fmt::format("a reason of a score ({})", named(request)));
      }
    ReportSink sink;
    scorer.criterion().report(sink.sink());
    for (const auto& [name, value] : sink.take()) {
      if (name.empty()) fail("it reports something without a name");
      expect_words(name, "the name of something that it reports");
      if (const auto* text = std::get_if<std::string>(&value))
        expect_words(*text, "what it reports as " + name);
    }
    for (const std::string& warning : scorer.services().kernel().warnings())
      expect_words(warning, "a warning");
    if (const std::uint64_t given = scorer.services().kernel().warnings_given(); given > kFlood)
      fail("it warns {} times, {}; warn of the same once, with how often it was", given, with(table));
  });
}

constexpr ComponentTest kTests[] = {
    {4, "speaks_in_words", false, is_a<Criterion>, speaks_in_words},
    {4, "cost_is_a_number", false, is_a<Criterion>, cost_is_a_number},
    {4, "tolerance_parts_scores", false, claims_a_tolerance, tolerance_parts_scores}};

}  // namespace estimates

std::span<const ComponentTest> estimate_tests() { return estimates::kTests; }

}  // namespace tamis::framework::conformance
