#include "fit_votes.hpp"

#include <tamis/framework/run/describe_data.hpp>
#include <tamis/numerics/log.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr double kTolerance = 1e-9;  // of the log-likelihood, per sample with votes
constexpr int kMostIterations = 1000;

class VoteEm {
 public:
  VoteEm(NoiseModel& model, const std::string& id, const TargetParts& target, std::uint64_t samples)
      : model_(model),
        id_(id),
        target_(target),
        n_(samples),
        l_(target.class_names.size()),
        gamma_(n_ * l_),
        likelihood_(n_ * l_) {
    for (std::uint64_t i = 0; i < n_; ++i)
      if (target.vote_start[i] != target.vote_start[i + 1]) voted_.push_back(i);
  }

  VoteFit run(const Runtime& runtime) {
    start();
    VoteFit fit;
    fit.log_likelihood = -std::numeric_limits<double>::infinity();
    const double least = kTolerance * static_cast<double>(voted_.size());
    while (!fit.settled && fit.iterations < kMostIterations) {
      runtime.check_cancelled();
      maximise();
      const double before = std::exchange(fit.log_likelihood, expect());
      fit.settled = std::abs(fit.log_likelihood - before) <= least;
      ++fit.iterations;
    }
    fit.priors = priors();
    fit.right = right();
    fit.memberships.assign(n_ * l_, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t s = 0; s < l_; ++s)
      for (const std::uint64_t i : voted_) fit.memberships[i + s * n_] = gamma_[i + s * n_];
    return fit;
  }

 private:
  /// Shares of the votes.
  void start() {
    for (const std::uint64_t i : voted_) {
      const std::uint64_t from = target_.vote_start[i], to = target_.vote_start[i + 1];
      for (std::uint64_t e = from; e < to; ++e)
        gamma_[i + static_cast<std::uint64_t>(target_.vote_labels[e]) * n_] +=
            1 / static_cast<double>(to - from);
    }
  }

  std::vector<double> priors() const {
    std::vector<double> priors;
    for (std::size_t s = 0; s < l_; ++s) {
      double sum = 0;
      for (const std::uint64_t i : voted_) sum += gamma_[i + s * n_];
      priors.push_back(sum / static_cast<double>(voted_.size()));
    }
    return priors;
  }

  /// What is expected of a sample without votes is the prior.
  void maximise() {
    priors_ = priors();
    for (std::uint64_t i = 0; i < n_; ++i)
      if (target_.vote_start[i] == target_.vote_start[i + 1])
        for (std::size_t s = 0; s < l_; ++s) gamma_[i + s * n_] = priors_[s];
    model_.update(ConstMatrix(gamma_.data(), n_, l_));
  }

  /// Eq. (2.5); gives the log-likelihood.
  double expect() {
    model_.likelihood(Matrix(likelihood_.data(), n_, l_));
    double log_likelihood = 0;
    for (const std::uint64_t i : voted_) {
      double sum = 0;
      for (std::size_t s = 0; s < l_; ++s) sum += gamma_[i + s * n_] = priors_[s] * likelihood_[i + s * n_];
      if (!(sum > 0 && sum < std::numeric_limits<double>::infinity()))
        throw NumericError(fmt::format("noise model '{}' gives the votes on this sample the probability {}; "
                                       "expected more than 0, so use other options of it, or drop the sample",
                                       id_, sum),
                           at_sample(i));
      for (std::size_t s = 0; s < l_; ++s) gamma_[i + s * n_] /= sum;
      log_likelihood += numerics::logarithm(sum);
    }
    return log_likelihood;
  }

  double right() const {
    double sum = 0;
    for (const std::uint64_t i : voted_)
      for (std::uint64_t e = target_.vote_start[i]; e < target_.vote_start[i + 1]; ++e)
        sum += gamma_[i + static_cast<std::uint64_t>(target_.vote_labels[e]) * n_];
    return sum / static_cast<double>(target_.vote_labels.size());
  }

  NoiseModel& model_;
  const std::string& id_;
  const TargetParts& target_;
  std::uint64_t n_;
  std::size_t l_;
  std::vector<std::uint64_t> voted_;  // samples with votes
  std::vector<double> gamma_, likelihood_, priors_;
};

}  // namespace

Plan plan_vote_fit(const Registry& registry, const toml::node* config, const std::string& path) {
  Plan plan = plan_component(registry, config, path, tamis::detail::Abi<NoiseModel>::kId);
  if (!plan.descriptor().traits.fits)
    throw ParamError(fmt::format(
        "{} is '{}', a noise model that is given and not fitted; name one that fits (`tamis plugins` lists "
        "them), or a criterion that estimates the probability of each class for each sample",
        path, plan.descriptor().id));
  return plan;
}

VoteFit fit_votes(Registry& registry, const Plan& plan, const LoadedData& data, KernelRuntime& kernel) {
  Composed<NoiseModel> model(registry, plan);
  try {
    Runtime runtime = kernel.runtime();
    kernel.begin_phase(fmt::format("fitting {} to the votes", plan.descriptor().id));
    model->prepare(data.view(), runtime);
    return VoteEm(*model, plan.descriptor().id, data.parts().target, data.samples()).run(runtime);
  } catch (const Error& e) {
    raise_named(e, data);
  }
}

}  // namespace tamis::framework
