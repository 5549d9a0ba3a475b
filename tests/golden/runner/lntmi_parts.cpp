// What the criteria of the label-noise-tolerant family are made of.
#include "lntmi_case.hpp"

#include <em.hpp>
#include <entropy.hpp>
#include <lnt_estimate.hpp>
#include <per_class_flip.hpp>
#include <point_metrics.hpp>
#include <tamis/numerics/other_target.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace tamis::golden {
namespace {

using namespace tamis::mutual_information;
using nlohmann::json;

const std::map<std::string, Self> kSelves{{"exclude", Self::exclude}, {"include", Self::include}};

/// The case's samples as points in all features.
struct Samples {
  explicit Samples(const LntMiCase& c)
      : data(c.load()),
        runtime(c.runtime()),
        labels(data.view(), 1, 1, runtime),
        space(data.view(), numerics::all_samples(data.view()), norm, 0, norm, runtime),
        points(space.panels(c.all())),
        all(c.all()) {
    noise.prepare(view.with_labels(data.view(), labels_of_all(data.view(), labels)), runtime);
  }
  std::size_t n() const { return space.samples(); }
  Geometry geometry() const { return space.geometry(); }

  /// Algorithm 1 for each column of memberships; `take` is called from many threads.
  void grow(ConstMatrix gamma, std::size_t k, Self self,
            const std::function<void(std::size_t, std::size_t, const Sphere&)>& take) const {
    Weights weights(gamma.rows, gamma.cols);
    for (std::size_t i = 0; i < gamma.rows; ++i)
      for (std::size_t s = 0; s < gamma.cols; ++s) weights.of(i)[s] = gamma(i, s);
    SearchRadii reach(gamma.rows, kEverywhere);
    each_sample(
        points, geometry(), weights, reach,
        [&](std::size_t i, std::vector<SphereGoal>& goals) {
          for (std::size_t s = 0; s < gamma.cols; ++s)
            goals.push_back(
                {s, self == Self::include ? gamma(i, s) : 0.0, static_cast<double>(k) - kMassTolerance});
        },
        [&](std::size_t i, std::span<const SphereGoal>, std::span<const Sphere> spheres) {
          for (std::size_t s = 0; s < spheres.size(); ++s) take(i, s, spheres[s]);
        },
        runtime);
  }
  /// How many other samples a sphere around sample i holds.
  std::size_t held(std::size_t i, const Sphere& sphere) const {
    std::vector<numerics::NearPoints> near(numerics::kLanes);
    const std::vector<double> limits(numerics::kLanes, sphere.distance);
    numerics::near_points(points, geometry(), i / numerics::kLanes, limits, near);
    const numerics::NearPoints& list = near[i % numerics::kLanes];
    std::size_t count = 0;
    for (std::size_t p = 0; p < list.size(); ++p)
      count += list.distance()[p] < sphere.distance || list.position()[p] <= sphere.last;
    return count;
  }
  /// log p(x_i|s).
  std::vector<double> log_densities(ConstMatrix gamma, std::size_t k, Self self) const {
    const ClassDensity density(geometry(), all.size());
    const std::vector<double> totals = class_totals(gamma, labels.weight);
    std::vector<double> log_p(gamma.rows * gamma.cols);
    grow(gamma, k, self, [&](std::size_t i, std::size_t s, const Sphere& sphere) {
      log_p[i + s * gamma.rows] = density.log(sphere, ClassDensity::psi_of(totals[s]));
    });
    return log_p;
  }
  /// log eps to the k-th other of the samples that take part (1) or not (0).
  std::vector<double> log_diameters(const std::vector<double>& takes_part, std::size_t k) const {
    std::vector<double> of_all(n()), log_eps;
    grow({takes_part.data(), n(), 1}, k, Self::exclude,
         [&](std::size_t i, std::size_t, const Sphere& sphere) {
           of_all[i] = log_diameter(geometry(), sphere.distance);
         });
    for (std::size_t i = 0; i < n(); ++i)
      if (takes_part[i] != 0) log_eps.push_back(of_all[i]);
    return log_eps;
  }
  double entropy(std::span<const double> log_eps, std::size_t k) const {
    const double sum = std::accumulate(log_eps.begin(), log_eps.end(), 0.0);
    const PsiOfMass psi(k);
    const auto n = static_cast<double>(log_eps.size()), neighbours = static_cast<double>(k);
    return psi(n) - psi(neighbours) + log_ball_volume(geometry(), all.size()) +
           static_cast<double>(all.size()) * sum / n;
  }
  double information(ConstMatrix gamma, std::size_t k, Self self) const {
    SearchRadii reach(n(), kEverywhere);
    return true_class_information(space, all, Move::whole, {}, gamma, labels.weight, k, self, reach, runtime)
        .front()
        .value;
  }
  Em make_em(std::size_t k, Self self, double tolerance, int iterations) {
    return Em(points, geometry(), labels, fitted_noise, {k, self, tolerance, iterations}, runtime);
  }

  framework::LoadedData data;
  Runtime runtime;
  point_metrics::Euclidean norm;
  ObservedLabels labels;
  numerics::OtherTarget view;
  SampleSpace space;
  numerics::PointPanels points;
  std::vector<Feature> all;
  noise_models::PerClassFlip noise;
  NoiseOnSamples fitted_noise{noise, labels.sample, labels.samples()};
};

void compare_state(LntMiCase& c, const EmState& state, const json& expected, const std::string& key) {
  c.compare_rows("gamma, " + key, view(state.memberships), expected.at("gamma"));
  c.compare("loglik, " + key, state.log_likelihood, expected.at("loglik"));
  c.compare("p_e, " + key, state.parameters, expected.at("p_e"));
  c.compare("p_S, " + key, state.priors, expected.at("p_S"));
}

}  // namespace

void check_conventions(LntMiCase& c) {
  c.holds("tau", kMassTolerance);
  c.holds("eps_floor", kLeastDiameter);
  c.holds("gam_floor", 1e-3);  // ClassDensity::kLeastMass
  c.holds("n_classes", c.load().view().target().classes());
  c.holds("unknown", -1);
  c.holds("clip_at_zero", false);
  c.holds("init", "label posterior");
  c.holds("p_S0", json::array({"label priors", "label priors of the labelled rows"}));
  c.holds("stop",
          json::array({"first non-increase", "first non-increase; n of the tolerance counts labelled rows"}));
}

void check_entropy(LntMiCase& c) {
  const Samples samples(c);
  const std::vector<double> everyone(samples.n(), 1.0);
  for (std::size_t k : c.neighbours()) {
    const std::string key = fmt::format("k{}", k);
    const std::size_t rank = std::min(k, samples.n() - 1);
    const std::vector<double> log_eps = samples.log_diameters(everyone, rank);
    c.compare(key + ": log_eps", log_eps, c.expected().at(key).at("log_eps"));
    const double entropy = samples.entropy(log_eps, rank);
    c.compare(key + ": entropy", entropy, c.expected().at(key).at("entropy"));
    // the c_d that the paper prints, 2 pi^(d/2) / Gamma(d/2), is d 2^d times that of the ball of diameter 1
    const auto d = static_cast<double>(c.all().size());
    c.compare(key + ": entropy with the printed c_d", entropy + std::log(d) + d * std::log(2.0),
              c.expected().at(key).at("entropy_printed_cd"));
  }
}

void check_gomez_entropies(LntMiCase& c) {
  const Samples samples(c);
  for (std::size_t k : c.neighbours()) {
    const std::string key = fmt::format("k{}", k);
    for (const auto& [name, value] : c.expected().at(key).at("class_entropy").items()) {
      const int s = std::stoi(name.substr(std::string("class").size()));
      const std::size_t rank = std::min(k, samples.labels.count[static_cast<std::size_t>(s)] - 1);
      std::vector<double> of_class;
      for (const std::int32_t y : samples.labels.label) of_class.push_back(y == s);
      c.compare(key + ": " + name, samples.entropy(samples.log_diameters(of_class, rank), rank), value);
    }
  }
}

void check_spheres(LntMiCase& c) {
  const Samples samples(c);
  const std::vector<double> memberships = c.memberships();
  const ConstMatrix gamma{memberships.data(), samples.n(), memberships.size() / samples.n()};
  for (const auto& [key, self] : kSelves) {
    const json& expected = c.expected().at(key);
    std::vector<Sphere> spheres(samples.n() * gamma.cols);
    samples.grow(
        gamma, c.param("k").get<std::size_t>(), self,
        [&](std::size_t i, std::size_t s, const Sphere& sphere) { spheres[i * gamma.cols + s] = sphere; });
    for (std::size_t i = 0; i < samples.n(); ++i)
      for (std::size_t s = 0; s < gamma.cols; ++s) {
        const Sphere& sphere = spheres[i * gamma.cols + s];
        const std::string at = fmt::format("[{}][{}], {}", i, s, key);
        const double diameter = std::max(2 * std::sqrt(sphere.distance), kLeastDiameter);
        c.compare("eps" + at, diameter, expected.at("eps")[i][s]);
        c.compare("gamma_si" + at, sphere.mass, expected.at("gamma_si")[i][s]);
        c.same("k_si" + at, samples.held(i, sphere) + (self == Self::include ? 1 : 0),
               expected.at("k_si")[i][s]);
      }
  }
}

void check_information(LntMiCase& c) {
  const Samples samples(c);
  const std::vector<double> memberships = c.memberships(), everyone(samples.n(), 1.0);
  const ConstMatrix gamma{memberships.data(), samples.n(), memberships.size() / samples.n()};
  for (std::size_t k : c.neighbours())
    for (const auto& [name, self] : kSelves) {
      const std::string key = fmt::format("k{}_{}", k, name);
      const json& expected = c.expected().at(key);
      c.compare(key + ": mi", samples.information(gamma, k, self), expected.at("mi"));
      const std::size_t rank = std::min(k, samples.n() - 1);
      c.compare(key + ": entropy_x", samples.entropy(samples.log_diameters(everyone, rank), rank),
                expected.at("entropy_x"));
      const std::vector<double> totals = class_totals(gamma, samples.labels.weight),
                                log_p = samples.log_densities(gamma, k, self);
      c.compare(key + ": gamma_s", totals, expected.at("gamma_s"));
      for (std::size_t s = 0; s < gamma.cols; ++s) {
        double sum = 0;  // eqs. (17)-(18)
        for (std::size_t i = 0; i < gamma.rows; ++i) sum -= gamma(i, s) * log_p[i + s * gamma.rows];
        c.compare(fmt::format("{}: entropy_x_given_s[{}]", key, s), sum / totals[s],
                  expected.at("entropy_x_given_s")[s]);
      }
    }
}

void check_em_step(LntMiCase& c) {
  Samples samples(c);
  const auto k = c.param("k").get<std::size_t>();
  for (const auto& [key, expected] : c.expected().items()) {
    EmState state;
    const std::vector<double> given = c.memberships();
    state.memberships = map(ConstMatrix(given.data(), samples.n(), given.size() / samples.n()));
    state.parameters = c.param("p_e").get<std::vector<double>>();
    state.priors = c.param("p_S").get<std::vector<double>>();
    state.log_p.resize(samples.n());
    const std::vector<double> log_p = samples.log_densities(view(state.memberships), k, kSelves.at(key));
    c.compare_rows("log_p_x_given_s, " + key, {log_p.data(), samples.n(), state.priors.size()},
                   expected.at("log_p_x_given_s"));
    EmState* const states[] = {&state};
    samples.make_em(k, kSelves.at(key), 0, 1).step(states);
    compare_state(c, state, expected, key);
  }
}

void check_em(LntMiCase& c) {
  Samples samples(c);
  const auto k = c.param("k_em").get<std::size_t>(), k_mi = c.param("k_mi").get<std::size_t>();
  const std::vector<std::vector<double>> starts{c.param("p_e0").get<std::vector<double>>()};
  const double tolerance = c.param("tol");
  const int iterations = c.param("max_iter");
  for (const auto& [key, self] : kSelves) {
    if (!c.expected().contains(key)) continue;
    const json& expected = c.expected().at(key);
    const Em::Fit fit = samples.make_em(k, self, tolerance, iterations).fit(starts);
    compare_state(c, fit.state, expected, key);
    c.same("n_iter, " + key, fit.trace.size(), expected.at("n_iter"));
    c.compare("loglik_trace, " + key, fit.trace, expected.at("loglik_trace"));
    c.same("best_iter, " + key, std::ranges::max_element(fit.trace) - fit.trace.begin(),
           expected.at("best_iter"));
    c.compare("lnt_mi, " + key, samples.information(view(fit.state.memberships), k_mi, self),
              expected.at("lnt_mi"));

    // the same again, step by step; "fixed12" goes on where the stopping rule has ended
    const json* const fixed = expected.contains("fixed12") ? &expected.at("fixed12") : nullptr;
    Em em = samples.make_em(k, self, tolerance, iterations);
    EmState state = em.start(starts.front());
    EmState* const states[] = {&state};
    const std::size_t steps = fixed ? fixed->at("loglik_trace").size() : fit.trace.size();
    for (std::size_t t = 0; t < steps; ++t) {
      em.step(states);
      const std::string step = fmt::format("iteration {}, {}", t, key);
      if (fixed) c.compare("loglik, " + step, state.log_likelihood, fixed->at("loglik_trace")[t]);
      if (t >= fit.trace.size()) continue;
      c.compare("p_e, " + step, state.parameters, expected.at("p_e_trace")[t]);
      c.compare("p_S, " + step, state.priors, expected.at("p_S_trace")[t]);
    }
    if (!fixed) continue;
    c.compare("fixed12 p_e, " + key, state.parameters, fixed->at("p_e"));
    c.compare("fixed12 p_S, " + key, state.priors, fixed->at("p_S"));
  }
}

}  // namespace tamis::golden
