/// \file bench.hpp
/// A space without a kernel, for tests of searches.
#pragma once

#include <tamis/rng.hpp>
#include <tamis/search_strategy.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <set>

namespace tamis::searches::testing {

struct Step {
  Move move;
  Feature feature;
  double score;
  bool operator==(const Step&) const = default;
};

/// A space over a plain function of subsets, features or losses.
struct Bench {
  /// The subset (after the move, where subsets are measured) and the candidate (0 for whole subsets).
  using Function = std::function<double(std::set<Feature>, Feature)>;
  /// The subset before a move, the move and its candidate.
  using MoveFunction = std::function<double(const std::set<Feature>&, Move, Feature)>;

  Bench(Feature d, int better, Measures measures, Function f, double tolerance = 0) : function(std::move(f)) {
    space = {sizeof space,
             this,
             d,
             better,
             static_cast<int>(measures),
             properties(measures).moves,
             tolerance,
             [](void* self, const Feature* s, std::uint64_t ns, std::int32_t move, const Feature* c,
                std::uint64_t n, double* out, tamis_error*) noexcept {
               static_cast<Bench*>(self)->score({s, s + ns}, static_cast<Move>(move), c, {out, n});
               return std::int32_t{0};
             },
             [](void* self, const Feature* s, std::uint64_t n, tamis_error*) noexcept {
               static_cast<Bench*>(self)->start = {s, s + n};
               return std::int32_t{0};
             },
             nullptr,
             [](void* self, const Feature* features, const std::uint64_t* starts, std::uint64_t n,
                double* out, tamis_error*) noexcept {
               const Subsets subsets({features, starts[n]}, {starts, n + 1});
               for (std::size_t i = 0; i < n; ++i)
                 static_cast<Bench*>(self)->score({subsets[i].begin(), subsets[i].end()}, Move::whole,
                                                  nullptr, {out + i, 1});
               return std::int32_t{0};
             },
             [](void* self, std::int32_t move, Feature f, std::int32_t scored, tamis_error*) noexcept {
               static_cast<Bench*>(self)->accept(static_cast<Move>(move), f, static_cast<ScoreOf>(scored));
               return std::int32_t{0};
             },
             nullptr,
             nullptr,
             nullptr,
             nullptr,
             0};
  }
  template <class Search>
  std::vector<Feature> run(std::uint64_t keep, std::vector<Feature> always = {},
                           double until = std::nan("")) {
    Search search;
    return run(search, keep, std::move(always), until);
  }
  template <class Search>
  std::vector<Feature> run(Search& search, std::uint64_t keep, std::vector<Feature> always = {},
                           double until = std::nan("")) {
    path.clear();
    whole.clear();
    latest.clear();
    start = {always.begin(), always.end()};
    scored = 0;
    const tamis_goal goal{sizeof goal, keep, always.data(), always.size(), until};
    tamis::testing::SerialRuntime serial;
    SearchSpace view(&space);
    search.run(view, Goal(&goal), serial);
    CHECK(static_cast<double>(scored) <= search.evaluations(space.features, Goal(&goal)));
    std::vector<Feature> features;
    for (const Step& step : path) features.push_back(step.feature);
    return features;
  }
  /// The subset where the path ends.
  std::set<Feature> end() const {
    std::set<Feature> subset = start;
    for (const Step& s : path)
      s.move == Move::add ? void(subset.insert(s.feature)) : void(subset.erase(s.feature));
    return subset;
  }

  Function function;
  MoveFunction move_function;  ///< of additions and removals, where subsets are measured; else `function`
  tamis_space space{};
  std::set<Feature> start;
  std::vector<Step> path;
  std::map<std::set<Feature>, double> whole;  ///< the scores of whole subsets that were asked for
  std::map<Feature, double> latest;           ///< the latest score of each candidate
  int scored = 0;

 private:
  void accept(Move move, Feature f, ScoreOf scored) {
    if (scored != ScoreOf::subset) return path.push_back({move, f, latest.at(f)});
    std::set<Feature> after = end();
    move == Move::add ? void(after.insert(f)) : void(after.erase(f));
    path.push_back({move, f, whole.at(after)});
  }
  void score(const std::set<Feature>& subset, Move move, const Feature* candidates, std::span<double> out) {
    for (std::size_t i = 0; i < out.size(); ++i, ++scored) {
      if (move == Move::whole) {
        out[i] = whole[subset] = function(subset, 0);
        continue;
      }
      std::set<Feature> after = subset;
      const bool measured = space.measures == TAMIS_MEASURES_SUBSET;
      if (measured && move == Move::add) after.insert(candidates[i]);
      if (measured && move == Move::remove) after.erase(candidates[i]);
      out[i] = move_function ? move_function(subset, move, candidates[i]) : function(after, candidates[i]);
      latest[candidates[i]] = out[i];
    }
  }
};

/// A number for each subset of d features.
class SetFunction {
 public:
  explicit SetFunction(Feature d) : value_(std::size_t{1} << d) {}
  double& operator[](const std::set<Feature>& s) { return value_[bits(s)]; }
  double operator()(const std::set<Feature>& s) const { return value_[bits(s)]; }
  std::vector<double>& values() { return value_; }

 private:
  static std::size_t bits(const std::set<Feature>& s) {
    std::size_t b = 0;
    for (Feature f : s) b |= std::size_t{1} << f;
    return b;
  }
  std::vector<double> value_;
};
inline SetFunction random_function(Feature d, Rng& rng) {
  SetFunction f(d);
  for (double& v : f.values()) v = rng.uniform();
  return f;
}

}  // namespace tamis::searches::testing
