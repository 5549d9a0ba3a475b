#include "drawing.hpp"
#include "scale.hpp"

#include <tamis/framework/charts/tree_chart.hpp>
#include <tamis/framework/support/columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tamis::framework {
namespace {

constexpr double kNames = 170, kWidth = 400, kRow = 18, kTop = 56, kBottom = 22;
constexpr std::size_t kLongestName = 24;

struct Cluster {
  std::vector<std::size_t> leaves;  ///< in the order in which they are drawn
  double height = 0;
  std::size_t left = 0, right = 0;  ///< the clusters it was joined from; of a leaf both 0
};

/// All clusters: the n leaves, then each join; the last one is the whole.
std::vector<Cluster> linked(std::size_t n, const std::vector<double>& distances) {
  std::vector<Cluster> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i].leaves = {i};
  std::vector<std::size_t> open(n);
  for (std::size_t i = 0; i < n; ++i) open[i] = i;
  const auto apart = [&](std::size_t a, std::size_t b) {
    double sum = 0;
    for (const std::size_t i : all[a].leaves)
      for (const std::size_t j : all[b].leaves) sum += distances[i * n + j];
    return sum / static_cast<double>(all[a].leaves.size() * all[b].leaves.size());
  };
  while (open.size() > 1) {
    std::pair<std::size_t, std::size_t> nearest{0, 1};
    double least = apart(open[0], open[1]);
    for (std::size_t a = 0; a < open.size(); ++a)
      for (std::size_t b = a + 1; b < open.size(); ++b)
        if (const double d = apart(open[a], open[b]); d < least) least = d, nearest = {a, b};
    Cluster joined;
    joined.left = open[nearest.first], joined.right = open[nearest.second];
    joined.height = least;
    for (const std::size_t part : {joined.left, joined.right})
      joined.leaves.insert(joined.leaves.end(), all[part].leaves.begin(), all[part].leaves.end());
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(nearest.second));
    open[nearest.first] = all.size();
    all.push_back(std::move(joined));
  }
  return all;
}

}  // namespace

std::string to_svg(const TreeChart& chart) {
  const std::size_t n = chart.names.size();
  const std::vector<Cluster> clusters = linked(n, chart.distances);
  Scale scale;
  scale.include(0);
  for (const Cluster& cluster : clusters) scale.include(cluster.height);
  scale.finish(false, true);
  const auto x = [&](double v) { return kNames + kWidth * scale.at(v); };

  std::string out = svg_text(kNames, kTop - 20, chart.x_label, "start", "fill=\"#444\"");
  const double bottom = kTop + kRow * static_cast<double>(n);
  for (const double v : scale.ticks()) {
    out += svg_line(x(v), kTop - 4, x(v), bottom, "stroke=\"#eee\"");
    out += svg_text(x(v), bottom + 14, number_text(v), "middle", "fill=\"#444\"");
  }
  std::vector<double> y(clusters.size());
  for (std::size_t place = 0; n > 0 && place < n; ++place) {
    const std::size_t leaf = clusters.back().leaves[place];
    y[leaf] = kTop + kRow * (static_cast<double>(place) + 0.5);
    out += svg_text(kNames - 8, y[leaf] + 4, shortened(chart.names[leaf], kLongestName), "end");
  }
  for (std::size_t c = n; c < clusters.size(); ++c) {
    const Cluster& joined = clusters[c];
    y[c] = (y[joined.left] + y[joined.right]) / 2;
    for (const std::size_t part : {joined.left, joined.right})
      out += svg_line(x(clusters[part].height), y[part], x(joined.height), y[part], "stroke=\"#444\"");
    out += svg_line(x(joined.height), y[joined.left], x(joined.height), y[joined.right], "stroke=\"#444\"");
  }
  return svg_figure(kNames + kWidth + 40, bottom + kBottom, chart.title, out);
}

}  // namespace tamis::framework
