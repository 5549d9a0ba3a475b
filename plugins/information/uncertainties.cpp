#include "uncertainties.hpp"

namespace tamis::information {
namespace {

double uncertainty(double information, double one, double other) {
  return one + other > 0 ? 2 * information / (one + other) : 0.0;
}

}  // namespace

Uncertainties::Uncertainties(const Dataset& data, const Runtime& runtime, const CountingOptions& options)
    : counting_(data, runtime, options),
      runtime_(runtime),
      with_class_(data.features()),
      with_feature_(data.features()) {
  const numerics::LabelledColumn classes(counting_.labels()), nothing(counting_.plain());
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const auto x = static_cast<Feature>(j);
    TableReader reader(counting_);
    const TableSums alone = reader.plain(x, nothing), sums = reader.with_class(x, classes);
    with_class_[x] = uncertainty(sums.of_x_and_class(), alone.entropy(alone.x), sums.entropy(sums.s));
  });
}

void Uncertainties::compare_with(Subset features) {
  for (const Feature z : features) {
    if (!with_feature_[z].empty()) continue;
    const numerics::LabelledColumn column(counting_.plain(), counting_.plain_codes().column(z));
    std::vector<double> row(with_feature_.size());
    runtime_.parallel_for(row.size(), [&](std::uint64_t j) {
      const TableSums sums = TableReader(counting_).plain(static_cast<Feature>(j), column);
      row[j] = uncertainty(sums.of_x_and_z(), sums.entropy(sums.x), sums.entropy(sums.z));
    });
    with_feature_[z] = std::move(row);
  }
}

}  // namespace tamis::information
