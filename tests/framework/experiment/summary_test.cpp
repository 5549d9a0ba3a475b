#include <tamis/framework/experiment/summary.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace tamis::framework;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("an estimate has the mean, its standard error and Student's interval", "[summary]") {
  const std::vector<double> values{1, 2, kMissing, 3, 4};
  const Estimate e = estimate(values);
  CHECK(e.n == 4);
  CHECK(e.mean == 2.5);
  CHECK(e.deviation == Approx(std::sqrt(5.0 / 3)));
  CHECK(e.standard_error == Approx(std::sqrt(5.0 / 12)));
  const double t = 3.182446305284263;  // 0.975 quantile, 3 degrees of freedom (tables)
  CHECK(e.low == Approx(2.5 - t * std::sqrt(5.0 / 12)));
  CHECK(e.high == Approx(2.5 + t * std::sqrt(5.0 / 12)));
}

TEST_CASE("one number has a mean and no interval, none has nothing", "[summary]") {
  const Estimate one = estimate(std::vector<double>{7});
  CHECK(one.mean == 7);
  CHECK(std::isnan(one.standard_error));
  CHECK(std::isnan(one.low));
  CHECK(std::isnan(estimate({}).mean));
  CHECK(std::isnan(paired_test(std::vector<double>{1})));
}

TEST_CASE("the paired test is Student's, and wider where repeats share samples", "[summary]") {
  // t = 2.5 / sqrt(5/12) = 3.872983 with 3 degrees of freedom
  const std::vector<double> d{1, 2, 3, 4};
  CHECK(paired_test(d) == Approx(0.030466291662170977));
  // Nadeau, Bengio (2003): t = 2.5 / sqrt((1/4 + 1/4) 5/3) = 2.738613
  CHECK(paired_test(d, 0.25) == Approx(0.0714215));
  CHECK(paired_test(std::vector<double>{0, 0, 0}) == 1);
}

TEST_CASE("differences that are all equal have no p, but for 0", "[summary]") {
  // 0.3 - 0.2 and 0.4 - 0.3 differ in their last digit
  for (const std::vector<double>& equal :
       {std::vector<double>{2, 2, 2}, {-0.01, -0.01}, {0.3 - 0.2, 0.4 - 0.3, kMissing}}) {
    CHECK(std::isnan(paired_test(equal)));
    CHECK(std::isnan(paired_test(equal, 0.25)));
    CHECK_FALSE(estimate(equal).has_spread());
  }
  CHECK(paired_test(std::vector<double>{0, 0, 0}) == 1);
  CHECK(paired_test(std::vector<double>{1, 1 + 1e-9}) < 1e-8);
}
