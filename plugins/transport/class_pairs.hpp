/// \file class_pairs.hpp
/// Two distributions over classes side by side: what every distance between them starts from.
#pragma once

#include <tamis/sdk.hpp>

#include <vector>

namespace tamis::transport {

/// What two distributions put on one class, each scaled to sum 1.
struct ClassMass {
  std::uint32_t c;
  double p, q;
  double excess;  ///< p - q; from counts it is exact up to one rounding, so equal shares give 0
};

/// The pairs of two batches, one at a time. Keeps what it needs between pairs, so a pair costs no allocation.
class ClassPairs {
 public:
  /// \param target  names the classes in errors; distributions may lie on its classes only.
  /// \throws DataError  batches of unequal length.
  ClassPairs(const Distributions& p, const Distributions& q, Target target);

  /// The classes that hold mass in either distribution, ascending; valid until
  /// the next call. O(classes listed).
  /// \throws DataError  a class that is unknown or out of order, a mass that is negative or not finite, a
  ///                    distribution without mass; with the batch's entry and the class.
  std::span<const ClassMass> operator()(std::size_t b);

  std::size_t size() const { return p_.batch(); }

 private:
  /// The sum of distribution b: in `count` where counts are given, else in `mass`.
  struct Total {
    std::int64_t count = 0;
    double mass = 0;
  };
  Total total(const Distributions& d, const char* name, std::size_t b) const;
  template <class Mass, class Excess>
  void merge(std::size_t b, double p_total, double q_total, const Mass& mass, const Excess& excess);

  const Distributions &p_, &q_;
  Target target_;
  std::vector<ClassMass> pair_;
};

/// out[b] = distance(the b-th pair), a function of a span of ClassMass.
template <class Distance>
void each_pair(const Distributions& p, const Distributions& q, Target target, std::span<double> out,
               const Distance& distance) {
  ClassPairs pairs(p, q, target);
  for (std::size_t b = 0; b < pairs.size(); ++b) out[b] = distance(pairs(b));
}

/// (1/2) sum |p - q|: total variation, and the transport cost where all classes are at distance 1.
double half_l1(std::span<const ClassMass> pair);

/// For sentences: 'sports', or 3 where classes have no names.
std::string class_title(const Target& target, std::uint32_t c);

}  // namespace tamis::transport
