/// Level 4, noise models: probabilities, and what is fitted and corrupted.
#include "block_orders.hpp"
#include "tables.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tamis::framework::conformance {
namespace {

constexpr double kRounding = 1e-9;

/// A model prepared on a table.
class PreparedNoiseModel {
 public:
  PreparedNoiseModel(const ComponentUnderTest& subject, const TestTable& table)
      : data_(data_of(table, subject.descriptor)),
        services_(subject.seed),
        model_(subject.registry, subject.plan()) {
    model_->prepare(data_.view(), services_.runtime());
  }
  NoiseModel* operator->() const { return &*model_; }
  std::uint64_t samples() const { return data_.samples(); }
  /// p(y_i | S = s) at i + s * samples().
  std::vector<double> likelihood() const {
    std::vector<double> out(samples() * kClasses, std::nan(""));
    model_->likelihood(Matrix(out.data(), samples(), kClasses));
    return out;
  }
  std::vector<double> parameters() const {
    std::vector<double> out(model_->parameter_count());
    model_->parameters(out);
    return out;
  }

 private:
  LoadedData data_;
  Services services_;
  Composed<NoiseModel> model_;
};

TestTable labelled(const ComponentUnderTest& subject) {
  return mixed_table(TargetKind::classes, subject.seed);
}

/// The labels of every seventh sample are unknown.
TestTable partly_labelled(const ComponentUnderTest& subject) {
  TestTable table = labelled(subject);
  for (std::size_t i = 0; i < table.samples(); i += 7) table.target.labels[i] = -1;
  return table;
}

/// Each sample three times, which differ in nothing but their labels, one of each class.
TestTable in_threes(const TestTable& samples) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < samples.samples(); ++i) rows.insert(rows.end(), kClasses, i);
  TestTable table = permuted(samples, rows);
  for (std::size_t i = 0; i < table.samples(); ++i)
    table.target.labels[i] = static_cast<std::int32_t>(i % kClasses);
  return table;
}

void likelihoods_are_probabilities(const ComponentUnderTest& subject) {
  const TestTable table = partly_labelled(subject);
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
}

void observed_labels_sum_to_one(const ComponentUnderTest& subject) {
  const PreparedNoiseModel model(subject, in_threes(labelled(subject)));
  const std::vector<double> p = model.likelihood();
  for (std::size_t s = 0; s < kClasses; ++s)
    for (std::size_t i = 0; i < model.samples(); i += kClasses) {
      double sum = 0;
      for (std::size_t y = 0; y < kClasses; ++y) sum += p[i + y + s * model.samples()];
      if (!(std::abs(sum - 1) <= kRounding))
        fail(
            "given true class {}, the probabilities of all labels sum to {} for samples {} to {}, alike but "
            "for their labels; expected 1",
            s, sum, i, i + kClasses - 1);
    }
}

void parameters_can_be_restored(const ComponentUnderTest& subject) {
  const TestTable table = labelled(subject);
  const PreparedNoiseModel model(subject, table), fresh(subject, table);
  if (subject.descriptor.traits.fits) model->start(subject.seed);
  const std::vector<double> parameters = model.parameters(), likelihood = model.likelihood();
  fresh->set_parameters(parameters);
  if (fresh.parameters() != parameters) fail("set_parameters() does not restore what parameters() gave");
  if (fresh.likelihood() != likelihood)
    fail("two models of the same parameters have different likelihoods: a parameter is missing");
}

bool claims_to_fit(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.fits; }

/// p(observed label y | true class s), at s * kClasses + y.
using Transitions = std::array<double, kClasses * kClasses>;

/// `of_class` samples of each true class, in order, with the rows of a table over and over and
/// the truth as labels.
TestTable in_truth(const ComponentUnderTest& subject, std::size_t of_class) {
  const TestTable small = labelled(subject);
  const std::size_t n = of_class * kClasses;
  TestTable table;
  table.target.kind = TargetKind::classes;
  table.target.class_names = small.target.class_names;
  for (std::size_t i = 0; i < n; ++i) table.target.labels.push_back(static_cast<std::int32_t>(i / of_class));
  for (const std::vector<double>& column : small.columns) {
    auto& longer = table.columns.emplace_back();
    for (std::size_t i = 0; i < n; ++i) longer.push_back(column[i % column.size()]);
  }
  return table;
}

/// Of a model whose likelihood depends on the classes alone, its likelihood.
/// \throws Skip  it depends on the samples too.
Transitions transitions_of(const ComponentUnderTest& subject, std::span<const double> parameters) {
  const TestTable table = in_threes(labelled(subject));
  const PreparedNoiseModel model(subject, table);
  model->set_parameters(parameters);
  const std::vector<double> p = model.likelihood();
  Transitions t{};
  for (std::size_t s = 0; s < kClasses; ++s)
    for (std::size_t i = 0; i < model.samples(); ++i) {
      double& seen = t[s * kClasses + i % kClasses];
      const double now = p[i + s * model.samples()];
      if (i >= kClasses && !(std::abs(now - seen) <= kRounding))
        skip("its likelihood depends on the samples, and so what it recovers");
      seen = now;
    }
  return t;
}

/// How many of `of_class` samples carry each label, as nearly as whole numbers allow.
std::array<std::size_t, kClasses> shares(std::span<const double> row, std::size_t of_class) {
  std::array<std::size_t, kClasses> counts{};
  double sum = 0;
  std::size_t given = 0;
  for (std::size_t y = 0; y < kClasses; ++y) {
    sum += row[y];
    const bool last = y + 1 == kClasses;  // which takes the rest, also of a row that does not sum to 1
    const double upto = last ? 1 : std::clamp(sum, 0.0, 1.0);
    counts[y] = static_cast<std::size_t>(std::lround(upto * static_cast<double>(of_class))) - given;
    given += counts[y];
  }
  return counts;
}

/// The parameters with which it begins, and those that its start() draws.
std::vector<std::vector<double>> parameters_of(const ComponentUnderTest& subject) {
  const PreparedNoiseModel model(subject, labelled(subject));
  std::vector<std::vector<double>> all{model.parameters()};
  if (!subject.descriptor.traits.fits) return all;
  model->start(subject.seed + 1);
  all.push_back(model.parameters());
  return all;
}

/// Labels that are wrong as the model itself says, in exact proportion, with memberships that are the truth:
/// the fit must find the parameters that it was made of.
void known_rates_are_recovered(const ComponentUnderTest& subject) {
  constexpr std::size_t kOfClass = 600;  // many a rate is a whole number of these
  for (const std::vector<double>& parameters : parameters_of(subject)) {
    if (parameters.empty()) return;  // nothing to fit, and it says so
    const Transitions expected = transitions_of(subject, parameters);
    TestTable table = in_truth(subject, kOfClass);
    std::vector<double> memberships(table.samples() * kClasses);
    Transitions in_data{};
    double rounded = 0;
    for (std::size_t s = 0, i = 0; s < kClasses; ++s) {
      const auto counts = shares(std::span(expected).subspan(s * kClasses, kClasses), kOfClass);
      for (std::size_t y = 0; y < kClasses; ++y) {
        in_data[s * kClasses + y] = static_cast<double>(counts[y]) / kOfClass;
        rounded = std::max(rounded, std::abs(in_data[s * kClasses + y] - expected[s * kClasses + y]));
        for (std::size_t k = 0; k < counts[y]; ++k, ++i) {
          table.target.labels[i] = static_cast<std::int32_t>(y);
          memberships[i + s * table.samples()] = 1;
        }
      }
    }
    const PreparedNoiseModel model(subject, table);
    model->start(subject.seed);
    model->update(ConstMatrix(memberships.data(), table.samples(), kClasses));
    const Transitions found = transitions_of(subject, model.parameters());
    for (std::size_t s = 0; s < kClasses; ++s)
      for (std::size_t y = 0; y < kClasses; ++y)
        if (const std::size_t cell = s * kClasses + y;
            !(std::abs(found[cell] - in_data[cell]) <= kRounding + kClasses * rounded))
          fail(
              "fitted to memberships that are the truth, p(label {} | true class {}) is {}; in the data it "
              "is {}, by "
              "labels that are wrong as the model itself says",
              y, s, found[cell], in_data[cell]);
  }
}

bool claims_to_corrupt(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.corrupts; }

struct Corrupted {
  std::vector<std::int32_t> labels;
  std::vector<double> expert;
};

Corrupted corrupt(const ComponentUnderTest& subject, const TestTable& table) {
  const PreparedNoiseModel model(subject, table);
  Corrupted out{table.target.labels, std::vector<double>(table.samples() * kClasses, -1)};
  model->corrupt(out.labels, kClasses, Matrix(out.expert.data(), table.samples(), kClasses), subject.seed);
  return out;
}

void corrupts_labels_only(const ComponentUnderTest& subject) {
  const TestTable table = partly_labelled(subject);
  const Corrupted out = corrupt(subject, table);
  for (std::size_t i = 0; i < table.samples(); ++i) {
    const std::int32_t before = table.target.labels[i], after = out.labels[i];
    if (before < 0 && after != before)
      fail("the unknown label of sample {} became {}; expected -1", i, after);
    if (before >= 0 && !(after >= 0 && after < static_cast<std::int32_t>(kClasses)))
      fail("label {} of sample {} became {}; expected 0 to {}", before, i, after, kClasses - 1);
    double sum = 0;
    for (std::size_t c = 0; c < kClasses; ++c) sum += out.expert[i + c * table.samples()];
    if (before >= 0 && !(std::abs(sum - 1) <= kRounding))
      fail("the expert's soft label of sample {} sums to {}; expected 1", i, sum);
  }
}

void corruption_repeats_itself(const ComponentUnderTest& subject) {
  const TestTable table = partly_labelled(subject);
  const Corrupted once = corrupt(subject, table), again = corrupt(subject, table);
  for (std::size_t i = 0; i < table.samples(); ++i)
    if (once.labels[i] != again.labels[i])
      fail("corrupted twice from one seed, sample {} has the labels {} and {}", i, once.labels[i],
           again.labels[i]);
}

/// In how many of its samples of class s, with label y drawn for each, a label is expected, and how far
/// chance goes.
struct Expected {
  double count = 0, variance = 0;
};

/// By the likelihood, sample for sample, of labels that corrupt() draws for `table`, whose
/// labels are the truth.
std::vector<Expected> expected_labels(const ComponentUnderTest& subject, const TestTable& table,
                                      std::span<const double> parameters) {
  const TestTable copies = in_threes(table);
  const PreparedNoiseModel model(subject, copies);
  model->set_parameters(parameters);
  const std::vector<double> p = model.likelihood();
  std::vector<Expected> expected(kClasses * kClasses);
  for (std::size_t i = 0; i < copies.samples(); ++i) {
    const auto s = static_cast<std::size_t>(table.target.labels[i / kClasses]);
    const double likely = p[i + s * copies.samples()];
    Expected& cell = expected[s * kClasses + i % kClasses];
    cell.count += likely;
    cell.variance += likely * (1 - likely);
  }
  return expected;
}

void corrupts_as_its_likelihood_says(const ComponentUnderTest& subject) {
  constexpr std::size_t kOfClass = 1200;
  constexpr double kSigmas = 6;
  const TestTable table = in_truth(subject, kOfClass);
  for (const std::vector<double>& parameters : parameters_of(subject)) {
    const PreparedNoiseModel model(subject, table);
    model->set_parameters(parameters);
    const std::vector<Expected> expected = expected_labels(subject, table, parameters);
    const auto draw = [&](std::uint64_t seed) {
      std::vector<std::int32_t> labels = table.target.labels;
      model->corrupt(labels, kClasses, Matrix(), seed);
      return labels;
    };
    const std::vector<std::int32_t> labels = draw(subject.seed);
    std::vector<double> counts(expected.size());
    for (std::size_t i = 0; i < labels.size(); ++i)
      counts[static_cast<std::size_t>(table.target.labels[i]) * kClasses +
             static_cast<std::size_t>(labels[i])] += 1;
    double chance = 0;
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      const Expected& e = expected[cell];
      chance += e.variance;
      if (!(std::abs(counts[cell] - e.count) <= kSigmas * std::sqrt(e.variance) + kRounding * kOfClass))
        fail("of {} samples of class {}, corrupt() gave {} the label {}; by likelihood() {:.4g} are expected",
             kOfClass, cell / kClasses, counts[cell], cell % kClasses, e.count);
    }
    if (chance > 1 && draw(subject.seed + 1) == labels)
      fail("corrupt() gives the same labels whatever the seed: draw them from the seed that it is handed");
  }
}

void may_be_called_at_once(const ComponentUnderTest& subject) {
  const TestTable table = labelled(subject);
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
    {4, "known_rates_are_recovered", false, claims_to_fit, known_rates_are_recovered},
    {4, "corrupts_labels_only", false, claims_to_corrupt, corrupts_labels_only},
    {4, "corruption_repeats_itself", false, claims_to_corrupt, corruption_repeats_itself},
    {4, "corrupts_as_its_likelihood_says", false, claims_to_corrupt, corrupts_as_its_likelihood_says},
    {4, "may_be_called_at_once", false, is_a<NoiseModel>, may_be_called_at_once}};

}  // namespace

std::span<const ComponentTest> noise_model_tests() { return kTests; }

}  // namespace tamis::framework::conformance
