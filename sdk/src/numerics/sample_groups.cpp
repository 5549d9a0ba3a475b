#include <tamis/numerics/sample_groups.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

namespace tamis::numerics {
namespace {

constexpr Sample kNone = std::numeric_limits<Sample>::max();
constexpr std::size_t kOneOf = 20;  // samples that are copies are worth a sentence

/// Sets of samples that are joined one by one; a set is named by its first sample.
class Joined {
 public:
  explicit Joined(std::size_t samples) : to_(samples) { std::iota(to_.begin(), to_.end(), Sample{0}); }
  Sample first(Sample i) {
    while (to_[i] != i) i = to_[i] = to_[to_[i]];
    return i;
  }
  void join(Sample i, Sample j) {
    const Sample a = first(i), b = first(j);
    to_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<Sample> to_;
};

void join_declared(std::span<const std::int32_t> groups, Joined& joined) {
  if (groups.empty()) return;
  std::vector<Sample> first(static_cast<std::size_t>(std::ranges::max(groups)) + 1, kNone);
  for (Sample i = 0; i < groups.size(); ++i) {
    Sample& of_group = first[static_cast<std::size_t>(groups[i])];
    if (of_group == kNone) of_group = i;
    joined.join(i, of_group);
  }
}

void refuse_one_group(const Dataset& data, const SampleGroups& groups) {
  const std::vector<Sample> known = data.target().known_samples();
  if (data.groups().empty() || known.empty()) return;
  if (std::ranges::any_of(known, [&](Sample i) { return groups.group[i] != groups.group[known[0]]; })) return;
  throw DataError(
      "all samples of known label are in one group, and which labels look wrong is learned from other "
      "groups; name a column of several groups, or leave out `data.groups`");
}

void tell_of_copies(const std::vector<Sample>& row, const Runtime& runtime) {
  std::size_t copies = 0;
  for (Sample i = 0; i < row.size(); ++i) copies += row[i] != i;
  if (copies * kOneOf > row.size())
    runtime.warn(std::to_string(copies) + " of " + std::to_string(row.size()) +
                 " samples are copies of others, equal in all features; copies do not vouch for each "
                 "other's labels");
}

}  // namespace

SampleGroups sample_groups(const Dataset& data, const Runtime& runtime) {
  SampleGroups groups;
  groups.row = first_copies(data, runtime);
  tell_of_copies(groups.row, runtime);
  const std::size_t n = groups.row.size();
  Joined joined(n);
  for (Sample i = 0; i < n; ++i) joined.join(i, groups.row[i]);
  join_declared(data.groups(), joined);
  groups.group.resize(n);
  for (Sample i = 0; i < n; ++i) {
    const Sample first = joined.first(i);
    groups.group[i] = first == i ? static_cast<std::uint32_t>(groups.count++) : groups.group[first];
  }
  refuse_one_group(data, groups);
  return groups;
}

}  // namespace tamis::numerics
