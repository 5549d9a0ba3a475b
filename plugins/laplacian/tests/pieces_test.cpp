#include "pieces.hpp"

#include "laplacian_score.hpp"

#include <catch2/catch.hpp>
#include <point_metrics.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include "dense_reference.hpp"

namespace {

using namespace tamis;
using namespace tamis::laplacian;
using namespace tamis::laplacian::testing;

std::vector<std::size_t> pieces_of(Table& table, int neighbours, Ties ties = Ties::all) {
  const std::vector<numerics::Sample> all[] = {numerics::all_samples(table.view())};
  const tamis::testing::SerialRuntime runtime;
  return piece_sizes(
      numerics::neighbour_graph(table.view(), static_cast<std::size_t>(neighbours), {}, ties, all, runtime));
}

// Floods the graph of pairs from each sample that no flood has reached.
std::vector<std::size_t> flooded(const std::vector<std::vector<bool>>& joined) {
  std::vector<std::size_t> sizes;
  std::vector<char> wet(joined.size(), 0);
  for (std::size_t first = 0; first < joined.size(); ++first) {
    if (wet[first]) continue;
    std::vector<std::size_t> reached{first};
    wet[first] = 1;
    for (std::size_t next = 0; next < reached.size(); ++next)
      for (std::size_t j = 0; j < joined.size(); ++j)
        if (joined[reached[next]][j] && !wet[j]) wet[j] = 1, reached.push_back(j);
    sizes.push_back(reached.size());
  }
  std::ranges::sort(sizes);
  return sizes;
}

}  // namespace

TEST_CASE("the pieces of a graph of neighbours are those that a flood finds", "[pieces]") {
  const int k = GENERATE(1, 2, 3);
  const int values = GENERATE(2, 5, 40);  // crowds of copies; a few ties; hardly any
  const Ties ties = GENERATE(Ties::all, Ties::first);
  Table table = integer_table(60, 2, k + values, values);
  const auto close =
      close_pairs(squared_distances(table.view()), static_cast<std::size_t>(k), ties, Geometry::l2);
  CHECK(pieces_of(table, k, ties) == flooded(close));
}

TEST_CASE("laplacian_score warns of a graph in pieces, where a few odd samples make the best feature",
          "[pieces]") {
  Table table = random_table(60, 3, 1);
  for (std::size_t i = 0; i < table.n; ++i) table.at(i, 2) = i < 6 ? 100 : 0;
  point_metrics::Euclidean euclidean;
  LaplacianScore criterion;
  criterion.options.metric = euclidean;
  const Scored split = score_all(criterion, table.view());
  CHECK(split.value[2] == 0);
  REQUIRE(split.warnings.size() == 1);
  CHECK_THAT(split.warnings[0], Catch::Contains("in 2 pieces, the smallest of 6 samples"));

  LaplacianScore whole;
  whole.options.metric = euclidean;
  whole.options.neighbours = 6;  // more than an odd sample has companions
  CHECK(score_all(whole, table.view()).warnings.empty());
}
