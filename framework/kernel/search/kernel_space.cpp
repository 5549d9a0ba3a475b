#include <tamis/framework/kernel/kernel_space.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

std::vector<Feature> sorted(Subset subset) {
  std::vector<Feature> features(subset.begin(), subset.end());
  std::sort(features.begin(), features.end());
  return features;
}

KernelSpace& space_of(void* self) { return *static_cast<KernelSpace*>(self); }

Move to_move(std::int32_t move) {
  if (move < TAMIS_ADD || move > TAMIS_WHOLE)
    throw PluginError(fmt::format("the search asked for move number {}, which does not exist", move));
  return static_cast<Move>(move);
}

ScoreOf to_score_of(std::int32_t scored) {
  if (scored < TAMIS_SCORE_OF_MOVE || scored > TAMIS_SCORE_OF_SUBSET)
    throw PluginError(
        fmt::format("the search accepted a step by score number {}, which does not exist", scored));
  return static_cast<ScoreOf>(scored);
}

/// Few of the whole subsets that a search scores are accepted, and most of these soon. Others are scored again.
constexpr std::size_t kWholesKept = 4096;

constexpr const char* kSearchStopped = "the search stopped: more features add no information";
constexpr const char* kNothingToAdd = "the search stopped: no further feature may be added";

}  // namespace

KernelSpace::KernelSpace(Scorer& scorer, const Dataset& data, const Traits& traits,
                         std::vector<Feature> always, Limits limits, Runtime runtime)
    : scorer_(scorer),
      traits_(traits),
      always_(std::move(always)),
      start_(always_),
      limits_(limits),
      runtime_(runtime),
      inside_(data.features()),
      feature_scores_(properties(traits.measures).depends_on_subset ? 0 : data.features()),
      feature_score_known_(feature_scores_.size()),
      last_scores_(data.features(), std::numeric_limits<double>::quiet_NaN()),
      last_call_(data.features()),
      table_{
          sizeof(tamis_space),
          this,
          data.features(),
          traits.better == Better::lower ? -1 : 1,
          static_cast<std::int32_t>(traits.measures),
          traits.moves,
          limits.tolerance,
          [](void* self, const Feature* subset, std::uint64_t n_subset, std::int32_t move,
             const Feature* candidates, std::uint64_t n, double* scores, tamis_error* e) noexcept {
            return tamis::detail::guarded(e, [&] {
              const Move m = to_move(move);
              if (m == Move::whole && n != 1)
                throw PluginError(
                    "the search asked for another number of scores of the whole subset than one");
              space_of(self).score({subset, n_subset}, m, {candidates, m == Move::whole ? 0 : n},
                                   {scores, n});
            });
          },
          [](void* self, const Feature* subset, std::uint64_t n, tamis_error* e) noexcept {
            return tamis::detail::guarded(e, [&] { space_of(self).begin({subset, n}); });
          },
          [](void* self, std::int32_t move, Feature feature, double score, tamis_error* e) noexcept {
            return tamis::detail::guarded(
                e, [&] { space_of(self).accept_claimed(to_move(move), feature, score); });
          },
          [](void* self, const Feature* features, const std::uint64_t* starts, std::uint64_t n,
             double* scores, tamis_error* e) noexcept {
            return tamis::detail::guarded(e, [&] {
              space_of(self).score_subsets(Subsets({features, starts[n]}, {starts, n + 1}), {scores, n});
            });
          },
          [](void* self, std::int32_t move, Feature feature, std::int32_t scored, tamis_error* e) noexcept {
            return tamis::detail::guarded(
                e, [&] { space_of(self).accept(to_move(move), feature, to_score_of(scored)); });
          },
          data.raw()->feature_names,
          data.raw()->feature_groups,
          data.raw()->feature_costs,
          [](void* self) noexcept { return space_of(self).evaluations_left(); },
          traits.measures == Measures::gain && traits.diminishing_gains ? 1 : 0} {
  for (Feature f : always_) inside_[f] = 1;
}

std::vector<Feature> KernelSpace::subset() const {
  std::vector<Feature> features;
  for (Feature f = 0; f < inside_.size(); ++f)
    if (inside_[f]) features.push_back(f);
  return features;
}

std::optional<ReasonedScore> KernelSpace::feature_score(Feature f) const {
  if (f >= feature_score_known_.size() || !feature_score_known_[f]) return std::nullopt;
  return with_reason(f, feature_scores_[f]);
}

void KernelSpace::score(Subset subset, Move move, std::span<const Feature> candidates,
                        std::span<double> scores) {
  runtime_.check_cancelled();
  if (stopped_) throw Cancelled(kSearchStopped);
  check(subset, move, candidates);
  note_comparison(subset, move);
  if (add_filter_ && move == Move::add && feature_scores_.empty())
    score_allowed(subset, candidates, scores);
  else
    score_checked(subset, move, candidates, scores);
}

/// The scores of additions to a subset, without those that the filter refuses.
void KernelSpace::score_allowed(Subset subset, std::span<const Feature> candidates,
                                std::span<double> scores) {
  const Reasons refused = add_filter_(subset, candidates);
  note_refused(candidates, refused);
  if (!candidates.empty() && refused.size() == candidates.size()) {
    stopped_ = true;
    throw Cancelled(kNothingToAdd);
  }
  std::vector<Feature> allowed;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (!refused.contains(i)) allowed.push_back(candidates[i]);
  std::vector<double> found(allowed.size());
  score_checked(subset, Move::add, allowed, found);
  const double worst = (traits_.better == Better::lower ? 1 : -1) * std::numeric_limits<double>::infinity();
  for (std::size_t i = 0, next = 0; i < candidates.size(); ++i) {
    if (!refused.contains(i)) {
      scores[i] = found[next++];
      continue;
    }
    scores[i] = last_scores_[candidates[i]] = worst;
    last_call_[candidates[i]] = calls_;
  }
}

void KernelSpace::score_checked(Subset subset, Move move, std::span<const Feature> candidates,
                                std::span<double> scores) {
  if (feature_scores_.empty() || move == Move::whole)
    evaluate(subset, move, candidates, scores);
  else
    take_feature_scores(subset, move, candidates, scores);
  if (move == Move::whole) return keep_whole(subset, {scores[0], whole_reason_});
  const bool here = is_here(subset), goes_on = here && latest_is_here_ && latest_move_ == move;
  latest_move_ = move;
  latest_is_here_ = here;
  if (!goes_on) ++calls_;  // else these scores join those of the calls before
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    last_scores_[candidates[i]] = scores[i];
    last_call_[candidates[i]] = calls_;
  }
}

void KernelSpace::score_subsets(const Subsets& subsets, std::span<double> scores) {
  runtime_.check_cancelled();
  if (stopped_) throw Cancelled(kSearchStopped);
  if (subsets.size() == 0) throw PluginError("the search asked for the scores of no subset");
  for (std::size_t i = 0; i < subsets.size(); ++i) {
    check(subsets[i], Move::whole, {});
    note_comparison(subsets[i], Move::whole);
  }
  check_budget(subsets.size());
  Reasons reasons;
  with_step(Move::whole, [&] { scorer_.score_subsets(subsets, scores, reasons); });
  evaluations_ += subsets.size();
  for (std::size_t i = 0; i < subsets.size(); ++i) {
    const auto reason = reasons.find(i);
    keep_whole(subsets[i], {scores[i], reason != reasons.end() ? reason->second : ""});
  }
}

void KernelSpace::keep_whole(Subset subset, ReasonedScore score) {
  if (whole_scores_.size() == kWholesKept) whole_scores_.clear();
  whole_scores_[sorted(subset)] = std::move(score);
}

void KernelSpace::take_feature_scores(Subset subset, Move move, std::span<const Feature> candidates,
                                      std::span<double> scores) {
  // a feature's own quality does not change with the subset: ask once
  std::vector<Feature> unknown;
  for (Feature f : candidates)
    if (!feature_score_known_[f]) unknown.push_back(f);
  std::vector<double> fresh(unknown.size());
  if (!unknown.empty()) evaluate(subset, move, unknown, fresh);
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    feature_scores_[unknown[i]] = fresh[i];
    feature_score_known_[unknown[i]] = 1;
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) scores[i] = feature_scores_[candidates[i]];
}

void KernelSpace::note_comparison(Subset subset, Move move) {
  if (compared_subsets_) return;
  std::vector<Feature> asked = sorted(subset);
  compared_subsets_ = move == Move::whole || (first_scored_ && *first_scored_ != asked);
  first_scored_ = std::move(asked);
}

void KernelSpace::evaluate(Subset subset, Move move, std::span<const Feature> candidates,
                           std::span<double> scores) {
  check_budget(scores.size());
  ask(subset, move, candidates, scores);
  evaluations_ += scores.size();
}

void KernelSpace::check_budget(std::uint64_t n) {
  if (n <= evaluations_left()) return;
  evaluations_spent_ = true;
  throw BudgetSpent(fmt::format("the budget of {} evaluations is spent", limits_.max_evaluations));
}

void KernelSpace::count(std::uint64_t n) {
  check_budget(n);
  evaluations_ += n;
}

ReasonedScore KernelSpace::score_of_adding(Subset subset, Feature f) {
  double value = 0;
  score(subset, Move::add, {&f, 1}, {&value, 1});
  return with_reason(f, value);
}

ReasonedScore KernelSpace::with_reason(Feature f, double score) const {
  const auto reason = reasons_.find(f);
  return {score, reason != reasons_.end() ? reason->second : ""};
}

ReasonedScore KernelSpace::score_whole(Subset subset) {
  runtime_.check_cancelled();
  check(subset, Move::whole, {});
  double score = 0;
  ask(subset, Move::whole, {}, {&score, 1});
  return {score, whole_reason_};
}

void KernelSpace::ask(Subset subset, Move move, std::span<const Feature> candidates,
                      std::span<double> scores) {
  Reasons reasons;
  with_step(move, [&] { scorer_.score(subset, move, candidates, scores, reasons); });
  whole_reason_ = move == Move::whole && !reasons.empty() ? reasons[0] : "";
  if (!reasons_.empty())
    for (const Feature f : candidates) reasons_.erase(f);
  if (move == Move::whole) return;
  for (auto& [i, reason] : reasons) reasons_[candidates[i]] = std::move(reason);
}

void KernelSpace::check(Subset subset, Move move, std::span<const Feature> candidates) const {
  const auto refuse = [](const std::string& why) { throw PluginError("the search asked for " + why); };
  if (!has_move(traits_, move))
    refuse(fmt::format("the move '{}', which the criterion does not score",
                       kMoveNames[static_cast<std::size_t>(move)]));
  std::vector<char> in(inside_.size());
  for (Feature f : subset) {
    if (f >= in.size()) refuse(fmt::format("feature {}, but there are {}", f, in.size()));
    if (in[f]++) refuse(fmt::format("a subset that holds feature {} twice", f));
  }
  const bool wanted = move == Move::remove;
  std::vector<char> offered(candidates.empty() ? 0 : in.size());
  for (Feature f : candidates) {
    if (f >= in.size()) refuse(fmt::format("feature {}, but there are {}", f, in.size()));
    if (offered[f]++) refuse(fmt::format("two scores of feature {} at once", f));
    if ((in[f] != 0) != wanted)
      refuse(fmt::format("the move '{}' of feature {}, which is {} the subset",
                         kMoveNames[static_cast<std::size_t>(move)], f, in[f] ? "in" : "not in"));
  }
}

void KernelSpace::begin(Subset subset) {
  if (!path_.empty()) throw PluginError("the search began a second walk");
  std::fill(inside_.begin(), inside_.end(), 0);
  for (Feature f : subset) {
    if (f >= inside_.size())
      throw PluginError(fmt::format("the search began with feature {}, which does not exist", f));
    if (inside_[f]++) throw PluginError(fmt::format("the search began with feature {} twice", f));
  }
  for (Feature f : always_)
    if (!inside_[f])
      throw PluginError(fmt::format("the search began without feature {}, which must always stay", f));
  latest_is_here_ = false;
  start_.assign(subset.begin(), subset.end());
}

void KernelSpace::accept(Move move, Feature feature, ScoreOf scored) {
  check_step(move, feature);
  if (move == Move::add && !may_add(feature, scored == ScoreOf::feature)) return;
  take_step(move, feature, score_of(move, feature, scored));
}

void KernelSpace::accept_claimed(Move move, Feature feature, double claimed) {
  check_step(move, feature);
  if (std::isnan(claimed))
    throw PluginError(fmt::format("the search accepted feature {} with no score", feature));
  if (move == Move::add && !may_add(feature, claimed == last_scores_[feature])) return;
  take_step(move, feature, score_of_claim(move, feature, claimed));
}

/// Whether a checked subset is the one at the end of the path.
bool KernelSpace::is_here(Subset subset) const {
  return subset.size() == (path_.empty() ? start_.size() : path_.back().size) &&
         std::ranges::all_of(subset, [&](Feature f) { return inside_[f] != 0; });
}

void KernelSpace::check_step(Move move, Feature feature) const {
  const bool adds = move == Move::add;
  if (move == Move::whole || feature >= inside_.size() || (inside_[feature] != 0) == adds ||
      (!adds && std::binary_search(always_.begin(), always_.end(), feature)))
    throw PluginError(
        fmt::format("the search accepted the move '{}' of feature {}, which is not possible there",
                    kMoveNames[static_cast<std::size_t>(move)], feature));
}

void KernelSpace::take_step(Move move, Feature feature, ReasonedScore score) {
  const bool adds = move == Move::add;
  const std::size_t before = path_.empty() ? start_.size() : path_.back().size;
  if (adds && step_filter_) apply_step_filter(feature, before + 1);
  latest_is_here_ = false;
  inside_[feature] = adds ? 1 : 0;
  path_.push_back({move, feature, score.value, adds ? before + 1 : before - 1, std::move(score.reason)});
}

ReasonedScore KernelSpace::score_of(Move move, Feature feature, ScoreOf scored) {
  if (scored == ScoreOf::subset) {
    const std::vector<Feature> after = subset_after(move, feature);
    const auto kept = whole_scores_.find(after);
    return kept != whole_scores_.end() ? kept->second : score_whole(after);
  }
  const bool was_scored = !std::isnan(last_scores_[feature]);
  if (scored == ScoreOf::feature && !was_scored)
    throw PluginError(
        fmt::format("the search accepted feature {} by a score of it, but never asked for one", feature));
  const bool is_latest = latest_is_here_ && latest_move_ == move && last_call_[feature] == calls_;
  if (scored == ScoreOf::feature || (was_scored && is_latest))
    return with_reason(feature, last_scores_[feature]);
  return score_step(move, feature);
}

/// A search of SDK revision 1 gives a number. It is taken if it is the latest score of the feature, or that of the whole
/// subset after the step. Else the criterion scores the step: the search may have kept a score for long, or made one up.
ReasonedScore KernelSpace::score_of_claim(Move move, Feature feature, double claimed) {
  if (claimed == last_scores_[feature]) return with_reason(feature, claimed);
  const std::vector<Feature> after = subset_after(move, feature);
  if (const auto whole = whole_scores_.find(after);
      whole != whole_scores_.end() && whole->second.value == claimed)
    return whole->second;
  if (has_move(traits_, Move::whole) && (!whole_scores_.empty() || !has_move(traits_, move)))
    return score_whole(after);
  return score_step(move, feature);
}

/// The criterion's score of a step, not counted.
ReasonedScore KernelSpace::score_step(Move move, Feature feature) {
  if (!has_move(traits_, move))
    throw PluginError(fmt::format(
        "the search accepted the move '{}' of feature {} with a score that it did not get, and the criterion does not score that move",
        kMoveNames[static_cast<std::size_t>(move)], feature));
  double value = 0;
  ask(subset(), move, {&feature, 1}, {&value, 1});
  return with_reason(feature, value);
}

/// Sorted.
std::vector<Feature> KernelSpace::subset_after(Move move, Feature feature) const {
  std::vector<Feature> after = subset();
  if (move == Move::add)
    after.insert(std::lower_bound(after.begin(), after.end(), feature), feature);
  else
    std::erase(after, feature);
  return after;
}

const std::string& KernelSpace::why_refused(Feature f) const {
  static const std::string none;
  const auto found = why_refused_.find(f);
  return found != why_refused_.end() ? found->second : none;
}

/// Whether a step may be taken. If it may not, a ranking goes on, as its next feature may fit, and any other search stops.
bool KernelSpace::may_add(Feature feature, bool by_own_score) {
  if (!add_filter_) return true;
  std::vector<Feature> present = start_;
  for (const PathStep& step : path_) present.push_back(step.feature);  // the search only adds
  const Reasons refused = add_filter_(present, {&feature, 1});
  if (refused.empty()) return true;
  note_refused({&feature, 1}, refused);
  if (by_own_score || !feature_scores_.empty()) return false;
  stopped_ = true;
  throw Cancelled(kNothingToAdd);
}

void KernelSpace::note_refused(std::span<const Feature> candidates, const Reasons& refused) {
  for (const auto& [i, reason] : refused) why_refused_[candidates[i]] = reason;
}

void KernelSpace::apply_step_filter(Feature feature, std::size_t size) {
  if (stopped_) throw Cancelled(kSearchStopped);
  if (size <= std::max(largest_, start_.size())) return;
  largest_ = size;
  if (step_filter_(subset(), feature)) return;
  stopped_ = true;
  throw Cancelled(kSearchStopped);
}

/// Names the step in an error that names none.
template <class Work>
void KernelSpace::with_step(Move move, const Work& work) const {
  try {
    work();
  } catch (Error& e) {
    if (e.step.empty()) e.step = step_name(move);
    throw;
  }
}

std::string KernelSpace::step_name(Move move) const {
  return fmt::format("step {} ({})", path_.size() + 1, kMoveNames[static_cast<std::size_t>(move)]);
}

}  // namespace tamis::framework
