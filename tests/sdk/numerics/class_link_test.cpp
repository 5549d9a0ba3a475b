#include "every_path.hpp"

#include <numerics/power_link_em.hpp>
#include <tamis/rng.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::numerics;

TEST_CASE("the link gives the probabilities of its formula, to the bit, on every path", "[power_link]") {
  Rng rng(4);
  const std::size_t n = 203;
  for (const std::size_t classes : {2u, 3u, 11u}) {
    // from probabilities that hardly differ to some whose logarithm is too small for an exponential
    for (const double spread : {0.1, 3.0, 60.0, 740.0, 1e5}) {
      ClassLink link(classes, 1.7);
      SamplePanels log_q(n, classes), expected(n, classes);
      for (double& shift : link.shift) shift = rng.uniform() - 0.5;
      for (std::size_t i = 0; i < n; ++i) {
        double largest = -INFINITY, sum = 0;
        for (std::size_t s = 0; s < classes; ++s) {
          log_q(i, s) = -spread * rng.uniform();
          largest = std::max(largest, link.power[s] * log_q(i, s) + link.shift[s]);
        }
        for (std::size_t s = 0; s < classes; ++s)
          sum += expected(i, s) = exponential(link.power[s] * log_q(i, s) + link.shift[s] - largest);
        for (std::size_t s = 0; s < classes; ++s) expected(i, s) /= sum;
      }
      on_every_path([&] {
        SamplePanels p(n, classes);
        predict_classes(link, log_q, p);
        CHECK(p.by_columns() == expected.by_columns());
      });
    }
  }
}
