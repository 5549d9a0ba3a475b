/// Level 4, criteria: label errors that do not change the order of features.
#include "scoring.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/numerics/random.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace tamis::framework::conformance {
namespace immunity {

/// How often labels become which, in tenths, so that ten copies of a sample have exactly these shares.
struct Flips {
  LabelFlips kind;
  std::uint32_t classes;
  bool balanced;
  std::array<std::array<int, 3>, 3> tenths;  ///< [true class][label]
};

constexpr Flips kFlips[] = {
    {LabelFlips::two_classes, 2, false, {{{9, 1, 0}, {4, 6, 0}, {}}}},
    {LabelFlips::uniform, 3, false, {{{6, 2, 2}, {2, 6, 2}, {2, 2, 6}}}},
    {LabelFlips::uniform_balanced, 3, true, {{{6, 2, 2}, {2, 6, 2}, {2, 2, 6}}}},
    {LabelFlips::any, 3, false, {{{6, 3, 1}, {0, 8, 2}, {3, 0, 7}}}},
};
constexpr std::size_t kCopies = 10, kSamples = 36;
constexpr Feature kManyFeatures = 12;

/// Samples of whole numbers, as many as there are classes, which go with the class more or less.
TestTable few_samples(const Flips& flips, std::uint64_t seed) {
  Rng rng(Rng::mix(seed));
  TestTable table;
  table.target.kind = TargetKind::classes;
  for (std::uint32_t c = 0; c < flips.classes; ++c)
    table.target.class_names.push_back(std::string(1, static_cast<char>('a' + c)));
  for (std::size_t i = 0; i < kSamples; ++i) {
    const std::size_t c = i % flips.classes;
    table.target.labels.push_back(static_cast<std::int32_t>(flips.balanced || i % 4 > 0 ? c : 0));
  }
  for (Feature f = 0; f < kManyFeatures; ++f) {
    std::vector<double> column;
    for (const std::int32_t label : table.target.labels)
      column.push_back(static_cast<double>(
          rng.below(kManyFeatures + 4) < f ? static_cast<std::uint64_t>(label) : rng.below(flips.classes)));
    table.columns.push_back(std::move(column));
  }
  return table;
}

/// Each sample ten times: with its own label, or with labels in the exact shares.
TestTable copied(const TestTable& table, const Flips* flips) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < table.samples(); ++i) rows.insert(rows.end(), kCopies, i);
  TestTable out = permuted(table, rows);
  if (!flips) return out;
  for (std::size_t i = 0; i < table.samples(); ++i) {
    auto label = out.target.labels.begin() + static_cast<std::ptrdiff_t>(i * kCopies);
    const auto& shares = flips->tenths[static_cast<std::size_t>(table.target.labels[i])];
    for (std::int32_t y = 0; y < 3; ++y) label = std::fill_n(label, shares[static_cast<std::size_t>(y)], y);
  }
  return out;
}

std::vector<double> scores(const ComponentUnderTest& subject, const TestTable& table) {
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  const Move move = has_move(subject.descriptor.traits, Move::add) ? Move::add : Move::remove;
  Scorer scorer(subject, subject.plan(), table);
  return scorer({move, move == Move::add ? std::vector<Feature>{} : all, all}).scores;
}

void order_is_immune_as_declared(const ComponentUnderTest& subject) {
  const Traits& traits = subject.descriptor.traits;
  for (const Flips& flips : kFlips) {
    if ((static_cast<unsigned>(traits.order_immune) & static_cast<unsigned>(flips.kind)) == 0) continue;
    const TestTable table = few_samples(flips, subject.seed);
    const std::vector<double> right = scores(subject, copied(table, nullptr)),
                              wrong = scores(subject, copied(table, &flips));
    for (Feature a = 0; a < right.size(); ++a)
      for (Feature b = 0; b < right.size(); ++b)
        if (const double scale = std::abs(right[a]) + std::abs(right[b]);
            right[a] > right[b] + 1e-9 * scale && !(wrong[a] > wrong[b]))
          fail(
              "feature {} scores {} and feature {} {} by right labels, but {} and {} by labels that are wrong as "
              "\"{}\" says, so their order changes",
              a, right[a], b, right[b], wrong[a], wrong[b],
              kLabelFlipsNames[std::countr_zero(static_cast<unsigned>(flips.kind))]);
  }
}

bool claims_an_immune_order(const Descriptor& d) {
  return is_a<Criterion>(d) && d.traits.order_immune != LabelFlips::none &&
         !properties(d.traits.measures).depends_on_subset;
}

constexpr ComponentTest kTests[] = {
    {4, "order_is_immune_as_declared", false, claims_an_immune_order, order_is_immune_as_declared}};

}  // namespace immunity

std::span<const ComponentTest> immunity_tests() { return immunity::kTests; }

}  // namespace tamis::framework::conformance
