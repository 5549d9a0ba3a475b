#include "walk.hpp"

#include "verdicts.hpp"

#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/selection/compatibility.hpp>

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace tamis::framework::conformance {
namespace {

LoadedData toy_data(Feature features) {
  return LoadedData::from_columns(std::vector<std::vector<double>>(features, {0, 1}));
}

/// Decorates the kernel's space: it records the scores that the search got, checks those that it accepts, and from
/// which thread it calls.
class WatchedSpace {
 public:
  WatchedSpace(const KernelSpace& kept, SearchTrace& walked)
      : real_(*kept.space().raw()), kept_(kept), walked_(walked), table_(real_) {
    table_.self = this;
    table_.score = [](void* self, const std::uint32_t* subset, std::uint64_t n_subset, std::int32_t move,
                      const std::uint32_t* candidates, std::uint64_t n, double* scores, tamis_error* e) {
      return at(self).score({subset, n_subset}, move, {candidates, n}, {scores, n}, e);
    };
    table_.begin = [](void* self, const std::uint32_t* subset, std::uint64_t n, tamis_error* e) {
      at(self).check_thread("begin");
      return at(self).real_.begin(at(self).real_.self, subset, n, e);
    };
    table_.accept = [](void* self, std::int32_t move, std::uint32_t feature, double score, tamis_error* e) {
      return at(self).accept_claimed(move, feature, score, e);
    };
    table_.score_subsets = [](void* self, const std::uint32_t* features, const std::uint64_t* starts,
                              std::uint64_t n, double* scores, tamis_error* e) {
      return at(self).score_subsets(Subsets({features, starts[n]}, {starts, n + 1}), {scores, n}, e);
    };
    table_.accept_scored = [](void* self, std::int32_t move, std::uint32_t feature, std::int32_t scored,
                              tamis_error* e) { return at(self).accept(move, feature, scored, e); };
    table_.evaluations_left = [](void* self) {
      at(self).walked_.read_budget = true;
      return at(self).real_.evaluations_left(at(self).real_.self);
    };
  }
  WatchedSpace(const WatchedSpace&) = delete;
  WatchedSpace& operator=(const WatchedSpace&) = delete;
  SearchSpace space() const { return SearchSpace(&table_); }

 private:
  static WatchedSpace& at(void* self) { return *static_cast<WatchedSpace*>(self); }

  std::int32_t score(Subset subset, std::int32_t move, std::span<const Feature> candidates,
                     std::span<double> scores, tamis_error* e) {
    check_thread("score");
    const std::int32_t code = real_.score(real_.self, subset.data(), subset.size(), move, candidates.data(),
                                          scores.size(), scores.data(), e);
    if (code != TAMIS_OK) return code;
    if (move == TAMIS_WHOLE) {
      record(subset, scores[0]);
      return code;
    }
    walked_.asked.insert(candidates.begin(), candidates.end());
    for (std::size_t i = 0; i < scores.size(); ++i) scores_of_moves_[candidates[i]].insert(scores[i]);
    return code;
  }

  std::int32_t score_subsets(const Subsets& subsets, std::span<double> scores, tamis_error* e) {
    check_thread("score_subsets");
    const std::int32_t code = real_.score_subsets(real_.self, subsets.features().data(),
                                                  subsets.starts().data(), subsets.size(), scores.data(), e);
    for (std::size_t i = 0; code == TAMIS_OK && i < subsets.size(); ++i) record(subsets[i], scores[i]);
    return code;
  }

  void record(Subset subset, double score) {
    walked_.asked.insert(subset.begin(), subset.end());
    std::vector<Feature> whole(subset.begin(), subset.end());
    std::sort(whole.begin(), whole.end());
    scores_of_subsets_[whole] = score;
  }

  std::int32_t accept(std::int32_t move, Feature feature, std::int32_t scored, tamis_error* e) {
    check_thread("accept");
    const std::int32_t code = real_.accept_scored(real_.self, move, feature, scored, e);
    if (code == TAMIS_OK && walked_.invented.empty() && !was_scored(feature))
      walked_.invented = unasked(feature);
    return code;
  }

  std::int32_t accept_claimed(std::int32_t move, Feature feature, double score, tamis_error* e) {
    check_thread("accept");
    const std::int32_t code = real_.accept(real_.self, move, feature, score, e);
    if (code == TAMIS_OK && walked_.invented.empty()) walked_.invented = complaint(feature, score);
    return code;
  }

  /// As a candidate, or with the subset at the end of the path.
  bool was_scored(Feature feature) const {
    return scores_of_moves_.contains(feature) || scores_of_subsets_.contains(kept_.subset());
  }
  static std::string unasked(Feature feature) {
    return fmt::format("it accepted feature {}, of which it never asked the score", feature);
  }
  /// The score is one of the feature as a candidate, or of the subset at the end of the path.
  std::string complaint(Feature feature, double score) const {
    const auto whole = scores_of_subsets_.find(kept_.subset());
    if (whole != scores_of_subsets_.end() && whole->second == score) return "";
    const auto own = scores_of_moves_.find(feature);
    if (own != scores_of_moves_.end() && own->second.contains(score)) return "";
    return was_scored(feature)
               ? fmt::format("it accepted feature {} with the score {}, which it never got", feature, score)
               : unasked(feature);
  }

  void check_thread(const char* function) {
    const std::scoped_lock lock(mutex_);
    if (std::this_thread::get_id() != thread_)
      walked_.strayed =
          fmt::format("it called {}() of the space from another thread than run() was called on", function);
  }

  tamis_space real_;
  const KernelSpace& kept_;
  SearchTrace& walked_;
  tamis_space table_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::mutex mutex_;
  std::map<Feature, std::set<double>> scores_of_moves_;
  std::map<std::vector<Feature>, double> scores_of_subsets_;
};

}  // namespace

Measures measures_for(const Registry& registry, const Descriptor& search) {
  for (const Measures measures : {Measures::subset, Measures::feature, Measures::loss, Measures::gain}) {
    Descriptor toy;
    toy.traits = Landscape{measures}.traits();
    try {
      check_compatible(registry, search, toy, {});
      return measures;
    } catch (const ParamError&) {
    }
  }
  fail("no criterion can score the moves that its manifest says it asks for");
}

std::string named(const WalkGoal& goal) {
  return fmt::format("keep = {} of {} features, always = {{{}}}, {} is better", goal.keep,
                     goal.landscape.features, fmt::join(goal.always, ", "),
                     kBetterNames[static_cast<std::size_t>(goal.landscape.better)]);
}

Walker::Walker(const ComponentUnderTest& subject)
    : subject_(subject), search_(subject.registry, subject.plan()) {}

SearchTrace Walker::operator()(const WalkGoal& wanted) {
  std::atomic<bool> interrupted{false};
  Observer observer;
  KernelRuntime kernel(with_files({.seed = subject_.seed, .threads = 1, .interrupted = &interrupted}),
                       observer);
  const LoadedData data = toy_data(wanted.landscape.features);
  const Traits traits = wanted.landscape.traits();
  ToyCriterion toy(wanted.landscape);
  SearchTrace walked;
  toy.on_call = [&] { interrupted = ++walked.calls >= wanted.cancel_after; };

  CriterionScorer scorer(toy, "criterion", traits);
  KernelSpace kept(scorer, data.view(), traits, wanted.always, {0, wanted.max_evaluations}, kernel.runtime());
  const tamis_goal goal{sizeof goal, wanted.keep, wanted.always.data(), wanted.always.size(), wanted.until};
  walked.expected_evaluations = search_->evaluations(data.features(), Goal(&goal));
  const WatchedSpace watched(kept, walked);
  SearchSpace space = watched.space();
  try {
    search_->run(space, Goal(&goal), kernel.runtime());
  } catch (const PluginError& e) {
    fail("{} ({})", e.what(), named(wanted));
  } catch (const Error& e) {
    if (e.code != TAMIS_E_BUDGET && e.code != TAMIS_E_CANCELLED) throw;
    walked.stopped = e.code;
  }
  walked.path = kept.path();
  walked.start = kept.start();
  walked.end = kept.subset();
  walked.evaluations = kept.evaluations();
  return walked;
}

}  // namespace tamis::framework::conformance
