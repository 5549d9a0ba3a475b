#include "lnt_mi.hpp"

#include "lnt_estimate.hpp"
#include "tied_features.hpp"

#include <tamis/numerics/label_noise.hpp>

#include <limits>
#include <utility>

namespace tamis::mutual_information {

void LntMi::prepare(const Dataset& data, const Runtime& runtime) {
  runtime_ = runtime;
  target_ = data.target();
  fitted_.reset();
  warned_ = warned_of_ties_ = false;
  options.metric->prepare(data, runtime);
  labels_ = ObservedLabels(data, static_cast<std::size_t>(options.min_class_size),
                           static_cast<std::size_t>(options.neighbours), runtime);
  space_ = SampleSpace(data, labels_.sample, *options.metric, options.jitter, *this, runtime);
  if (options.jitter == 0) warn_of_order(data, runtime);
  if ((options.neighbours == 1 && options.self_in_mi == Self::include) ||
      (options.neighbours_em == 1 && options.self_in_em == Self::include))
    runtime.warn("1 neighbour where a sample counts itself: spheres hold nothing else; take at least 2");
  data_ = data;
  options.noise->prepare(observed_.with_labels(data, labels_of_all(data, labels_)), runtime);
  if (const std::size_t p = options.noise->parameter_count(), given = options.starts.size();
      given > 0 && (p == 0 || given % p != 0))
    throw ParamError("starts has " + std::to_string(given) + " numbers; the noise model has " +
                     std::to_string(p) + " parameters: give as many, or a multiple for several starts");
}

std::vector<std::vector<double>> LntMi::starts(const std::vector<Feature>& subset) {
  const std::size_t p = options.noise->parameter_count();
  std::vector<std::vector<double>> starts;
  if (!options.starts.empty()) {
    for (std::size_t at = 0; at < options.starts.size(); at += p)
      starts.emplace_back(options.starts.begin() + static_cast<std::ptrdiff_t>(at),
                          options.starts.begin() + static_cast<std::ptrdiff_t>(at + p));
    return starts;
  }
  for (int r = 0; r < options.restarts; ++r) {
    std::vector<double> parameters(p);
    options.noise->start(stream(runtime_, *this, subset, static_cast<std::uint64_t>(r)).next());
    options.noise->parameters(parameters);
    // a model that is given, not fitted, starts from the same place every time
    if (std::ranges::find(starts, parameters) == starts.end()) starts.push_back(std::move(parameters));
  }
  return starts;
}

const LntMi::Fitted& LntMi::fit(const std::vector<Feature>& subset) {
  if (fitted_ && fitted_->subset == subset) return *fitted_;
  fitted_.reset();
  const numerics::PointPanels points = space_.panels(subset);
  NoiseOnSamples noise_of_samples = noise();
  Em em(points, space_.geometry(), labels_, noise_of_samples,
        {static_cast<std::size_t>(options.neighbours_em), options.self_in_em, options.tolerance,
         options.iterations},
        runtime_, std::move(lists_));
  fitted_ = Fitted{subset, em.fit(starts(subset)), em.reach()};
  lists_ = em.take_lists();
  const double ratio = static_cast<double>(options.neighbours) / options.neighbours_em;
  for (double& r : fitted_->reach) r *= enlargement(space_.geometry(), subset.size(), ratio);
  return *fitted_;
}

Eigen::MatrixXd LntMi::labels_as_memberships() const {
  Eigen::MatrixXd gamma = Eigen::MatrixXd::Zero(labels_.samples(), labels_.classes());
  for (std::size_t i = 0; i < labels_.samples(); ++i) {
    if (labels_.known(i))
      gamma(i, labels_.label[i]) = 1;
    else
      for (std::size_t s = 0; s < labels_.classes(); ++s) gamma(i, s) = labels_.prior(s);
  }
  return gamma;
}

void LntMi::warn_of_believed_labels() {
  if (!std::exchange(warned_, true))
    runtime_.warn(
        "where no feature is in yet there is nothing to fit memberships on: single features are scored as by "
        "mi, which believes the labels. first_memberships = \"all_features\" scores them with memberships "
        "fitted on all features; a backward search starts from these");
}

void LntMi::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  const std::vector<Feature> features = space_.informative(subset);
  if (labels_.single_class() || (features.empty() && move != Move::add)) {
    fitted_.reset();  // nothing to report of such a subset
    std::ranges::fill(scores.values(), 0.0);
    return;
  }
  if (features.empty() && !std::exchange(warned_of_ties_, true))
    warn_of_ties(data_, static_cast<std::size_t>(options.neighbours), "lnt_mi", runtime_);
  SearchRadii reach(labels_.samples(), kEverywhere);
  Eigen::MatrixXd observed;
  ConstMatrix gamma;
  NeighbourCache* kept = nullptr;
  if (!features.empty()) {
    const Fitted& fitted = fit(features);
    kept = &lists_;
    gamma = view(fitted.fit.state.memberships);
    reach = fitted.reach;
  } else if (const std::vector<Feature> all = space_.all_informative();
             options.first_memberships == FirstMemberships::all_features && !all.empty()) {
    gamma = view(fit(all).fit.state.memberships);
  } else {
    if (all.size() > 1) warn_of_believed_labels();  // of one feature there is nothing to choose
    observed = labels_as_memberships();
    gamma = view(std::as_const(observed));
  }

  const std::vector<Score> information = true_class_information(
      space_, subset, move, candidates, gamma, labels_.weight, static_cast<std::size_t>(options.neighbours),
      options.self_in_mi, reach, runtime_, kept);
  for (std::size_t c = 0; c < information.size(); ++c) scores.write(c, information[c]);
}

void LntMi::memberships(Subset subset, Matrix out) {
  const std::vector<Feature> features = space_.informative(subset);
  if (labels_.single_class() || features.empty()) return fitted_.reset();
  const EmState& state = fit(features).fit.state;
  if (labels_.samples() < data_.samples()) by_label_alone(state, out);
  for (std::size_t k = 0; k < labels_.samples(); ++k)
    map(out).row(labels_.sample[k]) = state.memberships.row(k);
}

void LntMi::by_label_alone(const EmState& state, Matrix out) {
  options.noise->set_parameters(state.parameters);
  options.noise->likelihood(out);
  for (std::size_t s = 0; s < out.cols; ++s) map(out).col(s) *= state.priors[s];
  map(out).array().colwise() /= map(out).rowwise().sum().array().eval();
}

void LntMi::report(const Diagnostics& out) const {
  if (!fitted_) return;
  const EmState& state = fitted_->fit.state;
  const std::size_t l = labels_.classes();
  constexpr std::string_view kLogP[] = {"log_p"};
  std::vector<double> log_p(data_.samples(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < labels_.samples(); ++k) log_p[labels_.sample[k]] = state.log_p[k];
  out.table("log_density", Axis::samples, kLogP, {log_p.data(), log_p.size(), 1});

  constexpr std::string_view kClassColumns[] = {"p_e", "prior", "observed_share"};
  const Eigen::MatrixXd weighted = map(std::span(labels_.weight)).asDiagonal() * state.memberships;
  std::vector<double> classes = numerics::flip_rates(view(weighted), labels_.label);
  classes.insert(classes.end(), state.priors.begin(), state.priors.end());
  for (std::size_t s = 0; s < l; ++s) classes.push_back(labels_.prior(s));
  out.table("label_noise", Axis::classes, kClassColumns, {classes.data(), l, 3});

  constexpr std::string_view kParameter[] = {"value"};
  if (!state.parameters.empty())
    out.table("noise_parameters", Axis::other, kParameter,
              {state.parameters.data(), state.parameters.size(), 1});
  constexpr std::string_view kTrace[] = {"log_likelihood"};
  out.table("fit", Axis::other, kTrace, {fitted_->fit.trace.data(), fitted_->fit.trace.size(), 1});
  out.number("log_likelihood", state.log_likelihood);
}

Cost LntMi::cost(const Dataset& data) const {
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  const auto columns = static_cast<double>(data.target().classes()) * options.restarts;
  constexpr double kIterations = 8;  // what fits usually take
  // a step's fit is shared by its candidates, about d / 2 of them
  const double fit = kIterations * n * n * (0.05 * d + 0.2 * columns);
  return {0, n * n * 0.5 + fit / std::max(1.0, d / 2)};
}

}  // namespace tamis::mutual_information
