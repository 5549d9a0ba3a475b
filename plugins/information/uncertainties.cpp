#include "uncertainties.hpp"

namespace tamis::information {
namespace {

double uncertainty(double information, double one, double other) {
  return one + other > 0 ? 2 * information / (one + other) : 0.0;
}

constexpr std::size_t kFeaturesAtOnce = 16;  // by one reader, which keeps its memory

}  // namespace

Uncertainties::Uncertainties(const Dataset& data, const Runtime& runtime, const CountingOptions& options)
    : counting_(data, runtime, options),
      runtime_(runtime),
      with_class_(data.features()),
      with_feature_(data.features()) {
  const numerics::LabelledColumn classes(counting_.labels()), nothing(counting_.plain());
  runtime.parallel_blocks(
      data.features(),
      [&](std::uint64_t begin, std::uint64_t end) {
        TableReader reader(counting_);
        for (auto x = static_cast<Feature>(begin); x < end; ++x) {
          const TableSums alone = reader.plain(x, nothing), sums = reader.with_class(x, classes);
          with_class_[x] = uncertainty(sums.of_x_and_class(), alone.entropy(alone.x), sums.entropy(sums.s));
        }
      },
      kFeaturesAtOnce);
}

void Uncertainties::compare_with(Subset features) {
  for (const Feature z : features) {
    if (!with_feature_[z].empty()) continue;
    const numerics::LabelledColumn column(counting_.plain(), counting_.plain_codes().column(z));
    std::vector<double> row(with_feature_.size());
    runtime_.parallel_blocks(
        row.size(),
        [&](std::uint64_t begin, std::uint64_t end) {
          TableReader reader(counting_);
          for (auto x = static_cast<Feature>(begin); x < end; ++x) {
            const TableSums sums = reader.plain(x, column);
            row[x] = uncertainty(sums.of_x_and_z(), sums.entropy(sums.x), sums.entropy(sums.z));
          }
        },
        kFeaturesAtOnce);
    with_feature_[z] = std::move(row);
  }
}

}  // namespace tamis::information
