#include <tamis/framework/prediction/top_k_loss.hpp>

#include <tamis/errors.hpp>

#include <algorithm>
#include <limits>

namespace tamis::framework {

double top_k_loss(std::span<const std::uint32_t> ranking, std::span<const std::int32_t> truth,
                  ConstMatrix ground, std::size_t k) {
  if (k < 1 || k > ranking.size())
    throw ParamError("the top-k loss was asked for k = " + std::to_string(k) + "; expected 1 to " +
                     std::to_string(ranking.size()) + ", the number of classes");
  if (truth.empty())
    throw ParamError("the top-k loss of a sample without a label does not exist; leave it out");
  double sum = 0;
  for (const std::uint32_t guess : ranking.first(k)) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::int32_t y : truth)
      nearest = std::min(nearest, ground(guess, static_cast<std::uint64_t>(y)));
    sum += nearest;
  }
  return sum / static_cast<double>(k);
}

}  // namespace tamis::framework
