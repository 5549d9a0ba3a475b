/// \file summary_table.hpp
/// What tables and figures have in common.
#pragma once

#include <tamis/framework/experiment/output.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// The paper's number at a row, beside what was found.
struct Comparison {
  double paper = 0;
  /// How many standard errors of the difference it is off: ours, and that of a mean of the paper's repeats.
  /// Nothing where all our repeats are equal and it is not: no error is known then.
  std::optional<double> z;
  bool agrees() const;
};

/// Nothing where the paper has no number for this method.
std::optional<Comparison> compare(const ExperimentConfig& config, const TableRow& row, std::size_t row_number,
                                  std::size_t method);

/// The method that the others are compared with.
/// \throws ParamError  table.reference names none.
std::size_t reference_of(const ExperimentConfig& config);

/// Test samples over training samples, where repeats split the same samples anew; 0 where each has its own.
double overlap_of(const PointConfig& point);

/// The mean over the repeats.
Estimate estimate(const TableRow& row, std::size_t method);
/// One method minus another: the mean over the repeats, and the p value of a test by the splits behind them.
struct Difference {
  Estimate estimate;  ///< without an interval where every repeat has the same difference, and that is not 0
  double p = 0;
  /// Why there is no p; "" where there is one.
  std::string reason() const;
};
Difference difference(const ExperimentConfig& config, const TableRow& row, std::size_t a, std::size_t b);

}  // namespace tamis::framework
