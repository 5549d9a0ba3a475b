#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/study/recovery.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace recovery_test {
namespace {

std::vector<RankedFeature> in_order(const std::vector<Feature>& features) {
  std::vector<RankedFeature> ranking;
  for (const Feature f : features) ranking.emplace_back().feature = f;
  return ranking;
}

}  // namespace

TEST_CASE("recovery counts the relevant features among as many best ranked ones", "[recovery]") {
  const std::vector<char> relevant{1, 0, 1, 1, 0};
  CHECK(recovery(in_order({3, 0, 2, 1, 4}), relevant).share == 1);
  CHECK(recovery(in_order({3, 0, 2, 1, 4}), relevant).all_first);
  const Recovery partly = recovery(in_order({4, 0, 2, 3, 1}), relevant);
  CHECK(partly.relevant == 3);
  CHECK(partly.found == 2);
  CHECK(partly.share == Approx(2.0 / 3));
  CHECK_FALSE(partly.all_first);
  CHECK(recovery(in_order({4, 1, 0, 2, 3}), relevant).share == Approx(1.0 / 3));
  CHECK(to_line(partly) == "relevant features among the 3 best ranked: 2 of 3\n");
}

}  // namespace recovery_test
