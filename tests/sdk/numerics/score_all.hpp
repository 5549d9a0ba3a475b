/// \file score_all.hpp
/// Prepares a criterion and scores every feature of a dataset, without a kernel.
#pragma once

#include "table.hpp"

#include <tamis/criterion.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <numeric>

namespace tamis::testing {

struct Scored {
  std::vector<double> value;
  std::vector<std::string> reason;
  std::vector<std::string> warnings;
};

/// \param worst  what an undefined score becomes: +infinity where lower is better.
inline Scored score_all(Criterion& criterion, const Dataset& data, Runtime runtime, double worst) {
  std::vector<Feature> features(data.features());
  std::iota(features.begin(), features.end(), Feature{0});
  Scored out;
  out.value.resize(features.size());
  std::vector<tamis_reason> reasons(features.size(), tamis_reason{});
  Scores scores(out.value, reasons.data(), worst);
  criterion.prepare(data, runtime);
  criterion.score({}, Move::add, features, scores);
  for (const tamis_reason& r : reasons) out.reason.emplace_back(r.text);
  return out;
}
inline Scored score_all(Criterion& criterion, const Dataset& data,
                        double worst = std::numeric_limits<double>::infinity()) {
  const SerialRuntime serial;
  Scored out = score_all(criterion, data, serial, worst);
  out.warnings = serial.warnings;
  return out;
}

/// The table with samples in another order: sample i of the result is sample order[i].
inline Table reordered(const Table& t, const std::vector<std::size_t>& order) {
  Table out = t;
  for (std::size_t i = 0; i < t.n; ++i) {
    for (std::size_t j = 0; j < t.d; ++j) out.at(i, j) = t.at(order[i], j);
    for (std::uint32_t k = 0; k < t.classes && !t.soft.empty(); ++k)
      out.soft[i + k * t.n] = t.soft[order[i] + k * t.n];
    if (!t.labels.empty()) out.labels[i] = t.labels[order[i]];
    if (!t.real.empty()) out.real[i] = t.real[order[i]];
  }
  return out;
}
inline std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Rng rng(seed);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

}  // namespace tamis::testing
