#include "ksg_features.hpp"

#include "feature_values.hpp"

#include <algorithm>
#include <iterator>

namespace tamis::mutual_information {

KsgFeatures::KsgFeatures(const Dataset& data, int neighbours, double jitter, const Component& owner,
                         const Runtime& runtime)
    : data_(data),
      runtime_(runtime),
      jitter_(jitter),
      owner_(&owner),
      target_(data.target(), static_cast<std::size_t>(neighbours), runtime) {}

std::vector<double> KsgFeatures::values(Feature f) const {
  return feature_values(data_, f, target_.samples, jitter_, *owner_, runtime_);
}

std::vector<KsgColumn> KsgFeatures::columns(std::size_t count,
                                            const std::function<KsgColumn(std::size_t)>& make) const {
  std::vector<KsgColumn> columns(count);
  runtime_.parallel_for(count, [&](std::uint64_t i) { columns[i] = make(i); });
  return columns;
}

std::vector<const KsgColumn*> KsgFeatures::hold(Subset subset) {
  std::erase_if(held_,
                [&](const auto& held) { return std::ranges::find(subset, held.first) == subset.end(); });
  std::vector<Feature> missing;
  std::ranges::copy_if(subset, std::back_inserter(missing), [&](Feature f) { return !held_.contains(f); });
  std::vector<KsgColumn> joining = columns(missing.size(), [&](std::size_t i) { return column(missing[i]); });
  for (std::size_t f = 0; f < missing.size(); ++f) held_.emplace(missing[f], std::move(joining[f]));
  std::vector<const KsgColumn*> features;
  for (Feature f : subset) features.push_back(&held_.at(f));
  return features;
}

void KsgFeatures::information_with(KsgColumns features, const std::function<KsgColumn(std::size_t)>& join,
                                   std::span<double> out) const {
  if (features.size() + 1 <= kFewFeatures)
    return runtime_.parallel_for(out.size(), [&](std::uint64_t i) {
      const KsgColumn joining = join(i);
      std::vector<const KsgColumn*> all(features.begin(), features.end());
      all.push_back(&joining);
      out[i] = information(all, target_, runtime_);
    });
  for (std::size_t first = 0; first < out.size(); first += kJoiningAtOnce) {
    const std::vector<KsgColumn> joining =
        columns(std::min(kJoiningAtOnce, out.size() - first), [&](std::size_t i) { return join(first + i); });
    std::vector<const KsgColumn*> pointers;
    for (const KsgColumn& c : joining) pointers.push_back(&c);
    std::ranges::copy(information_with_each(features, pointers, target_, runtime_),
                      out.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

}  // namespace tamis::mutual_information
