#include <tamis/framework/prediction/losses.hpp>

#include <catch2/catch.hpp>

#include <vector>

using namespace tamis::framework;

TEST_CASE("the error rate is the share of wrong predictions", "[losses]") {
  const std::vector<std::int32_t> truth{0, 0, 0, 1, 2};
  CHECK(error_rate(truth, truth) == 0);
  CHECK(error_rate(std::vector<std::int32_t>{0, 0, 1, 1, 0}, truth) == 0.4);
}

TEST_CASE("the balanced error rate gives a rare class the weight of a frequent one", "[losses]") {
  const std::vector<std::int32_t> truth{0, 0, 0, 0, 3};  // classes 1 and 2 do not occur
  CHECK(balanced_error_rate(truth, truth) == 0);
  CHECK(balanced_error_rate(std::vector<std::int32_t>{0, 0, 0, 0, 0}, truth) == 0.5);
  CHECK(balanced_error_rate(std::vector<std::int32_t>{0, 0, 0, 1, 3}, truth) == 0.125);
}

TEST_CASE("the two error rates agree where the classes are of one size", "[losses]") {
  const std::vector<std::int32_t> truth{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2},
      guess{0, 1, 1, 0, 2, 2, 1, 1, 0, 0, 1, 2};
  CHECK(balanced_error_rate(guess, truth) == Approx(error_rate(guess, truth)));
}

TEST_CASE("the root mean squared error is in the unit of the target", "[losses]") {
  CHECK(root_mean_squared_error(std::vector{1.0, 5.0}, std::vector{4.0, 1.0}) == Approx(std::sqrt(12.5)));
  CHECK(root_mean_squared_error(std::vector{100.0, 500.0}, std::vector{400.0, 100.0}) ==
        Approx(100 * std::sqrt(12.5)));
}

TEST_CASE("a loss with weights is that of samples that occur as often", "[losses]") {
  const std::vector<std::int32_t> truth{0, 0, 1, 1, 2}, guess{0, 1, 1, 0, 2};
  const std::vector<double> weights{1, 2, 3, 0, 2}, halves{0.5, 1, 1.5, 0, 1};
  const std::vector<std::int32_t> repeated{0, 0, 0, 1, 1, 1, 2, 2}, guesses{0, 1, 1, 1, 1, 1, 2, 2};
  CHECK(error_rate(guess, truth, weights) == error_rate(guesses, repeated));
  CHECK(balanced_error_rate(guess, truth, weights) == Approx(balanced_error_rate(guesses, repeated)));
  CHECK(balanced_error_rate(guess, truth, halves) == Approx(balanced_error_rate(guesses, repeated)));
  CHECK(root_mean_squared_error(std::vector{1.0, 5.0}, std::vector{4.0, 1.0}, std::vector{1.0, 3.0}) ==
        Approx(std::sqrt((9.0 + 3 * 16.0) / 4)));
}
