#include "dawid_skene.hpp"

#include "checks.hpp"

#include <algorithm>

namespace tamis::noise_models {
namespace {

/// A row of pi, from the mass of an annotator's votes and of everybody's for each class; `right` is what
/// nobody's votes say.
Eigen::RowVectorXd smoothed(const Eigen::RowVectorXd& own, const Eigen::RowVectorXd& all,
                            const Eigen::RowVectorXd& right, double smoothing) {
  const double own_mass = own.sum(), all_mass = all.sum();
  const Eigen::RowVectorXd usual = all_mass > 0 ? all / all_mass : right;
  return own_mass > 0 ? (own + smoothing * usual) / (own_mass + smoothing) : usual;
}

}  // namespace

void DawidSkene::prepare(const Dataset& data, const Runtime&) {
  const Target target = data.target();
  samples_ = data.samples();
  classes_ = target.classes();
  votes_.clear();
  if (const tamis_votes& given = target.votes(); given.start) {
    annotators_ = given.n_annotators;
    for (std::uint64_t i = 0; i < samples_; ++i)
      for (std::uint64_t e = given.start[i]; e < given.start[i + 1]; ++e)
        votes_.push_back({i, given.annotators[e], static_cast<std::size_t>(given.labels[e])});
  } else if (target.kind() == TargetKind::classes) {
    annotators_ = 1;
    for (std::uint64_t i = 0; i < samples_; ++i)
      if (target.known(i)) votes_.push_back({i, 0, static_cast<std::size_t>(target.labels()[i])});
  } else {
    throw DataError(
        "the noise model speaks of annotators' votes, and the target holds none; name their columns with "
        "data.annotators, or give class labels, which are taken as the votes of one annotator");
  }
  become(of_rates(std::vector<double>(annotators_, options.rate)));
}

std::vector<double> DawidSkene::of_rates(std::vector<double> rates) const {
  if (options.parameters == AnnotatorParameters::one_rate) return rates;
  std::vector<double> matrices;
  for (const double rate : rates) {
    const std::vector<double> pi =
        TransitionMatrix::of_flip_rates(std::vector<double>(classes_, rate)).values();
    matrices.insert(matrices.end(), pi.begin(), pi.end());
  }
  return matrices;
}

std::size_t DawidSkene::parameter_count() const { return parameters_.size(); }

void DawidSkene::parameters(std::span<double> out) const { std::ranges::copy(parameters_, out.begin()); }

void DawidSkene::set_parameters(std::span<const double> values) {
  check_parameter_count(values.size(), parameters_.size(), classes_);
  become({values.begin(), values.end()});
}

void DawidSkene::become(std::vector<double> parameters) {
  const std::size_t each = annotators_ == 0 ? 0 : parameters.size() / annotators_;
  std::vector<TransitionMatrix> pi;
  for (std::size_t r = 0; r < annotators_; ++r) {
    const std::span<const double> own = std::span(parameters).subspan(r * each, each);
    pi.push_back(options.parameters == AnnotatorParameters::one_rate
                     ? TransitionMatrix::of_flip_rates(std::vector<double>(classes_, own[0]))
                     : TransitionMatrix::of_rows(own, classes_));
  }
  pi_ = std::move(pi);
  parameters_ = std::move(parameters);
}

void DawidSkene::likelihood(Matrix out) const {
  check_memberships(out, samples_, classes_);
  for (std::size_t s = 0; s < classes_; ++s) {
    for (std::uint64_t i = 0; i < samples_; ++i) out(i, s) = 1;
    for (const Vote& vote : votes_) out(vote.sample, s) *= pi_[vote.annotator](s, vote.label);
  }
}

void DawidSkene::start(std::uint64_t seed) {
  std::vector<double> rates;
  for (std::size_t r = 0; r < annotators_; ++r)
    rates.push_back(0.5 * Rng(Rng::combine(Rng::mix(seed + 1), r)).uniform());
  become(of_rates(std::move(rates)));
}

void DawidSkene::update(ConstMatrix memberships) {
  check_memberships(memberships, samples_, classes_);
  become(options.parameters == AnnotatorParameters::one_rate ? fitted_rates(memberships)
                                                             : fitted_matrices(memberships));
}

// Eq. (2.3).
std::vector<double> DawidSkene::fitted_matrices(ConstMatrix gamma) const {
  std::vector<RowMatrix> own(annotators_, RowMatrix::Zero(classes_, classes_));
  RowMatrix all = RowMatrix::Zero(classes_, classes_);
  for (const Vote& vote : votes_) {
    const auto of_sample = map(gamma).row(vote.sample).transpose();
    own[vote.annotator].col(vote.label) += of_sample;
    all.col(vote.label) += of_sample;
  }
  const RowMatrix right = RowMatrix::Identity(classes_, classes_);
  std::vector<double> parameters;
  for (const RowMatrix& votes : own)
    for (Eigen::Index s = 0; s < votes.rows(); ++s) {
      const Eigen::RowVectorXd pi = smoothed(votes.row(s), all.row(s), right.row(s), options.smoothing);
      parameters.insert(parameters.end(), pi.begin(), pi.end());
    }
  return parameters;
}

std::vector<double> DawidSkene::fitted_rates(ConstMatrix gamma) const {
  // one row per annotator, over right and wrong votes
  RowMatrix own = RowMatrix::Zero(annotators_, 2);
  Eigen::RowVectorXd all = Eigen::RowVectorXd::Zero(2);
  for (const Vote& vote : votes_)
    for (std::size_t s = 0; s < classes_; ++s) {
      const Eigen::Index wrong = s != vote.label;
      own(vote.annotator, wrong) += gamma(vote.sample, s);
      all[wrong] += gamma(vote.sample, s);
    }
  std::vector<double> rates;
  for (Eigen::Index r = 0; r < own.rows(); ++r)
    rates.push_back(smoothed(own.row(r), all, Eigen::RowVector2d(1, 0), options.smoothing)[1]);
  return rates;
}

}  // namespace tamis::noise_models
