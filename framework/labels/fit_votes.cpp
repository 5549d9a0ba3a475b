#include "fit_votes.hpp"

#include <tamis/eigen.hpp>
#include <tamis/framework/run/describe_data.hpp>
#include <tamis/numerics/log.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

constexpr double kTolerance = 1e-9;  // of the log-likelihood, per sample with votes
constexpr int kMostIterations = 1000;

/// Names and numbers of the paper: gamma(s|i), p_S(s), eqs. (2.3) to (2.5).
class VoteEm {
 public:
  VoteEm(NoiseModel& model, const std::string& id, const TargetColumn& target, std::uint64_t samples)
      : model_(model),
        id_(id),
        target_(target),
        gamma_(Eigen::MatrixXd::Zero(samples, target.class_names.size())),
        likelihood_(gamma_) {
    for (std::uint64_t i = 0; i < samples; ++i)
      (target.vote_start[i] != target.vote_start[i + 1] ? voted_ : silent_).push_back(i);
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
    const Eigen::RowVectorXd p_s = priors();
    fit.priors.assign(p_s.begin(), p_s.end());
    fit.right = right();
    for (const std::uint64_t i : silent_) gamma_.row(i).setConstant(std::numeric_limits<double>::quiet_NaN());
    fit.memberships.assign(gamma_.data(), gamma_.data() + gamma_.size());
    return fit;
  }

 private:
  /// Shares of the votes.
  void start() {
    each_vote([&](double& gamma, std::uint64_t votes) { gamma += 1 / static_cast<double>(votes); });
  }

  /// Eq. (2.4): p_S(s) = mean of gamma(s|i).
  Eigen::RowVectorXd priors() const {
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(gamma_.cols());
    for (const std::uint64_t i : voted_) sum += gamma_.row(i);
    return sum / static_cast<double>(voted_.size());
  }

  /// Eq. (2.3) is the model's. What is expected of a sample without votes is the prior.
  void maximise() {
    priors_ = priors();
    for (const std::uint64_t i : silent_) gamma_.row(i) = priors_;
    model_.update(view(gamma_));
  }

  /// Eq. (2.5): gamma(s|i) = p_S(s) p(votes of i | S = s) / evidence(i). Gives the sum of log evidence(i).
  double expect() {
    model_.likelihood(view(likelihood_));
    double log_likelihood = 0;
    for (const std::uint64_t i : voted_) {
      gamma_.row(i) = priors_.cwiseProduct(likelihood_.row(i));
      const double evidence = gamma_.row(i).sum();
      if (!(evidence > 0 && evidence < std::numeric_limits<double>::infinity()))
        throw NumericError(fmt::format("noise model '{}' gives the votes on this sample the probability {}; "
                                       "expected more than 0, so use other options of it, or drop the sample",
                                       id_, evidence),
                           at_sample(i));
      gamma_.row(i) /= evidence;
      log_likelihood += numerics::logarithm(evidence);
    }
    return log_likelihood;
  }

  double right() {
    double sum = 0;
    each_vote([&](double gamma, std::uint64_t) { sum += gamma; });
    return sum / static_cast<double>(target_.vote_labels.size());
  }

  /// visit(gamma(label|i), votes on i) for each vote.
  template <class Visit>
  void each_vote(const Visit& visit) {
    for (const std::uint64_t i : voted_) {
      const std::uint64_t from = target_.vote_start[i], to = target_.vote_start[i + 1];
      for (std::uint64_t e = from; e < to; ++e) visit(gamma_(i, target_.vote_labels[e]), to - from);
    }
  }

  NoiseModel& model_;
  const std::string& id_;
  const TargetColumn& target_;
  std::vector<std::uint64_t> voted_, silent_;  // samples with votes, and without
  Eigen::MatrixXd gamma_, likelihood_;         // n x l
  Eigen::RowVectorXd priors_;
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
    kernel.refuse_false_end(e);
    raise_named(e, data);
  }
}

}  // namespace tamis::framework
