#include "subset_table.hpp"

#include <tamis/framework/data/fill_codes.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

std::vector<double> those_that_scale(std::span<const double> column, std::span<const char> scales) {
  std::vector<double> out;
  for (std::size_t i = 0; i < column.size(); ++i)
    if (scales[i]) out.push_back(column[i]);
  return out;
}

/// Values become codes, in place.
void encode(std::span<double> column, std::span<const char> scales, const Discretise& cuts,
            const std::string& name, const LoadedData& data) {
  const auto where = [&](std::uint64_t i) { return data.where(i); };
  // Integers are their own codes, so nothing is fitted, and a sample that tests must hold one too.
  const Bins bins = cuts.binning == Binning::integers
                        ? fit_bins(column, cuts, name, where)
                        : fit_bins(those_that_scale(column, scales), cuts, name, where);
  const std::vector<std::uint8_t> codes = codes_of(bins, column);
  std::copy(codes.begin(), codes.end(), column.begin());
}

}  // namespace

DataTable subset_table(const LoadedData& data, Subset features, std::span<const char> scales,
                       FeatureForm form, const Discretise& cuts) {
  const DataTable& from = data.parts();
  std::vector<Feature> sorted(features.begin(), features.end());
  std::sort(sorted.begin(), sorted.end());
  DataTable to;
  to.samples = from.samples;
  to.values.resize(from.samples * sorted.size());
  for (std::size_t j = 0; j < sorted.size(); ++j) {
    const std::span<double> column = to.values.span().subspan(j * from.samples, from.samples);
    const std::string& name = from.feature_names[sorted[j]];
    data.view().copy_column(sorted[j], column);
    if (form == FeatureForm::z_scores) {
      const CentreAndScale units = centre_and_scale(those_that_scale(column, scales), 0, name);
      to.centre.push_back(units.centre);
      to.scale.push_back(units.scale);
    }
    if (form == FeatureForm::codes) encode(column, scales, cuts, name, data);
    to.feature_names.push_back(name);
    if (!from.feature_groups.empty()) to.feature_groups.push_back(from.feature_groups[sorted[j]]);
    if (!from.feature_costs.empty()) to.feature_costs.push_back(from.feature_costs[sorted[j]]);
  }
  if (!to.feature_groups.empty()) {
    to.unit_names = from.unit_names;
    to.exclusive_groups = from.exclusive_groups;
    to.categorical_units = from.categorical_units;
    to.category_columns = from.category_columns;
  }
  return to;
}

}  // namespace tamis::framework
