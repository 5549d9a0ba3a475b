#include <tamis/framework/prediction/split.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/strata.hpp>
#include <tamis/framework/support/stream_of.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::framework {
namespace {

constexpr std::uint32_t kNoPart = ~0u;

void check(const SplitOptions& o) {
  if (o.folds < 1) throw ParamError("folds is 0; expected 2 or more, or 1 for one hold-out");
  if (o.repeats < 1) throw ParamError("repeats is 0; expected 1 or more");
  if (!(o.test_share > 0 && o.test_share < 1))
    throw ParamError(fmt::format("test_share is {}; expected a number between 0 and 1", o.test_share));
}

/// What is divided: single samples, or groups of them.
struct SplitItems {
  std::vector<std::vector<std::size_t>> samples;  ///< of each item
  std::vector<std::size_t> stratum;               ///< of each item
  std::size_t strata = 1;
};

/// The groups, of the samples that `counts`.
template <class Counts>
SplitItems whole_groups(std::span<const std::int32_t> groups, const Counts& counts) {
  SplitItems items;
  items.samples.resize(static_cast<std::size_t>(1 + *std::max_element(groups.begin(), groups.end())));
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (counts(i)) items.samples[static_cast<std::size_t>(groups[i])].push_back(i);
  std::erase_if(items.samples, [](const auto& samples) { return samples.empty(); });
  items.stratum.assign(items.samples.size(), 0);
  return items;
}

bool takes_part(const DataTable& data, std::size_t i) { return data.weights.empty() || data.weights[i] > 0; }

SplitItems items_of(const DataTable& data, const SplitOptions& options) {
  const Strata strata(truth_of(data), data.samples);
  const auto counts = [&](std::size_t i) { return strata.of[i] != strata.unknown() && takes_part(data, i); };
  if (!data.groups.empty()) return whole_groups(data.groups, counts);
  SplitItems items;
  if (options.stratified) items.strata = strata.unknown();
  for (std::size_t i = 0; i < data.samples; ++i)
    if (counts(i)) {
      items.samples.push_back({i});
      items.stratum.push_back(options.stratified ? strata.of[i] : 0);
    }
  return items;
}

/// Deals the items to `folds` parts, each to the smallest part so far: single samples stratum by stratum in
/// turn, so that no part has two more of a class than another; groups the largest first.
std::vector<std::uint32_t> deal(const SplitItems& items, std::uint32_t folds, Rng& rng) {
  std::vector<std::size_t> order(items.samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  rng.shuffle(order);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (items.stratum[a] != items.stratum[b]) return items.stratum[a] < items.stratum[b];
    return items.samples[a].size() > items.samples[b].size();
  });
  std::vector<std::uint32_t> part(items.samples.size());
  std::vector<std::size_t> size(folds);
  for (const std::size_t item : order) {
    const auto smallest = std::min_element(size.begin(), size.end());
    part[item] = static_cast<std::uint32_t>(smallest - size.begin());
    *smallest += items.samples[item].size();
  }
  return part;
}

/// Part 0 tests, the rest trains. Of each stratum its share tests; of groups, as many as come closest to it.
std::vector<std::uint32_t> hold_out(const SplitItems& items, double test_share, Rng& rng) {
  std::vector<std::uint64_t> sizes(items.strata);
  std::size_t samples = 0;
  for (std::size_t u = 0; u < items.samples.size(); ++u) {
    sizes[items.stratum[u]] += items.samples[u].size();
    samples += items.samples[u].size();
  }
  const auto wanted = static_cast<std::uint64_t>(std::clamp(
      std::floor(test_share * static_cast<double>(samples) + 0.5), 1.0, static_cast<double>(samples - 1)));
  std::vector<std::uint64_t> left = allocate(sizes, wanted, 0);
  std::vector<std::size_t> order(items.samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  rng.shuffle(order);
  std::vector<std::uint32_t> part(items.samples.size(), kNoPart);
  for (const std::size_t item : order) {
    std::uint64_t& room = left[items.stratum[item]];
    const std::uint64_t size = items.samples[item].size();
    if (2 * room < size) continue;  // without it the share is closer
    part[item] = 0;
    room -= std::min(room, size);
  }
  // a few large groups may all have fallen on one side
  const auto tests = static_cast<std::size_t>(std::count(part.begin(), part.end(), 0u));
  if (tests == 0 || tests == part.size()) {
    const std::size_t smallest = *std::min_element(
        order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return items.samples[a].size() < items.samples[b].size(); });
    part[smallest] = tests == 0 ? 0 : kNoPart;
  }
  return part;
}

}  // namespace

const TargetColumn& truth_of(const DataTable& data) { return data.clean ? *data.clean : data.target; }

std::vector<Split> make_splits(const DataTable& data, const SplitOptions& options, std::uint64_t seed) {
  check(options);
  const SplitItems items = items_of(data, options);
  const std::size_t parts = std::max<std::size_t>(2, options.folds);
  if (items.samples.size() < parts)
    throw DataError(fmt::format("{} of known target cannot be divided into {}; {}",
                                counted(items.samples.size(), data.groups.empty() ? "sample" : "group"),
                                counted(parts, "part"), "ask for fewer folds, or give more data"));
  std::vector<char> all(data.samples);
  for (std::size_t i = 0; i < data.samples; ++i) all[i] = takes_part(data, i);
  std::vector<Split> splits;
  for (std::uint32_t repeat = 0; repeat < options.repeats; ++repeat) {
    Rng rng = stream_of(seed, fmt::format("evaluate.repeat[{}]", repeat + 1));
    const std::vector<std::uint32_t> part =
        options.folds == 1 ? hold_out(items, options.test_share, rng) : deal(items, options.folds, rng);
    for (std::uint32_t fold = 0; fold < options.folds; ++fold) {
      Split split{repeat, fold, all, std::vector<char>(data.samples, 0)};
      for (std::size_t u = 0; u < part.size(); ++u)
        if (part[u] == fold)
          for (const std::size_t i : items.samples[u]) split.trains[i] = 0, split.tests[i] = 1;
      splits.push_back(std::move(split));
    }
  }
  return splits;
}

std::vector<char> drawn_groups(std::span<const std::int32_t> groups, double share, Rng rng) {
  const SplitItems items = whole_groups(groups, [](std::size_t) { return true; });
  if (items.samples.size() < 2)
    throw DataError(
        "all samples are of one group, so no part of the groups can be drawn; leave out `data.groups`");
  const std::vector<std::uint32_t> part = hold_out(items, share, rng);
  std::vector<char> drawn(groups.size(), 0);
  for (std::size_t u = 0; u < part.size(); ++u)
    if (part[u] == 0)
      for (const std::size_t i : items.samples[u]) drawn[i] = 1;
  return drawn;
}

}  // namespace tamis::framework
