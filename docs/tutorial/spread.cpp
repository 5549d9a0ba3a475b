#include <tamis/sdk.hpp>

struct Spread final : tamis::UnivariateCriterion {
  struct Options {
    double power = 1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Spread>("org.example.spread", "Range of each feature")
        .better(tamis::Better::higher)
        .option<&Options::power>("power", tamis::positive, "exponent of the range");
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target&) const override {
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    return std::pow(*high - *low, options.power);
  }
};
TAMIS_PLUGIN(Spread)
