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

TEST_CASE("a step of the link is the same on every path, whatever samples of unknown label are beside",
          "[power_link]") {
  Rng rng(8);
  const std::size_t n = 61, unknown = 30;
  for (const std::size_t classes : {2u, 3u, 9u}) {
    std::vector<double> known_q, all_q;  // by columns
    std::vector<std::int32_t> labels;
    for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(rng.below(classes)));
    for (std::size_t s = 0; s < classes; ++s)
      for (std::size_t i = 0; i < n + unknown; ++i) {
        all_q.push_back(0.01 + rng.uniform());
        if (i < n) known_q.push_back(all_q.back());
      }
    const auto step = [&](const std::vector<double>& q, const std::vector<std::int32_t>& of) {
      PowerLinkEm em(ConstMatrix(q.data(), of.size(), classes), of, {});
      ClassLink link(classes, 1.3);
      link.shift[0] = 0.2;
      em.predict(link);
      em.expect([&](std::size_t i, std::size_t s) {
        return of[i] < 0                               ? 1
               : of[i] == static_cast<std::int32_t>(s) ? 0.8
                                                       : 0.2 / static_cast<double>(classes - 1);
      });
      const ClassLink next = em.improved(link);
      std::vector<double> numbers = next.power;
      numbers.insert(numbers.end(), next.shift.begin(), next.shift.end());
      return numbers;
    };
    std::vector<std::int32_t> all = labels;
    all.resize(n + unknown, -1);
    const std::vector<double> expected = step(known_q, labels);
    on_every_path([&] {
      CHECK(step(known_q, labels) == expected);
      CHECK(step(all_q, all) == expected);
    });
  }
}
