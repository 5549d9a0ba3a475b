#include "doubtful_features.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tamis::framework {
namespace {

constexpr std::size_t kFewestInOrder = 3;
constexpr std::size_t kFewest = 10;  // fewer do so by chance

bool counts_from_the_start(std::span<const double> v) {
  if (v.size() < kFewestInOrder || (v[0] != 0 && v[0] != 1)) return false;
  for (std::size_t i = 1; i < v.size(); ++i)
    if (v[i] != v[0] + static_cast<double>(i)) return false;
  return true;
}

bool is_each_once(std::span<const double> v) {
  double least = v[0], most = v[0];
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(v[i] == std::trunc(v[i])) || (i > 0 && v[i] == v[i - 1])) return false;
    least = std::min(least, v[i]);
    most = std::max(most, v[i]);
  }
  if (most - least != static_cast<double>(v.size() - 1)) return false;
  std::vector<char> seen(v.size());
  return std::ranges::all_of(v, [&](double x) {
    char& mark = seen[static_cast<std::size_t>(x - least)];
    return std::exchange(mark, 1) == 0;
  });
}

bool repeats_classes(std::span<const double> values, const std::vector<std::int32_t>& labels) {
  std::vector<double> of_class;
  std::vector<char> seen;
  std::size_t known = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (labels[i] < 0) continue;
    const auto c = static_cast<std::size_t>(labels[i]);
    if (c >= seen.size()) {
      of_class.resize(c + 1);
      seen.resize(c + 1);
    }
    if (!std::exchange(seen[c], 1))
      of_class[c] = values[i];
    else if (of_class[c] != values[i])
      return false;
    ++known;
  }
  std::vector<double> distinct;
  for (std::size_t c = 0; c < seen.size(); ++c)
    if (seen[c]) distinct.push_back(of_class[c]);
  std::ranges::sort(distinct);
  return known >= kFewest && distinct.size() > 1 && std::ranges::adjacent_find(distinct) == distinct.end();
}

bool equals_known(std::span<const double> values, const std::vector<double>& real) {
  std::size_t known = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(real[i])) continue;
    if (values[i] != real[i]) return false;
    ++known;
  }
  return known >= kFewest;
}

}  // namespace

bool numbers_the_rows(std::span<const double> v) {
  return counts_from_the_start(v) || (v.size() >= kFewest && is_each_once(v));
}

bool repeats_target(std::span<const double> values, const TargetColumn& target) {
  if (!target.labels.empty()) return repeats_classes(values, target.labels);
  return target.kind == TargetKind::real && equals_known(values, target.real);
}

}  // namespace tamis::framework
