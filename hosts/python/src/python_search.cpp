#include "python_search.hpp"

#include "python_component.hpp"

#include <algorithm>
#include <exception>
#include <limits>

namespace tamis::python {
namespace {

namespace py = pybind11;

using Features = py::array_t<Feature, py::array::c_style | py::array::forcecast>;
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

template <class T, int kFlags>
std::span<const T> span_of(const py::array_t<T, kFlags>& array) {
  if (array.ndim() != 1) throw ParamError("a subset, candidates and scores are lists of one dimension");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

Move move_of(const std::string& name) {
  const auto* at = std::find(std::begin(kMoveNames), std::end(kMoveNames), name);
  if (at == std::end(kMoveNames))
    throw ParamError("there is no move '" + name + "'; expected 'add', 'remove' or 'whole'");
  return static_cast<Move>(at - std::begin(kMoveNames));
}

ScoreOf score_of_name(const std::string& name) {
  if (name == "move") return ScoreOf::move;
  if (name == "feature") return ScoreOf::feature;
  if (name == "subset") return ScoreOf::subset;
  throw ParamError("there is no score '" + name + "'; expected 'move', 'feature' or 'subset'");
}

/// The space of one run() as Python sees it. What C++ throws ends the run, even if Python goes on.
class Walk {
 public:
  Walk(const SearchSpace& space, std::uint64_t seed, std::shared_ptr<CallingThread> caller)
      : space_(&space), seed_(seed), caller_(std::move(caller)) {}

  /// After it nothing can be asked, whoever kept this object.
  void end() { space_ = nullptr; }
  /// What C++ threw, as it is.
  void rethrow_thrown() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }
  bool has_thrown() const { return thrown_ != nullptr; }

  const SearchSpace& space() const {
    if (!space_) throw ParamError("the run of this space is over");
    return *space_;
  }
  std::uint64_t seed() const { return seed_; }
  py::object evaluations_left() const {
    const std::uint64_t left = space().evaluations_left();
    return left == std::numeric_limits<std::uint64_t>::max() ? py::none() : py::object(py::int_(left));
  }
  std::string feature_name(Feature f) const { return std::string(space().feature_name(existing(f))); }
  std::int32_t feature_group(Feature f) const { return space().feature_group(existing(f)); }
  double feature_cost(Feature f) const { return space().feature_cost(existing(f)); }

  py::object score(const Features& subset, const std::string& move, const Features& candidates) {
    const auto s = span_of(subset), c = span_of(candidates);
    const Move m = move_of(move);
    std::vector<double> scores(m == Move::whole ? 1 : c.size());
    ask([&](const SearchSpace& space) { space.score(s, m, c, scores); });
    return copy_of(std::span<const double>(scores));
  }
  void begin(const Features& subset) {
    const auto s = span_of(subset);
    ask([&](const SearchSpace& space) { space.begin(s); });
  }
  py::object score_subsets(const std::vector<Features>& subsets) {
    SubsetList list;
    for (const Features& subset : subsets) list.push_back(span_of(subset));
    std::vector<double> scores(list.size());
    ask([&](const SearchSpace& space) { space.score_subsets(list, scores); });
    return copy_of(std::span<const double>(scores));
  }
  void accept(const std::string& move, Feature feature, const std::string& scored) {
    const Move m = move_of(move);
    const ScoreOf s = score_of_name(scored);
    ask([&](const SearchSpace& space) { space.accept(m, feature, s); });
  }
  std::size_t choose(const std::string& move, const Features& candidates, const Numbers& scores) const {
    const auto c = span_of(candidates);
    const auto s = span_of(scores);
    if (c.empty() || c.size() != s.size())
      throw ParamError("choose() got " + std::to_string(c.size()) + " candidates and " +
                       std::to_string(s.size()) + " scores; expected as many of both, at least one");
    if (std::ranges::any_of(s, [](double v) { return std::isnan(v); }))
      throw ParamError("choose() got a score that is no number; what has no score is infinite");
    return space().choose(move_of(move), c, s);
  }

 private:
  Feature existing(Feature f) const {
    if (f >= space().features())
      throw ParamError("there is no feature " + std::to_string(f) + "; features are numbered from 0 to " +
                       std::to_string(space().features() - 1));
    return f;
  }
  template <class Body>
  void ask(const Body& body) {
    const SearchSpace& of_this_run = space();
    if (!thrown_) {
      try {
        if (caller_ && caller_->is_here()) return caller_->hand_back([&] { body(of_this_run); });
        const py::gil_scoped_release others;  // a thread of the search's own
        return body(of_this_run);
      } catch (...) {
        thrown_ = std::current_exception();
      }
    }
    PyErr_SetString(end_of_run(), "the run is over: let this through");
    throw py::error_already_set();
  }

  const SearchSpace* space_;
  std::uint64_t seed_;
  std::shared_ptr<CallingThread> caller_;
  std::exception_ptr thrown_;
};

py::object until_of(const Goal& goal) {
  return goal.has_until() ? py::object(py::float_(goal.until())) : py::none();
}

class PythonSearch final : public SearchStrategy {
 public:
  PythonSearch(Made self, const Traits&) : self_(std::move(self)) {}

  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override {
    const auto walk = std::make_shared<Walk>(space, runtime.seed(), self_.caller());
    self_.with_python([&] {
      try {
        self_("_run", walk, goal.keep(), copy_of(goal.always()), until_of(goal));
      } catch (const py::error_already_set& raised) {
        if (!walk->has_thrown() || raised.matches(PyExc_KeyboardInterrupt)) throw;
      }
    });
    walk->end();
    walk->rethrow_thrown();
  }

  double evaluations(Feature features, const Goal& goal) const override {
    double found = 0;
    self_.with_python([&] {
      take_numbers(self_("_evaluations", features, goal.keep(), copy_of(goal.always()), until_of(goal)),
                   {&found, 1}, "evaluations()", "how many scores are asked for at most");
    });
    return found;
  }

  void report(const Diagnostics& out) const override { report_in_python(self_, out); }

 private:
  PythonObject self_;
};

}  // namespace

void become_search_strategy(PythonType& type) {
  type.component = component_of<SearchStrategy, PythonSearch>(type);
}

void add_search_space(py::module_& module) {
  using namespace py::literals;
  py::class_<Walk, std::shared_ptr<Walk>>(
      module, "SearchSpace",
      "The subsets that a search may visit, and the only way to the criterion behind them.")
      .def_property_readonly(
          "features", [](const Walk& w) { return w.space().features(); }, "Their number.")
      .def_property_readonly(
          "lower_is_better", [](const Walk& w) { return w.space().lower_is_better(); },
          "The direction of all scores.")
      .def_property_readonly(
          "measures",
          [](const Walk& w) { return kMeasuresNames[static_cast<std::size_t>(w.space().measures())]; },
          "What the scores are about: 'feature', 'subset', 'loss' or 'gain'.")
      .def_property_readonly(
          "tolerance", [](const Walk& w) { return w.space().tolerance(); }, "Scores this close are equal.")
      .def_property_readonly("seed", &Walk::seed, "Of this run, for random numbers.")
      .def_property_readonly("evaluations_left", &Walk::evaluations_left,
                             "How many scores may still be asked for, or None if there is no limit.")
      .def("feature_name", &Walk::feature_name, "feature"_a, "The name of a feature, or ''.")
      .def("feature_group", &Walk::feature_group, "feature"_a,
           "The group of a feature, numbered from 0, or -1 if it is in none.")
      .def("feature_cost", &Walk::feature_cost, "feature"_a,
           "What it costs to measure a feature; 1 if not known.")
      .def(
          "supports",
          [](const Walk& w, const std::string& move) { return w.space().supports(move_of(move)); }, "move"_a,
          "Whether the criterion scores 'add', 'remove' or 'whole'.")
      .def(
          "score", &Walk::score, "subset"_a, "move"_a, "candidates"_a,
          "The score of each candidate that joins ('add') or leaves ('remove') the subset, or the one of the subset "
          "('whole'); infinite where there is none.")
      .def("score_subsets", &Walk::score_subsets, "subsets"_a,
           "The score of each subset as a whole, by one call, so that they may be scored in parallel.")
      .def("begin", &Walk::begin, "subset"_a,
           "Sets the first subset of the path; by default the goal's `always`.")
      .def(
          "accept", &Walk::accept, "move"_a, "feature"_a, "scored"_a = "move",
          "Makes one step, 'add' or 'remove', from the subset at the end of the path. `scored` names the score that "
          "the path records: 'move', of this move from this subset; 'feature', the latest one of the feature, as in a "
          "ranking; 'subset', of the subset after the step as a whole.")
      .def(
          "better", [](const Walk& w, double a, double b) { return w.space().better(a, b); }, "a"_a, "b"_a,
          "Whether a is a better score than b, by more than the tolerance.")
      .def("choose", &Walk::choose, "move"_a, "candidates"_a, "scores"_a,
           "The place of the candidate to add or to remove; of equal ones that of the smallest feature.");
}

}  // namespace tamis::python
