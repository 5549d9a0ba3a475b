/// \file em.hpp
/// Memberships p(true class | features, observed label) and a noise model, fitted together (section 4).
#pragma once

#include "density.hpp"
#include "noise_on_samples.hpp"
#include "observed_labels.hpp"
#include "sphere_scan.hpp"

#include <tamis/eigen.hpp>

namespace tamis::mutual_information {

/// Whether a sample is its own neighbour in Algorithm 1.
enum class Self : int { exclude, include };
inline constexpr Choices kSelf = one_of("exclude", "include");

/// The state of a fit.
struct EmState {
  Eigen::MatrixXd memberships;     ///< gamma(s|i), n x l
  std::vector<double> parameters;  ///< of the noise model
  std::vector<double> priors;      ///< p_S
  std::vector<double> log_p;       ///< per sample: log p(x_i|y_i), or log p(x_i) where y_i is unknown
  double log_likelihood = 0;       ///< eq. (24): their sum over labelled samples, times their weights
};

/// The E and M steps. Not a true EM: the densities depend on the memberships, so the
/// likelihood (24) may fall. Weights of samples multiply memberships wherever these are summed, as in lnt_estimate.hpp.
class Em {
 public:
  struct Options {
    std::size_t neighbours = 3;
    Self self = Self::include;
    double tolerance = 1e-6;  ///< per labelled sample, by weight
    int iterations = 100;
  };

  /// \param points  at least one feature. The references must outlive this object.
  /// \param memory  lists of other points, whose memory is used again.
  Em(const numerics::PointPanels& points, Geometry geometry, const ObservedLabels& labels,
     NoiseOnSamples& noise, const Options& options, const Runtime& runtime, NeighbourCache memory = {});

  /// Memberships from the labels alone: p(y_i|s) p_S(s), normalised, with the priors of the observed labels.
  EmState start(std::vector<double> parameters) const;

  /// One iteration of each state: Algorithm 1 and densities (15), memberships (26), likelihood (24), noise
  /// model (28), priors (29). They share the search for neighbours: O(n^2 d + n^2 l states) together.
  /// \throws NumericError  a label that the noise model thinks impossible.
  void step(std::span<EmState* const> states);

  struct Fit {
    EmState state;              ///< of the iteration with the largest likelihood
    std::vector<double> trace;  ///< log-likelihood after each iteration
  };
  /// From each of `starts` (parameters of the noise model) until the likelihood rises by no more than
  /// the tolerance, or the cap on iterations; the fit with the largest likelihood, of those within 1e-9
  /// of it the first.
  Fit fit(std::span<const std::vector<double>> starts);

  /// How far Algorithm 1 last looked from each sample, with room for more.
  const SearchRadii& reach() const { return reach_; }
  /// The lists of near points that it looked at. It has none from then on, and is not to be used.
  NeighbourCache take_lists() { return std::move(kept_); }

 private:
  /// A class of one of several states: a column of weights.
  struct ClassOfState {
    std::size_t state, of_class;
    double total, psi_total, log_prior;
  };
  /// Those of the largest classes first: their spheres are small, and the far-reaching ones stand together.
  std::vector<ClassOfState> columns_of(std::span<EmState* const> states) const;
  /// Memberships and likelihood of sample i from the logarithms of the terms of (26).
  void e_step(std::size_t i, std::span<double> log_terms, EmState& state) const;
  void m_step(EmState& state) const;
  double log_likelihood(const EmState& state) const;

  const numerics::PointPanels& points_;
  Geometry geometry_;
  const ObservedLabels& labels_;
  NoiseOnSamples& noise_;
  Options options_;
  Runtime runtime_;
  ClassDensity density_;
  SearchRadii reach_;
  NeighbourCache kept_;
};

/// Gamma(s), the sum of each class's memberships (eq. 16) times the weights of the samples.
std::vector<double> class_totals(ConstMatrix memberships, std::span<const double> weights);

}  // namespace tamis::mutual_information
