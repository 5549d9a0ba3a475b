#include "floating.hpp"

#include "features.hpp"
#include "whole_score.hpp"

#include <limits>

namespace tamis::searches {
namespace {

/// A subset's place is the number of steps onward, less those back, that lead to it: it says its size, in
/// either direction.
class FloatingSearch {
 public:
  FloatingSearch(SearchSpace& space, const Goal& goal, const Runtime& runtime, Move onward)
      : space_(space),
        goal_(goal),
        runtime_(runtime),
        onward_(onward),
        back_(onward == Move::add ? Move::remove : Move::add),
        subset_(onward == Move::add ? std::vector<Feature>(goal.always().begin(), goal.always().end())
                                    : features_outside({}, space.features())),
        start_size_(subset_.size()),
        standing_(subset_) {}

  void run() {
    space_.begin(subset_);
    const std::size_t last = place_of(goal_.keep());
    while (place() < last) {
      runtime_.progress("floating search", front(), last);
      const Step onward = best(onward_);
      make(onward);
      if (reaches_until(onward)) return accept_steps();
      if (place() > front()) {
        if (falls_behind_until(onward)) return;
        best_.push_back(onward.score);
        accept_steps();
      } else if (space_.better(onward.score, best_[place()])) {
        best_[place()] = onward.score;
        if (place() == front()) accept_steps();
      } else if (place() == front()) {
        forget_steps();  // and go onward from there: a step back would lead to the same detour
        continue;
      }
      if (step_back_while_better(onward.feature)) return accept_steps();
    }
  }

 private:
  struct Step {
    Move move;
    Feature feature;
    double score;  // of the subset after it
  };

  /// Whether `until` was reached.
  /// \param latest  the feature of the step onward before; when it would be the first to go back, the subset
  ///                after that is the one before, which is no better than itself.
  bool step_back_while_better(Feature latest) {
    for (bool first = true; place() > 1; first = false) {  // at place 0 there is one subset only
      const Feature feature = choose(back_);
      if (first && feature == latest) return false;
      const Step back{back_, feature, score_after(back_, feature)};
      if (!space_.better(back.score, best_[place() - 1])) return false;
      make(back);
      best_[place()] = back.score;
      if (reaches_until(back)) return true;
    }
    return false;
  }

  Step best(Move move) const {
    const Feature feature = choose(move);
    return {move, feature, score_after(move, feature)};
  }
  Feature choose(Move move) const {
    // what the move cannot touch
    std::vector<Feature> fixed = move == Move::add ? subset_ : features_outside(subset_, space_.features());
    if (move == Move::remove) fixed.insert(fixed.end(), goal_.always().begin(), goal_.always().end());
    const std::vector<Feature> candidates = features_outside(fixed, space_.features());
    std::vector<double> scores(candidates.size());
    space_.score(subset_, move, candidates, scores);
    return candidates[space_.choose(move, candidates, scores)];
  }
  double score_after(Move move, Feature feature) const { return whole_score(space_, after(move, feature)); }
  std::vector<Feature> after(Move move, Feature feature) const {
    std::vector<Feature> subset = subset_;
    if (move == Move::add)
      subset.push_back(feature);
    else
      std::erase(subset, feature);
    return subset;
  }

  void make(const Step& step) {
    subset_ = after(step.move, step.feature);
    steps_.push_back(step);
  }
  void accept_steps() {
    for (const Step& s : steps_) space_.accept(s.move, s.feature, ScoreOf::subset);
    steps_.clear();
    standing_ = subset_;
  }
  void forget_steps() {
    steps_.clear();
    subset_ = standing_;
  }

  bool reaches_until(const Step& step) const {
    return goal_.has_until() && onward_ == Move::add && !space_.better(goal_.until(), step.score);
  }
  bool falls_behind_until(const Step& step) const {
    return goal_.has_until() && onward_ == Move::remove && space_.better(goal_.until(), step.score);
  }

  std::size_t place_of(std::size_t size) const {
    return size > start_size_ ? size - start_size_ : start_size_ - size;
  }
  std::size_t place() const { return place_of(subset_.size()); }
  /// The present end of the path, the furthest that was reached.
  std::size_t front() const { return best_.size() - 1; }

  SearchSpace& space_;
  const Goal& goal_;
  const Runtime& runtime_;
  Move onward_, back_;
  std::vector<Feature> subset_;
  std::size_t start_size_;
  std::vector<Feature> standing_;  // the subset at the end of the path
  std::vector<Step> steps_;        // from there to subset_
  std::vector<double> best_{
      std::nan("")};  // the best score known of each place; none is asked for of place 0
};

}  // namespace

void floating_search(SearchSpace& space, const Goal& goal, const Runtime& runtime, Move onward) {
  FloatingSearch(space, goal, runtime, onward).run();
}

double floating_evaluations(double steps, double free) {
  if (steps <= 0) return 0;
  // the first step: its candidates and the subset; there is nowhere to go back to
  return steps <= 1 ? free + 1 : std::numeric_limits<double>::infinity();
}

}  // namespace tamis::searches
