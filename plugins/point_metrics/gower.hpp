/// \file gower.hpp
/// Distances between rows that hold numbers and categories.
#pragma once

#include <tamis/sdk.hpp>

#include <vector>

namespace tamis::point_metrics {

/// The mean over the columns of |a - b| / (max - min) of numbers, and of 0 (the same) or 1 (another one) of categories. A categorical
/// column counts once, however many values it has; so does a feature of kind nominal. A constant column adds 0. Between 0 and 1 for
/// points of the data that prepare() gets.
///
/// J. C. Gower. A general coefficient of similarity and some of its properties. Biometrics 27 (1971) 857-871, DOI 10.2307/2528823: one
/// less his similarity, with equal weights.
class Gower final : public PointMetric {
 public:
  static constexpr auto describe() {
    return tamis::describe<Gower>("gower", "Gower distance: numbers by their range, categories by equality")
        .cites(
            "Gower. A general coefficient of similarity and some of its properties. Biometrics 27 (1971) 857-871, DOI "
            "10.2307/2528823");
  }
  /// O(n d).
  void prepare(const Dataset& data, const Runtime& runtime) override;
  /// Of the first features of the dataset. Before prepare() all are numbers of range 1.
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override;
  void feature_distances(std::span<const Feature> features, ConstMatrix from, ConstMatrix to,
                         Matrix out) const override;

 private:
  struct Columns;
  /// Which of `features` are numbers, and which show the same categorical column.
  Columns columns_of(std::span<const Feature> features) const;

  std::vector<double> range_;  // of each feature that is a number
  std::vector<std::int32_t>
      category_of_;  // of each feature: the categorical column that it belongs to, or -1
};

}  // namespace tamis::point_metrics
