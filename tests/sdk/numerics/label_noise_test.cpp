#include <tamis/numerics/label_noise.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::testing;
using tamis::numerics::flip_rates;

namespace {

constexpr std::uint32_t kClasses = 3;

std::vector<double> rates_of(const std::vector<double>& memberships, const std::vector<std::int32_t>& y) {
  return flip_rates(ConstMatrix(memberships.data(), y.size(), memberships.size() / y.size()), y);
}

}  // namespace

TEST_CASE("flip rates agree with a case worked by hand", "[label_noise]") {
  // gamma(0|i) = 1, 0.5, 0.25, 1 with labels 0, 1, 1, unknown: (0.5 + 0.25) / 1.75; gamma(1|i): 0 / 1.25
  CHECK(rates_of({1, 0.5, 0.25, 1, /**/ 0, 0.5, 0.75, 0}, {0, 1, 1, -1}) ==
        std::vector<double>{0.75 / 1.75, 0});
}

TEST_CASE("flip rates are 0 where the memberships are the labels", "[label_noise][property]") {
  auto y = random_labels(50, kClasses, 1);
  for (std::size_t i = 0; i < 50; i += 7) y[i] = -1;
  auto gamma = one_hot(y, kClasses);
  for (std::size_t i = 0; i < 50; i += 7)
    for (std::size_t s = 0; s < kClasses; ++s) gamma[i + s * 50] = 1.0 / 3;
  CHECK(rates_of(gamma, y) == std::vector<double>(kClasses, 0.0));
}

TEST_CASE("flip rates count what the true classes say", "[label_noise][property]") {
  const auto truth = random_labels(400, kClasses, 2), y = random_labels(400, kClasses, 3);
  std::vector<double> wrong(kClasses), all(kClasses);
  for (std::size_t i = 0; i < 400; ++i) {
    all[static_cast<std::size_t>(truth[i])] += 1;
    wrong[static_cast<std::size_t>(truth[i])] += y[i] != truth[i];
  }
  const auto rates = rates_of(one_hot(truth, kClasses), y);
  for (std::size_t s = 0; s < kClasses; ++s) CHECK(rates[s] == wrong[s] / all[s]);
}

TEST_CASE("flip rates do not see the memberships of samples without a label", "[label_noise]") {
  auto y = random_labels(60, kClasses, 4);
  auto gamma = random_soft(60, kClasses, 5);
  for (std::size_t i = 0; i < 60; i += 3) y[i] = -1;
  const auto before = rates_of(gamma, y);
  for (std::size_t i = 0; i < 60; i += 3)
    for (std::size_t s = 0; s < kClasses; ++s) gamma[i + s * 60] = s == 0;
  CHECK(rates_of(gamma, y) == before);
}

TEST_CASE("flip rates follow the classes when they are renamed", "[label_noise][property]") {
  const std::size_t renamed[] = {2, 0, 1};
  const auto y = random_labels(80, kClasses, 6);
  const auto gamma = random_soft(80, kClasses, 7);
  auto other_y = y;
  auto other_gamma = gamma;
  for (auto& v : other_y) v = static_cast<std::int32_t>(renamed[v]);
  for (std::size_t s = 0; s < kClasses; ++s)
    std::copy_n(gamma.data() + s * 80, 80, other_gamma.data() + renamed[s] * 80);
  const auto rates = rates_of(gamma, y), other = rates_of(other_gamma, other_y);
  for (std::size_t s = 0; s < kClasses; ++s) CHECK(other[renamed[s]] == rates[s]);
}

TEST_CASE("flip rates are 0 for a class without mass and where no label is known",
          "[label_noise][degenerate]") {
  CHECK(rates_of({1, 1, /**/ 0, 0}, {0, 1}) == std::vector<double>{0.5, 0});
  CHECK(rates_of({1, 1, /**/ 0, 0}, {-1, -1}) == std::vector<double>{0, 0});
  CHECK(rates_of({1, 1}, {0, 0}) == std::vector<double>{0});
  CHECK(flip_rates(ConstMatrix(), {}).empty());
}
