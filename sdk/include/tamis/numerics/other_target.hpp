/// \file other_target.hpp
/// A dataset with another target, for what is fitted to mended labels or values.
#pragma once

#include <tamis/dataset.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace tamis::numerics {

/// Shows a dataset with other labels, or other real values, than its own. Views are valid as long as the dataset and this object,
/// which stays where it is, until the next call.
class OtherTarget {
 public:
  OtherTarget() = default;
  OtherTarget(const OtherTarget&) = delete;
  OtherTarget& operator=(const OtherTarget&) = delete;

  /// \param labels  n of class labels, -1 if unknown.
  Dataset with_labels(const Dataset& data, std::vector<std::int32_t> labels) {
    copy(data);
    labels_ = std::move(labels);
    target_.labels = labels_.data();
    return Dataset(&dataset_);
  }
  /// \param values  n of a real target, NaN if unknown.
  Dataset with_real(const Dataset& data, std::vector<double> values) {
    copy(data);
    real_ = std::move(values);
    target_.real = real_.data();
    return Dataset(&dataset_);
  }

 private:
  /// A host of an older revision has shorter structs, and one of a newer has longer ones.
  template <class Struct>
  static void copy(const Struct& from, Struct& to) {
    to = {};
    std::memcpy(&to, &from, std::min<std::uint64_t>(from.size, sizeof to));
    to.size = std::min<std::uint64_t>(from.size, sizeof to);
  }
  void copy(const Dataset& data) {
    copy(*data.raw(), dataset_);
    copy(*data.raw()->target, target_);
    dataset_.target = &target_;
  }

  tamis_dataset dataset_{};
  tamis_target target_{};
  std::vector<std::int32_t> labels_;
  std::vector<double> real_;
};

}  // namespace tamis::numerics
