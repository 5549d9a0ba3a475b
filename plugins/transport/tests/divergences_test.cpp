#include "divergences.hpp"

#include "fixture.hpp"

#include <catch2/catch.hpp>

#include <limits>

using namespace tamis;
using namespace tamis::transport;
using namespace tamis::transport::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// total_variation, kl, jensen_shannon, hellinger, chi2 of one pair.
std::vector<double> all(const Batch& p, const Batch& q, std::size_t classes) {
  return {Prepared<TotalVariation>(classes).distances(p, q)[0], Prepared<Kl>(classes).distances(p, q)[0],
          Prepared<JensenShannon>(classes).distances(p, q)[0],
          Prepared<Hellinger>(classes).distances(p, q)[0], Prepared<Chi2>(classes).distances(p, q)[0]};
}
std::vector<double> all(const Row& p, const Row& q) {
  return all(Batch::masses({p}), Batch::masses({q}), p.size());
}

}  // namespace

TEST_CASE("divergences agree with a case worked by hand", "[divergences]") {
  const Row p{0.5, 0.5, 0}, q{0.25, 0.25, 0.5};
  const auto d = all(p, q);
  CHECK(d[0] == 0.5);
  CHECK(d[1] == Approx(std::log(2)).epsilon(1e-15));
  // m = (3/8, 3/8, 1/4)
  CHECK(d[2] == Approx((std::log(4. / 3) + 0.5 * std::log(2. / 3) + 0.5 * std::log(2.)) / 2).epsilon(1e-15));
  CHECK(d[3] == Approx(std::sqrt(1 - std::sqrt(0.5))).epsilon(1e-15));
  CHECK(d[4] == 1);  // 2 (1/16)/(1/4) + (1/4)/(1/2)
}

TEST_CASE("kl and chi2 are infinite where q is 0 and p is not, the others are not", "[divergences]") {
  const auto d = all({0.25, 0.25, 0.5}, {0.5, 0.5, 0});
  CHECK(d[1] == kInfinity);
  CHECK(d[4] == kInfinity);
  CHECK(d[0] == 0.5);
  CHECK(d[2] == Approx(0.2157615543388356).epsilon(1e-14));  // symmetric: that of the case by hand
  CHECK(d[3] == Approx(std::sqrt(1 - std::sqrt(0.5))).epsilon(1e-15));
}

TEST_CASE("distributions without a class in common are at the largest distance", "[divergences]") {
  const auto d = all({1, 2, 0, 0}, {0, 0, 3, 1});
  CHECK(d[0] == Approx(1).epsilon(1e-15));
  CHECK(d[1] == kInfinity);
  CHECK(d[2] == Approx(std::log(2)).epsilon(1e-15));
  CHECK(d[3] == Approx(1).epsilon(1e-15));
  CHECK(d[4] == kInfinity);
}

TEST_CASE("equal shares are at distance 0 to the bit, whatever the counts", "[divergences][property]") {
  const double scale = GENERATE(7.0, 49.0, 1e6 + 3, 1e12 + 7);
  const Row thirds{1, 3, 7, 0, 2};
  Row more = thirds;
  for (double& n : more) n *= scale;
  for (double d : all(Batch::counts({thirds}), Batch::counts({more}), 5)) CHECK(d == 0);
}

TEST_CASE("counts of any size agree with masses", "[divergences][property]") {
  // Beyond 2^31 samples products of counts leave 64 bits.
  const double huge = GENERATE(1.0, 1e5, 3e9, 1e17);
  const Row p{3 * huge, 5 * huge, 0, huge}, q{2 * huge, 2 * huge, 3 * huge, huge};
  const auto from_counts = all(Batch::counts({p}), Batch::counts({q}), 4);
  const auto from_masses = all(p, q);
  const auto mixed = all(Batch::counts({p}), Batch::masses({q}), 4);
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK((from_counts[k] == from_masses[k] || from_counts[k] == Approx(from_masses[k]).epsilon(1e-14)));
    CHECK(mixed[k] == from_masses[k]);
  }
  CHECK(from_counts[0] == Approx(14. / 36).epsilon(1e-15));  // of 9 and 8 samples
}

TEST_CASE("classes without mass may be listed or not", "[divergences][property]") {
  const Rows p{{0, 2, 0, 1}, {1, 0, 0, 0}}, q{{1, 0, 0, 1}, {0, 0, 0, 4}};
  const Prepared<JensenShannon> metric(4);
  CHECK(metric.distances(Batch::counts(p), Batch::counts(q)) ==
        metric.distances(Batch::counts(p, true), Batch::counts(q, true)));
  CHECK(metric.distances(Batch::masses(p), Batch::masses(q)) ==
        metric.distances(Batch::masses(p, true), Batch::masses(q, true)));
}

TEST_CASE("masses at the end of the range of doubles keep their logarithms", "[divergences][degenerate]") {
  const double tiny = 0x1p-1070;
  CHECK(all({0.5, 0.5}, {1, tiny})[1] == Approx(0.5 * std::log(0.5) + 0.5 * (1069 * std::log(2))));
  CHECK(all({1, 0x1p-1074}, {1, 0})[2] == 0);
  CHECK(all({1, 1e-12}, {1, 0})[3] == Approx(std::sqrt(0.5e-12)).epsilon(1e-6));
}

TEST_CASE("total variation depends on p - q alone, divergences do not", "[divergences]") {
  CHECK(Prepared<TotalVariation>(2).metric.difference_only());
  CHECK_FALSE(Prepared<Kl>(2).metric.difference_only());
  CHECK_FALSE(Prepared<Hellinger>(2).metric.difference_only());
}

TEST_CASE("distributions that are none are refused with the entry and the class", "[divergences][errors]") {
  const Prepared<TotalVariation> metric(3);
  const Batch fine = Batch::masses({{1, 1, 1}});
  const auto refused = [&](const Batch& p, const Batch& q, const std::string& text) {
    CHECK_THROWS_WITH(metric.distances(p, q), Catch::Contains(text));
    CHECK_THROWS_AS(metric.distances(p, q), DataError);
  };
  refused(fine, Batch::masses({{1, 1, 1}, {1, 1, 1}}), "1 distributions on one side and 2");
  refused(Batch::masses({{1, 0, 0, 1}}), fine, "distribution 0 of p has class 3, but there are 3 classes");
  refused(fine, Batch::masses({{1, -0.5, 1}}), "distribution 0 of q has mass -0.5");
  refused(Batch::masses({{1, -0.5, 1}}), fine, "on class 'b'");
  refused(Batch::masses({{1, std::nan(""), 1}}), fine, "mass nan");
  refused(Batch::masses({{1, kInfinity, 1}}), fine, "mass inf");
  refused(Batch::masses({{0, 0, 0}}), fine, "total mass of 0");
  refused(Batch::masses({{1e308, 1e308, 0}}), fine, "total mass of inf");
  refused(Batch::counts({{0, -1, 3}}), fine, "mass -1");
  refused(Batch::counts({{9e18, 9e18, 0}}), fine, "more than 2^63 - 1 samples");
  Batch twice = Batch::masses({{1, 1, 1}});
  twice.classes[1] = 0;
  refused(twice, fine, "lists class 'a' twice or out of order");
}
