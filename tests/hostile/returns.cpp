// Gives its second candidate a score that is none, or says that it costs what is no cost.
#include "hostile.hpp"

namespace {

using namespace tamis;

struct Returns final : hostile::FirstValue {
  enum class What {
    number,
    nan,
    nothing,
    minus_zero,
    infinity,
    minus_infinity,
    endless_reason,
    nan_cost,
    infinite_cost,
    negative_cost,
    huge_cost,
    cost_of_a_column
  };
  struct Options {
    What what = What::number;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Returns>("test.returns", "Gives odd scores")
        .better(Better::higher)
        .option<&Options::what>(
            "what",
            one_of("number", "nan", "nothing", "minus_zero", "infinity", "minus_infinity", "endless_reason",
                   "nan_cost", "infinite_cost", "negative_cost", "huge_cost", "cost_of_a_column"),
            "");
  }
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = i == 1 && options.what == What::nothing ? scores[i] : data().column(candidates[i])[0];
      if (i != 1) continue;
      if (options.what == What::nan) scores[i] = std::nan("");
      if (options.what == What::minus_zero) scores[i] = -0.0;
      if (options.what == What::infinity) scores[i] = kInfinity;
      if (options.what == What::minus_infinity) scores[i] = -kInfinity;
      if (options.what == What::endless_reason) {
        scores[i] = -kInfinity;
        for (char& c : scores.reasons()[i].text) c = 'x';  // no terminator
      }
    }
  }
  Cost cost(const Dataset& data) const override {
    switch (options.what) {
      case What::nan_cost:
        return {std::nan(""), 0};
      case What::infinite_cost:
        return {0, std::numeric_limits<double>::infinity()};
      case What::negative_cost:
        return {-1e30, 0};
      case What::huge_cost:
        return {1e300, 0};
      case What::cost_of_a_column:
        return {std::abs(data.column(0)[0]), 0};
      default:
        return {};
    }
  }
  void report(const Diagnostics& out) const override { out.text("no_utf8", "\xff\xfe"); }
};

}  // namespace

TAMIS_PLUGIN(Returns)
