#include "pair_interactions.hpp"

#include "outputs.hpp"

#include <Eigen/Core>
#include <boost/math/distributions/chi_squared.hpp>
#include <tamis/numerics/copies.hpp>
#include <tamis/numerics/lanes.hpp>
#include <tamis/numerics/sorted_values.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tamis::forest_and_lasso {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kFalseAlarms = 0.05;  // tables without an interaction in which one is seen
constexpr double kLeastOfCell = 5;     // samples in a cell, times the variance of the target
constexpr double kMostProducts = 4e9;  // some seconds
constexpr double kMostSamples = 20000;
constexpr double kNotTested = -1;

/// The target of the samples that are looked at.
struct Response {
  std::vector<numerics::Sample> samples;
  VectorXd weight;         ///< 1 on the average
  MatrixXd deviation;      ///< weight times (value - mean), samples x outputs
  double variance = 0;     ///< summed over outputs
  MatrixXd covariance;     ///< of the outputs, over their summed variance
  double effective = 0;    ///< number of samples
  bool sums_to_0 = false;  ///< another output is what the others lack to 0
};

/// Takes for each value its rank, equal values sharing the mean of theirs, in a unit in which different values have the variance 1/2,
/// that of two equal classes.
void to_ranks(VectorXd& values) {
  const numerics::SortedValues sorted =
      numerics::sorted_values({values.data(), static_cast<std::size_t>(values.size())});
  const double unit =
      static_cast<double>(sorted.size()) / std::sqrt(6);  // a uniform law on [0, 1] has the variance 1/12
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && sorted.value[last] == sorted.value[first]) ++last;
    const double rank = static_cast<double>(first + last) / 2 / unit;
    for (std::size_t p = first; p < last; ++p) values[sorted.place[p]] = rank;
  }
}

/// The number of groups of the samples, if there are groups; else of distinct rows, if labels are classes.
std::size_t independent(const Dataset& data, const std::vector<numerics::Sample>& samples,
                        const Runtime& runtime) {
  std::set<std::int64_t> distinct;
  if (!data.groups().empty()) {
    for (const numerics::Sample i : samples) distinct.insert(data.groups()[i]);
  } else if (data.target().kind() == TargetKind::classes) {
    const std::vector<numerics::Sample> first = numerics::first_copies(data, runtime);
    for (const numerics::Sample i : samples) distinct.insert(first[i]);
  } else {
    return samples.size();
  }
  return distinct.size();
}

/// \param most  samples; where there are more, so many are drawn.
Response response_of(const Dataset& data, std::size_t most, Rng& rng, const Runtime& runtime) {
  forest::Outputs outputs(data);
  Response r;
  r.samples = std::move(outputs.known);
  if (r.samples.size() > most) {
    rng.shuffle(r.samples);
    r.samples.resize(most);
    std::ranges::sort(r.samples);
  }
  const auto n = static_cast<Index>(r.samples.size());
  const bool is_real = data.target().kind() == TargetKind::real;
  r.sums_to_0 = !is_real;
  r.weight.resize(n);
  MatrixXd values(n, outputs.values.cols());
  for (Index i = 0; i < n; ++i) {
    const numerics::Sample sample = r.samples[static_cast<std::size_t>(i)];
    r.weight[i] = outputs.weight(sample);
    values.row(i) = outputs.values.row(sample);
  }
  r.weight *= static_cast<double>(n) / r.weight.sum();
  if (is_real) {
    VectorXd ranks = values.col(0);
    to_ranks(ranks);
    values.col(0) = ranks;
  }
  values.rowwise() -= (r.weight.transpose() * values / static_cast<double>(n)).eval();
  r.deviation = r.weight.asDiagonal() * values;
  const MatrixXd covariance = values.transpose() * r.deviation / static_cast<double>(n);
  r.variance = covariance.trace();
  r.covariance = covariance / r.variance;
  r.effective = std::min(static_cast<double>(n) * static_cast<double>(n) / r.weight.squaredNorm(),
                         static_cast<double>(independent(data, r.samples, runtime)));
  if (r.sums_to_0) r.deviation.conservativeResize(n, r.deviation.cols() - 1);
  return r;
}

/// How much of each sample is in the upper half of a feature: 1 or 0, and 1/2 where its value is missing. Equal values are in one half.
void upper_half(const Dataset& data, Feature j, const std::vector<numerics::Sample>& samples,
                Eigen::Ref<VectorXd> out) {
  std::vector<double> column(data.samples()), known;
  data.copy_column(j, column);
  const std::span<const std::uint8_t> missing = data.missing(j);
  for (const numerics::Sample i : samples)
    if (missing.empty() || !missing[i]) known.push_back(column[i]);
  if (known.empty()) {
    out.setConstant(0.5);
    return;
  }
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::ranges::nth_element(known, middle);
  const double median = *middle;
  const auto above = std::ranges::count_if(known, [&](double x) { return x > median; });
  const auto below = std::ranges::count_if(known, [&](double x) { return x < median; });
  const bool goes_up = above < below;  // so that the halves are as equal as can be
  for (Index k = 0; k < out.size(); ++k) {
    const numerics::Sample i = samples[static_cast<std::size_t>(k)];
    const bool is_upper = column[i] > median || (goes_up && column[i] == median);
    out[k] = !missing.empty() && missing[i] ? 0.5 : static_cast<double>(is_upper);
  }
}

double dot(const double* a, const double* b, std::size_t n) {
  return numerics::lane_sum(n, [=](std::size_t i) { return a[i] * b[i]; });
}

/// The cells of two features: the weight, or a sum of deviations, by the halves of both.
struct Cells {
  double both, first, second, neither;
  Cells(double both_up, double first_up, double second_up, double all)
      : both(both_up),
        first(first_up - both_up),
        second(second_up - both_up),
        neither(all - first_up - second_up + both_up) {}
  double least() const { return std::min({both, first, second, neither}); }
};

/// Exceeded with probability p by z'z for a normal z of this covariance S: a chi-squared law with the same mean, variance and skewness,
///
///   b + a chi2(f),  a = s3 / s2,  f = s2^3 / s3^2,  b = s1 - s2^2 / s3,  s_k = tr S^k
///
/// Imhof. Computing the distribution of quadratic forms in normal variables. Biometrika 48 (1961) 419-426, section 3, DOI
/// 10.1093/biomet/48.3-4.419.
double quantile_of_squares(const MatrixXd& covariance, double p) {
  const MatrixXd square = covariance * covariance;
  const double s1 = covariance.trace(), s2 = square.trace(), s3 = (square * covariance).trace();
  const boost::math::chi_squared law(s2 * s2 * s2 / (s3 * s3));
  return s1 - s2 * s2 / s3 + s3 / s2 * boost::math::quantile(boost::math::complement(law, p));
}

/// The features in halves, whose pairs are looked at one feature at a time, from several threads.
class PairSearch {
 public:
  PairSearch(const Dataset& data, const Response& response, const Runtime& runtime)
      : r_(response), n_(response.samples.size()) {
    const auto d = static_cast<Index>(data.features());
    upper_.resize(static_cast<Index>(n_), d);
    runtime.parallel_for(data.features(), [&](std::uint64_t j) {
      upper_half(data, static_cast<Feature>(j), r_.samples, upper_.col(static_cast<Index>(j)));
    });
    weight_ = upper_.transpose() * r_.weight;
    deviation_ = upper_.transpose() * r_.deviation;
  }

  /// The share of the variance that the interaction of feature j with each later one explains; kNotTested: a cell has too few samples.
  std::vector<double> explained_with(Index j) const {
    const Index outputs = r_.deviation.cols();
    const VectorXd weight = upper_.col(j).cwiseProduct(r_.weight);
    const MatrixXd deviation = upper_.col(j).asDiagonal() * r_.deviation;
    const auto n = static_cast<double>(n_);
    const double least = kLeastOfCell / r_.variance * (n / r_.effective);
    const auto has_halves = [&](Index f) { return std::min(weight_[f], n - weight_[f]) >= 2 * least; };
    std::vector<double> out(static_cast<std::size_t>(upper_.cols() - j - 1), kNotTested);
    if (!has_halves(j)) return out;
    for (Index k = j + 1; k < upper_.cols(); ++k) {
      if (!has_halves(k)) continue;
      const double* upper = upper_.col(k).data();
      const Cells size(dot(weight.data(), upper, n_), weight_[j], weight_[k], n);
      if (size.least() < least) continue;
      double squares = 0, sum = 0;
      for (Index c = 0; c < outputs; ++c) {
        const Cells total(dot(deviation.col(c).data(), upper, n_), deviation_(j, c), deviation_(k, c), 0);
        const double contrast = total.both / size.both - total.first / size.first -
                                total.second / size.second + total.neither / size.neither;
        squares += contrast * contrast;
        sum += contrast;
      }
      if (r_.sums_to_0) squares += sum * sum;
      out[static_cast<std::size_t>(k - j - 1)] =
          squares / (1 / size.both + 1 / size.first + 1 / size.second + 1 / size.neither) / (n * r_.variance);
    }
    return out;
  }

 private:
  const Response& r_;
  std::size_t n_;
  MatrixXd upper_;      // samples x features
  VectorXd weight_;     // of the upper half of each feature
  MatrixXd deviation_;  // the same, features x outputs
};

/// Products of two numbers that one sample takes.
double products_per_sample(const Dataset& data) {
  const Target target = data.target();
  const double outputs = target.kind() == TargetKind::real ? 1 : target.classes() - 1.0, d = data.features();
  return d * (d - 1) / 2 * (1 + outputs);
}

double most_samples(const Dataset& data) {
  return std::min(kMostSamples, kMostProducts / products_per_sample(data));
}

}  // namespace

double pair_products(const Dataset& data) {
  if (data.features() < 2 || data.features() > kMostColumnsOfPairs) return 0;
  return std::min(static_cast<double>(data.samples()), most_samples(data)) * products_per_sample(data);
}

std::vector<PairInteraction> pair_interactions(const Dataset& data, Rng rng, const Runtime& runtime) {
  const std::size_t d = data.features();
  if (d < 2 || d > kMostColumnsOfPairs) return {};
  const Response response = response_of(data, static_cast<std::size_t>(most_samples(data)), rng, runtime);
  if (!(response.variance > 0)) return {};
  const PairSearch search(data, response, runtime);
  std::vector<std::vector<double>> explained(d);
  runtime.parallel_for(d,
                       [&](std::uint64_t j) { explained[j] = search.explained_with(static_cast<Index>(j)); });

  std::size_t tested = 0;
  for (const std::vector<double>& of : explained)
    tested += static_cast<std::size_t>(std::ranges::count_if(of, [](double e) { return e != kNotTested; }));
  if (tested == 0) return {};
  const double by_chance =
      quantile_of_squares(response.covariance, kFalseAlarms / static_cast<double>(tested)) /
      response.effective;
  std::vector<PairInteraction> found;
  for (Feature j = 0; j < d; ++j)
    for (std::size_t k = 0; k < explained[j].size(); ++k)
      if (explained[j][k] > by_chance)
        found.push_back({j, static_cast<Feature>(j + 1 + k), explained[j][k] - by_chance});
  std::ranges::stable_sort(found, std::ranges::greater(), &PairInteraction::explained);
  return found;
}

}  // namespace tamis::forest_and_lasso
