#include <tamis/numerics/flip_posterior.hpp>

#include "structure_fit.hpp"

#include <array>
#include <limits>
#include <numeric>

namespace tamis::numerics {
namespace {

/// More known labels than these are not fitted: by the coarseness of the posterior they would say no more. Nor are more
/// probabilities, so that many classes take no longer than fifty.
constexpr std::size_t kMostFitted = 10000, kMostProbabilities = 1000000;

/// What is known of the samples beside q.
struct Labels {
  std::span<const std::int32_t> label;  ///< -1 unknown
  std::span<const double> weights;      ///< empty: 1 each
  std::span<const char> repeated;       ///< empty: none is

  double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
  bool counts(std::size_t i) const { return label[i] >= 0 && weight(i) > 0; }
  /// What those weigh that count.
  double known() const {
    double sum = 0;
    for (std::size_t i = 0; i < label.size(); ++i) sum += counts(i) ? weight(i) : 0;
    return sum;
  }
};

/// Samples that tell a label, in an order of their own: by label, then by q. So sums have the same bits in
/// whatever order the samples come.
std::vector<std::size_t> labelled_samples(ConstMatrix q, const Labels& labels) {
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < labels.label.size(); ++i)
    if (labels.counts(i) && (labels.repeated.empty() || !labels.repeated[i])) known.push_back(i);
  std::ranges::sort(known, [&](std::size_t a, std::size_t b) {
    if (labels.label[a] != labels.label[b]) return labels.label[a] < labels.label[b];
    for (std::uint64_t s = 0; s < q.cols; ++s)
      if (q(a, s) != q(b, s)) return q(a, s) < q(b, s);
    return labels.weight(a) < labels.weight(b);
  });
  return known;
}

/// So many of them as are fitted, spread over all.
std::vector<std::size_t> spread_over(const std::vector<std::size_t>& samples, std::size_t most) {
  if (samples.size() <= most) return samples;
  std::vector<std::size_t> spread;
  for (std::size_t k = 0; k < most; ++k) spread.push_back(samples[k * samples.size() / most]);
  return spread;
}

/// The readings of all structures, with weights that sum to 1.
class Readings {
 public:
  void add(const std::vector<Reading>& readings) {
    all_.insert(all_.end(), readings.begin(), readings.end());
    count_.push_back(readings.size());
  }
  void weigh() {
    double largest = -std::numeric_limits<double>::infinity();
    for (const Reading& reading : all_) largest = std::max(largest, reading.log_weight);
    for (const Reading& reading : all_) weight_.push_back(exponential(reading.log_weight - largest));
    normalise();
  }
  /// The classes that most of the weight doubts, ascending.
  std::vector<std::size_t> doubted_classes() const {
    std::vector<std::size_t> doubted;
    for (std::size_t s = 0; s < all_.front().is_doubted.size(); ++s) {
      double by = 0;
      for (std::size_t r = 0; r < all_.size(); ++r) by += all_[r].is_doubted[s] ? weight_[r] : 0;
      if (by > 0.5) doubted.push_back(s);
    }
    return doubted;
  }
  /// Those that doubt a whole class count for nothing.
  void forget_doubts_of_classes() {
    for (std::size_t r = 0; r < all_.size(); ++r)
      if (all_[r].doubts_a_class()) weight_[r] = 0;
    normalise();
  }
  double mean(double Reading::*what) const {
    double sum = 0;
    for (std::size_t r = 0; r < all_.size(); ++r) sum += weight_[r] * (all_[r].*what);
    return sum;
  }
  /// The least rate up to which this share of the weight lies.
  double rate_quantile(double share) const {
    std::vector<std::size_t> ascending(all_.size());
    std::iota(ascending.begin(), ascending.end(), std::size_t{0});
    std::ranges::stable_sort(ascending, {}, [&](std::size_t r) { return all_[r].rate; });
    double below = 0;
    for (const std::size_t r : ascending)
      if ((below += weight_[r]) >= share) return all_[r].rate;
    return all_[ascending.back()].rate;
  }
  /// One per structure, in the order in which they were added.
  std::vector<double> structure_probabilities() const {
    std::vector<double> out;
    std::size_t r = 0;
    for (const std::size_t count : count_) {
      double sum = 0;
      for (const std::size_t end = r + count; r < end; ++r) sum += weight_[r];
      out.push_back(sum);
    }
    return out;
  }
  /// gamma_is of samples first, first + 1, ..., averaged.
  SamplePanels memberships(const SamplePanels& log_q, std::span<const std::int32_t> labels) const {
    constexpr double kNothing = 1e-9;
    SamplePanels p(log_q.samples(), log_q.classes()), sum(log_q.samples(), log_q.classes());
    for (std::size_t r = 0; r < all_.size(); ++r) {
      if (weight_[r] < kNothing) continue;
      predict_classes(all_[r].link, log_q, p);
      for (std::size_t i = 0; i < p.samples(); ++i) {
        double of_label = 0;
        for (std::size_t s = 0; s < p.classes(); ++s) {
          if (labels[i] >= 0) p(i, s) *= all_[r].flips(s, static_cast<std::size_t>(labels[i]));
          of_label += p(i, s);
        }
        for (std::size_t s = 0; s < p.classes(); ++s) sum(i, s) += weight_[r] * p(i, s) / of_label;
      }
    }
    return sum;
  }

 private:
  void normalise() {
    double sum = 0;
    for (const double w : weight_) sum += w;
    for (double& w : weight_) w /= sum;
  }

  std::vector<Reading> all_;
  std::vector<double> weight_;
  std::vector<std::size_t> count_;  ///< of each structure
};

std::vector<double> memberships_of(const Readings& readings, ConstMatrix q,
                                   std::span<const std::int32_t> labels, const Runtime& runtime) {
  std::vector<double> memberships(q.rows * q.cols);
  constexpr std::uint64_t kSamplesInABlock = 256;
  runtime.parallel_blocks(
      q.rows,
      [&](std::uint64_t first, std::uint64_t last) {
        const SamplePanels mean =
            readings.memberships(logarithms(q, first, last), labels.subspan(first, last - first));
        for (std::uint64_t i = first; i < last; ++i) {
          double all = 0;
          for (std::size_t s = 0; s < q.cols; ++s) all += mean(i - first, s);
          for (std::size_t s = 0; s < q.cols; ++s) memberships[i + s * q.rows] = mean(i - first, s) / all;
        }
      },
      kSamplesInABlock);
  return memberships;
}

/// Judges the labels of the other classes, as if these ones had no samples that are known.
/// \param link  by which every label is right: of the probabilities that a sample is of one of these classes.
FlipPosterior fit_without(const std::vector<std::size_t>& classes, const ClassLink& link, ConstMatrix q,
                          const Labels& labels, const Runtime& runtime) {
  const auto is_of_these = [&](std::int32_t z) {
    return std::ranges::find(classes, static_cast<std::size_t>(z)) != classes.end();
  };
  std::vector<std::int32_t> others(labels.label.begin(), labels.label.end());
  std::ranges::replace_if(others, is_of_these, -1);
  FlipPosterior found = fit_flip_posterior(q, others, labels.weights, labels.repeated, runtime);

  SamplePanels p(q.rows, q.cols);
  predict_classes(link, logarithms(q, 0, q.rows), p);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::int32_t z = labels.label[i];
    double of_these = 0;
    for (const std::size_t s : classes) of_these += p(i, s);
    if (others[i] >= 0) {
      found.log_likelihood += labels.weight(i) * logarithm(std::max(1 - of_these, 1e-300));
      continue;
    }
    if (z >= 0)
      found.log_likelihood +=
          labels.weight(i) * logarithm(std::max(p(i, static_cast<std::size_t>(z)), 1e-300));
    for (std::size_t s = 0; s < q.cols; ++s) found.memberships[i + s * q.rows] *= z >= 0 ? 0 : 1 - of_these;
    if (z >= 0) found.memberships[i + static_cast<std::size_t>(z) * q.rows] = 1;
    if (z < 0)
      for (const std::size_t s : classes) found.memberships[i + s * q.rows] = p(i, s);
  }
  const double share = Labels{others, labels.weights, {}}.known() / labels.known();
  for (double* rate : {&found.rate, &found.rate_low, &found.rate_high}) *rate *= share;
  return found;
}

/// Of classes that all have labels.
FlipPosterior fit_of_seen_classes(ConstMatrix q, const Labels& labels, const Runtime& runtime) {
  const std::vector<std::size_t> labelled = labelled_samples(q, labels);
  const std::vector<std::size_t> fitted =
      spread_over(labelled, std::min(kMostFitted, kMostProbabilities / q.cols));
  double weigh = 0, squares = 0;
  for (const std::size_t i : labelled)
    weigh += labels.weight(i), squares += labels.weight(i) * labels.weight(i);
  const double of_labels = weigh * weigh / squares;  // Kish's effective number

  std::vector<double> q_fitted, weights_fitted;
  std::vector<std::int32_t> labels_fitted;
  for (std::uint64_t s = 0; s < q.cols; ++s)
    for (const std::size_t i : fitted) q_fitted.push_back(q(i, s));
  double all_fitted = 0;
  for (const std::size_t i : fitted) {
    labels_fitted.push_back(labels.label[i]);
    weights_fitted.push_back(labels.weight(i) * weigh / squares);
    all_fitted += weights_fitted.back();
  }

  // one class cannot be wrong, and with two a matrix is no more than the rates of classes
  const std::size_t structures = q.cols > 2 ? kFlipStructures : q.cols == 2 ? kFlipStructures - 1 : 1;
  std::array<std::vector<Reading>, kFlipStructures> of_structure;
  runtime.parallel_for(structures, [&](std::uint64_t k) {
    const ConstMatrix view(q_fitted.data(), fitted.size(), q.cols);
    of_structure[k] =
        StructureFit(static_cast<FlipStructure>(k), view, labels_fitted, weights_fitted, of_labels, runtime)
            .readings();
  });
  Readings readings;
  for (std::size_t k = 0; k < structures; ++k) {
    const double prior = k == 0 ? 2 : 1;  // up to a common factor
    for (Reading& reading : of_structure[k]) reading.log_weight += logarithm(prior);
    readings.add(of_structure[k]);
  }
  readings.weigh();
  const std::vector<std::size_t> doubted = readings.doubted_classes();
  if (!doubted.empty() && q.cols >= doubted.size() + 2)
    return fit_without(doubted, of_structure[0][0].link, q, labels, runtime);
  readings.forget_doubts_of_classes();

  FlipPosterior found;
  found.power = exponential(of_structure[0][0].link.mean_log_power());
  std::ranges::copy(readings.structure_probabilities(), found.probability);
  found.memberships = memberships_of(readings, q, labels.label, runtime);
  found.log_likelihood = readings.mean(&Reading::log_likelihood) * labels.known() / all_fitted;
  found.rate = readings.mean(&Reading::rate);
  found.rate_low = readings.rate_quantile(0.05);
  found.rate_high = readings.rate_quantile(0.95);
  return found;
}

/// Ascending.
std::vector<std::uint64_t> classes_with_labels(std::uint64_t classes, const Labels& labels) {
  std::vector<char> is_seen(classes);
  for (std::size_t i = 0; i < labels.label.size(); ++i)
    if (labels.counts(i)) is_seen[static_cast<std::size_t>(labels.label[i])] = 1;
  std::vector<std::uint64_t> seen;
  for (std::uint64_t s = 0; s < classes; ++s)
    if (is_seen[s]) seen.push_back(s);
  return seen;
}

}  // namespace

FlipPosterior fit_flip_posterior(ConstMatrix q, std::span<const std::int32_t> labels,
                                 std::span<const double> weights, std::span<const char> repeated,
                                 const Runtime& runtime) {
  const Labels given{labels, weights, repeated};
  const std::vector<std::uint64_t> seen = classes_with_labels(q.cols, given);
  if (seen.size() == q.cols) return fit_of_seen_classes(q, given, runtime);

  std::vector<double> q_seen;
  std::vector<std::int32_t> number_of(q.cols, -1), labels_seen;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    number_of[seen[k]] = static_cast<std::int32_t>(k);
    const Column of_class = q.column(seen[k]);
    q_seen.insert(q_seen.end(), of_class.begin(), of_class.end());
  }
  for (std::uint64_t i = 0; i < q.rows; ++i) {  // to sum 1 again
    double of_seen = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) of_seen += q_seen[i + k * q.rows];
    for (std::size_t k = 0; k < seen.size(); ++k) q_seen[i + k * q.rows] /= of_seen;
  }
  for (const std::int32_t z : labels)
    labels_seen.push_back(z < 0 ? z : number_of[static_cast<std::size_t>(z)]);
  FlipPosterior found = fit_of_seen_classes(ConstMatrix(q_seen.data(), q.rows, seen.size()),
                                            {labels_seen, weights, repeated}, runtime);
  std::vector<double> memberships(q.rows * q.cols);
  for (std::size_t k = 0; k < seen.size(); ++k)
    std::ranges::copy(std::span(found.memberships).subspan(k * q.rows, q.rows),
                      memberships.begin() + static_cast<std::ptrdiff_t>(seen[k] * q.rows));
  found.memberships = std::move(memberships);
  for (std::uint64_t i = 0; i < q.rows; ++i) {
    if (labels[i] < 0 || labels_seen[i] >= 0) continue;
    // nobody tells this class, so its label is as good as any
    for (std::uint64_t s = 0; s < q.cols; ++s)
      found.memberships[i + s * q.rows] = static_cast<std::int32_t>(s) == labels[i] ? 1 : 0;
  }
  return found;
}

}  // namespace tamis::numerics
