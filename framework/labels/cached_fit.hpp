/// \file cached_fit.hpp
/// A fit of memberships in the memory of a run.
#pragma once

#include <tamis/framework/labels/fit_memberships.hpp>
#include <tamis/framework/run/score_cache.hpp>

#include <optional>
#include <string_view>

namespace tamis::framework {

/// A fit from the bytes that were kept of it; any bytes.
/// \returns none where they are no fit of so many samples and classes.
std::optional<MembershipFit> read_fit(std::string_view bytes, std::uint64_t samples, std::uint64_t classes);

/// The fit of one criterion to some data and features. One in which the criterion warned is not kept, so that
/// it warns again.
class CachedFit {
 public:
  /// The criterion is prepared; it has not begun to fit. All outlive this object.
  CachedFit(const Plan& criterion, const LoadedData& data, Subset features, const KernelRuntime& kernel);

  std::optional<MembershipFit> recall() const;
  void keep(const MembershipFit& fit) const;

 private:
  const KernelRuntime& kernel_;
  std::uint64_t samples_, classes_, warnings_;
  std::optional<MemoryKey> key_;
};

}  // namespace tamis::framework
