/// Level 4, noise models that corrupt labels.
#include "noise_models.hpp"
#include "verdicts.hpp"

#include <algorithm>
#include <cmath>

namespace tamis::framework::conformance {
namespace corruption {

bool claims_to_corrupt(const Descriptor& d) { return is_a<NoiseModel>(d) && d.traits.corrupts; }

struct Corrupted {
  std::vector<std::int32_t> labels;
  std::vector<double> expert;
};

Corrupted corrupt(const PreparedNoiseModel& model, const TestTable& table, std::uint64_t seed) {
  Corrupted out{table.target.labels, std::vector<double>(table.samples() * table.classes(), -1)};
  model->corrupt(out.labels, table.classes(), Matrix(out.expert.data(), table.samples(), table.classes()),
                 seed);
  return out;
}

void corrupts_labels_only(const ComponentUnderTest& subject) {
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = partly_labelled(subject, classes);
    const Corrupted out = corrupt(PreparedNoiseModel(subject, table), table, subject.seed);
    for (std::size_t i = 0; i < table.samples(); ++i) {
      const std::int32_t before = table.target.labels[i], after = out.labels[i];
      if (before < 0 && after != before)
        fail("the unknown label of sample {} became {}; expected -1", i, after);
      if (before >= 0 && !(after >= 0 && after < static_cast<std::int32_t>(classes)))
        fail("label {} of sample {} became {}; expected 0 to {}", before, i, after, classes - 1);
      double sum = 0;
      for (std::size_t c = 0; c < classes; ++c) sum += out.expert[i + c * table.samples()];
      if (before >= 0 && !(std::abs(sum - 1) <= kSumRounding))
        fail("the expert's soft label of sample {} sums to {}; expected 1", i, sum);
    }
  });
}

/// Of one instance and of another.
void corruption_repeats_itself(const ComponentUnderTest& subject) {
  const TestTable table = partly_labelled(subject, kClasses);
  const PreparedNoiseModel model(subject, table);
  const std::vector<std::int32_t> once = corrupt(model, table, subject.seed).labels,
                                  again = corrupt(model, table, subject.seed).labels,
                                  other =
                                      corrupt(PreparedNoiseModel(subject, table), table, subject.seed).labels;
  for (std::size_t i = 0; i < table.samples(); ++i)
    if (once[i] != again[i] || once[i] != other[i])
      fail("corrupted again from one seed, sample {} has the labels {} and {}", i, once[i],
           once[i] != again[i] ? again[i] : other[i]);
}

/// In how many of its samples of class s, with label y drawn for each, a label is expected, and how far
/// chance goes.
struct Expected {
  double count = 0, variance = 0;
};

/// By the likelihood, what corrupt() draws for a table whose labels are the truth.
struct Expectation {
  std::vector<Expected> cells;   ///< at s * classes + y
  std::vector<double> is_wrong;  ///< how likely each sample is to get another label
};

Expectation expected_labels(const ComponentUnderTest& subject, const TestTable& table,
                            std::span<const double> parameters) {
  const std::size_t classes = table.classes();
  const TestTable copies = with_every_label(table);
  const PreparedNoiseModel model(subject, copies);
  model->set_parameters(parameters);
  const std::vector<double> p = model.likelihood();
  Expectation expected{std::vector<Expected>(classes * classes), std::vector<double>(table.samples())};
  for (std::size_t i = 0; i < copies.samples(); ++i) {
    const auto s = static_cast<std::size_t>(table.target.labels[i / classes]);
    const double likely = p[i + s * copies.samples()];
    Expected& cell = expected.cells[s * classes + i % classes];
    cell.count += likely;
    cell.variance += likely * (1 - likely);
    if (i % classes != s) expected.is_wrong[i / classes] += likely;
  }
  return expected;
}

constexpr double kSigmas = 6;

/// Whether a sample gets a wrong label does not depend on the others.
void expect_independent(const TestTable& table, std::span<const std::int32_t> labels,
                        std::span<const double> is_wrong) {
  for (std::size_t step = 1; step <= 8; ++step) {
    Expected both;
    double seen = 0;
    for (std::size_t i = step; i < labels.size(); ++i) {
      const double likely = is_wrong[i] * is_wrong[i - step];
      both.count += likely;
      both.variance += 3 * likely;  // pairs share samples
      seen += labels[i] != table.target.labels[i] && labels[i - step] != table.target.labels[i - step];
    }
    if (!(std::abs(seen - both.count) <= kSigmas * std::sqrt(both.variance) + kSigmas))
      fail(
          "corrupt() made {} pairs of samples wrong that lie {} apart; by likelihood() {:.4g} are expected: the "
          "labels of samples are drawn each by itself",
          seen, step, both.count);
  }
}

void corrupts_as_its_likelihood_says(const ComponentUnderTest& subject) {
  constexpr std::size_t kOfClass = 1200;
  for_each_number_of_classes(subject, [&](std::uint32_t classes) {
    const TestTable table = in_truth(subject, classes, kOfClass);
    for (const std::vector<double>& parameters : parameters_of(subject, classes)) {
      const PreparedNoiseModel model(subject, table);
      model->set_parameters(parameters);
      const Expectation expected = expected_labels(subject, table, parameters);
      const auto draw = [&](std::uint64_t seed) {
        std::vector<std::int32_t> labels = table.target.labels;
        model->corrupt(labels, classes, Matrix(), seed);
        return labels;
      };
      const std::vector<std::int32_t> labels = draw(subject.seed);
      std::vector<double> counts(expected.cells.size());
      for (std::size_t i = 0; i < labels.size(); ++i)
        counts[static_cast<std::size_t>(table.target.labels[i]) * classes +
               static_cast<std::size_t>(labels[i])] += 1;
      double chance = 0;
      for (std::size_t cell = 0; cell < counts.size(); ++cell) {
        const Expected& e = expected.cells[cell];
        chance += e.variance;
        if (!(std::abs(counts[cell] - e.count) <= kSigmas * std::sqrt(e.variance) + kSumRounding * kOfClass))
          fail(
              "of {} samples of class {} of {}, corrupt() gave {} the label {}; by likelihood() {:.4g} are "
              "expected",
              kOfClass, cell / classes, classes, counts[cell], cell % classes, e.count);
      }
      expect_independent(table, labels, expected.is_wrong);
      for (const std::uint64_t step : {1ull, 2ull, 4ull, 1ull << 32})
        if (chance > 1 && draw(subject.seed + step) == labels)
          fail(
              "corrupt() gives the same labels from the seeds {} and {}: draw them from the seed that it is "
              "handed, whatever the seed",
              subject.seed, subject.seed + step);
    }
  });
}

constexpr ComponentTest kTests[] = {
    {4, "corrupts_labels_only", false, claims_to_corrupt, corrupts_labels_only},
    {4, "corruption_repeats_itself", false, claims_to_corrupt, corruption_repeats_itself},
    {4, "corrupts_as_its_likelihood_says", false, claims_to_corrupt, corrupts_as_its_likelihood_says}};

}  // namespace corruption

std::span<const ComponentTest> corruption_tests() { return corruption::kTests; }

}  // namespace tamis::framework::conformance
