#include "dawid_skene.hpp"

#include "checks.hpp"

#include <algorithm>

namespace tamis::noise_models {
namespace {

/// Row s of a matrix pi, from the mass of an annotator's votes for each class and from that of everybody's.
void write_row(std::span<double> pi, std::size_t s, std::span<const double> own, std::span<const double> all,
               double smoothing) {
  double own_mass = 0, all_mass = 0;
  for (const double mass : own) own_mass += mass;
  for (const double mass : all) all_mass += mass;
  for (std::size_t y = 0; y < pi.size(); ++y) {
    const double usual = all_mass > 0 ? all[y] / all_mass : y == s ? 1.0 : 0.0;
    pi[y] = own_mass > 0 ? (own[y] + smoothing * usual) / (own_mass + smoothing) : usual;
  }
}

}  // namespace

void DawidSkene::prepare(const Dataset& data, Runtime&) {
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
    const TransitionMatrix pi = TransitionMatrix::of_flip_rates(std::vector<double>(classes_, rate));
    matrices.insert(matrices.end(), pi.values().begin(), pi.values().end());
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

std::vector<double> DawidSkene::fitted_matrices(ConstMatrix gamma) const {
  const std::size_t l = classes_;
  std::vector<double> own(annotators_ * l * l), all(l * l), pi(own.size());
  for (const Vote& vote : votes_)
    for (std::size_t s = 0; s < l; ++s) {
      own[(vote.annotator * l + s) * l + vote.label] += gamma(vote.sample, s);
      all[s * l + vote.label] += gamma(vote.sample, s);
    }
  for (std::size_t r = 0; r < annotators_; ++r)
    for (std::size_t s = 0; s < l; ++s)
      write_row(std::span(pi).subspan((r * l + s) * l, l), s, std::span(own).subspan((r * l + s) * l, l),
                std::span(all).subspan(s * l, l), options.smoothing);
  return pi;
}

std::vector<double> DawidSkene::fitted_rates(ConstMatrix gamma) const {
  // one row per annotator, over right and wrong votes
  std::vector<double> own(2 * annotators_), all(2), rates;
  for (const Vote& vote : votes_)
    for (std::size_t s = 0; s < classes_; ++s) {
      const std::size_t wrong = s != vote.label;
      own[2 * vote.annotator + wrong] += gamma(vote.sample, s);
      all[wrong] += gamma(vote.sample, s);
    }
  for (std::size_t r = 0; r < annotators_; ++r) {
    double row[2];
    write_row(row, 0, std::span(own).subspan(2 * r, 2), all, options.smoothing);
    rates.push_back(row[1]);
  }
  return rates;
}

}  // namespace tamis::noise_models
