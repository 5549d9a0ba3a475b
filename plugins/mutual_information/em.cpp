#include "em.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/lanes.hpp>

#include <algorithm>

namespace tamis::mutual_information {
namespace {

using numerics::exponential;
using numerics::logarithm;

// What probabilities add up to, and each one's share of it, from their logarithms.
double normalise(std::span<double> logs) {
  const double largest = *std::ranges::max_element(logs);
  if (largest == -std::numeric_limits<double>::infinity()) return largest;
  double sum = 0;
  for (double& v : logs) sum += v = exponential(v - largest);
  for (double& v : logs) v /= sum;
  return largest + logarithm(sum);
}

[[noreturn]] void refuse_label(std::size_t i) {
  throw NumericError(
      "the noise model gives this sample's label probability 0 in every class; use other starts or rates",
      at_sample(i));
}

}  // namespace

std::vector<double> class_totals(ConstMatrix memberships, std::span<const double> weights) {
  std::vector<double> totals;
  for (std::size_t s = 0; s < memberships.cols; ++s) {
    const Column gamma = memberships.column(s);
    totals.push_back(numerics::lane_sum(gamma.size(), [&](std::size_t i) { return weights[i] * gamma[i]; }));
  }
  return totals;
}

Em::Em(const numerics::PointPanels& points, Geometry geometry, const ObservedLabels& labels,
       NoiseOnSamples& noise, const Options& options, const Runtime& runtime, NeighbourCache memory)
    : points_(points),
      geometry_(geometry),
      labels_(labels),
      noise_(noise),
      options_(options),
      runtime_(runtime),
      density_(geometry, points.features),
      reach_(points.size(), kEverywhere),
      kept_(std::move(memory)) {
  kept_.clear(points.size());
}

EmState Em::start(std::vector<double> parameters) const {
  const std::size_t n = labels_.samples(), l = labels_.classes();
  EmState state;
  state.memberships.resize(n, l);
  state.parameters = std::move(parameters);
  for (std::size_t s = 0; s < l; ++s) state.priors.push_back(labels_.prior(s));
  state.log_p.resize(n);
  Eigen::MatrixXd likelihood(n, l);
  noise_.set_parameters(state.parameters);
  noise_.likelihood(view(likelihood));
  std::vector<double> row(l);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t s = 0; s < l; ++s) row[s] = logarithm(likelihood(i, s)) + logarithm(state.priors[s]);
    if (normalise(row) == -std::numeric_limits<double>::infinity()) refuse_label(i);
    state.memberships.row(i) = map(std::span(row)).transpose();
  }
  return state;
}

std::vector<Em::ClassOfState> Em::columns_of(std::span<EmState* const> states) const {
  std::vector<ClassOfState> columns;
  for (std::size_t r = 0; r < states.size(); ++r) {
    const std::vector<double> totals = class_totals(view(states[r]->memberships), labels_.weight);
    for (std::size_t s = 0; s < totals.size(); ++s)
      columns.push_back({r, s, totals[s], ClassDensity::psi_of(totals[s]), logarithm(states[r]->priors[s])});
  }
  std::ranges::stable_sort(columns, std::ranges::greater{}, &ClassOfState::total);
  return columns;
}

void Em::step(std::span<EmState* const> states) {
  const std::size_t n = labels_.samples(), l = labels_.classes();
  const std::vector<ClassOfState> columns = columns_of(states);
  Weights weights(n, columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto gamma = states[columns[c].state]->memberships.col(columns[c].of_class);
    for (std::size_t i = 0; i < n; ++i) weights.of(i)[c] = labels_.weight[i] * gamma[i];
  }
  Eigen::MatrixXd likelihood(n, columns.size());  // of the states side by side
  for (std::size_t r = 0; r < states.size(); ++r) {
    noise_.set_parameters(states[r]->parameters);
    noise_.likelihood({likelihood.col(r * l).data(), n, l});
  }
  const double enough = static_cast<double>(options_.neighbours) - kMassTolerance;
  each_sample(
      points_, geometry_, weights, reach_,
      [&](std::size_t i, std::vector<SphereGoal>& goals) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
          const double own = weights.of(i)[c],
                       start = options_.self == Self::include ? own / labels_.weight[i] : 0.0;
          // a class of prior 0 stays without members: its sphere would reach everywhere for nothing
          const bool has_members = states[columns[c].state]->priors[columns[c].of_class] > 0;
          goals.push_back({c, start, has_members ? enough : 0.0, start + (columns[c].total - own)});
        }
      },
      [&](std::size_t i, std::span<const SphereGoal>, std::span<const Sphere> spheres) {
        std::vector<double> log_terms(columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c) {
          const ClassOfState& column = columns[c];
          const std::size_t at = column.state * l + column.of_class;
          log_terms[at] =  // eq. (26), with the density of eq. (15)
              density_.log(spheres[c], column.psi_total) + logarithm(likelihood(i, at)) + column.log_prior;
        }
        for (std::size_t r = 0; r < states.size(); ++r)
          e_step(i, std::span(log_terms).subspan(r * l, l), *states[r]);
      },
      runtime_, &kept_);
  for (double& r : reach_) r *= enlargement(geometry_, points_.features, 1);
  for (EmState* state : states) {
    state->log_likelihood = log_likelihood(*state);
    m_step(*state);
  }
}

void Em::e_step(std::size_t i, std::span<double> log_terms, EmState& state) const {
  const double log_sum = normalise(log_terms);
  if (log_sum == -std::numeric_limits<double>::infinity()) refuse_label(i);
  state.memberships.row(i) = map(log_terms).transpose();
  const std::int32_t y = labels_.label[i];
  state.log_p[i] = log_sum - (y >= 0 ? logarithm(labels_.prior(static_cast<std::size_t>(y))) : 0.0);
}

void Em::m_step(EmState& state) const {
  noise_.update(view(state.memberships), labels_.weight);  // eq. (28), or what the model has in its place
  noise_.parameters(state.parameters);
  const std::vector<double> totals = class_totals(view(state.memberships), labels_.weight);
  for (std::size_t s = 0; s < totals.size(); ++s)
    state.priors[s] = totals[s] / static_cast<double>(labels_.samples());  // eq. (29)
}

// Eq. (24).
double Em::log_likelihood(const EmState& state) const {
  numerics::LaneSum sum;
  for (std::size_t i = 0; i < labels_.samples(); ++i)
    if (labels_.known(i)) sum.add(i, labels_.weight[i] * state.log_p[i]);
  return sum.total();
}

Em::Fit Em::fit(std::span<const std::vector<double>> starts) {
  struct Run {
    EmState now;
    Fit best;
    bool going = true;
  };
  std::vector<Run> runs(starts.size());
  for (std::size_t r = 0; r < runs.size(); ++r) runs[r].now = start(starts[r]);
  const double least_rise = options_.tolerance * labels_.labelled;
  for (int t = 0; t < options_.iterations; ++t) {
    std::vector<EmState*> states;
    for (Run& run : runs)
      if (run.going) states.push_back(&run.now);
    if (states.empty()) break;
    step(states);
    for (Run& run : runs) {
      if (!run.going) continue;
      std::vector<double>& trace = run.best.trace;
      trace.push_back(run.now.log_likelihood);
      if (t == 0 || run.now.log_likelihood > run.best.state.log_likelihood) run.best.state = run.now;
      run.going = t == 0 || trace[trace.size() - 1] > trace[trace.size() - 2] + least_rise;
    }
  }
  std::size_t best = 0;
  for (std::size_t r = 1; r < runs.size(); ++r) {
    const double ll = runs[best].best.state.log_likelihood;
    if (runs[r].best.state.log_likelihood > ll + 1e-9 * std::max(1.0, std::abs(ll))) best = r;
  }
  return std::move(runs[best].best);
}

}  // namespace tamis::mutual_information
