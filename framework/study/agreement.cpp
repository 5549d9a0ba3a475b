#include <tamis/framework/study/agreement.hpp>

#include <algorithm>
#include <iterator>
#include <vector>

namespace tamis::framework {

Agreement agreement(std::span<const Feature> a, std::span<const Feature> b, std::size_t features) {
  if (a.empty() && b.empty()) return {};
  std::vector<Feature> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const auto larger = static_cast<double>(std::max(a.size(), b.size()));
  const auto smaller = static_cast<double>(std::min(a.size(), b.size()));
  return {static_cast<double>(both.size()) / larger, smaller / static_cast<double>(features)};
}

}  // namespace tamis::framework
