#include "../mahalanobis.cpp"

#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

#include <array>
#include <cstdio>

// Around each mean (-2, 0), (2, 0), (0, -1), (0, 1): the covariance is diag(2, 0.5), its sphere 1.25, and with a shrinkage
// of 0.2 it becomes diag(0.8 * 2 + 0.25, 0.8 * 0.5 + 0.25).
int main() {
  using namespace tamis::testing;
  Table table = Table::of({{"x", {-2, 2, 0, 0, -1, 3, 1, 1, -2, 2, 0, 0}},
                           {"y", {0, 0, -1, 1, 0, 0, -1, 1, 3, 3, 2, 4}}})
                    .with_labels({0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, 3);
  Mahalanobis metric;
  metric.options.shrinkage = 0.2;
  SerialRuntime runtime;
  metric.prepare(table.view(), runtime);
  std::array<double, 9> d;
  metric.distances(tamis::Matrix(d.data(), 3, 3));

  const auto is = [](double found, double squared) { return std::abs(found * found - squared) < 1e-12; };
  const bool right =
      d[0] == 0 && d[1] == d[3] && is(d[1], 1 / 1.85) && is(d[2], 9 / 0.65) && is(d[5], 1 / 1.85 + 9 / 0.65);
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
