/// \file forest_importance.hpp
/// What each feature is worth to a forest of all.
#pragma once

#include "importance.hpp"

namespace tamis::forest {

/// permutation: Breiman's, out of bag. impurity: how much the splits on a feature lower the impurity, less
/// what those on a shadow of it do, which has its values in another order.
enum class ImportanceKind : int { permutation, impurity };

/// The share of the target's variance (of classes Gini's impurity) that trees explain of the samples that they have not drawn: 1 less
/// their squared error over that of the mean of the other samples. Below 0 where the mean is better. Estimates out of bag: Breiman.
/// Machine Learning 45 (2001) 5-32, section 3.1.
struct ShareOutOfBag {
  double explained = 0, standard_error = 0;
};

/// The importance of each feature in one random forest of all; larger is better. Mean over the trees of
///
///   permutation  the rise of the squared error out of bag when the feature's values change places,
///                see permutation_importance();
///   impurity     the fall of Gini's impurity (of real values, the variance) by splits on the feature, less
///                that by its shadow: this takes off the preference for features of many values, and is about
///                0 for an uninformative one.
///
/// Breiman. Random forests. Machine Learning 45 (2001) 5-32. Nembrini, Koenig, Wright. The revival of the
/// Gini importance? Bioinformatics 34 (2018) 3711-3718, DOI 10.1093/bioinformatics/bty373.
///
/// A feature is judged beside the others, so copies share their importance. Time and memory: grow_forest(),
/// of `draws` samples at most for each tree, with twice the features for impurity, and O(trees features) numbers.
class ForestImportance final : public PreparedCriterion {
 public:
  struct Options {
    int trees = 500;
    int leaf = 5;
    int candidates = 0;
    int draws = 20000;
    ImportanceKind importance = ImportanceKind::impurity;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ForestImportance>(
               "forest_importance", "Random-forest importance: impurity decrease, corrected for chance")
        .cites(
            "Breiman. Random forests. Machine Learning 45 (2001) 5-32, DOI 10.1023/A:1010933404324; "
            "impurity: Nembrini, Koenig, Wright. Bioinformatics 34 (2018) 3711-3718, DOI "
            "10.1093/bioinformatics/bty373")
        .measures(Measures::feature)
        .better(Better::higher)
        .targets(Targets::classes | Targets::soft | Targets::real)
        .uses_weights()
        .takes_missing()
        .sparse()
        .option<&Options::trees>("trees", between(1, 100000), "trees of the forest")
        .option<&Options::leaf>("leaf", at_least(1), "distinct samples that a leaf has at least")
        .option<&Options::candidates>("candidates", at_least(0),
                                      "features that are drawn for a split; 0: the root of their number, of "
                                      "real values a third")
        .option<&Options::draws>("draws", at_least(0),
                                 "samples that are drawn for a tree at most; 0: as many as there are")
        .option<&Options::importance>("importance", one_of("permutation", "impurity"),
                                      "permutation: rise of the error out of bag when its values change "
                                      "places; impurity: fall of impurity, less that of a shadow");
  }

  /// Grows the forest.
  /// \throws DataError  fewer than two known targets.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  Cost cost(const Dataset& data) const override;

  /// [scoring] Of each feature; 0 of constant ones.
  std::span<const double> importance() const { return importance_; }
  bool is_constant(Feature j) const { return is_constant_[j]; }
  /// [scoring] Of the target before any split: the importance by impurity of all features is at most this.
  double impurity() const { return impurity_; }
  /// [scoring] ShareOutOfBag::explained.
  double explained_out_of_bag() const { return out_of_bag_.explained; }
  /// [scoring] Whether that is above 0 by more than its standard error.
  bool predicts() const { return out_of_bag_.explained > out_of_bag_.standard_error; }

 private:
  std::vector<double> importance_;
  double impurity_ = 0;
  ShareOutOfBag out_of_bag_;
  std::vector<char> is_constant_;
};

}  // namespace tamis::forest
