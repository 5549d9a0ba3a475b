#include "ground_distances.hpp"

#include "class_pairs.hpp"

#include <tamis/text.hpp>

namespace tamis::transport {

Eigen::MatrixXd ground_distances(const ClassMetric& ground, const Target& target) {
  const std::uint32_t l = target.classes();
  Eigen::MatrixXd d(l, l);
  ground.distances(view(d));
  for (std::uint32_t i = 0; i < l; ++i)
    for (std::uint32_t j = 0; j < l; ++j)
      if (const double v = d(i, j); !(v >= 0 && v <= kLongestGround))
        throw DataError("the ground distance from class " + class_title(target, i) + " to " +
                            class_title(target, j) + " is " + text_of(v) +
                            "; mass can be carried over distances of 0 to 1e280 only",
                        at_class(i));
  return d;
}

void require_classes(const Target& target) {
  if (target.classes() == 0)
    throw DataError("distances between distributions over classes need an outcome with classes");
}

}  // namespace tamis::transport
