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
    numerics::CellCounter counter;
    TableSummer summer;
    const CodeColumn codes = counting_.codes().column(x), plain = counting_.plain_codes().column(x);
    const TableSums alone =
        summer.sum(counter.count(plain, nothing), plain.levels, 1, counting_.plain().total(),
                   [&](double c) { return counting_.plain_plogp(c); });
    CellTable& table = counter.count(codes, classes);
    table.correct(counting_.correction());
    const TableSums sums = summer.sum(table, codes.levels, 1, counting_.labels().total(),
                                      [&](double c) { return counting_.plogp(c); });
    with_class_[x] = uncertainty(sums.of_x_and_class(), alone.entropy(alone.x), sums.entropy(sums.s));
  });
}

void Uncertainties::compare_with(Subset features) {
  for (const Feature z : features) {
    if (!with_feature_[z].empty()) continue;
    const CodeColumn of_z = counting_.plain_codes().column(z);
    const numerics::LabelledColumn column(counting_.plain(), of_z);
    std::vector<double> row(with_feature_.size());
    runtime_.parallel_for(row.size(), [&](std::uint64_t j) {
      const CodeColumn codes = counting_.plain_codes().column(static_cast<Feature>(j));
      numerics::CellCounter counter;
      TableSummer summer;
      const TableSums sums =
          summer.sum(counter.count(codes, column), codes.levels, of_z.levels, counting_.plain().total(),
                     [&](double c) { return counting_.plain_plogp(c); });
      row[j] = uncertainty(sums.of_x_and_z(), sums.entropy(sums.x), sums.entropy(sums.z));
    });
    with_feature_[z] = std::move(row);
  }
}

}  // namespace tamis::information
