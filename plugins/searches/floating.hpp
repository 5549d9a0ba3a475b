/// \file floating.hpp
/// Floating search, in either direction.
#pragma once

#include <tamis/search_strategy.hpp>

namespace tamis::searches {

/// Steps onward (Move::add from `always`, or Move::remove from all features) until `keep` features are in,
/// and after each step goes back as long as that leads to a better subset of its size than any before.
///
/// The scores of moves, which may lean on the subset that they leave from, pick the feature of a
/// step; subsets of one size are compared by their scores as a whole, each on its own. These are the
/// scores of the path.
///
/// The path always ends at the best subset of its size that was scored as a whole: a detour back and onward
/// again joins it only when it ends on a better subset than the one that it left; otherwise the search goes
/// on from there as if the detour had not been. So does the last step: of all subsets of `keep` features
/// whose whole score was asked for, the best one is kept.
///
/// It ends: a step back is made only when it beats the record of its size by more than the tolerance, and
/// there are finitely many subsets; without one, every step goes onward.
void floating_search(SearchSpace& space, const Goal& goal, const Runtime& runtime, Move onward);

/// The most scores that `steps` steps onward ask for among `free` features that may move: of more than one
/// step infinity, since nobody knows how many steps back there will be. Without any there are about
/// steps * (free + 3).
double floating_evaluations(double steps, double free);

}  // namespace tamis::searches
