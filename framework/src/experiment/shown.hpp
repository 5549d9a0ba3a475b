/// \file shown.hpp
/// What tables and figures have in common.
#pragma once

#include <tamis/framework/experiment/forms.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The paper's number at a row, beside what was found.
struct Comparison {
  double paper = 0;
  /// How many standard errors of the difference it is off: ours, and that of a mean of the paper's repeats.
  double z = 0;
  bool agrees() const;
};

/// Nothing where the paper has no number for this method.
std::optional<Comparison> compare(const ExperimentConfig& config, const TableRow& row, std::size_t row_number,
                                  std::size_t method);

/// The method that the others are compared with. \throws ParamError  table.reference names none.
std::size_t reference_of(const ExperimentConfig& config);

/// Test samples over training samples, where repeats split the same samples anew; 0 where each has its own.
double overlap_of(const PointConfig& point);

/// One minus the other, repeat by repeat.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace tamis::framework
