/// \file crowd.hpp
/// The annotators behind a majority of votes: how good each one is, and what the votes alone say.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// One who voted, as the estimated classes judge the votes.
struct Annotator {
  std::string name;
  std::uint64_t votes = 0;
  double right = 0;  ///< mean membership of the class that was voted for; 0..1, NaN without votes
  /// Cohen's kappa between the votes and the estimated classes: 1 of one who is always right, 0 of one whose
  /// votes tell nothing, below 0 of one who contradicts the truth. NaN where only one class was voted for and
  /// estimated, or without votes.
  double kappa = 0;
};

/// The votes on one sample.
struct SampleVotes {
  std::uint64_t all = 0, for_label = 0;
  std::size_t by_votes = 0;  ///< the likeliest class by the votes alone
  double probability = 0;    ///< of that class, by the votes alone
};

/// How many of the samples with votes and a clean class have that class, as shares of them.
struct RightByClean {
  std::uint64_t samples = 0;
  double majority = 0, by_votes = 0, estimated = 0;
};

/// Votes whose majority was judged.
struct Crowd {
  JsonValue noise_model;              ///< that was fitted to the votes alone, every default written out
  std::uint64_t votes = 0;            ///< in all
  double right = 0;                   ///< share of them that is expected to name the true class; 0..1
  std::uint64_t ties = 0;             ///< samples on which no class has most votes
  double rate_by_votes = 0;           ///< mean probability, by the votes alone, that the majority is wrong
  std::vector<Annotator> annotators;  ///< in the order of the data
  std::optional<RightByClean> clean;  ///< where clean classes were given
};

/// Whether a target is votes, of which nobody has made labels yet.
bool is_of_votes(const TargetColumn& target);

/// Puts the class of most votes in the place of the votes' shares; of equally many votes the class that
/// `by_votes` finds likelier, and of equally likely ones the first. Samples without votes are unknown. The
/// votes stay beside the labels. Returns how many samples had a tie. O(n l + votes).
/// \param target    is_of_votes().
/// \param by_votes  n x l, p(true class | votes); rows of samples without votes are not read.
std::uint64_t take_majority(TargetColumn& target, ConstMatrix by_votes);

/// What memberships say of each annotator. Kappa is 1 - (1 - right) / (1 - c): c = sum_s v_s g_s is how often
/// votes with the shares v_s would be right by chance, g_s being the mean membership over the samples that
/// the annotator voted on. Cohen. A coefficient of agreement for nominal scales. Educational and
/// Psychological Measurement 20 (1960) 37-46, DOI 10.1177/001316446002000104, with memberships in the place
/// of the second rater. O(votes l).
/// \param memberships  n x l, rows sum to 1.
/// \param target       with votes on n samples.
std::vector<Annotator> judge_annotators(ConstMatrix memberships, const TargetColumn& target);

/// The votes on sample i, which has some, beside its label.
SampleVotes votes_on(std::uint64_t i, const TargetColumn& target, ConstMatrix by_votes);

/// How many of the labels, of the likeliest classes by the votes alone, and of those by `memberships` are the
/// clean class, among samples with a label and a clean class; none where there is no such sample. O(n l).
std::optional<RightByClean> right_by_clean(const TargetColumn& target, const TargetColumn& clean,
                                           ConstMatrix by_votes, ConstMatrix memberships);

/// Positions of the annotators, the least right first. One with few votes is taken for nearer to the crowd, as
/// if five more votes had been as good as all are on average; those without votes come last.
std::vector<std::size_t> worst_first(const Crowd& crowd);

nlohmann::json to_json(const Crowd& crowd);
/// For people: a sentence and a table, of a large crowd the least and the most right.
/// \param all  whether to show every annotator.
/// \param most_columns  of a terminal; 0: any number.
std::string to_text(const Crowd& crowd, bool all, std::size_t most_columns = 0);

}  // namespace tamis::framework
