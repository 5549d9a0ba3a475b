#include "divergences.hpp"

#include <tamis/numerics/log.hpp>

#include <cmath>

namespace tamis::transport {
namespace {

/// p ln(p/q) with 0 ln 0 = 0 and +infinity for q = 0 < p.
double p_log_ratio(double p, double q) {
  if (p == 0) return 0;
  const double ratio = p / q;  // infinite also where q is among the smallest doubles
  return p * (ratio <= std::numeric_limits<double>::max() ? numerics::logarithm(ratio)
                                                          : numerics::logarithm(p) - numerics::logarithm(q));
}

}  // namespace

// Rounding may take a sum of terms of both signs below zero where p and q nearly agree.
double Kl::of(std::span<const ClassMass> pair) {
  double sum = 0;
  for (const ClassMass& m : pair) sum += p_log_ratio(m.p, m.q);
  return std::max(sum, 0.0);
}

double JensenShannon::of(std::span<const ClassMass> pair) {
  double sum = 0;  // of 2 p ln(p/m) and 2 q ln(q/m)
  for (const ClassMass& m : pair) sum += p_log_ratio(2 * m.p, m.p + m.q) + p_log_ratio(2 * m.q, m.p + m.q);
  return std::max(sum / 4, 0.0);
}

// sqrt p - sqrt q = (p - q) / (sqrt p + sqrt q), which does not cancel.
double Hellinger::of(std::span<const ClassMass> pair) {
  double sum = 0;
  for (const ClassMass& m : pair) {
    const double difference = m.excess / (std::sqrt(m.p) + std::sqrt(m.q));
    sum += difference * difference;
  }
  return std::sqrt(sum / 2);
}

double Chi2::of(std::span<const ClassMass> pair) {
  double sum = 0;
  for (const ClassMass& m : pair)
    sum += m.q == 0 ? std::numeric_limits<double>::infinity() : m.excess * m.excess / m.q;
  return sum;
}

}  // namespace tamis::transport
