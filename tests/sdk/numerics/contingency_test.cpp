// Tables of counts, by each way of counting, against sums over samples.
#include <tamis/numerics/contingency.hpp>
#include <tamis/numerics/simd.hpp>
#include <tamis/rng.hpp>
#include <tamis/testing/table.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

using namespace tamis;
using namespace tamis::numerics;

namespace {

std::vector<std::uint8_t> codes(std::size_t n, std::uint32_t levels, Rng& rng) {
  std::vector<std::uint8_t> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(static_cast<std::uint8_t>(rng.below(levels)));
  return out;
}

using CellsByCode = std::map<std::pair<int, int>, std::vector<double>>;

CellsByCode by_hand(const std::vector<std::uint8_t>& x, const std::vector<std::uint8_t>& z,
                    const std::vector<std::vector<double>>& gamma) {
  CellsByCode cells;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double>& cell = cells[{x[i], z[i]}];
    cell.resize(gamma[i].size());
    for (std::size_t s = 0; s < cell.size(); ++s) cell[s] += gamma[i][s];
  }
  return cells;
}

CellsByCode of(const CellTable& table) {
  CellsByCode cells;
  for (std::size_t c = 0; c < table.size(); ++c)
    cells[{table.x[c], table.z[c]}] = {table.cell(c).begin(), table.cell(c).end()};
  return cells;
}

/// The counts above 1, by x, z and s.
std::vector<std::uint32_t> above_one(const CellsByCode& cells) {
  std::vector<std::uint32_t> counts;
  for (const auto& [place, cell] : cells)
    for (const double count : cell)
      if (count > 1) counts.push_back(static_cast<std::uint32_t>(count));
  return counts;
}
std::vector<std::uint32_t> above_one(std::span<const std::uint32_t> counts) {
  std::vector<std::uint32_t> out;
  std::ranges::copy_if(counts, std::back_inserter(out), [](std::uint32_t c) { return c > 1; });
  return out;
}

void check_equal(const CellsByCode& found, const CellsByCode& expected, double margin) {
  REQUIRE(found.size() == expected.size());
  for (const auto& [place, cell] : expected) {
    const auto at = found.find(place);
    REQUIRE(at != found.end());
    for (std::size_t s = 0; s < cell.size(); ++s) CHECK(at->second[s] == Approx(cell[s]).margin(margin));
  }
}

/// A column with its planes, where these pay.
struct Planes {
  explicit Planes(CodeColumn of) : column(of) {
    const CodePlanes planes(column.codes.size());
    bits.resize(planes.words_of(column.levels), 0);
    if (bits.empty()) return;
    planes.write(column, bits.data());
    column.planes = bits.data();
  }
  Planes(const Planes&) = delete;
  Planes& operator=(const Planes&) = delete;

  std::vector<std::uint64_t> bits;
  CodeColumn column;
};

}  // namespace

TEST_CASE("counts are the same one by one and by bits, on every path", "[contingency]") {
  Rng rng(1);
  for (const std::size_t n : {1u, 63u, 64u, 511u, 512u, 513u, 3000u})
    for (const std::uint32_t levels : {2u, 3u, 5u, 9u}) {
      const std::vector<std::uint8_t> x = codes(n, levels, rng), z = codes(n, 4, rng);
      std::vector<std::int32_t> labels;
      std::vector<std::vector<double>> gamma(n, std::vector<double>(3, 0.0));
      for (std::size_t i = 0; i < n; ++i) {
        labels.push_back(static_cast<std::int32_t>(rng.below(3)));
        gamma[i][static_cast<std::size_t>(labels[i])] = 1;
      }
      testing::Table table(n, 1);
      table.with_labels(labels, 3);
      const CountedLabels counted(table.view().target(), {}, {});
      CHECK(counted.are_whole());
      CHECK(counted.patterns() == 3);
      const CellsByCode expected = by_hand(x, z, gamma);
      for (const SimdPath path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
        force_simd_path(path);
        const Planes of_x({x, levels, nullptr}), of_z({z, 4, nullptr});
        CellCounter counter;
        for (const CodeColumn& second : {CodeColumn{z, 4, nullptr}, of_z.column})
          for (const CodeColumn& first : {CodeColumn{x, levels, nullptr}, of_x.column}) {
            const LabelledColumn with_class(counted, second);
            check_equal(of(counter.count(first, with_class)), expected, 0);
            CHECK(above_one(counter.whole_counts(first, with_class)) == above_one(expected));
          }
      }
      release_simd_path();
    }
}

TEST_CASE("a table that is nearly empty has the cells that hold samples, call by call", "[contingency]") {
  Rng rng(4);
  constexpr std::size_t kFew = 300;
  CellCounter counter;
  for (int call = 0; call < 6; ++call) {
    const std::uint32_t levels = call % 2 == 0 ? 256 : 130;
    const std::vector<std::uint8_t> x = codes(kFew, levels, rng), z = codes(kFew, levels, rng);
    std::vector<std::int32_t> labels;
    std::vector<double> soft(kFew * 3);
    std::vector<std::vector<double>> crisp(kFew, std::vector<double>(3, 0.0)), rows(kFew, {0.25, 0.5, 0.25});
    for (std::size_t i = 0; i < kFew; ++i) {
      labels.push_back(static_cast<std::int32_t>(rng.below(3)));
      crisp[i][static_cast<std::size_t>(labels[i])] = 1;
      if (rng.below(2) == 0) rows[i] = {call < 4 ? 0.5 : rng.uniform() / 2, 0.0, 0.5};
      if (call >= 4) rows[i][1] = 1 - rows[i][0] - rows[i][2];  // many patterns: rows are sorted
      for (std::size_t s = 0; s < 3; ++s) soft[s * kFew + i] = rows[i][s];
    }
    testing::Table of_labels(kFew, 1), of_rows(kFew, 1);
    of_labels.with_labels(labels, 3);
    of_rows.with_soft(soft, 3);
    const CountedLabels whole(of_labels.view().target(), {}, {}), weights(of_rows.view().target(), {}, {});
    check_equal(of(counter.count({x, levels, nullptr}, LabelledColumn(whole, {z, levels, nullptr}))),
                by_hand(x, z, crisp), 0);
    const LabelledColumn with_class(whole, {z, levels, nullptr});
    CHECK(counter.whole_counts({x, levels, nullptr}, with_class).empty());
    CHECK(above_one(counter.counts_above_one({x, levels, nullptr}, with_class)) ==
          above_one(by_hand(x, z, crisp)));
    check_equal(of(counter.count({x, levels, nullptr}, LabelledColumn(weights, {z, levels, nullptr}))),
                by_hand(x, z, rows), 1e-12);
  }
}

TEST_CASE("memberships of few patterns are counted by pattern, others are added up", "[contingency]") {
  Rng rng(2);
  constexpr std::size_t kSamples = 700;
  for (const std::size_t patterns : {1u, 4u, 16u, 17u, 700u}) {
    testing::Table table(kSamples, 1);
    std::vector<std::vector<double>> rows;
    for (std::size_t p = 0; p < patterns; ++p) {
      const double a = rng.uniform(), b = (1 - a) * rng.uniform();
      rows.push_back({a, b, 1 - a - b});
    }
    std::vector<double> soft(kSamples * 3);
    std::vector<std::vector<double>> gamma;
    for (std::size_t i = 0; i < kSamples; ++i) {
      gamma.push_back(rows[i % patterns]);
      for (std::size_t s = 0; s < 3; ++s) soft[s * kSamples + i] = gamma[i][s];
    }
    table.with_soft(soft, 3);
    const CountedLabels counted(table.view().target(), {}, {});
    CHECK_FALSE(counted.are_whole());
    CHECK(counted.patterns() == (patterns <= 16 ? patterns : 0));
    const std::vector<std::uint8_t> x = codes(kSamples, 5, rng), z = codes(kSamples, 3, rng);
    CellCounter counter;
    check_equal(of(counter.count({x, 5, nullptr}, LabelledColumn(counted, {z, 3, nullptr}))),
                by_hand(x, z, gamma), 1e-12);
  }
}

TEST_CASE("cells that are corrected together get the bits of cells that are corrected one by one",
          "[contingency]") {
  Rng rng(3);
  for (const std::size_t l : {2u, 3u, 7u, 20u}) {
    std::vector<double> flips(l * l), observed(l, 1.0);
    for (std::size_t s = 0; s < l; ++s)
      for (std::size_t y = 0; y < l; ++y) flips[s + y * l] = s == y ? 0.7 : 0.3 / static_cast<double>(l - 1);
    const FlipCorrection em(ConstMatrix(flips.data(), l, l), observed, {});
    std::vector<double> cells(19 * l), room;
    for (double& w : cells) w = static_cast<double>(rng.below(4));
    for (std::size_t c = 0; c < 19; ++c) cells[c * l] += 1;  // a cell holds samples
    std::vector<double> one_by_one = cells;
    for (std::size_t c = 0; c < 19; ++c) em.correct(std::span(one_by_one).subspan(c * l, l), room);
    for (const SimdPath path : {SimdPath::sse2, SimdPath::avx2, SimdPath::avx512}) {
      force_simd_path(path);
      std::vector<double> together = cells;
      em.correct_all(together, room);
      CHECK(together == one_by_one);
    }
    release_simd_path();
  }
}
