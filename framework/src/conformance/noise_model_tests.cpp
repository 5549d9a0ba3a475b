/// Level 4, noise models: probabilities, and what is fitted and corrupted.
#include "tables.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <cmath>

namespace tamis::framework::conformance {
namespace {

constexpr double kRounding = 1e-9;

/// A model prepared on a table.
class Prepared {
 public:
  Prepared(const Subject& subject, const Table& table)
      : data_(data_of(table, subject.descriptor)),
        services_(subject.seed),
        model_(subject.registry, subject.plan()) {
    Runtime runtime = services_.runtime();
    model_->prepare(data_.view(), runtime);
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

Table labelled(const Subject& subject) { return mixed_table(TargetKind::classes, subject.seed); }

/// The labels of every seventh sample are unknown.
Table partly_labelled(const Subject& subject) {
  Table table = labelled(subject);
  for (std::size_t i = 0; i < table.samples(); i += 7) table.target.labels[i] = -1;
  return table;
}

/// Samples in threes that differ in nothing but their labels, one of each class.
Table in_threes(const Subject& subject) {
  Table table = labelled(subject);
  for (std::size_t i = 0; i < table.samples(); ++i) {
    table.target.labels[i] = static_cast<std::int32_t>(i % kClasses);
    for (std::vector<double>& column : table.columns) column[i] = column[i - i % kClasses];
  }
  return table;
}

void likelihoods_are_probabilities(const Subject& subject) {
  const Table table = partly_labelled(subject);
  const Prepared model(subject, table);
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

void observed_labels_sum_to_one(const Subject& subject) {
  const Prepared model(subject, in_threes(subject));
  const std::vector<double> p = model.likelihood();
  for (std::size_t s = 0; s < kClasses; ++s)
    for (std::size_t i = 0; i < model.samples(); i += kClasses) {
      double sum = 0;
      for (std::size_t y = 0; y < kClasses; ++y) sum += p[i + y + s * model.samples()];
      if (!(std::abs(sum - 1) <= kRounding))
        fail(
            "given true class {}, the probabilities of all labels sum to {} for samples {} to {}, alike but "
            "for their "
            "labels; expected 1",
            s, sum, i, i + kClasses - 1);
    }
}

void parameters_can_be_restored(const Subject& subject) {
  const Table table = labelled(subject);
  const Prepared model(subject, table), fresh(subject, table);
  if (subject.descriptor.traits.fits) model->start(subject.seed);
  const std::vector<double> parameters = model.parameters(), likelihood = model.likelihood();
  fresh->set_parameters(parameters);
  if (fresh.parameters() != parameters) fail("set_parameters() does not restore what parameters() gave");
  if (fresh.likelihood() != likelihood)
    fail("two models of the same parameters have different likelihoods: a parameter is missing");
}

bool claims_to_fit(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.fits; }

/// 600 samples of each true class, of which a fifth carries a wrong label, as often the one as the other.
struct KnownNoise {
  static constexpr std::size_t kOfClass = 600, kRight = 480, kWrong = 60;
  Table observed;
  std::vector<double> memberships;  ///< that are the truth
};

KnownNoise known_noise(const Subject& subject) {
  constexpr std::size_t n = KnownNoise::kOfClass * kClasses;
  const Table small = labelled(subject);
  KnownNoise known;
  known.observed.target.kind = TargetKind::classes;
  known.observed.target.class_names = small.target.class_names;
  known.memberships.resize(n * kClasses);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t s = i / KnownNoise::kOfClass, place = i % KnownNoise::kOfClass;
    const std::size_t wrong =
        place < KnownNoise::kRight ? 0 : 1 + (place - KnownNoise::kRight) / KnownNoise::kWrong;
    known.observed.target.labels.push_back(static_cast<std::int32_t>((s + wrong) % kClasses));
    known.memberships[i + s * n] = 1;
  }
  for (const std::vector<double>& column : small.columns) {
    auto& longer = known.observed.columns.emplace_back();
    for (std::size_t i = 0; i < n; ++i) longer.push_back(column[i % column.size()]);
  }
  return known;
}

void known_rates_are_recovered(const Subject& subject) {
  const KnownNoise known = known_noise(subject);
  const Prepared model(subject, known.observed);
  if (model->parameter_count() == 0) return;  // nothing to fit, and it says so
  model->start(subject.seed);
  model->update(ConstMatrix(known.memberships.data(), model.samples(), kClasses));
  const std::vector<double> p = model.likelihood();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::size_t sample = i % model.samples(), s = i / model.samples();
    const auto y = static_cast<std::size_t>(known.observed.target.labels[sample]);
    const double expected = y == s ? 0.8 : 0.1;
    if (!(std::abs(p[i] - expected) <= kRounding))
      fail(
          "fitted to memberships that are the truth, p(label {} | true class {}) is {}; in the data it is {}",
          y, s, p[i], expected);
  }
}

bool claims_to_corrupt(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.corrupts; }

struct Corrupted {
  std::vector<std::int32_t> labels;
  std::vector<double> expert;
};

Corrupted corrupt(const Subject& subject, const Table& table) {
  const Prepared model(subject, table);
  Corrupted out{table.target.labels, std::vector<double>(table.samples() * kClasses, -1)};
  model->corrupt(out.labels, kClasses, Matrix(out.expert.data(), table.samples(), kClasses), subject.seed);
  return out;
}

void corrupts_labels_only(const Subject& subject) {
  const Table table = partly_labelled(subject);
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

void corruption_repeats_itself(const Subject& subject) {
  const Table table = partly_labelled(subject);
  const Corrupted once = corrupt(subject, table), again = corrupt(subject, table);
  for (std::size_t i = 0; i < table.samples(); ++i)
    if (once.labels[i] != again.labels[i])
      fail("corrupted twice from one seed, sample {} has the labels {} and {}", i, once.labels[i],
           again.labels[i]);
}

constexpr ComponentTest kTests[] = {
    {4, "likelihoods_are_probabilities", false, is_a<NoiseModel>, likelihoods_are_probabilities},
    {4, "observed_labels_sum_to_one", false, is_a<NoiseModel>, observed_labels_sum_to_one},
    {4, "parameters_can_be_restored", false, is_a<NoiseModel>, parameters_can_be_restored},
    {4, "known_rates_are_recovered", false, claims_to_fit, known_rates_are_recovered},
    {4, "corrupts_labels_only", false, claims_to_corrupt, corrupts_labels_only},
    {4, "corruption_repeats_itself", false, claims_to_corrupt, corruption_repeats_itself}};

}  // namespace

std::span<const ComponentTest> noise_model_tests() { return kTests; }

}  // namespace tamis::framework::conformance
