/// \file synthetic_table.hpp
/// A table while it is made: features that matter, then those that do not, then the target.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <string>
#include <vector>

namespace tamis::framework {

/// \throws DataError  so many values cannot be made.
void check_size(std::uint64_t samples, std::uint64_t features);

class SyntheticTable {
 public:
  /// All values are 0.
  /// \param letter  features are called f1, f2, ...
  /// \throws DataError  too many values.
  SyntheticTable(std::uint64_t samples, std::uint64_t relevant, std::uint64_t irrelevant, char letter = 'f');

  std::uint64_t samples() const { return parts_.samples; }
  double& at(std::uint64_t i, std::uint64_t j) { return parts_.values.data()[i + j * parts_.samples]; }

  /// Fills the features that do not matter, one after the other.
  template <class Draw>
  void fill_irrelevant(Draw&& draw) {
    for (std::uint64_t j = relevant_; j < parts_.feature_names.size(); ++j)
      for (std::uint64_t i = 0; i < samples(); ++i) at(i, j) = draw();
  }

  /// The table is gone afterwards.
  /// \param names  in the order that readers of files give classes.
  DataTable with_classes(std::vector<std::string> names, std::vector<std::int32_t> labels);
  DataTable with_values(std::vector<double> y);

 private:
  DataTable parts_;
  std::uint64_t relevant_;
};

}  // namespace tamis::framework
