// Classes that are places: Doquire, Verleysen (ICPRAM 2012), section 5.2.
#include "generators.hpp"
#include "synthetic_table.hpp"

#include <array>
#include <optional>

namespace tamis::framework {
namespace {

const std::vector<std::string> kFourPlaces{"a", "b", "c", "d"};

using Point = std::array<double, 3>;

constexpr Point kCentres[] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}};

/// The sphere that holds a point.
std::optional<std::int32_t> sphere_of(const Point& p, double radius) {
  for (std::size_t s = 0; s < std::size(kCentres); ++s) {
    double squared = 0;
    for (std::size_t k = 0; k < p.size(); ++k) squared += (p[k] - kCentres[s][k]) * (p[k] - kCentres[s][k]);
    if (squared <= radius * radius) return static_cast<std::int32_t>(s);
  }
  return std::nullopt;
}

}  // namespace

/// Points of the unit cube, drawn until one lies in a sphere. The paper does not say it; but this gives its
/// table 1, and all points of the cube, each in the class of the nearest centre, do not.
DataTable make_spheres(const GeneratorConfig& config, Rng& rng) {
  const double radius = config.number("radius");
  SyntheticTable table(config.count("samples"), 3, config.count("irrelevant"));
  std::vector<std::int32_t> labels;
  while (labels.size() < table.samples()) {
    const Point p{rng.uniform(), rng.uniform(), rng.uniform()};
    const auto sphere = sphere_of(p, radius);
    if (!sphere) continue;
    for (std::size_t k = 0; k < p.size(); ++k) table.at(labels.size(), k) = p[k];
    labels.push_back(*sphere);
  }
  table.fill_irrelevant([&] { return rng.uniform(); });
  return table.with_classes(kFourPlaces, std::move(labels));
}

/// Four unit squares in a block of two by two, which is our reading: layouts in the form of an L or a T give
/// the paper's table 2 as well, a row, a diagonal or an S does not.
DataTable make_squares(const GeneratorConfig& config, Rng& rng) {
  constexpr double kBlock = 2;
  SyntheticTable table(config.count("samples"), 2, config.count("irrelevant"));
  std::vector<std::int32_t> labels;
  for (std::uint64_t i = 0; i < table.samples(); ++i) {
    for (std::uint64_t j = 0; j < 2; ++j) table.at(i, j) = kBlock * rng.uniform();
    labels.push_back((table.at(i, 0) >= 1 ? 1 : 0) + (table.at(i, 1) >= 1 ? 2 : 0));
  }
  table.fill_irrelevant([&] { return kBlock * rng.uniform(); });
  return table.with_classes(kFourPlaces, std::move(labels));
}

/// Inside and outside of a circle of radius 0.4 in the middle of the unit square, without the points of a
/// ring around it. That the ring lies around the circle (0.40 to 0.45), and that there are six features, is
/// our reading: with a ring inside it (0.35 to 0.40) the outer class is the larger one, and the features that
/// matter come last.
DataTable make_circle(const GeneratorConfig& config, Rng& rng) {
  constexpr double kRadius = 0.4;
  const double outer = kRadius + config.number("ring");
  SyntheticTable table(config.count("samples"), 2, config.count("irrelevant"));
  std::vector<std::int32_t> labels;
  while (labels.size() < table.samples()) {
    const double x = rng.uniform(), y = rng.uniform();
    const double squared = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5);
    const bool inside = squared <= kRadius * kRadius;
    if (!inside && squared < outer * outer) continue;
    table.at(labels.size(), 0) = x;
    table.at(labels.size(), 1) = y;
    labels.push_back(inside ? 0 : 1);
  }
  table.fill_irrelevant([&] { return rng.uniform(); });
  return table.with_classes({"inside", "outside"}, std::move(labels));
}

}  // namespace tamis::framework
