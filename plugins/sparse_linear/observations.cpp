#include "observations.hpp"

#include <tamis/numerics/lanes.hpp>

namespace tamis::sparse_linear {

Observations observe(const Target& target, const CountedSamples& counted, SoftReading reading) {
  Observations found;
  found.classes = static_cast<Index>(target.classes());
  found.start.push_back(0);
  std::vector<VectorXd> rows;
  const auto add = [&](double weight, VectorXd q) {
    found.weight.push_back(weight);
    rows.push_back(std::move(q));
  };
  for (std::size_t i = 0; i < counted.samples.size(); ++i) {
    const std::uint32_t sample = counted.samples[i];
    const double v = counted.share[static_cast<Index>(i)];
    if (target.kind() == TargetKind::classes) {
      add(v, VectorXd::Unit(found.classes, target.labels()[sample]));
    } else if (reading == SoftReading::evidence) {
      VectorXd q(found.classes);
      for (Index s = 0; s < found.classes; ++s) q[s] = target.soft()(sample, static_cast<std::uint64_t>(s));
      add(v, std::move(q));
    } else {
      for (Index s = 0; s < found.classes; ++s)
        if (const double q = target.soft()(sample, static_cast<std::uint64_t>(s)); q > 0)
          add(v * q, VectorXd::Unit(found.classes, s));
    }
    found.start.push_back(rows.size());
  }
  found.labels.resize(static_cast<Index>(rows.size()), found.classes);
  for (std::size_t o = 0; o < rows.size(); ++o) found.labels.row(static_cast<Index>(o)) = rows[o];
  return found;
}

CountedSamples counted_samples(const Target& target, Column weights, std::span<const char> takes) {
  CountedSamples counted;
  std::vector<double> w;
  for (const std::uint32_t i : target.known_samples()) {
    if (!takes.empty() && !takes[i]) continue;
    if (!weights.empty() && !(weights[i] > 0)) continue;
    counted.samples.push_back(i);
    w.push_back(weights.empty() ? 1.0 : weights[i]);
  }
  counted.total = numerics::lane_sum(w.size(), [&](std::size_t i) { return w[i]; });
  counted.share = Eigen::Map<const VectorXd>(w.data(), static_cast<Index>(w.size())) / counted.total;
  return counted;
}

}  // namespace tamis::sparse_linear
