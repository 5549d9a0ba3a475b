#include "known_classes.hpp"

namespace tamis::relief {

KnownClasses::KnownClasses(const Target& target) {
  std::vector<std::int64_t> number(target.classes(), -1);
  samples = target.known_samples();
  for (const Sample i : samples) {
    std::int64_t& c = number[static_cast<std::size_t>(target.labels()[i])];
    if (c < 0) {
      c = static_cast<std::int64_t>(share.size());
      share.push_back(0);
    }
    classes.push_back(static_cast<std::uint32_t>(c));
    share[static_cast<std::size_t>(c)] += 1;
  }
  for (double& s : share) s /= static_cast<double>(samples.size());
}

}  // namespace tamis::relief
