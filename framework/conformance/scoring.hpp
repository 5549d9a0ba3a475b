/// \file scoring.hpp
/// What a criterion is asked, and what it answers.
#pragma once

#include "guarded_memory.hpp"
#include "subject.hpp"
#include "tables.hpp"

#include <tamis/criterion.hpp>

#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// One call of Criterion::score.
struct Ask {
  Move move;
  std::vector<Feature> subset, candidates;  ///< no candidates for Move::whole
};

struct Answer {
  std::vector<double> scores;
  std::vector<std::string> reasons;
};

/// A few calls with each move that the criterion scores, of `features` >= 6 features.
std::vector<Ask> asks_for(const Traits& traits, Feature features);
/// "adding to {0, 3}", for sentences.
std::string named(const Ask& ask);

/// Asks a criterion that was prepared.
/// \throws Failure  when a score is not a number.
Answer answer(Criterion& criterion, const Ask& ask, Edge edge = Edge::none);

/// A criterion at work on a table, prepared as in a run.
class Scorer {
 public:
  Scorer(const Subject& subject, const Plan& plan, const Table& table, int threads = 1)
      : Scorer(subject, plan, data_of(table, subject.descriptor), threads) {}
  Scorer(const Subject& subject, const Plan& plan, LoadedData data, int threads = 1);
  Answer operator()(const Ask& ask) { return answer(*criterion_, ask); }
  Criterion& criterion() { return *criterion_; }
  const LoadedData& data() const { return data_; }

 private:
  LoadedData data_;
  Services services_;
  Composed<Criterion> criterion_;
};

/// The scores of both are equal to 1e-9 of the largest, within the tolerance that the criterion declares;
/// infinities to infinities.
/// \param what  the rest of the sentence "score of feature 3 ...".
void expect_equal(const Subject& subject, const Ask& ask, const Answer& one, const Answer& other,
                  const std::string& what);

/// Whether `a` is a better score than `b`, as the criterion declares it.
bool better(const Traits& traits, double a, double b);

}  // namespace tamis::framework::conformance
