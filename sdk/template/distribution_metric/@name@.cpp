// A distribution metric says how far distributions over the classes are from each other, as that of all
// samples and that of the samples with one value of a feature. This one is the largest difference that some
// class makes.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

struct @Class@ final : tamis::DistributionMetric {
  // The compiler writes this into the library: tamis lists and documents the method by it, and runs none of
  // its code for that. Options and what else can be said here stand in tamis/describe.hpp.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Largest difference of a class's share: 0 to 1")
        .metric();  // symmetric, with the triangle inequality
  }

  void prepare(const tamis::Dataset& data, const tamis::Runtime&) override {
    classes_ = data.target().classes();
  }

  // out[b]: between the b-th distribution of p and that of q; only classes with mass are listed. Called from
  // many threads at once.
  void distances(const tamis::Distributions& p, const tamis::Distributions& q,
                 std::span<double> out) const override {
    for (std::size_t b = 0; b < out.size(); ++b) {
      std::vector<double> difference(classes_);
      for (std::uint64_t i = p.start[b]; i < p.start[b + 1]; ++i) difference[p.classes[i]] += share(p, b, i);
      for (std::uint64_t i = q.start[b]; i < q.start[b + 1]; ++i) difference[q.classes[i]] -= share(q, b, i);
      out[b] = 0;
      for (const double d : difference) out[b] = std::max(out[b], std::abs(d));
    }
  }
  bool difference_only() const override { return true; }  // a norm of p - q

 private:
  static double share(const tamis::Distributions& d, std::size_t b, std::uint64_t i) {
    return d.counts.empty() ? d.masses[i]
                            : static_cast<double>(d.counts[i]) / static_cast<double>(d.totals[b]);
  }
  std::uint32_t classes_ = 0;
};

TAMIS_PLUGIN(@Class@)
