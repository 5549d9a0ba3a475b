#include "outputs.hpp"

#include <tamis/eigen.hpp>

namespace tamis::forest {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Eigen::MatrixXd one_hot(std::span<const std::int32_t> labels, std::uint32_t classes) {
  Eigen::MatrixXd shares = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(labels.size()), classes);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    if (labels[i] < 0)
      shares.row(row).setConstant(kUnknown);
    else
      shares(row, labels[i]) = 1;
  }
  return shares;
}

}  // namespace

Outputs::Outputs(const Dataset& data) {
  const Target target = data.target();
  weights.assign(data.weights().begin(), data.weights().end());
  for (const std::uint32_t i : target.known_samples())
    if (weight(i) > 0) known.push_back(i);
  switch (target.kind()) {
    case TargetKind::classes:
      values = one_hot(target.labels(), target.classes());
      if (weights.empty()) labels.assign(target.labels().begin(), target.labels().end());
      break;
    case TargetKind::soft:
      values = map(target.soft());
      break;
    default:
      values = map(target.real());
  }
}

}  // namespace tamis::forest
