#include "pair_distances.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace tamis::relief {
namespace {

using numerics::kLanes;
using numerics::RoundedPoints;

// Distances to so few of all samples are computed one by one; those to more in vector registers, all of them.
constexpr std::size_t kFew = 8;

/// add(first, last, sums) adds what is to be added for samples first .. last - 1.
using AddBlock = std::function<void(std::size_t first, std::size_t last, double* sums)>;

/// Sums over all samples.
/// \param make  called for some blocks at a time.
std::vector<double> sum_over_blocks(std::size_t samples, const Runtime& runtime, std::size_t size,
                                    const std::function<AddBlock()>& make) {
  constexpr std::size_t kBlock = PairDistances::kBlock, kParts = 128;
  std::vector<std::vector<double>> of_block((samples + kBlock - 1) / kBlock);
  runtime.parallel_blocks(
      of_block.size(),
      [&](std::uint64_t first, std::uint64_t last) {
        const AddBlock add = make();
        for (std::uint64_t b = first; b < last; ++b) {
          of_block[b].assign(size, 0.0);
          add(b * kBlock, std::min(samples, (b + 1) * kBlock), of_block[b].data());
        }
      },
      (of_block.size() + kParts - 1) / kParts);
  std::vector<double> sums(size, 0.0);
  for (const std::vector<double>& block : of_block)
    for (std::size_t k = 0; k < size; ++k) sums[k] += block[k];
  return sums;
}

}  // namespace

PairDistances::PairDistances(const Differences& differences, const DistancesWanted& wanted)
    : differences_(differences),
      nearest_(wanted.nearest),
      classes_(wanted.classes),
      everyone_(differences.samples()) {
  const std::size_t m = differences.samples();
  std::iota(everyone_.begin(), everyone_.end(), 0u);
  if (!classes_.empty()) n_classes_ = std::ranges::max(classes_) + std::size_t{1};
  const auto numbers = differences.numbers();
  if (numbers.empty()) return;
  std::vector<double> columns;
  columns.reserve(m * numbers.size());
  for (const std::size_t f : numbers)
    for (std::size_t i = 0; i < m; ++i) columns.push_back(differences.row(i)[f]);
  std::vector<Feature> all(numbers.size());
  std::iota(all.begin(), all.end(), Feature{0});
  const ConstMatrix values(columns.data(), m, all.size());
  numbers_ = numerics::make_panels(values, all);
  if (nearest_ < m / kFew / n_classes_ && differences.features() <= RoundedPoints::kMostCoordinates)
    rounded_ = RoundedPoints(values, classes_);
}

PairDistances::Block::Block(const PairDistances& all)
    : all_(all),
      panel_(all.everyone_.size()),
      steps_(kBlock * all.rounded_.panels() * RoundedPoints::kPanel),
      least_(kBlock * all.rounded_.panels()),
      near_(kLanes) {}

void PairDistances::Block::begin(std::size_t first) {
  first_ = first;
  if (all_.is_rounded())
    all_.rounded_.distances(first, std::min(kBlock, all_.everyone_.size() - first), steps_, least_);
}

DistancesTo PairDistances::Block::from(std::size_t i) {
  if (all_.is_rounded() && find_possible(i)) {
    measure_possible(i);
    return {possible_, measured_};
  }
  if (panel_ != i / kLanes) measure_panel(i / kLanes);
  const std::size_t m = all_.everyone_.size();
  return {all_.everyone_, std::span(whole_).subspan(i % kLanes * m, m)};
}

std::span<std::uint32_t> PairDistances::Block::steps_from(std::size_t i) {
  const std::size_t width = all_.rounded_.panels() * RoundedPoints::kPanel;
  return std::span(steps_).subspan((i - first_) * width, width);
}

std::span<std::uint32_t> PairDistances::Block::least_from(std::size_t i) {
  const std::size_t width = all_.rounded_.panels();
  return std::span(least_).subspan((i - first_) * width, width);
}

/// \returns whether they are few.
bool PairDistances::Block::find_possible(std::size_t i) {
  const bool has_others = !all_.differences_.others().empty();
  if (has_others) add_others(i);
  const double of_others = has_others ? 0.51 : 0;  // their sum is rounded to whole steps
  const double error = all_.rounded_.error(i) + all_.rounded_.largest_error() + of_others;
  possible_.clear();
  for (std::size_t c = 0; c < all_.n_classes_; ++c) find_of_class(i, c, error);
  return possible_.size() <= all_.everyone_.size() / kFew;
}

/// Adds the features that are not rounded.
void PairDistances::Block::add_others(std::size_t i) {
  const auto steps = steps_from(i), least = least_from(i);
  for (std::size_t p = 0; p < least.size(); ++p) {
    const auto points = all_.rounded_.points(p);
    std::uint32_t* const to = steps.data() + p * RoundedPoints::kPanel;
    for (std::size_t j = 0; j < points.size(); ++j) {
      double sum = 0;
      for (const std::size_t f : all_.differences_.others()) sum += all_.differences_.of(f, i, points[j]);
      to[j] += static_cast<std::uint32_t>(RoundedPoints::kSteps * sum + 0.5);
    }
    least[p] = *std::min_element(to, to + points.size());
  }
}

/// With e the errors of rounding and R the distances in steps, the k-th nearest is at most U = R_(k) + e away, and what is no farther
/// than U has R <= U + e. To begin with, R_(k) is at most the k-th smallest of the least of each panel.
void PairDistances::Block::find_of_class(std::size_t i, std::size_t c, double error) {
  constexpr double kAsFar = 1 + 1e-6;  // more than sums of rounded numbers differ, which count as equal
  const RoundedPoints& rounded = all_.rounded_;
  const std::size_t k = all_.nearest_, first = rounded.first_panel(c), last = rounded.first_panel(c + 1);
  const auto steps = steps_from(i), least = least_from(i);
  const auto limit = [&](std::uint32_t of_last) {
    return static_cast<std::uint32_t>((of_last + error) * kAsFar + error);
  };
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  if (last - first > k) {  // the sample itself may be one of k + 1
    smallest_.assign(least.begin() + static_cast<std::ptrdiff_t>(first),
                     least.begin() + static_cast<std::ptrdiff_t>(last));
    std::ranges::nth_element(smallest_, smallest_.begin() + static_cast<std::ptrdiff_t>(k));
    most = limit(smallest_[k]);
  }
  of_class_.clear();
  for (std::size_t p = first; p < last; ++p) {
    if (least[p] > most) continue;
    const auto points = rounded.points(p);
    const std::uint32_t* const to = steps.data() + p * RoundedPoints::kPanel;
    for (std::size_t j = 0; j < points.size(); ++j)
      if (to[j] <= most && points[j] != i) of_class_.push_back({to[j], points[j]});
  }
  if (of_class_.size() > k) {
    smallest_.clear();
    for (const Possible& p : of_class_) smallest_.push_back(p.steps);
    std::ranges::nth_element(smallest_, smallest_.begin() + static_cast<std::ptrdiff_t>(k - 1));
    most = limit(smallest_[k - 1]);
  }
  for (const Possible& p : of_class_)
    if (p.steps <= most) possible_.push_back(p.sample);
}

void PairDistances::Block::measure_possible(std::size_t i) {
  constexpr std::size_t kAbreast = 4;  // as each sum waits for its own last addition
  const Differences& differences = all_.differences_;
  const auto numbers = differences.numbers();
  const double* const own = differences.row(i);
  measured_.resize(possible_.size());
  for (std::size_t first = 0; first < possible_.size(); first += kAbreast) {
    const std::size_t count = std::min(kAbreast, possible_.size() - first);
    const double* row[kAbreast];
    for (std::size_t c = 0; c < kAbreast; ++c)
      row[c] = differences.row(possible_[first + std::min(c, count - 1)]);
    double sum[kAbreast] = {};
    for (const std::size_t f : numbers)
      for (std::size_t c = 0; c < kAbreast; ++c) sum[c] += std::abs(own[f] - row[c][f]);
    for (std::size_t c = 0; c < count; ++c) {
      for (const std::size_t f : differences.others()) sum[c] += differences.of(f, i, possible_[first + c]);
      measured_[first + c] = sum[c];
    }
  }
}

void PairDistances::Block::measure_panel(std::size_t panel) {
  panel_ = panel;
  const std::size_t m = all_.everyone_.size(), first = panel * kLanes, count = std::min(kLanes, m - first);
  whole_.assign(kLanes * m, 0.0);
  if (all_.numbers_.features > 0) {
    const std::vector<double> no_limits(kLanes, std::numeric_limits<double>::infinity());
    numerics::near_points(all_.numbers_, Geometry::l1, panel, no_limits, near_);
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t k = 0; k < near_[r].size(); ++k)
        whole_[r * m + near_[r].position()[k]] = near_[r].distance()[k];
  }
  for (const std::size_t f : all_.differences_.others())
    for (std::size_t r = 0; r < count; ++r)
      for (std::size_t j = 0; j < m; ++j) whole_[r * m + j] += all_.differences_.of(f, first + r, j);
}

std::vector<double> sum_over_samples(const PairDistances& distances, const Runtime& runtime, std::size_t size,
                                     const std::function<AddSample()>& make) {
  return sum_over_blocks(distances.differences().samples(), runtime, size, [&]() -> AddBlock {
    auto block = std::make_shared<PairDistances::Block>(distances);
    return [block = std::move(block), add = make()](std::size_t first, std::size_t last, double* sums) {
      block->begin(first);
      for (std::size_t i = first; i < last; ++i) add(i, block->from(i), sums);
    };
  });
}

std::vector<double> sum_over_samples(std::size_t samples, const Runtime& runtime, std::size_t size,
                                     const std::function<AddSample()>& make) {
  return sum_over_blocks(samples, runtime, size, [&]() -> AddBlock {
    return [add = make()](std::size_t first, std::size_t last, double* sums) {
      for (std::size_t i = first; i < last; ++i) add(i, {}, sums);
    };
  });
}

}  // namespace tamis::relief
