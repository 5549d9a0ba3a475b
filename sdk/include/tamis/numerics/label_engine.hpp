/// \file label_engine.hpp The base of criteria that say which labels look wrong, from what they predict of
/// each sample by the others.
#pragma once

#include <tamis/criterion.hpp>
#include <tamis/noise_model.hpp>
#include <tamis/numerics/flip_posterior.hpp>
#include <tamis/numerics/sample_groups.hpp>

#include <optional>

namespace tamis::numerics {

/// Derive from it, write probabilities(), and `tamis noise`, `soft = { from = ... }` and every search can use
/// the class. Its score is the mean log-likelihood of the labels; larger is better. With weights of samples, which
/// an engine that declares uses_weights() lets count in probabilities() too, it is a weighted mean, and all fits are weighted.
/// The memberships are those
/// of fit_flip_posterior(), which asks whether labels are wrong at all and how; where the config names a noise
/// model, those of fit_power_link() with that model alone.
///
/// describe() says measures(Measures::subset), better(Better::higher), moves(Move::add, Move::remove,
/// Move::whole), targets(Targets::classes) and uses_unknown(), and has an option of a noise model.
class LabelEngine : public PreparedCriterion {
 public:
  /// [setup] Prepares the noise model too. One that overrides it calls this one from it.
  /// \throws DataError  fewer than two labels are known, of samples whose weight is not 0.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override;
  /// Fits `subset`, unless the latest call of score() did; nothing where nothing can be compared: no two classes
  /// have several labels each, or no feature varies.
  void memberships(Subset subset, Matrix out) override;
  /// After Move::whole or memberships(): the table "probabilities", "disagreement" (the share of labels, by weight,
  /// than which another class is more probable), "log_likelihood" and "power"; without a noise model "none" (the probability that every label is right), "rate_low",
  /// "rate_high" and the table "structures" (their probabilities), with one its parameters. Nothing where nothing
  /// can be compared.
  void report(const Diagnostics& out) const override;

 protected:
  /// The tolerance of the score: the numbers of the classes decide in which order sums are added, and an EM magnifies
  /// that.
  static constexpr double kRounding = 1e-7;
  /// What the option of the noise model says of itself.
  static constexpr std::string_view kNoiseOption =
      "how labels go wrong; unless one is named, whether they do, at one rate, at a rate for each class, or by "
      "any matrix, is weighed by the labels";

  /// [scoring] p(observed label of i is s | x_i), learned from the other samples only: n x K, column by
  /// column; a row of NaN where nobody can say. Rows sum to 1.
  /// \param subset  sorted, distinct, perhaps none.
  virtual std::vector<double> probabilities(Subset subset) = 0;
  /// How many votes a row of them is the mean of.
  virtual double votes() const = 0;
  /// Samples that do not vouch for each other's labels, from prepare() on.
  const SampleGroups& groups() const { return groups_; }
  /// Weights of all samples, in units of their mean over the samples that others learn from, whose label is known and whose
  /// weight is above 0; empty: 1 each. From prepare() on.
  std::span<const double> weights() const { return weights_; }
  /// The option, where the config names a model.
  virtual NoiseModel* noise() = 0;

 private:
  struct Fit {
    std::vector<Feature> subset;  ///< sorted
    std::vector<double> probabilities, memberships;
    double log_likelihood = 0, power = 1;
    std::vector<double> parameters;          ///< of the noise model
    std::optional<FlipPosterior> posterior;  ///< where there is none
  };
  Fit fit(std::vector<Feature> subset);
  bool can_compare(Subset subset) const;
  ConstMatrix view(const std::vector<double>& values) const;

  /// Whether the label of a sample only repeats that of the first copy of its row.
  std::vector<char> repeated_labels() const;

  std::vector<Sample> learned_;  ///< whose label is known and whose weight is not 0
  std::vector<double> weights_;  ///< weights()
  SampleGroups groups_;
  std::optional<Fit> whole_;  ///< of the latest call, where it was of a whole subset
};

}  // namespace tamis::numerics
