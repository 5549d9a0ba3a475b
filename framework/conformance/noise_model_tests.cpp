/// Level 4, noise models: probabilities, and what is fitted.
#include "block_orders.hpp"
#include "noise_models.hpp"
#include "verdicts.hpp"

#include <tamis/rng.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework::conformance {
namespace noise {

void likelihoods_are_probabilities(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = partly_labelled(subject, classes);
    const PreparedNoiseModel model(subject, table);
    const std::vector<double> p = model.likelihood();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::size_t sample = i % model.samples(), s = i / model.samples();
      if (!(p[i] >= 0 && p[i] <= 1))
        fail("p(label of sample {} | true class {}) is {}; expected 0 to 1", sample, s, p[i]);
      if (table.target.labels[sample] < 0 && p[i] != 1)
        fail("sample {} has no label, and its likelihood under true class {} is {}; expected 1", sample, s,
             p[i]);
    }
  });
}

void observed_labels_sum_to_one(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const PreparedNoiseModel model(subject, with_every_label(labelled(subject, classes)));
    const std::vector<double> p = model.likelihood();
    for (std::size_t s = 0; s < classes; ++s)
      for (std::size_t i = 0; i < model.samples(); i += classes) {
        double sum = 0;
        for (std::size_t y = 0; y < classes; ++y) sum += p[i + y + s * model.samples()];
        if (!(std::abs(sum - 1) <= kSumRounding))
          fail(
              "given true class {} of {}, the probabilities of all labels sum to {} for samples {} to {}, "
              "alike but for their labels; expected 1",
              s, classes, sum, i, i + classes - 1);
      }
  });
}

/// Memberships of doubt: each sample is of its labelled class, more or less.
std::vector<double> drawn_memberships(const TestTable& table, std::uint64_t seed) {
  const std::size_t n = table.samples(), classes = table.classes();
  std::vector<double> m(n * classes);
  Rng rng(Rng::mix(seed + 1));
  for (std::size_t i = 0; i < n; ++i) {
    const double sure = 0.5 + 0.5 * rng.uniform();
    for (std::size_t s = 0; s < classes; ++s)
      m[i + s * n] = table.target.labels[i] == static_cast<std::int32_t>(s)
                         ? sure
                         : (1 - sure) / static_cast<double>(classes - 1);
  }
  return m;
}

void expect_likelihood_of(const PreparedNoiseModel& model, const PreparedNoiseModel& fresh,
                          const char* after) {
  fresh->set_parameters(model.parameters());
  if (fresh.likelihood() != model.likelihood())
    fail(
        "after {} its likelihood is not that of its parameters, which another instance has: keep nothing that "
        "was computed of earlier ones",
        after);
}

void parameters_can_be_restored(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = labelled(subject, classes);
    const PreparedNoiseModel model(subject, table), fresh(subject, table);
    if (subject.descriptor.traits.fits) model->start(subject.seed);
    const std::vector<double> parameters = model.parameters(), likelihood = model.likelihood();
    fresh->set_parameters(parameters);
    if (fresh.parameters() != parameters) fail("set_parameters() does not restore what parameters() gave");
    if (fresh.likelihood() != likelihood)
      fail("two models of the same parameters have different likelihoods: a parameter is missing");
  });
}

void likelihood_follows_its_parameters(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = labelled(subject, classes);
    const PreparedNoiseModel model(subject, table), fresh(subject, table);
    const std::vector<double> given = model.parameters(), likelihood = model.likelihood();
    if (subject.descriptor.traits.fits) {
      const std::vector<double> memberships = drawn_memberships(table, subject.seed);
      model->start(subject.seed + 1);
      expect_likelihood_of(model, fresh, "start()");
      model->update(ConstMatrix(memberships.data(), table.samples(), classes));
      expect_likelihood_of(model, fresh, "update()");
    }
    model->set_parameters(given);
    if (model.likelihood() != likelihood)
      fail("after set_parameters() its likelihood is not what it was when it had these parameters before");
  });
}

bool claims_to_fit(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.fits; }

/// One seed gives one point, and no two of these seeds the same.
void start_draws_from_its_seed(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const PreparedNoiseModel model(subject, labelled(subject, classes));
    const auto start = [&](std::uint64_t seed) {
      model->start(seed);
      return model.parameters();
    };
    const std::vector<double> first = start(subject.seed);
    if (first.empty()) return;  // nothing to start
    for (const std::uint64_t step : {1ull, 2ull, 4ull, 1ull << 32})
      if (start(subject.seed + step) == first)
        fail("start() gives the same parameters from the seeds {} and {}: draw them from the seed",
             subject.seed, subject.seed + step);
    if (start(subject.seed) != first)
      fail("start() gives other parameters when it is asked again from one seed");
  });
}

void update_keeps_no_history(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = labelled(subject, classes);
    const PreparedNoiseModel model(subject, table);
    const std::vector<double> given = model.parameters(), m = drawn_memberships(table, subject.seed);
    const auto fit = [&](std::span<const double> from) {
      model->set_parameters(from);
      model->update(ConstMatrix(m.data(), table.samples(), classes));
      return model.parameters();
    };
    const std::vector<double> first = fit(given);
    model->start(subject.seed + 1);
    model->update(ConstMatrix(m.data(), table.samples(), classes));
    for (int again = 0; again < 3; ++again)
      if (fit(given) != first)
        fail(
            "update() gives other parameters from the same ones and the same memberships when it is asked again");
  });
}

bool claims_weighted_fits(const Descriptor& d) { return claims_to_fit(d) && d.traits.weights; }

/// Memberships of weight 0 are those of samples that are not there, whatever their labels are.
void rows_of_zeros_are_no_samples(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = labelled(subject, classes);
    TestTable unlabelled = table;
    std::vector<double> m = drawn_memberships(table, subject.seed);
    for (std::size_t i = 0; i < table.samples(); i += 3) {
      unlabelled.target.labels[i] = -1;
      for (std::uint32_t s = 0; s < classes; ++s) m[i + s * table.samples()] = 0;
    }
    const auto fitted_to = [&](const TestTable& seen) {
      const PreparedNoiseModel model(subject, seen);
      model->update(ConstMatrix(m.data(), seen.samples(), classes));
      return model.parameters();
    };
    const std::vector<double> with = fitted_to(table), without = fitted_to(unlabelled);
    for (std::size_t p = 0; p < with.size(); ++p)
      if (!(std::abs(with[p] - without[p]) <= kSumRounding))
        fail(
            "parameter {} is {} where the memberships of every third sample are 0, and {} where these samples "
            "have no labels; expected the same: weights multiply memberships, so count masses, not rows",
            p, with[p], without[p]);
  });
}

/// How likely the labels of a table are, where they are the truth.
double log_likelihood(const PreparedNoiseModel& model, const TestTable& table) {
  const std::vector<double> p = model.likelihood();
  double sum = 0;
  for (std::size_t i = 0; i < table.samples(); ++i)
    sum += std::log(p[i + static_cast<std::size_t>(table.target.labels[i]) * table.samples()]);
  return sum;
}

/// Fitted to labels that are all right, and memberships that say so, no other parameters explain them better.
void update_makes_labels_likeliest(const ComponentUnderTest& subject) {
  constexpr std::uint64_t kStarts = 200;
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = labelled(subject, classes);
    const PreparedNoiseModel model(subject, table);
    std::vector<double> truth(table.samples() * classes);
    for (std::size_t i = 0; i < table.samples(); ++i)
      truth[i + static_cast<std::size_t>(table.target.labels[i]) * table.samples()] = 1;
    model->update(ConstMatrix(truth.data(), table.samples(), classes));
    const double fitted = log_likelihood(model, table);
    for (std::uint64_t start = 0; start < kStarts && !model.parameters().empty(); ++start) {
      model->start(subject.seed + start);
      if (const double drawn = log_likelihood(model, table); drawn > fitted + 1e-6 * std::abs(fitted) + 1e-3)
        fail(
            "fitted to labels that are all right, with memberships that say so, their log-likelihood is {}; "
            "parameters that start() draws make it {}",
            fitted, drawn);
    }
  });
}

/// p(observed label y | true class s), at s * classes + y.
using Transitions = std::vector<double>;

/// Of a model whose likelihood depends on the classes alone, its likelihood.
/// \throws Skip  it depends on the samples too.
Transitions transitions_of(const ComponentUnderTest& subject, std::uint32_t classes,
                           std::span<const double> parameters) {
  const PreparedNoiseModel model(subject, with_every_label(labelled(subject, classes)));
  model->set_parameters(parameters);
  const std::vector<double> p = model.likelihood();
  Transitions t(classes * classes);
  for (std::size_t s = 0; s < classes; ++s)
    for (std::size_t i = 0; i < model.samples(); ++i) {
      double& seen = t[s * classes + i % classes];
      const double now = p[i + s * model.samples()];
      if (i >= classes && !(std::abs(now - seen) <= kSumRounding))
        skip("its likelihood depends on the samples, and so what it recovers");
      seen = now;
    }
  return t;
}

/// How many of `of_class` samples carry each label, as nearly as whole numbers allow.
std::vector<std::size_t> shares(std::span<const double> row, std::size_t of_class) {
  std::vector<std::size_t> counts(row.size());
  double sum = 0;
  std::size_t given = 0;
  for (std::size_t y = 0; y < row.size(); ++y) {
    sum += row[y];
    const bool last = y + 1 == row.size();  // which takes the rest, also of a row that does not sum to 1
    const double upto = last ? 1 : std::clamp(sum, 0.0, 1.0);
    counts[y] = static_cast<std::size_t>(std::lround(upto * static_cast<double>(of_class))) - given;
    given += counts[y];
  }
  return counts;
}

void expect_recovered(const ComponentUnderTest& subject, std::uint32_t classes,
                      std::span<const double> parameters) {
  constexpr std::size_t kOfClass = 600;  // many a rate is a whole number of these
  const Transitions expected = transitions_of(subject, classes, parameters);
  TestTable table = in_truth(subject, classes, kOfClass);
  std::vector<double> memberships(table.samples() * classes);
  Transitions in_data(expected.size());
  double rounded = 0;
  for (std::size_t s = 0, i = 0; s < classes; ++s) {
    const auto counts = shares(std::span(expected).subspan(s * classes, classes), kOfClass);
    for (std::size_t y = 0; y < classes; ++y) {
      in_data[s * classes + y] = static_cast<double>(counts[y]) / kOfClass;
      rounded = std::max(rounded, std::abs(in_data[s * classes + y] - expected[s * classes + y]));
      for (std::size_t k = 0; k < counts[y]; ++k, ++i) {
        table.target.labels[i] = static_cast<std::int32_t>(y);
        memberships[i + s * table.samples()] = 1;
      }
    }
  }
  const PreparedNoiseModel model(subject, table);
  model->start(subject.seed);
  model->update(ConstMatrix(memberships.data(), table.samples(), classes));
  const Transitions found = transitions_of(subject, classes, model.parameters());
  for (std::size_t s = 0; s < classes; ++s)
    for (std::size_t y = 0; y < classes; ++y)
      if (const std::size_t cell = s * classes + y;
          !(std::abs(found[cell] - in_data[cell]) <= kSumRounding + classes * rounded))
        fail(
            "fitted to memberships that are the truth, p(label {} | true class {} of {}) is {}; in the data it "
            "is {}, by labels that are wrong as the model itself says",
            y, s, classes, found[cell], in_data[cell]);
}

/// Labels that are wrong as the model itself says, in exact proportion, with memberships that are the truth:
/// the fit must find the parameters that it was made of.
void known_rates_are_recovered(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    for (const std::vector<double>& parameters : parameters_of(subject, classes))
      if (!parameters.empty())
        expect_recovered(subject, classes, parameters);  // else it says so: nothing to fit
  });
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const TestTable table = labelled(subject, kClasses);
  const PreparedNoiseModel model(subject, table);
  const auto ask = [&](std::uint64_t seed) {
    return [&, seed] {
      std::vector<double> all = model.likelihood();
      const std::vector<double> parameters = model.parameters();
      all.insert(all.end(), parameters.begin(), parameters.end());
      if (!subject.descriptor.traits.corrupts) return all;
      std::vector<std::int32_t> labels = table.target.labels;
      model->corrupt(labels, kClasses, Matrix(), seed);
      all.insert(all.end(), labels.begin(), labels.end());
      return all;
    };
  };
  expect_undisturbed(subject.descriptor.traits.corrupts ? "likelihood() and corrupt()" : "likelihood()",
                     ask(subject.seed), ask(subject.seed + 1));
}

constexpr ComponentTest kTests[] = {
    {4, "likelihoods_are_probabilities", false, is_a<NoiseModel>, likelihoods_are_probabilities},
    {4, "observed_labels_sum_to_one", false, is_a<NoiseModel>, observed_labels_sum_to_one},
    {4, "parameters_can_be_restored", false, is_a<NoiseModel>, parameters_can_be_restored},
    {4, "likelihood_follows_its_parameters", false, is_a<NoiseModel>, likelihood_follows_its_parameters},
    {4, "start_draws_from_its_seed", false, claims_to_fit, start_draws_from_its_seed},
    {4, "update_keeps_no_history", false, claims_to_fit, update_keeps_no_history},
    {4, "rows_of_zeros_are_no_samples", false, claims_weighted_fits, rows_of_zeros_are_no_samples},
    {4, "update_makes_labels_likeliest", false, claims_to_fit, update_makes_labels_likeliest},
    {4, "known_rates_are_recovered", false, claims_to_fit, known_rates_are_recovered},
    {4, "may_be_called_at_once", false, is_a<NoiseModel>, may_be_called_at_once}};

}  // namespace noise

std::span<const ComponentTest> noise_model_tests() { return noise::kTests; }

}  // namespace tamis::framework::conformance
