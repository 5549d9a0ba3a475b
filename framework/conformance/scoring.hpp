/// \file scoring.hpp
/// What a criterion is asked, and what it answers.
#pragma once

#include "component_under_test.hpp"
#include "guarded_memory.hpp"
#include "tables.hpp"

#include <tamis/criterion.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// How far two scores may be apart that should be the same, as a share of the largest in their call: the
/// order of sums may change, and little else.
inline constexpr double kRounding = 1e-9;

/// One call of Criterion::score.
struct ScoreRequest {
  Move move;
  std::vector<Feature> subset, candidates;  ///< no candidates for Move::whole
};

struct ScoreReply {
  std::vector<double> scores;
  std::vector<std::string> reasons;
};

/// A few calls with each move that the criterion scores.
std::vector<ScoreRequest> requests_for(const Traits& traits, Feature features);
/// All that are not empty of up to 7 features, in an order that the seed draws; of more some, of many sizes.
std::vector<std::vector<Feature>> subsets_of(Feature features, std::uint64_t seed);
/// A call with each move, from this subset.
std::vector<ScoreRequest> requests_from(const Traits& traits, const std::vector<Feature>& subset,
                                        Feature features);
/// All features at once: added to nothing, or removed from everything; none if the criterion scores neither.
std::optional<ScoreRequest> request_of_all(const Traits& traits, Feature features);
/// "adding to {0, 3}", for sentences.
std::string named(const ScoreRequest& request);

/// Asks a criterion that was prepared.
/// \throws Failure  when a score is not a number.
ScoreReply reply_to(Criterion& criterion, const ScoreRequest& request, Edge edge = Edge::none);

/// A criterion at work on a table, prepared as in a run.
class Scorer {
 public:
  Scorer(const ComponentUnderTest& subject, const Plan& plan, const TestTable& table, int threads = 1)
      : Scorer(subject, plan, data_of(table, subject.descriptor), threads) {}
  Scorer(const ComponentUnderTest& subject, const Plan& plan, LoadedData data, int threads = 1);
  ScoreReply operator()(const ScoreRequest& request) { return reply_to(*criterion_, request); }
  /// One score per subset, by one call.
  ScoreReply score_subsets(const Subsets& subsets);
  Criterion& criterion() { return *criterion_; }
  const Services& services() const { return services_; }
  const LoadedData& data() const { return data_; }

 private:
  LoadedData data_;
  Services services_;
  Composed<Criterion> criterion_;
};

/// The scores of both are equal to 1e-9 of the largest, within the tolerance that the criterion declares;
/// infinities to infinities.
/// \param what  the rest of the sentence "score of feature 3 ...".
/// \param rounding  the share, where it is another one.
void expect_equal(const ComponentUnderTest& subject, const ScoreRequest& request, const ScoreReply& one,
                  const ScoreReply& other, const std::string& what, double rounding = kRounding);

/// Whether `a` is a better score than `b`, as the criterion declares it.
bool better(const Traits& traits, double a, double b);

}  // namespace tamis::framework::conformance
