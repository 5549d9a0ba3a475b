#include "changed_tables.hpp"

namespace tamis::framework::conformance {

std::vector<ScoreRequest> requests_of(const ComponentUnderTest& subject, const TestTable& table) {
  return requests_for(subject.descriptor.traits, table.features());
}

bool same_scores(const ComponentUnderTest& subject, const TestTable& table, Scorer& one, Scorer& other) {
  try {
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, one(request), other(request), "");
  } catch (const Failure&) {
    return false;
  }
  return true;
}

namespace {

bool depends_on_the_seed(const ComponentUnderTest& subject, const Plan& plan, const TestTable& table) {
  ComponentUnderTest reseeded = subject;
  reseeded.seed += 1;
  Scorer one(subject, plan, table), other(reseeded, plan, table);
  return !same_scores(subject, table, one, other);
}

}  // namespace

void skip_if_drawn(const ComponentUnderTest& subject, const Plan& plan, const TestTable& table) {
  if (depends_on_the_seed(subject, plan, table))
    skip(
        "its scores depend on the seed, so this holds on average only; options that draw nothing, given by "
        "--set {}.OPTION=VALUE, would show more",
        subject.descriptor.id);
}

}  // namespace tamis::framework::conformance
