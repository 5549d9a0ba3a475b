#include "class_pairs.hpp"

#include <tamis/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::transport {
namespace {

__extension__ using Wide = __int128;

/// Totals up to here keep n_p T_q - n_q T_p within 64 bits.
constexpr std::int64_t kNarrow = std::numeric_limits<std::int32_t>::max();

double mass(const Distributions& d, std::uint64_t e) {
  return d.counts.empty() ? d.masses[e] : static_cast<double>(d.counts[e]);
}

std::string entry(const char* name, std::size_t b) {
  return "distribution " + std::to_string(b) + " of " + name;
}

}  // namespace

std::string class_title(const Target& target, std::uint32_t c) {
  const std::string_view name = target.class_name(c);
  return name.empty() ? std::to_string(c) : "'" + std::string(name) + "'";
}

ClassPairs::ClassPairs(const Distributions& p, const Distributions& q, Target target)
    : p_(p), q_(q), target_(target) {
  if (p.batch() != q.batch())
    throw DataError("there are " + std::to_string(p.batch()) + " distributions on one side and " +
                    std::to_string(q.batch()) + " on the other; distances need pairs");
}

ClassPairs::Total ClassPairs::total(const Distributions& d, const char* name, std::size_t b) const {
  const bool counted = !d.counts.empty();
  Total sum;
  for (std::uint64_t e = d.start[b]; e < d.start[b + 1]; ++e) {
    const std::uint32_t c = d.classes[e];
    if (c >= target_.classes())
      throw DataError(entry(name, b) + " has class " + std::to_string(c) + ", but there are " +
                      std::to_string(target_.classes()) + " classes");
    if (e > d.start[b] && d.classes[e - 1] >= c)
      throw DataError(entry(name, b) + " lists class " + class_title(target_, c) +
                          " twice or out of order; classes must ascend",
                      at_class(c));
    const double m = mass(d, e);
    if (!(m >= 0) || m == std::numeric_limits<double>::infinity())
      throw DataError(entry(name, b) + " has mass " + text_of(m) + " on class " + class_title(target_, c) +
                          "; masses are finite and not negative",
                      at_class(c));
    sum.mass += m;
    if (counted && __builtin_add_overflow(sum.count, d.counts[e], &sum.count))
      throw DataError(entry(name, b) + " holds more than 2^63 - 1 samples");
  }
  if (!(sum.mass > 0) || sum.mass == std::numeric_limits<double>::infinity())
    throw DataError(entry(name, b) + " has a total mass of " + text_of(sum.mass) +
                    "; it must be finite and above 0");
  return sum;
}

template <class Mass, class Excess>
void ClassPairs::merge(std::size_t b, double p_total, double q_total, const Mass& mass,
                       const Excess& excess) {
  using Number = decltype(mass(p_, 0));
  std::uint64_t i = p_.start[b], j = q_.start[b];
  const std::uint64_t p_end = p_.start[b + 1], q_end = q_.start[b + 1];
  while (i < p_end || j < q_end) {
    const std::uint32_t c_p = i < p_end ? p_.classes[i] : std::numeric_limits<std::uint32_t>::max();
    const std::uint32_t c_q = j < q_end ? q_.classes[j] : std::numeric_limits<std::uint32_t>::max();
    const Number in_p = c_p <= c_q ? mass(p_, i++) : Number{0};
    const Number in_q = c_q <= c_p ? mass(q_, j++) : Number{0};
    if (in_p == 0 && in_q == 0) continue;
    pair_.push_back({std::min(c_p, c_q), static_cast<double>(in_p) / p_total,
                     static_cast<double>(in_q) / q_total, excess(in_p, in_q)});
  }
}

std::span<const ClassMass> ClassPairs::operator()(std::size_t b) {
  const Total p = total(p_, "p", b), q = total(q_, "q", b);
  pair_.clear();
  const auto count = [](const Distributions& d, std::uint64_t e) { return d.counts[e]; };
  if (p_.counts.empty() || q_.counts.empty()) {
    merge(b, p.mass, q.mass, mass, [&](double in_p, double in_q) { return in_p / p.mass - in_q / q.mass; });
  } else if (p.count <= kNarrow && q.count <= kNarrow) {
    merge(b, p.mass, q.mass, count, [&](std::int64_t in_p, std::int64_t in_q) {
      return static_cast<double>(in_p * q.count - in_q * p.count) / (p.mass * q.mass);
    });
  } else {
    merge(b, p.mass, q.mass, count, [&](std::int64_t in_p, std::int64_t in_q) {
      return static_cast<double>(Wide{in_p} * q.count - Wide{in_q} * p.count) / (p.mass * q.mass);
    });
  }
  return pair_;
}

double half_l1(std::span<const ClassMass> pair) {
  double sum = 0;
  for (const ClassMass& m : pair) sum += std::abs(m.excess);
  return sum / 2;
}

}  // namespace tamis::transport
