#include "centroids.hpp"

namespace tamis::class_metrics {
namespace {

/// Sample i belongs to class c with this weight.
struct Part {
  std::uint64_t i;
  std::uint32_t c;
  double weight;
};

std::vector<Part> parts_of(const Target& target) {
  std::vector<Part> parts;
  const auto add = [&](std::uint64_t i, std::int64_t c, double weight) {
    parts.push_back({i, static_cast<std::uint32_t>(c), weight});
  };
  for (std::uint64_t i = 0; i < target.samples(); ++i) {
    if (!target.known(i)) continue;
    if (target.kind() == TargetKind::classes) add(i, target.labels()[i], 1);
    if (target.kind() == TargetKind::sets)
      for (const std::int32_t c : target.label_set(i)) add(i, c, 1);
    if (target.kind() == TargetKind::soft)
      for (std::uint32_t c = 0; c < target.classes(); ++c)
        if (target.soft()(i, c) != 0) add(i, c, target.soft()(i, c));
  }
  return parts;
}

/// The mean of a feature in each class over the cells that are not missing; over all of these for a class that has none.
Eigen::RowVectorXd means_of_known(const std::vector<Part>& parts, std::span<const double> x,
                                  std::span<const std::uint8_t> missing, std::size_t classes) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(classes), mass = sum;
  for (const Part& part : parts) {
    if (missing[part.i]) continue;
    sum[part.c] += part.weight * x[part.i];
    mass[part.c] += part.weight;
  }
  const double of_all = mass.sum() > 0 ? sum.sum() / mass.sum() : 0.0;
  return (mass.array() > 0).select(sum.array() / mass.array(), of_all);
}

}  // namespace

Eigen::MatrixXd centroids(const Dataset& data, const NamedClasses& classes, const Runtime& runtime) {
  if (!data.has_dense() && !data.has_codes())
    throw DataError(
        "the data have no numbers to take centroids of; give the classes' vectors in a file, `path`");
  const std::vector<Part> parts = parts_of(data.target());
  std::vector<double> mass(classes.count(), 0.0);
  for (const Part& part : parts) mass[part.c] += part.weight;
  for (std::uint32_t c = 0; c < classes.count(); ++c)
    if (mass[c] == 0)
      throw DataError(classes.quoted_name(c) +
                      " has no samples, so it has no centroid; give the classes' vectors in "
                      "a file, `path`, or leave the class out");

  const std::size_t d = data.features();
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(d, classes.count());
  runtime.parallel_for(d, [&](std::uint64_t feature) {
    const auto j = static_cast<Feature>(feature);
    std::vector<double> x(data.samples());
    if (data.has_codes())
      std::ranges::copy(data.codes(j), x.begin());
    else
      data.scaled_column(j, x);
    if (data.has_missing(j)) {
      mean.row(j) = means_of_known(parts, x, data.missing(j), classes.count());
      return;
    }
    for (const Part& part : parts) mean(j, part.c) += part.weight * x[part.i];
    mean.row(j).array() /= map(std::span<const double>(mass)).transpose().array();
  });
  return mean;
}

}  // namespace tamis::class_metrics
