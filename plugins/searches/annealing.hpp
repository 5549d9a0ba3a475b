/// \file annealing.hpp
/// Random exchanges of features, at first worse ones too.
#pragma once

#include <tamis/sdk.hpp>

#include <vector>

namespace tamis::searches {

/// Simulated annealing over the subsets of `keep` features that hold `always`. A step exchanges a random feature of the subset
/// for a random one outside. A better or equal subset is taken, and one that is worse by D with probability exp(-D / T). The
/// temperature T falls geometrically to a thousandth. At first a typical worse exchange is taken with probability 1/2: T is
/// D / ln 2, D the mean change of the score in the first exchanges. `chains` walks go side by side from random subsets, and
/// their subsets are scored by one call, so that a criterion or several processes work in parallel. The best subset of all is
/// the result; its features are then added one after the other, each time the best of them.
///
/// The number of steps is `steps`, or fewer if the budget of scores (`max_evaluations`) is smaller. If the run is stopped before
/// its end, the path begins at the best subset so far.
///
/// At most chains (steps + 1) + m (m + 3) / 2 - 2 scores for m features beside `always`.
class Annealing final : public SearchStrategy {
 public:
  struct Options {
    int steps = 500;
    int chains = 4;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Annealing>("annealing",
                                      "Simulated annealing: random exchanges, at first to worse subsets too")
        .cites(
            "Kirkpatrick, Gelatt, Vecchi. Optimization by simulated annealing. Science 220 (1983) 671-680, DOI "
            "10.1126/science.220.4598.671")
        .moves(Move::add, Move::whole)
        .subset_only()
        .option<&Options::steps>("steps", at_least(1), "exchanges that each chain tries")
        .option<&Options::chains>("chains", at_least(1), "walks that go side by side");
  }
  /// \throws ParamError  a goal with `until`.
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  /// \throws ParamError  as run().
  double evaluations(Feature features, const Goal& goal) const override;
  /// The first and the last temperature, the share of exchanges that were taken, and the best score of each chain.
  void report(const Diagnostics& out) const override;

 private:
  struct Found {
    double first_temperature = 0, last_temperature = 0;
    double tried = 0, taken = 0;
    std::vector<double> best;  // of each chain
  } found_;
};

}  // namespace tamis::searches
