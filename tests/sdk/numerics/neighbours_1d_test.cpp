#include <tamis/numerics/neighbours_1d.hpp>
#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>
#include <tamis/testing/threaded_runtime.hpp>

#include <catch2/catch.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;

void check_line(const std::vector<double>& y, std::size_t k) {
  std::vector<Sample> ids;
  for (std::size_t i = 0; i < y.size(); ++i) ids.push_back(static_cast<Sample>(3 * i + 1));
  const testing::SerialRuntime serial;
  for (DifferenceNorm norm : {DifferenceNorm::absolute, DifferenceNorm::squared}) {
    const NeighbourLists found = nearest_on_line(y, ids, k, norm, serial);
    REQUIRE(found.queries() == y.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      std::vector<std::pair<double, Sample>> all;
      for (std::size_t j = 0; j < y.size(); ++j) {
        const double d = std::abs(y[i] - y[j]);
        if (j != i) all.emplace_back(norm == DifferenceNorm::squared ? d * d : d, ids[j]);
      }
      std::sort(all.begin(), all.end());
      all.resize(std::min(k, all.size()));
      std::vector<std::pair<double, Sample>> got;
      for (std::size_t e = 0; e < found.indices(i).size(); ++e)
        got.emplace_back(found.distances(i)[e], found.indices(i)[e]);
      CHECK(got == all);
    }
  }
}

}  // namespace

TEST_CASE("neighbours on the line agree with a slow sort", "[neighbours_1d]") {
  Rng rng(1);
  const std::size_t n = GENERATE(1, 2, 3, 10, 200), k = GENERATE(1, 4, 9, 300);
  std::vector<double> y(n);
  for (double& v : y) v = testing::normal(rng);
  check_line(y, k);
}

TEST_CASE("tied outputs go to the smaller index", "[neighbours_1d][degenerate]") {
  Rng rng(2);
  const std::uint64_t values = GENERATE(1, 2, 3, 20);
  const std::size_t k = GENERATE(1, 5, 40);
  std::vector<double> y(120);
  for (double& v : y) v = static_cast<double>(rng.below(values));
  check_line(y, k);
}

TEST_CASE("gaps that round to the same double are one run", "[neighbours_1d][degenerate]") {
  // From 1e17 and -1e17 all the small outputs are equally far, from 1e-200 all squares vanish.
  check_line({0.3, 1e17, 0.1, -0.2, 0.7, 0.1, -1e17, 0.5}, GENERATE(1, 3, 5));
  check_line({3e-200, 1e-200, 0, 2e-200, 1e-180, -1e-200}, GENERATE(1, 2, 4));
}

TEST_CASE("neighbours on the line do not depend on the number of threads", "[neighbours_1d][determinism]") {
  Rng rng(3);
  std::vector<double> y(5000);
  for (double& v : y) v = static_cast<double>(rng.below(700));
  std::vector<Sample> ids(y.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<Sample>(i);
  const testing::SerialRuntime serial;
  const NeighbourLists one = nearest_on_line(y, ids, 12, DifferenceNorm::absolute, serial);
  const NeighbourLists four =
      nearest_on_line(y, ids, 12, DifferenceNorm::absolute, testing::ThreadedRuntime(4));
  CHECK(one.index == four.index);
  CHECK(one.distance == four.distance);
}
