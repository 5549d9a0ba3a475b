#include <tamis/errors.hpp>
#include <tamis/framework/prediction/top_k_loss.hpp>

#include <catch2/catch.hpp>

#include <vector>

using tamis::ConstMatrix;
using tamis::ParamError;
using tamis::framework::top_k_loss;

namespace {

const std::vector<double> kLine{0, 1, 2, 1, 0, 1, 2, 1, 0};  // classes 0, 1, 2 in a row
const ConstMatrix kGround(kLine.data(), 3, 3);
const std::vector<std::uint32_t> kRanking{2, 0, 1};

double loss(const std::vector<std::int32_t>& truth, std::size_t k) {
  return top_k_loss(kRanking, truth, kGround, k);
}

}  // namespace

TEST_CASE("the top-k loss is the mean way from each guess to the nearest true label", "[top_k_loss]") {
  CHECK(loss({0}, 1) == 2);
  CHECK(loss({0}, 2) == 1);
  CHECK(loss({0}, 3) == 1);
  CHECK(loss({0, 2}, 2) == 0);
  CHECK(loss({0, 2}, 3) == Approx(1.0 / 3));
}

TEST_CASE("a top-k loss without guesses, with too many, or without a truth is refused",
          "[top_k_loss][errors]") {
  CHECK_THROWS_AS(loss({0}, 0), ParamError);
  CHECK_THROWS_WITH(loss({0}, 4), Catch::Contains("k = 4; expected 1 to 3"));
  CHECK_THROWS_WITH(loss({}, 1), Catch::Contains("a sample without a label"));
}
