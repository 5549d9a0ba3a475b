/// \file crowd.hpp
/// The annotators behind majority votes: how good each one is, and the classes estimated from the votes alone.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// An annotator, judged by the estimated classes.
struct Annotator {
  std::string name;
  std::uint64_t votes = 0;
  double right = 0;  ///< mean membership of the class that was voted for; 0..1, NaN without votes
  /// Cohen's kappa between the votes and the estimated classes: 1 for an annotator who is always right, 0 for one whose votes
  /// are not informative, below 0 for one who contradicts the truth. NaN if only one class was voted for and estimated, or
  /// without votes.
  double kappa = 0;
};

/// The votes on one sample.
struct SampleVotes {
  std::uint64_t all = 0, for_label = 0;
  std::size_t by_votes = 0;  ///< the most probable class by the votes alone
  double probability = 0;    ///< of that class, by the votes alone
};

/// The shares of the samples with votes and a clean class that have that class.
struct RightByClean {
  std::uint64_t samples = 0;
  double majority = 0, by_votes = 0, estimated = 0;
};

/// Votes, with the estimates derived from them.
struct Crowd {
  JsonValue noise_model;              ///< fitted to the votes alone, with every default written out
  std::uint64_t votes = 0;            ///< in all
  double right = 0;                   ///< the expected share of votes for the true class; 0..1
  std::uint64_t ties = 0;             ///< samples on which two classes have equally many votes
  double rate_by_votes = 0;           ///< mean probability, by the votes alone, that the majority is wrong
  std::vector<Annotator> annotators;  ///< in the order of the data
  std::optional<RightByClean> clean;  ///< if clean classes were given
};

/// Whether a target consists of votes that were not turned into labels yet.
bool is_of_votes(const TargetColumn& target);

/// Replaces the shares of votes by the majority class. Ties go to the class that is more probable by `by_votes`, then to the
/// first. Samples without votes are unknown. The votes are kept beside the labels. Returns the number of samples with a tie.
/// O(n l + votes).
/// \param target    is_of_votes().
/// \param by_votes  n x l, p(true class | votes); rows of samples without votes are not read.
std::uint64_t take_majority(TargetColumn& target, ConstMatrix by_votes);

/// The estimates for each annotator from memberships. Kappa is 1 - (1 - right) / (1 - c): c = sum_s v_s g_s is how often
/// votes with the shares v_s would be right by chance, g_s being the mean membership over the samples that
/// the annotator voted on. Cohen. A coefficient of agreement for nominal scales. Educational and
/// Psychological Measurement 20 (1960) 37-46, DOI 10.1177/001316446002000104, with memberships in the place
/// of the second rater. O(votes l).
/// \param memberships  n x l, rows sum to 1.
/// \param target       with votes on n samples.
std::vector<Annotator> judge_annotators(ConstMatrix memberships, const TargetColumn& target);

/// The votes on sample i, which has some, beside its label.
SampleVotes votes_on(std::uint64_t i, const TargetColumn& target, ConstMatrix by_votes);

/// The shares of labels, of the most probable classes by the votes alone, and of those by `memberships` that equal the clean
/// class, among samples with a label and a clean class; none if there is no such sample. O(n l).
std::optional<RightByClean> right_by_clean(const TargetColumn& target, const TargetColumn& clean,
                                           ConstMatrix by_votes, ConstMatrix memberships);

/// Positions of the annotators, the least reliable first. Estimates are shrunk towards the mean of the crowd by five
/// additional votes of average quality; annotators without votes come last.
std::vector<std::size_t> worst_first(const Crowd& crowd);

nlohmann::json to_json(const Crowd& crowd);
/// A text for people: a sentence and a table; for a large crowd the least and the most reliable.
/// \param all  whether to show every annotator.
/// \param most_columns  of a terminal; 0: any number.
std::string to_text(const Crowd& crowd, bool all, std::size_t most_columns = 0);

}  // namespace tamis::framework
