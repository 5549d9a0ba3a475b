/// \file ksg_features.hpp
/// Features as the KSG estimators read them.
#pragma once

#include "ksg_moves.hpp"

#include <functional>
#include <map>
#include <vector>

namespace tamis::mutual_information {

/// Columns of the samples whose target is known; those of the last subset are kept.
class KsgFeatures {
 public:
  KsgFeatures() = default;
  /// Warns of classes that are left out, and where every subset has 0.
  /// \param jitter  as feature_values().
  /// \param owner   whose random numbers they are; outlives this object.
  KsgFeatures(const Dataset& data, int neighbours, double jitter, const Component& owner,
              const Runtime& runtime);

  const KsgTarget& target() const { return target_; }
  /// Of the samples whose target is known; see feature_values().
  std::vector<double> values(Feature f) const;
  KsgColumn column(Feature f) const { return KsgColumn(values(f)); }
  /// The columns of a subset, valid until the next call.
  std::vector<const KsgColumn*> hold(Subset subset);
  /// I of `features` with each of some columns, in the cheapest way.
  /// \param join  makes the i-th of these; called from any thread.
  void information_with(KsgColumns features, const std::function<KsgColumn(std::size_t)>& join,
                        std::span<double> out) const;

 private:
  /// make(0), make(1), ..., in parallel.
  std::vector<KsgColumn> columns(std::size_t count, const std::function<KsgColumn(std::size_t)>& make) const;

  Dataset data_;
  Runtime runtime_;
  double jitter_ = 0;
  const Component* owner_ = nullptr;
  KsgTarget target_;
  std::map<Feature, KsgColumn> held_;
};

}  // namespace tamis::mutual_information
