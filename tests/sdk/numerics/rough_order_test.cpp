#include "lists_of_points.hpp"

#include <tamis/numerics/rough_order.hpp>

#include <algorithm>
#include <catch2/catch.hpp>

namespace {

using namespace tamis;
using namespace tamis::numerics;

std::span<const Sample> positions_of(const RoughOrder& points, std::size_t chunk) {
  const std::size_t begin = chunk == 0 ? 0 : points.ends()[chunk - 1];
  return points.position().subspan(begin, points.ends()[chunk] - begin);
}

List sorted_list(RoughOrder& points) {
  List list;
  for (std::size_t c = 0; c < points.chunks(); ++c) {
    const RoughOrder::Chunk chunk = points.sorted(c);
    for (std::size_t p = 0; p < chunk.distance.size(); ++p)
      list.push_back({chunk.distance[p], chunk.position[p]});
  }
  return list;
}

constexpr std::size_t kPadded = 16;

struct Reached {
  std::vector<double> sums = std::vector<double>(kPadded);
  std::vector<std::uint32_t> chunk = std::vector<std::uint32_t>(kPadded);
};

Reached cumulate(const RoughOrder& points, const std::vector<double>& lines, std::size_t width,
                 const std::vector<double>& starts, const std::vector<double>& enough) {
  std::vector<double> goals = enough;
  goals.resize(kPadded);
  Reached r;
  std::ranges::copy(starts, r.sums.begin());
  cumulate_until(points, lines.data(), width, goals, r.sums, r.chunk, starts.size());
  return r;
}

}  // namespace

TEST_CASE("chunks follow one another in distance, and are sorted when asked", "[rough_order]") {
  const std::size_t n = GENERATE(0, 1, 2, 15, 33, 3000);
  RoughOrder points;
  for (const std::vector<double>& distances : kinds_of_distances(n)) {  // assigned again each time
    List expected = list_of(distances);
    points.assign(near_points_of(expected));
    REQUIRE(points.size() == n);
    for (std::size_t c = 0; c + 1 < points.chunks(); ++c)
      CHECK(positions_of(points, c).size() >= RoughOrder::kFewest);
    std::ranges::stable_sort(expected, {}, &Near::distance);
    CHECK(sorted_list(points) == expected);
    CHECK(sorted_list(points) == expected);  // the second time they are
  }
}

TEST_CASE("sorting a chunk does not change in which order it is added up", "[rough_order]") {
  RoughOrder points;
  points.assign(near_points_of(list_of(uniform_numbers(3000, 1))));
  const std::vector<Sample> before(points.position().begin(), points.position().end());
  sorted_list(points);
  CHECK(std::ranges::equal(points.position(), before));
}

TEST_CASE("a chunk of evenly spread points is small", "[rough_order]") {
  RoughOrder points;
  points.assign(near_points_of(list_of(uniform_numbers(3000, 1))));
  CHECK(points.chunks() > 3000 / RoughOrder::kFewest / 2);
}

TEST_CASE("columns are added up to the chunk in which each has enough", "[rough_order]") {
  const std::size_t columns = GENERATE(range(1, 17)), n = GENERATE(0, 1, 15, 16, 17, 500);
  const std::size_t width = padded(columns) + GENERATE(0, 8);
  RoughOrder points;
  const List list = list_of(uniform_numbers(n, 7));
  points.assign(near_points_of(list));
  // small integers: exact in any order
  std::vector<double> lines = uniform_numbers((2 * n + 1) * width, n);
  for (double& v : lines) v = std::floor(4 * v);

  std::vector<double> starts(columns), enough(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    double total = starts[c] = static_cast<double>(c % 3);
    for (const Near& p : list) total += lines[p.position * width + c];
    // reached at once, by the first points, on the way, exactly with the last, and never
    const double goals[] = {starts[c], starts[c] + 1, 0.4 * total, total, total + 1, kInfinity};
    enough[c] = goals[c % std::size(goals)];
  }
  on_every_path([&] {
    const Reached r = cumulate(points, lines, width, starts, enough);
    for (std::size_t c = 0; c < columns; ++c) {
      CAPTURE(c);
      double sum = starts[c];
      std::uint32_t chunk = 0;
      for (; chunk < points.chunks(); ++chunk) {
        double with = sum;
        for (const Sample p : positions_of(points, chunk)) with += lines[p * width + c];
        if (with >= enough[c]) break;
        sum = with;
      }
      if (starts[c] >= enough[c]) chunk = 0;
      CHECK(r.chunk[c] == chunk);
      CHECK(r.sums[c] == sum);
    }
  });
}

TEST_CASE("sums of chunks have the same bits on every path", "[rough_order]") {
  constexpr std::size_t columns = 11, width = 16, n = 900;
  RoughOrder points;
  points.assign(near_points_of(list_of(uniform_numbers(n, 7))));
  const std::vector<double> lines = uniform_numbers(2 * n * width, n), starts(columns, 0.1),
                            enough(columns, 250);
  const Reached first = cumulate(points, lines, width, starts, enough);
  on_every_path([&] {
    const Reached r = cumulate(points, lines, width, starts, enough);
    CHECK(r.sums == first.sums);
    CHECK(r.chunk == first.chunk);
  });
}
