#include "lists_of_points.hpp"

#include <tamis/testing/table.hpp>

#include <bit>
#include <catch2/catch.hpp>
#include <numeric>
#include <set>

namespace {

using namespace tamis;
using namespace tamis::numerics;
using testing::Table;

List within(const List& all, double limit) {
  List list;
  for (const Near& p : all)
    if (p.distance <= limit) list.push_back(p);
  return list;
}

std::vector<Feature> first_features(std::size_t count, std::size_t from = 0) {
  std::vector<Feature> features(count);
  std::iota(features.begin(), features.end(), static_cast<Feature>(from));
  return features;
}

PointPanels panels_of(const Table& table, const std::vector<Feature>& features) {
  return make_panels({table.x.data(), table.n, table.d}, features);
}

template <class Number>
Number add(Geometry geometry, Number sum, Number difference) {
  if (geometry == Geometry::l2) return sum + difference * difference;
  if (geometry == Geometry::l1) return sum + std::abs(difference);
  return std::max(sum, std::abs(difference));
}

// The definition: features in order, from the first of them to the last.
double distance(const Table& table, std::size_t a, std::size_t b, const std::vector<Feature>& features,
                Geometry geometry) {
  double sum = 0;
  for (Feature f : features) sum = add(geometry, sum, table.at(a, f) - table.at(b, f));
  return sum;
}

/// All samples but the query, by `between(i)`.
template <class Between>
List others(std::size_t n, std::size_t query, const Between& between) {
  List list;
  for (std::size_t i = 0; i < n; ++i)
    if (i != query) list.push_back({between(i), static_cast<Sample>(i)});
  return list;
}

Geometry any_geometry() { return GENERATE(Geometry::l1, Geometry::l2, Geometry::linf); }

// Limits of every kind; two of them are distances from the query that occur.
std::vector<double> limits_for(const List& all) {
  std::vector<double> limits{kInfinity, -1.0, 0.0};
  if (all.empty()) return limits;
  const double some = all[all.size() / 2].distance, other = all.front().distance;
  for (double limit : {some, std::nextafter(some, 0.0), other, 1.5 * some}) limits.push_back(limit);
  return limits;
}

void check_near_points(const Table& table, std::size_t step, Geometry geometry) {
  const std::vector<Feature> features = first_features(table.d);
  const PointPanels points = panels_of(table, features);
  std::vector<NearPoints> near(kLanes);  // what an earlier search found is cleared
  for (std::size_t panel = 0; panel < points.panels(); ++panel) {
    const std::size_t begin = panel * kLanes, count = std::min(kLanes, table.n - begin);
    std::vector<double> limits(count);
    std::vector<List> expected(count);
    for (std::size_t turn = 0; turn < 7; ++turn) {
      for (std::size_t q = 0; q < count; ++q) {
        List all = others(table.n, begin + q,
                          [&](std::size_t i) { return distance(table, begin + q, i, features, geometry); });
        const std::vector<double> choice = limits_for(all);
        limits[q] = choice[(q + turn) % choice.size()];
        std::erase_if(all, [&](const Near& p) { return p.position / kLanes % step != 0; });
        expected[q] = within(all, limits[q]);
      }
      near_points(points, geometry, panel, limits, near, step);
      for (std::size_t q = 0; q < count; ++q) CHECK(plain(near[q]) == expected[q]);
    }
  }
}

void check_without_each(const Table& table, Geometry geometry) {
  const std::size_t d = table.d;
  const PointPanels points = panels_of(table, first_features(d));
  std::vector<NearPoints> near(d);
  for (std::size_t query = 0; query < table.n; query += 3) {
    std::vector<List> all(d);
    for (std::size_t f = 0; f < d; ++f)
      all[f] = others(table.n, query, [&](std::size_t i) {
        double before = 0, after = 0;
        for (std::size_t g = 0; g < f; ++g)
          before = add(geometry, before, table.at(query, g) - table.at(i, g));
        for (std::size_t g = d; g-- > f + 1;)
          after = add(geometry, after, table.at(query, g) - table.at(i, g));
        return geometry == Geometry::linf ? std::max(before, after) : before + after;
      });
    for (double limit : limits_for(d > 0 ? all[query % d] : List{})) {
      near_points_without_each(points, geometry, query, limit, near);
      for (std::size_t f = 0; f < d; ++f) CHECK(plain(near[f]) == within(all[f], limit));

      std::vector<double> farthest(d);
      farthest_without_each(points, geometry, query, farthest);
      for (std::size_t f = 0; f < d; ++f) {
        double expected = 0;
        for (const Near& p : all[f]) expected = std::max(expected, p.distance);
        CHECK(farthest[f] == expected);
      }

      // by groups: what one limit lets through of its own points, and none, and all
      const double limits[] = {limit, -1, kInfinity};
      std::vector<std::uint16_t> group;
      for (std::size_t i = 0; i < table.n; ++i) group.push_back(static_cast<std::uint16_t>(i * i % 7 % 3));
      near_points_without_each(points, geometry, query, group, limits, near);
      for (std::size_t f = 0; f < d; ++f) {
        List expected = all[f];
        std::erase_if(expected, [&](const Near& p) { return p.distance > limits[group[p.position]]; });
        CHECK(plain(near[f]) == expected);
      }
      if (d < 3) continue;
      std::vector<NearPoints> some(d - 2);
      near_points_without_each(points, geometry, query, group, limits, some, 1);
      for (std::size_t f = 1; f + 1 < d; ++f) CHECK(plain(some[f - 1]) == plain(near[f]));
    }
  }
}

void check_with_each(const Table& table, std::size_t features, Geometry geometry) {
  const std::vector<Feature> shared = first_features(features),
                             joined = first_features(table.d - features, features);
  const PointPanels points = panels_of(table, shared), joining = panels_of(table, joined);
  std::vector<NearPoints> near(joined.size());
  for (std::size_t query = 0; query < table.n; query += 3) {
    std::vector<List> all;
    for (Feature f : joined)
      all.push_back(others(table.n, query, [&](std::size_t i) {
        return add(geometry, distance(table, query, i, shared, geometry),
                   table.at(query, f) - table.at(i, f));
      }));
    for (std::size_t turn = 0; turn < 7; ++turn) {
      std::vector<double> limits;
      for (const List& list : all) {
        const std::vector<double> choice = limits_for(list);
        limits.push_back(choice[(limits.size() + turn) % choice.size()]);
      }
      near_points_with_each(points, joining, geometry, query, limits, near);
      for (std::size_t c = 0; c < joined.size(); ++c) CHECK(plain(near[c]) == within(all[c], limits[c]));
    }
  }
}

struct Cumulated {
  std::vector<std::uint8_t> bucket;
  std::vector<double> sums;
  bool operator==(const Cumulated&) const = default;
};

std::vector<double> line_numbers(std::size_t lines, std::size_t width) {
  std::vector<double> numbers = uniform_numbers(lines * width, lines + width);
  for (std::size_t line = 0; line < lines; ++line) numbers[line * width] = 1;  // counts points
  return numbers;
}

void check_buckets(const std::vector<double>& distances, std::size_t width) {
  const List list = list_of(distances);
  const NearPoints points = near_points_of(list);
  const std::vector<double> lines = line_numbers(list.back().position + 1, width);
  const DistanceBuckets buckets(points.distance());
  REQUIRE(buckets.count() >= 1);
  REQUIRE(buckets.count() <= DistanceBuckets::kMost);
  const auto [least, greatest] = std::ranges::minmax(distances);
  CHECK((buckets.count() == 1) == (least == greatest));

  Cumulated seen{std::vector<std::uint8_t>(list.size()),
                 std::vector<double>(2 * buckets.count() * width, -7)};
  buckets.cumulate(points.distance(), points.position(), lines.data(), width, seen.bucket, seen.sums);
  seen.sums.resize(buckets.count() * width);

  // nearer points are in no later bucket, and the nearest and the farthest are parted if they can be
  std::vector<std::pair<double, std::uint8_t>> by_distance;
  for (std::size_t p = 0; p < list.size(); ++p) by_distance.emplace_back(distances[p], seen.bucket[p]);
  std::ranges::sort(by_distance);
  CHECK(std::ranges::is_sorted(by_distance, {}, [](const auto& p) { return p.second; }));
  for (std::size_t p = 0; p < list.size(); ++p) CHECK(buckets.of(distances[p]) == seen.bucket[p]);
  CHECK(by_distance.front().second == 0);
  REQUIRE(by_distance.back().second == buckets.count() - 1);

  // the definition: sums of buckets, of every other point each, added up from the first one on
  std::vector<double> expected(seen.sums.size()), odd(expected);
  for (std::size_t p = 0; p < list.size(); ++p)
    for (std::size_t w = 0; w < width; ++w)
      (p % 2 == 0 ? expected : odd)[seen.bucket[p] * width + w] += lines[list[p].position * width + w];
  for (std::size_t at = 0; at < expected.size(); ++at) expected[at] += odd[at];
  for (std::size_t at = width; at < expected.size(); ++at) expected[at] += expected[at - width];
  CHECK(seen.sums == expected);
  CHECK(seen.sums[(buckets.count() - 1) * width] == static_cast<double>(list.size()));

  std::vector<std::uint8_t> with_padding = seen.bucket;
  with_padding.resize(list.size() + DistanceBuckets::kPadding, seen.bucket.back());
  std::vector<std::uint32_t> places(list.size());
  on_every_path([&] {
    std::size_t found = 0;
    for (std::size_t b = 0; b < buckets.count(); ++b) {
      const auto which = static_cast<std::uint8_t>(b);
      const std::size_t count = DistanceBuckets::places_in(with_padding, list.size(), which, places);
      const std::span<const std::uint32_t> here = std::span(places).first(count);
      CHECK(std::ranges::adjacent_find(here, std::greater_equal{}) == here.end());
      CHECK(std::ranges::all_of(here, [&](std::uint32_t p) { return seen.bucket[p] == which; }));
      found += count;
    }
    CHECK(found == list.size());

    const DistanceBuckets again(points.distance());
    REQUIRE(again.count() == buckets.count());
    Cumulated other{std::vector<std::uint8_t>(list.size()), std::vector<double>(2 * seen.sums.size())};
    again.cumulate(points.distance(), points.position(), lines.data(), width, other.bucket, other.sums);
    other.sums.resize(seen.sums.size());
    CHECK(other == seen);
  });
}

}  // namespace

TEST_CASE("near points are all others within the limit, by position", "[near_points]") {
  const std::size_t d = GENERATE(0, 1, 3, 40), n = GENERATE(1, 2, 8, 61), step = GENERATE(1, 2, 5);
  const Table table = testing::random_table(n, d, 10 * n + d);
  const Geometry geometry = any_geometry();
  on_every_path([&] { check_near_points(table, step, geometry); });
}

TEST_CASE("copies of a sample are near it, and the sample itself is not", "[near_points][degenerate]") {
  const Table table = testing::integer_table(90, GENERATE(1, 2, 3), 5, GENERATE(1, 2, 3));
  const Geometry geometry = any_geometry();
  on_every_path([&] {
    check_near_points(table, 1, geometry);
    check_without_each(table, geometry);
    check_with_each(table, 1, geometry);
    check_with_each(table, 0, geometry);
  });
}

TEST_CASE("panels hold the chosen features in the chosen order, filled up with zeros", "[near_points]") {
  const Table table = testing::random_table(11, 4, 3);
  const std::vector<Feature> chosen{3, 0, 2};
  const PointPanels points = panels_of(table, chosen);
  REQUIRE(points.size() == 11);
  REQUIRE(points.panels() == 2);
  CHECK(points.features == 3);
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t f = 0; f < 3; ++f)
      CHECK(points.panel(i / 8)[f * 8 + i % 8] == (i < 11 ? table.at(i, chosen[f]) : 0.0));
  for (std::size_t i = 0; i < 11; ++i) CHECK(points.ids[i] == i);
}

TEST_CASE("without a feature a distance is what comes before it and after it, added", "[near_points]") {
  const std::size_t d = GENERATE(0, 1, 2, 5, 40), n = GENERATE(2, 8, 45);
  const Table table = testing::random_table(n, d, 7 * n + d);
  const Geometry geometry = any_geometry();
  on_every_path([&] { check_without_each(table, geometry); });
}

TEST_CASE("without a feature a distance is accurate, however far apart samples are along it",
          "[near_points][degenerate]") {
  const std::size_t d = 12, far = 4;
  Table table = testing::random_table(40, d, 2);
  for (double& v : table.column(far)) v *= GENERATE(1.0, 1e12, 1e120);
  const Geometry geometry = any_geometry();
  const PointPanels points = panels_of(table, first_features(d));
  std::vector<NearPoints> near(d);
  for (std::size_t query = 0; query < table.n; ++query) {
    near_points_without_each(points, geometry, query, kInfinity, near);
    for (const Near& p : plain(near[far])) {
      long double exact = 0;
      for (std::size_t f = 0; f < d; ++f)
        if (f != far) {
          const long double a = table.at(query, f), b = table.at(p.position, f);
          exact = add(geometry, exact, a - b);
        }
      // two roundings of the difference, one of its square, at most d additions; half a unit each
      CHECK(std::abs(p.distance - exact) <= (d + 3) * 0x1p-53L * exact);
    }
  }
}

TEST_CASE("with one feature more a distance is the shared sum and that feature", "[near_points]") {
  const std::size_t shared = GENERATE(0, 1, 5, 40), joining = GENERATE(0, 1, 3, 9), n = GENERATE(2, 8, 45);
  const Table table = testing::random_table(n, shared + joining, 7 * n + shared);
  const Geometry geometry = any_geometry();
  on_every_path([&] { check_with_each(table, shared, geometry); });
}

TEST_CASE("buckets of distances add up their points' lines", "[near_points]") {
  const std::size_t n = GENERATE(1, 2, 8, 200, 3000), width = GENERATE(8, 16, 24);
  for (const std::vector<double>& distances : kinds_of_distances(n)) check_buckets(distances, width);
}

TEST_CASE("buckets are of equal width on the scale of the bits of a double", "[near_points]") {
  const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  std::vector<double> distances = uniform_numbers(4000, 1);
  for (double& v : distances) v = std::ldexp(1 + v, static_cast<int>(20 * v) - 10);
  const List list = list_of(distances);
  const NearPoints points = near_points_of(list);
  const DistanceBuckets buckets(points.distance());
  const std::vector<double> lines = line_numbers(list.back().position + 1, 8);
  std::vector<std::uint8_t> bucket(list.size());
  std::vector<double> sums(2 * buckets.count() * 8);
  buckets.cumulate(points.distance(), points.position(), lines.data(), 8, bucket, sums);
  const auto [least, greatest] = std::ranges::minmax(distances);
  const std::uint64_t widest = (bits(greatest) - bits(least)) / (buckets.count() - 1);
  for (std::size_t p = 1; p < list.size(); ++p)
    if (bucket[p] == bucket[p - 1])
      CHECK(bits(std::max(distances[p], distances[p - 1])) - bits(std::min(distances[p], distances[p - 1])) <=
            widest);
}

TEST_CASE("a copy of the sample does not hide how far the others are", "[near_points][degenerate]") {
  std::vector<double> distances = uniform_numbers(4000, 1);
  for (double& v : distances) v += 1;
  distances[7] = 0;
  const NearPoints points = near_points_of(list_of(distances));
  const DistanceBuckets buckets(points.distance());
  const std::vector<double> lines = line_numbers(points.position().back() + 1, 8);
  std::vector<std::uint8_t> bucket(points.size());
  std::vector<double> sums(2 * buckets.count() * 8);
  buckets.cumulate(points.distance(), points.position(), lines.data(), 8, bucket, sums);
  CHECK(std::set<std::uint8_t>(bucket.begin(), bucket.end()).size() >= 5);
}
