#include <tamis/framework/selection/corrected_p_values.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tamis::framework;

namespace corrected_p_values_test {
namespace {

// The example of Benjamini and Hochberg (1995), section 4.1.
const std::vector<double> kExample{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                   0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};

std::ptrdiff_t selected(Correction correction, double level) {
  return std::ranges::count_if(corrected_p_values(kExample, correction),
                               [&](double p) { return p <= level; });
}

}  // namespace

TEST_CASE("the example of the paper is corrected as there", "[corrected_p_values]") {
  CHECK(selected(Correction::bonferroni, 0.05) == 3);
  CHECK(selected(Correction::benjamini_hochberg, 0.05) == 4);
  CHECK(selected(Correction::benjamini_yekutieli, 0.05) == 3);
}

TEST_CASE("corrected p values are those of R's p.adjust", "[corrected_p_values]") {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.5};
  const auto of = [&](Correction correction) { return corrected_p_values(p, correction); };
  const std::vector<double> bh{0.04, 0.16 / 3, 0.16 / 3, 0.5}, bonferroni{0.04, 0.16, 0.12, 1};
  const double harmonic = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4;
  for (std::size_t j = 0; j < p.size(); ++j) {
    CHECK(of(Correction::benjamini_hochberg)[j] == Approx(bh[j]));
    CHECK(of(Correction::bonferroni)[j] == Approx(bonferroni[j]));
    CHECK(of(Correction::benjamini_yekutieli)[j] == Approx(std::min(1.0, harmonic * bh[j])));
  }
}

TEST_CASE("what has no p value is not counted", "[corrected_p_values]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> p =
      corrected_p_values(std::vector{none, 0.01, none, 0.5}, Correction::bonferroni);
  CHECK(std::isnan(p[0]));
  CHECK(p[1] == 0.02);
  CHECK(std::isnan(p[2]));
  CHECK(p[3] == 1);
  CHECK(corrected_p_values({}, Correction::benjamini_yekutieli).empty());
}

}  // namespace corrected_p_values_test
