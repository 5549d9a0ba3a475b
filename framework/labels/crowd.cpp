#include <tamis/framework/labels/crowd.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace tamis::framework {
namespace {

std::size_t likeliest(ConstMatrix p, std::uint64_t i) {
  std::size_t best = 0;
  for (std::size_t s = 1; s < p.cols; ++s)
    if (p(i, s) > p(i, best)) best = s;
  return best;
}

/// What is added up of one annotator's votes.
struct Tally {
  double votes = 0, right = 0;
  std::vector<double> voted, estimated;  // of each class
};

double kappa(const Tally& t) {
  const double by_chance =
      std::inner_product(t.voted.begin(), t.voted.end(), t.estimated.begin(), 0.0) / (t.votes * t.votes);
  // two sums of the same products in another order: what is left of 1 - 1 is rounding
  return 1 - by_chance > 1e-12 ? 1 - (1 - t.right / t.votes) / (1 - by_chance)
                               : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool is_of_votes(const TargetColumn& target) {
  return target.kind == TargetKind::soft && !target.vote_start.empty();
}

std::uint64_t take_majority(TargetColumn& target, ConstMatrix by_votes) {
  const std::uint64_t n = target.vote_start.size() - 1;
  std::uint64_t ties = 0;
  std::vector<std::int32_t> labels(n, -1);
  std::vector<std::uint64_t> count(target.class_names.size());
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t from = target.vote_start[i], to = target.vote_start[i + 1];
    if (from == to) continue;
    std::ranges::fill(count, 0);
    for (std::uint64_t e = from; e < to; ++e) ++count[static_cast<std::size_t>(target.vote_labels[e])];
    std::size_t best = 0;
    for (std::size_t s = 1; s < count.size(); ++s)
      if (count[s] > count[best] || (count[s] == count[best] && by_votes(i, s) > by_votes(i, best))) best = s;
    ties += std::ranges::count(count, count[best]) > 1;
    labels[i] = static_cast<std::int32_t>(best);
  }
  target.labels = std::move(labels);
  target.soft.clear();
  target.soft.shrink_to_fit();
  target.kind = TargetKind::classes;
  return ties;
}

std::vector<Annotator> judge_annotators(ConstMatrix memberships, const TargetColumn& target) {
  const std::size_t l = memberships.cols;
  const Tally none{0, 0, std::vector<double>(l), std::vector<double>(l)};
  std::vector<Tally> tallies(target.annotator_names.size(), none);
  for (std::uint64_t i = 0; i + 1 < target.vote_start.size(); ++i)
    for (std::uint64_t e = target.vote_start[i]; e < target.vote_start[i + 1]; ++e) {
      Tally& t = tallies[target.vote_annotators[e]];
      const auto vote = static_cast<std::size_t>(target.vote_labels[e]);
      ++t.votes;
      ++t.voted[vote];
      t.right += memberships(i, vote);
      for (std::size_t s = 0; s < l; ++s) t.estimated[s] += memberships(i, s);
    }
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<Annotator> annotators;
  for (std::size_t r = 0; r < tallies.size(); ++r) {
    const Tally& t = tallies[r];
    annotators.push_back({target.annotator_names[r], static_cast<std::uint64_t>(t.votes),
                          t.votes > 0 ? t.right / t.votes : kUnknown, t.votes > 0 ? kappa(t) : kUnknown});
  }
  return annotators;
}

SampleVotes votes_on(std::uint64_t i, const TargetColumn& target, ConstMatrix by_votes) {
  const auto from = target.vote_labels.begin() + static_cast<std::ptrdiff_t>(target.vote_start[i]);
  const auto to = target.vote_labels.begin() + static_cast<std::ptrdiff_t>(target.vote_start[i + 1]);
  const std::size_t by = likeliest(by_votes, i);
  return {static_cast<std::uint64_t>(to - from),
          static_cast<std::uint64_t>(std::count(from, to, target.labels[i])), by, by_votes(i, by)};
}

std::optional<RightByClean> right_by_clean(const TargetColumn& target, const TargetColumn& clean,
                                           ConstMatrix by_votes, ConstMatrix memberships) {
  std::uint64_t samples = 0, majority = 0, voted = 0, estimated = 0;
  for (std::uint64_t i = 0; i < target.labels.size(); ++i) {
    if (target.labels[i] < 0 || !clean.known(i)) continue;
    const std::int32_t truth = clean.labels[i];
    ++samples;
    majority += target.labels[i] == truth;
    voted += static_cast<std::int32_t>(likeliest(by_votes, i)) == truth;
    estimated += static_cast<std::int32_t>(likeliest(memberships, i)) == truth;
  }
  if (samples == 0) return std::nullopt;
  const auto share = [&](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(samples); };
  return RightByClean{samples, share(majority), share(voted), share(estimated)};
}

}  // namespace tamis::framework
