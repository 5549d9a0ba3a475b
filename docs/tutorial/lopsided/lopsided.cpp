#include <tamis/sdk.hpp>
#include <numeric>

struct Lopsided final : tamis::UnivariateCriterion {
  static constexpr auto describe() {
    return tamis::describe<Lopsided>("org.example.lopsided", "How far the mean is from the middle of the range")
        .better(tamis::Better::higher);
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    if (*low == *high) return tamis::undefined("constant");
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    return std::abs(mean - (*low + *high) / 2) / (*high - *low);
  }
};
TAMIS_PLUGIN(Lopsided)
