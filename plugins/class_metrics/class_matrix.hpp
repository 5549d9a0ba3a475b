/// \file class_matrix.hpp
/// Distances that the user says, pair by pair.
#pragma once

#include "ground_distances.hpp"

namespace tamis::class_metrics {

/// D(c, c') as it is given, from a file or from the config. A file of l x l numbers is in the order of the
/// classes; with their names in the first row and the first column the order does not matter.
///
/// Cost: O(l^2) to read, O(l^3) to look for triangles that are broken.
class ClassMatrix final : public ClassMetric {
 public:
  struct Options {
    std::string_view path = "";
    std::span<const double> rows = {};
  } options;

  static constexpr auto describe() {
    return tamis::describe<ClassMatrix>("class_matrix", "A given matrix of distances between classes")
        .option<&Options::path>("path",
                                "CSV file of the distances, with or without the classes' names in the first "
                                "row and the first column")
        .option<&Options::rows>("rows", "the distances instead, row after row, in the order of the classes");
  }

  /// Warns of a triangle that is broken.
  /// \throws ParamError  both options or none, or what is wrong with `rows`.
  /// \throws DataError   the file cannot be read, a class is missing, or a distance is not finite, negative,
  ///                     not symmetric, or not 0 from a class to itself; with the place and the names.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override { map(out) = ground_; }

 private:
  void read(const Cells& cells, const NamedClasses& classes);
  void take(std::span<const double> rows, const NamedClasses& classes);

  Eigen::MatrixXd ground_;
};

}  // namespace tamis::class_metrics
