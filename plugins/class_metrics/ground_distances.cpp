#include "ground_distances.hpp"

#include <tamis/numerics/ground_metric.hpp>

namespace tamis::class_metrics {

void check(ConstMatrix d, const NamedClasses& classes, const Refuse& refuse) {
  for (std::uint32_t i = 0; i < classes.count(); ++i)
    for (std::uint32_t j = 0; j < classes.count(); ++j) {
      const auto from_to = [&] {
        return "the distance from " + classes.quoted_name(i) + " to " + classes.quoted_name(j) + " is " +
               text_of(d(i, j));
      };
      if (!std::isfinite(d(i, j))) refuse(i, j, from_to() + "; give a finite number");
      if (d(i, j) < 0) refuse(i, j, from_to() + "; give a number that is not negative");
      if (i == j && d(i, j) != 0) refuse(i, j, from_to() + "; give 0, as a class is not away from itself");
      if (i > j && d(i, j) != d(j, i))
        refuse(i, j, from_to() + ", but back it is " + text_of(d(j, i)) + "; give the same both ways");
    }
}

void warn_of_triangle(ConstMatrix d, const NamedClasses& classes, const Runtime& runtime) {
  const auto worst = numerics::examine_ground(d, runtime).violation;
  if (!worst) return;
  const auto [i, j, k, excess] = *worst;
  runtime.warn("the ground distance from " + classes.quoted_name(i) + " to " + classes.quoted_name(k) + ", " +
               text_of(d(i, k)) + ", is longer than the way over " + classes.quoted_name(j) + ", " +
               text_of(d(i, j)) + " + " + text_of(d(j, k)) +
               ": the triangle inequality does not hold, so what is proved of ground metrics need not hold");
}

}  // namespace tamis::class_metrics
