#include <tamis/sdk.hpp>

double median(std::vector<double> v) {
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  return v.size() % 2 ? *middle : (*std::max_element(v.begin(), middle) + *middle) / 2;
}

struct MedianGap final : tamis::UnivariateCriterion {
  static constexpr auto describe() {
    return tamis::describe<MedianGap>("org.example.median_gap",
                                      "Largest gap between the medians of two classes, in median deviations")
        .better(tamis::Better::higher)
        .targets(tamis::Targets::classes);
  }
  tamis::Score score_column(tamis::Column x, const tamis::Target& target) const override {
    const std::span<const std::int32_t> y = target.labels();
    std::vector<std::vector<double>> of_class(target.classes());
    for (std::size_t i = 0; i < x.size(); ++i) of_class[y[i]].push_back(x[i]);
    std::vector<double> medians, deviations;
    for (const auto& values : of_class) {
      if (values.empty()) continue;
      medians.push_back(median(values));
      for (const double v : values) deviations.push_back(std::abs(v - medians.back()));
    }
    const double deviation = median(deviations);
    if (deviation == 0) return tamis::undefined("most values are the median of their class");
    const auto [low, high] = std::minmax_element(medians.begin(), medians.end());
    return (*high - *low) / deviation;
  }
};
TAMIS_PLUGIN(MedianGap)
