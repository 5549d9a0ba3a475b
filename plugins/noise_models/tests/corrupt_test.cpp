#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::noise_models;
using namespace tamis::noise_models::testing;

namespace {

constexpr std::size_t kEach = 20000;  // samples per class

/// How often each class became each class, by rows.
std::vector<double> counts(const std::vector<std::int32_t>& from, const std::vector<std::int32_t>& to,
                           std::uint32_t classes) {
  std::vector<double> count(std::size_t{classes} * classes);
  for (std::size_t i = 0; i < from.size(); ++i)
    count[static_cast<std::size_t>(from[i]) * classes + static_cast<std::size_t>(to[i])] += 1;
  return count;
}

/// That labels became each other as often as `matrix` says, within five standard errors.
void check_frequencies(const std::vector<double>& count, const std::vector<double>& matrix) {
  const auto n = static_cast<double>(kEach);
  REQUIRE(count.size() == matrix.size());
  for (std::size_t k = 0; k < count.size(); ++k)
    CHECK(count[k] == Approx(n * matrix[k]).margin(5 * std::sqrt(n * matrix[k] * (1 - matrix[k]))));
}

}  // namespace

TEST_CASE("labels are corrupted as often as the model says", "[corrupt][property]") {
  const std::uint32_t l = GENERATE(2u, 3u);
  const auto y = in_turn(kEach * l, l);
  const double rates[] = {0.4, 0.1, 0.0};
  const auto check = [&](const auto& p, const std::vector<double>& matrix) {
    check_frequencies(counts(y, p.corrupt(1).labels, l), matrix);
  };
  check(Prepared<None>(y, l), TransitionMatrix::of_flip_rates(std::vector<double>(l, 0.0)).values());
  check(Prepared<UniformFlip>(y, l, {0.2}),
        TransitionMatrix::of_flip_rates(std::vector<double>(l, 0.2)).values());
  const std::span<const double> per_class(rates, l);
  check(Prepared<PerClassFlip>(y, l, {0.9, per_class}), TransitionMatrix::of_flip_rates(per_class).values());
  check(Prepared<KnownRates>(y, l, {per_class}), TransitionMatrix::of_flip_rates(per_class).values());
  const auto matrix = lopsided_matrix(l);
  check(Prepared<ConfusionMatrix>(y, l, {0.1, matrix}), matrix);
  // b is 0.3 on average, so 3 labels in 10 are switched whatever its variance
  for (double variance : {0.01, 0.1, 0.2})
    check(Prepared<ExpertBeta>(y, l, {0.3, variance}),
          TransitionMatrix::of_flip_rates(std::vector<double>(l, 0.3)).values());
}

TEST_CASE("a rate of 0 corrupts nothing and a rate of 1 everything", "[corrupt][degenerate]") {
  const auto y = in_turn(3000, 3);
  CHECK(Prepared<UniformFlip>(y, 3, {0.0}).corrupt(1).labels == y);
  CHECK(counts(y, Prepared<UniformFlip>(y, 3, {1.0}).corrupt(1).labels, 3)[0] == 0);
  CHECK(counts(y, Prepared<UniformFlip>(y, 3, {1.0}).corrupt(1).labels, 3)[4] == 0);
  const double never_one[] = {0.5, 0, 0.5, /**/ 1, 0, 0, /**/ 0.25, 0, 0.75};
  Prepared<ConfusionMatrix> p({0, 2}, 3, {0.1, never_one});
  auto labels = y;
  p.model.corrupt(labels, 3, {}, 4);
  const auto count = counts(y, labels, 3);
  for (std::size_t s = 0; s < 3; ++s) CHECK(count[s * 3 + 1] == 0);
  CHECK(count[3] == 1000);
}

TEST_CASE("corruption is a function of labels and seed, sample by sample", "[corrupt][determinism]") {
  const auto check = [](const auto& p) {
    const auto first = p.corrupt(7);
    CHECK(p.corrupt(7).labels == first.labels);
    CHECK(p.corrupt(7).expert == first.expert);
    CHECK(p.corrupt(8).labels != first.labels);
    // the first half alone
    std::vector<std::int32_t> half(p.table.labels.begin(), p.table.labels.begin() + 150);
    p.model.corrupt(half, p.table.classes, {}, 7);
    CHECK(half == std::vector<std::int32_t>(first.labels.begin(), first.labels.begin() + 150));
  };
  const auto y = in_turn(300, 4);
  const auto matrix = lopsided_matrix(4);
  check(Prepared<UniformFlip>(y, 4));
  check(Prepared<PerClassFlip>(y, 4));
  check(Prepared<ConfusionMatrix>(y, 4, {0.1, matrix}));
  check(Prepared<KnownRates>(y, 4, {matrix}));
  check(Prepared<ExpertBeta>(y, 4));
}

TEST_CASE("more noise with the same seed keeps the labels that were wrong", "[corrupt][property]") {
  const auto y = in_turn(2000, 3);
  const auto some = Prepared<UniformFlip>(y, 3, {0.1}).corrupt(2).labels;
  const auto more = Prepared<UniformFlip>(y, 3, {0.2}).corrupt(2).labels;
  std::size_t added = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (some[i] != y[i]) CHECK(more[i] == some[i]);
    added += some[i] == y[i] && more[i] != y[i];
  }
  CHECK(added > 0);
}

TEST_CASE("a fitted model corrupts with what it was fitted to", "[corrupt]") {
  const auto y = in_turn(300, 3);
  Prepared<PerClassFlip> p(y, 3, {0.5});
  p.update(one_hot(y, 3));
  CHECK(p.corrupt(1).labels == y);
}

TEST_CASE("labels that are unknown stay so", "[corrupt]") {
  auto y = in_turn(400, 4);
  for (std::size_t i = 0; i < y.size(); i += 3) y[i] = -1;
  const auto check = [&](const auto& p) {
    const auto c = p.corrupt(3);
    for (std::size_t i = 0; i < y.size(); ++i) {
      CHECK((c.labels[i] < 0) == (y[i] < 0));
      for (std::size_t s = 0; s < 4; ++s) CHECK(std::isnan(c.expert[i + s * 400]) == (y[i] < 0));
    }
  };
  check(Prepared<UniformFlip>(y, 4, {0.5}));
  check(Prepared<ExpertBeta>(y, 4));
}

TEST_CASE("with one class nothing is corrupted", "[corrupt][degenerate]") {
  const std::vector<std::int32_t> y{0, 0, 0};
  const auto check = [&](const auto& p) {
    CHECK(p.corrupt(1).labels == y);
    CHECK(p.corrupt(1).expert == std::vector<double>{1, 1, 1});
  };
  check(Prepared<UniformFlip>(y, 1, {1.0}));
  check(Prepared<PerClassFlip>(y, 1, {1.0}));
  check(Prepared<ConfusionMatrix>(y, 1, {1.0}));
  check(Prepared<ExpertBeta>(y, 1));
}

TEST_CASE("models without doubt state the labels that they give", "[corrupt]") {
  const auto y = in_turn(100, 3);
  Prepared<UniformFlip> p(y, 3, {0.4});
  const auto c = p.corrupt(5);
  CHECK(c.expert == one_hot(c.labels, 3));
}

TEST_CASE("experts doubt between the true class and one other", "[corrupt][expert_beta][property]") {
  const std::uint32_t l = 4;
  const std::size_t n = kEach * l;
  const auto y = in_turn(n, l);
  const double mean = GENERATE(0.2, 0.3, 0.45), variance = 0.1;
  Prepared<ExpertBeta> p(y, l, {mean, variance});
  const auto c = p.corrupt(6);
  double sum = 0, squares = 0, switched_doubt = 0;
  std::vector<double> named(std::size_t{l} * l);
  bool two_places = true, right_place = true, sums_to_one = true;
  for (std::size_t i = 0; i < n; ++i) {
    const auto s = static_cast<std::size_t>(y[i]);
    std::size_t others = 0, other = s;
    for (std::size_t k = 0; k < l; ++k)
      if (k != s && c.expert[i + k * n] != 0) ++others, other = k;
    const double doubt = other == s ? 0 : c.expert[i + other * n];
    two_places = two_places && others <= 1;
    sums_to_one = sums_to_one && std::abs(c.expert[i + s * n] + doubt - 1) <= 1e-15;
    if (c.labels[i] != y[i]) {
      right_place = right_place && static_cast<std::size_t>(c.labels[i]) == other;
      switched_doubt += 1 - doubt;
    }
    if (doubt > 1e-12) named[s * l + other] += 1;
    sum += doubt, squares += (doubt - mean) * (doubt - mean);
  }
  CHECK(two_places);
  CHECK(right_place);
  CHECK(sums_to_one);
  const auto m = static_cast<double>(n);
  CHECK(sum / m == Approx(mean).margin(5 * std::sqrt(variance / m)));
  CHECK(squares / m == Approx(variance).margin(5 * 0.32 / std::sqrt(m)));  // (b - mean)^2 lies in [0, 0.64]
  // a doubt b is switched with probability b, so over the samples the mean of [switched] (1 - b) is E
  // b (1 - b)
  const double expected = mean - variance - mean * mean;
  CHECK(switched_doubt / m == Approx(expected).margin(5 * 0.5 / std::sqrt(m)));
  for (std::size_t s = 0; s < l; ++s) {
    double all = 0;
    for (std::size_t k = 0; k < l; ++k) all += named[s * l + k];
    for (std::size_t k = 0; k < l; ++k)
      if (k != s) CHECK(named[s * l + k] == Approx(all / 3).margin(5 * std::sqrt(all * 2 / 9)));
  }
}

TEST_CASE("labels of other classes than were prepared are refused", "[corrupt][errors]") {
  const auto check = [](const auto& p) {
    std::vector<std::int32_t> labels{0, 1, 3};
    CHECK_THROWS_AS(p.model.corrupt(labels, 4, {}, 1), ParamError);
    try {
      p.model.corrupt(labels, 3, {}, 1);
      CHECK(false);
    } catch (const DataError& e) {
      CHECK(e.at.subject == TAMIS_SAMPLE);
      CHECK(e.at.index == 2);
    }
    CHECK(labels == std::vector<std::int32_t>{0, 1, 3});
  };
  check(Prepared<UniformFlip>({0, 1, 2}, 3));
  check(Prepared<ExpertBeta>({0, 1, 2}, 3));
}
