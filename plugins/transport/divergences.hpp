/// \file divergences.hpp
/// Distances between distributions that know no distance between classes. Each is O(classes listed) a pair.
#pragma once

#include "class_pairs.hpp"

namespace tamis::transport {

/// What the divergences share: they only need to know the classes. Formula has
/// `static double of(std::span<const ClassMass>)`.
template <class Formula>
class Divergence : public DistributionMetric {
 public:
  void prepare(const Dataset& data, const Runtime&) override { target_ = data.target(); }
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
    each_pair(p, q, target_, out, Formula::of);
  }

 private:
  Target target_{nullptr};
};

/// (1/2) sum |p - q|, in [0, 1]: the transport cost where all classes are equally far apart.
struct TotalVariation final : Divergence<TotalVariation> {
  static constexpr auto describe() {
    return tamis::describe<TotalVariation>(
               "total_variation", "Total variation distance: half the sum of |p - q| over classes, 0 to 1")
        .cites(
            "Levin, Peres, Wilmer. Markov Chains and Mixing Times. American Mathematical Society 2009, 4.1")
        .metric();
  }
  bool difference_only() const override { return true; }
  static double of(std::span<const ClassMass> pair) { return half_l1(pair); }
};

/// KL(p || q) = sum p ln(p/q) in nats. 0 ln 0 = 0; +infinity where q = 0 < p on some class.
///
/// Kullback, Leibler. On information and sufficiency. Annals of Mathematical Statistics 22 (1951) 79-86,
/// DOI 10.1214/aoms/1177729694.
struct Kl final : Divergence<Kl> {
  static constexpr auto describe() {
    return tamis::describe<Kl>(
               "kl", "Kullback-Leibler divergence, sum p ln(p/q), in nats; infinite where q = 0 < p")
        .cites(
            "Kullback, Leibler. On information and sufficiency. Annals of Mathematical Statistics 22 (1951) "
            "79-86, DOI 10.1214/aoms/1177729694");
  }
  static double of(std::span<const ClassMass> pair);
};

/// (1/2) KL(p || m) + (1/2) KL(q || m) with m = (p + q)/2, in nats, in [0, ln 2]: the divergence, not its
/// square root. A class without mass in one of them is no special case.
///
/// Lin. Divergence measures based on the Shannon entropy. IEEE Trans. Information Theory 37 (1991) 145-151,
/// DOI 10.1109/18.61115.
struct JensenShannon final : Divergence<JensenShannon> {
  static constexpr auto describe() {
    return tamis::describe<JensenShannon>(
               "jensen_shannon", "Jensen-Shannon divergence (not its square root), in nats: 0 to ln 2")
        .cites(
            "Lin. Divergence measures based on the Shannon entropy. IEEE Trans. Information Theory 37 (1991) "
            "145-151, DOI 10.1109/18.61115");
  }
  static double of(std::span<const ClassMass> pair);
};

/// sqrt((1/2) sum (sqrt p - sqrt q)^2), in [0, 1]; 1 where no class is shared.
///
/// Hellinger. Neue Begruendung der Theorie quadratischer Formen von unendlichvielen Veraenderlichen. Journal
/// fuer die reine und angewandte Mathematik 136 (1909) 210-271, DOI 10.1515/crll.1909.136.210.
struct Hellinger final : Divergence<Hellinger> {
  static constexpr auto describe() {
    return tamis::describe<Hellinger>("hellinger",
                                      "Hellinger distance, sqrt(sum (sqrt p - sqrt q)^2 / 2): 0 to 1")
        .cites(
            "Hellinger. Neue Begruendung der Theorie quadratischer Formen von unendlichvielen "
            "Veraenderlichen. Journal fuer die reine und angewandte Mathematik 136 (1909) 210-271, DOI "
            "10.1515/crll.1909.136.210")
        .metric();
  }
  static double of(std::span<const ClassMass> pair);
};

/// sum (p - q)^2 / q. +infinity where q = 0 < p on some class.
///
/// Pearson. On the criterion that a given system of deviations ... Philosophical Magazine 50 (1900) 157-175,
/// DOI 10.1080/14786440009463897.
struct Chi2 final : Divergence<Chi2> {
  static constexpr auto describe() {
    return tamis::describe<Chi2>("chi2", "Pearson's chi-squared, sum (p - q)^2 / q; infinite where q = 0 < p")
        .cites(
            "Pearson. On the criterion that a given system of deviations from the probable in the case of a "
            "correlated system of variables is such that it can be reasonably supposed to have arisen from "
            "random sampling. Philosophical Magazine 50 (1900) 157-175, DOI 10.1080/14786440009463897");
  }
  static double of(std::span<const ClassMass> pair);
};

}  // namespace tamis::transport
