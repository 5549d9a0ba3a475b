/// Level 4, criteria: what the samples and their labels mean.
#include "changed_tables.hpp"

#include <numeric>

namespace tamis::framework::conformance {
namespace samples_and_labels {

void sample_order_does_not_matter(const ComponentUnderTest& subject) {
  expect_no_change(
      subject, smooth_tables(subject),
      [&](const TestTable& table) { return permuted(table, shuffled(table.samples(), subject.seed)); },
      "changes with the order of the samples");
}

void sample_order_does_not_matter_with_ties(const ComponentUnderTest& subject) {
  std::vector<TestTable> tables = tables_for(subject, subject.seed);
  for (TestTable& table : tables) table = tied(std::move(table));
  try {
    expect_no_change(
        subject, tables,
        [&](const TestTable& table) { return permuted(table, shuffled(table.samples(), subject.seed)); },
        "changes with the order of samples whose values tie: what is equally near is taken whole, or left "
        "whole");
  } catch (const Failure& e) {
    if (!subject.jitters()) throw;
    skip("its jitter parts values that tie, row by row; without it, {}", e.what());
  }
}

void class_numbers_do_not_matter(const ComponentUnderTest& subject) {
  std::vector<TestTable> tables = smooth_tables(subject);
  std::erase_if(tables, [](const TestTable& table) { return table.classes() == 0; });
  expect_no_change(
      subject, tables,
      [&](const TestTable& table) {
        std::vector<std::uint32_t> becomes(table.classes());
        for (std::uint32_t c = 0; c < becomes.size(); ++c)
          becomes[c] = (c + table.classes() - 1) % table.classes();
        return relabelled(table, becomes);
      },
      "changes when the classes, with their names, are numbered otherwise");
}

bool takes_classes(const Descriptor& d) {
  return is_a<Criterion>(d) && has(d.traits.targets, Targets::classes | Targets::soft | Targets::sets);
}

bool takes_labels_and_soft(const Descriptor& d) {
  return is_a<Criterion>(d) && has(d.traits.targets, Targets::classes) &&
         has(d.traits.targets, Targets::soft);
}

bool has_labels(const TestTable& table) { return table.target.kind == TargetKind::classes; }

void one_hot_equals_labels(const ComponentUnderTest& subject) {
  expect_no_change(subject, tables_where(subject, has_labels), one_hot,
                   "differs between labels and soft labels that are certain of them");
}

bool takes_unknown_labels(const Descriptor& d) {
  return is_a<Criterion>(d) && learns_from_unknown(d) && has(d.traits.targets, Targets::classes);
}

/// Unknown labels are those of class `c`, which may be one more than there are.
TestTable with_unknown_as_class(TestTable table, std::uint32_t c) {
  TargetColumn& t = table.target;
  for (std::int32_t& label : t.labels)
    if (label < 0) label = static_cast<std::int32_t>(c);
  if (c == table.classes()) t.class_names.emplace_back("unknown");
  return table;
}

void unknown_is_no_class(const ComponentUnderTest& subject) {
  const Plan plan = subject.plan();
  const auto has_unknown = [](const TestTable& table) {
    return std::ranges::count(table.target.labels, -1) > 0;
  };
  for (const TestTable& table : tables_where(subject, has_unknown)) {
    Scorer unknown(subject, plan, table);
    for (std::uint32_t c = 0; c <= kClasses; ++c) {
      std::optional<Scorer> named;
      try {
        named.emplace(subject, plan, with_unknown_as_class(table, c));
      } catch (const ParamError& e) {
        skip("its options go with {} classes, not with one more ({})", kClasses, e.what());
      }
      if (same_scores(subject, table, unknown, *named))
        fail(
            "its scores are the same where unknown labels are {}: count no sample whose label is -1 to a "
            "class",
            c == kClasses ? "a class of their own" : fmt::format("of class {}", c));
    }
  }
}

bool takes_weights(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.weights; }

void weights_of_one_change_nothing(const ComponentUnderTest& subject) {
  const auto without = [](const TestTable& table) { return table.weights.empty(); };
  const auto weigh = [](TestTable table) {
    table.weights.assign(table.samples(), 1);
    return table;
  };
  expect_no_change(subject, tables_where(subject, without), weigh,
                   "changes when every sample is given the weight 1");
}

/// Weights that count samples have the effect of the samples themselves.
template <class Count>
void expect_counts(const ComponentUnderTest& subject, const Count& count, const std::string& what) {
  const Plan plan = subject.plan_without_jitter();
  for (const TargetKind kind : kinds_of(subject.descriptor.traits)) {
    const TestTable table = mixed_table(kind, subject.seed);
    skip_if_drawn(subject, plan, table);
    CountedSamples data = count(table, subject.descriptor);
    Scorer plain(subject, plan, std::move(data.plain)), weighted(subject, plan, std::move(data.weighted));
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, weighted(request), plain(request),
                   fmt::format("{}, {}", what, with(table)));
  }
}

void weight_two_is_the_row_twice(const ComponentUnderTest& subject) {
  expect_counts(subject, doubled, "differs between samples of weight 2 and samples that occur twice");
}

void weight_zero_is_no_row(const ComponentUnderTest& subject) {
  expect_counts(subject, thinned, "differs between samples of weight 0 and samples that are left out");
}

/// Divided by the one that is largest in magnitude.
ScoreReply in_units_of_largest(ScoreReply reply) {
  double largest = 0;
  for (const double s : reply.scores)
    if (std::isfinite(s)) largest = std::max(largest, std::abs(s));
  if (largest > 0)
    for (double& s : reply.scores) s /= largest;
  return reply;
}

/// Scores may be multiplied by a common factor: the order of features is the same.
void unit_of_weights_does_not_matter(const ComponentUnderTest& subject) {
  constexpr double kUnit = 64;
  const Plan plan = subject.plan();
  for (const TestTable& table :
       tables_where(subject, [](const TestTable& t) { return !t.weights.empty(); })) {
    TestTable larger = table;
    for (double& weight : larger.weights) weight *= kUnit;
    Scorer given(subject, plan, table), scaled(subject, plan, larger);
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, in_units_of_largest(given(request)),
                   in_units_of_largest(scaled(request)),
                   fmt::format("changes in relation to others when all weights are multiplied by {}, {}",
                               kUnit, with(table)));
  }
}

bool takes_groups(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.groups; }

void group_numbers_do_not_matter(const ComponentUnderTest& subject) {
  const auto in_groups = [](const TestTable& table) { return !table.groups.empty(); };
  const auto renumber = [](TestTable table) {
    for (std::int32_t& group : table.groups) group = (group + 2) % kGroups;
    return table;
  };
  expect_no_change(subject, tables_where(subject, in_groups), renumber,
                   "changes when the groups are numbered otherwise");
}

void groups_matter(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_where(subject, [](const TestTable& t) { return !t.groups.empty(); })) {
    TestTable ungrouped = table;
    ungrouped.groups.clear();
    Scorer with_groups(subject, subject.plan(), table), without(subject, subject.plan(), ungrouped);
    if (same_scores(subject, table, with_groups, without))
      fail(
          "its scores are the same without groups, {}: a criterion that has no use for them does not declare "
          "uses_groups, so that a user who names groups is warned",
          with(table));
  }
}

constexpr ComponentTest kTests[] = {
    {4, "sample_order_does_not_matter", false, is_a<Criterion>, sample_order_does_not_matter},
    {4, "sample_order_does_not_matter_with_ties", false, is_a<Criterion>,
     sample_order_does_not_matter_with_ties},
    {4, "class_numbers_do_not_matter", false, takes_classes, class_numbers_do_not_matter},
    {4, "one_hot_equals_labels", false, takes_labels_and_soft, one_hot_equals_labels},
    {4, "unknown_is_no_class", false, takes_unknown_labels, unknown_is_no_class},
    {4, "weights_of_one_change_nothing", false, takes_weights, weights_of_one_change_nothing},
    {4, "weight_two_is_the_row_twice", false, takes_weights, weight_two_is_the_row_twice},
    {4, "weight_zero_is_no_row", false, takes_weights, weight_zero_is_no_row},
    {4, "unit_of_weights_does_not_matter", false, takes_weights, unit_of_weights_does_not_matter},
    {4, "groups_matter", false, takes_groups, groups_matter},
    {4, "group_numbers_do_not_matter", false, takes_groups, group_numbers_do_not_matter}};

}  // namespace samples_and_labels

std::span<const ComponentTest> sample_and_label_tests() { return samples_and_labels::kTests; }

}  // namespace tamis::framework::conformance
