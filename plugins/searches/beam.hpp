/// \file beam.hpp
/// Forward selection that follows several subsets at once.
#pragma once

#include <tamis/sdk.hpp>

namespace tamis::searches {

/// Keeps the `width` best subsets of each size. Each of them is extended by its `width` best additions, all these subsets are
/// scored as a whole by one call, and the best of them go on; a subset that is reached twice is scored once. The path leads to
/// the best subset of `keep` features, or to the first one whose score is as good as `until`. Width 1 is forward selection.
///
/// If the run is stopped early, the path begins at the best subset of the largest size that was complete.
///
/// For d features at most width (d + width) scores per size. O(d width^2) of its own.
struct Beam final : SearchStrategy {
  struct Options {
    int width = 5;
  } options;

  static constexpr auto describe() {
    return tamis::describe<Beam>("beam",
                                 "Beam search: forward selection that keeps the best subsets of each size")
        .cites(
            "Aha, Bankert. A comparative evaluation of sequential feature selection algorithms. Learning from Data, "
            "Lecture Notes in Statistics 112 (1996) 199-206, DOI 10.1007/978-1-4612-2404-4_19")
        .moves(Move::add, Move::whole)
        .subset_only()
        .option<&Options::width>("width", at_least(1), "how many subsets of each size are kept");
  }
  void run(SearchSpace& space, const Goal& goal, const Runtime& runtime) override;
  double evaluations(Feature features, const Goal& goal) const override;
};

}  // namespace tamis::searches
