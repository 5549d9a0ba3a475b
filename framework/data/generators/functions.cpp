// Targets that are functions of uniform features. Y1, Y2: Doquire, Verleysen (IWANN 2011), section 3.2, real
// values. Y4, Y5: the same (ICPRAM 2012), section 5.2, classes of equal size by the rank of the value.
#include "generators.hpp"
#include "synthetic_table.hpp"
#include "trigonometry.hpp"

#include <tamis/numerics/exp.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace tamis::framework {
namespace {

using numerics::exponential;

/// Fills the table with numbers that are uniform on (0, range], and gives y of the first `kRelevant` features
/// of each row. Zero is left out: Y2 divides by a feature.
template <std::size_t kRelevant, class Function>
std::vector<double> draw(SyntheticTable& table, double range, Rng& rng, Function y) {
  const auto uniform = [&] { return range * (1 - rng.uniform()); };
  std::vector<double> values;
  for (std::uint64_t i = 0; i < table.samples(); ++i) {
    std::array<double, kRelevant> f;
    for (std::size_t j = 0; j < kRelevant; ++j) table.at(i, j) = f[j] = uniform();
    values.push_back(y(f));
  }
  table.fill_irrelevant(uniform);
  return values;
}

/// Class 1 holds the smallest values; sizes differ by one at most.
DataTable with_classes_by_rank(SyntheticTable& table, const std::vector<double>& values,
                               std::uint64_t classes) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<std::int32_t> labels(values.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    labels[order[rank]] = static_cast<std::int32_t>(rank * classes / order.size());
  std::vector<std::string> names;
  for (std::uint64_t c = 1; c <= classes; ++c) names.push_back(std::to_string(c));
  return table.with_classes(std::move(names), std::move(labels));
}

}  // namespace

/// Y1 = cos(2 pi X1 X2) sin(2 pi X3 X4).
DataTable make_y1(const GeneratorConfig& config, Rng& rng) {
  constexpr double kTwoPi = 6.283185307179586;
  SyntheticTable table(config.count("samples"), 4, config.count("irrelevant"));
  return table.with_values(draw<4>(table, 1, rng, [](const std::array<double, 4>& x) {
    return cosine(kTwoPi * (x[0] * x[1])) * sine(kTwoPi * (x[2] * x[3]));
  }));
}

/// Y2 = X1^2 X2^-2.
DataTable make_y2(const GeneratorConfig& config, Rng& rng) {
  SyntheticTable table(config.count("samples"), 2, config.count("irrelevant"));
  return table.with_values(
      draw<2>(table, 1, rng, [](const std::array<double, 2>& x) { return (x[0] * x[0]) / (x[1] * x[1]); }));
}

/// Y4 = cos(2 f1) cos(2 f2) exp(2 f3) exp(2 f4). Equation (11) prints cos(f3) in the place of cos(2 f2); but
/// the steps of table 4 count four features, which the printed formula has not, and this one gives the table.
DataTable make_y4(const GeneratorConfig& config, Rng& rng) {
  SyntheticTable table(config.count("samples"), 4, config.count("irrelevant"));
  const auto values = draw<4>(table, 1, rng, [](const std::array<double, 4>& f) {
    return cosine(2 * f[0]) * cosine(2 * f[1]) * exponential(2 * f[2]) * exponential(2 * f[3]);
  });
  return with_classes_by_rank(table, values, config.count("classes"));
}

/// Y5 = 10 sin(f1 f2) + 20 (f3 - 0.5)^2 + 10 f4 + 5 f5, as printed, equation (12). On [0, 1] both classes
/// have the same mean of f3, so that no score of class means can find it, whatever table 5 says; on [0, 1.4]
/// it can.
DataTable make_y5(const GeneratorConfig& config, Rng& rng) {
  SyntheticTable table(config.count("samples"), 5, config.count("irrelevant"));
  const auto values = draw<5>(table, config.number("range"), rng, [](const std::array<double, 5>& f) {
    return 10 * sine(f[0] * f[1]) + 20 * ((f[2] - 0.5) * (f[2] - 0.5)) + 10 * f[3] + 5 * f[4];
  });
  return with_classes_by_rank(table, values, config.count("classes"));
}

}  // namespace tamis::framework
