// A criterion that uses the numerics library, so that linking it from the installed package is tried too.
#include <tamis/numerics/sorted_values.hpp>
#include <tamis/sdk.hpp>

struct LongestGap final : tamis::UnivariateCriterion {
  struct Options {
  } options;
  static constexpr auto describe() {
    return tamis::describe<LongestGap>("org.example.longest_gap", "Longest gap between neighbouring values")
        .better(tamis::Better::higher);
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override {
    const auto sorted = tamis::numerics::sorted_values(x);
    double gap = 0;
    for (std::size_t k = 1; k < sorted.size(); ++k)
      gap = std::max(gap, sorted.value[k] - sorted.value[k - 1]);
    return gap;
  }
};
TAMIS_PLUGIN(LongestGap)
