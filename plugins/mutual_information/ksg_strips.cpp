#include "ksg_strips.hpp"

#include <cmath>
#include <limits>

namespace tamis::mutual_information {
namespace {

using numerics::kLanes;

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::size_t kMargin = kLanes;  // infinitely far points at both ends of a strip

// The two coordinates with the most different values: equal ones tell no points apart.
std::pair<std::size_t, std::size_t> most_distinct(std::span<const KsgColumn* const> coordinates) {
  std::size_t first = 0, second = 1;
  for (std::size_t f = 1; f < coordinates.size(); ++f) {
    const std::size_t distinct = coordinates[f]->distinct;
    if (distinct > coordinates[first]->distinct) {
      second = first;
      first = f;
    } else if (distinct > coordinates[second]->distinct) {
      second = f;
    }
  }
  return {first, second};
}

}  // namespace

StripIndex::StripIndex(std::span<const KsgColumn* const> coordinates, std::span<const std::uint32_t> group,
                       std::size_t per_ball)
    : dimensions_(coordinates.size()) {
  const auto [across, along] = most_distinct(coordinates);
  assign_strips(*coordinates[across], group, per_ball);
  fill_slots(*coordinates[along]);
  fill_row(0, *coordinates[along]);
  fill_row(1, *coordinates[across]);
  for (std::size_t f = 0, row = 2; f < dimensions_; ++f)
    if (f != along && f != across) fill_row(row++, *coordinates[f]);
}

void StripIndex::add_strip(std::size_t group, std::size_t points) {
  const std::size_t begin = stride_ + kMargin;
  strips_.push_back({group, begin, begin + points, kFar, -kFar, 0});
  stride_ = begin + points + kMargin;
}

// Strips are as wide as a ball that holds `per_ball` points of a group spread evenly over a cube. (The power
// decides how fast, never how far.)
void StripIndex::assign_strips(const KsgColumn& across, std::span<const std::uint32_t> group,
                               std::size_t per_ball) {
  const auto group_of = [&](std::uint32_t point) { return group.empty() ? 0 : group[point]; };
  std::vector<std::size_t> sizes(group.empty() ? 1 : std::ranges::max(group) + std::size_t{1});
  for (std::uint32_t point : across.sorted.place) ++sizes[group_of(point)];

  struct Group {
    std::size_t width, taken, strip;  // points of a strip, points placed so far, the first strip
  };
  std::vector<Group> groups;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    const auto size = static_cast<double>(sizes[g]);
    const double balls = std::max(1.0, size / static_cast<double>(per_ball));
    const auto width =
        static_cast<std::size_t>(std::ceil(size / std::pow(balls, 1.0 / static_cast<double>(dimensions_))));
    groups.push_back({width, 0, strips_.size()});
    for (std::size_t first = 0; first < sizes[g]; first += width)
      add_strip(g, std::min(width, sizes[g] - first));
  }

  strip_.resize(across.value.size());
  for (std::uint32_t point : across.sorted.place) {
    Group& g = groups[group_of(point)];
    const std::size_t strip = g.strip + g.taken++ / g.width;
    strip_[point] = static_cast<std::uint32_t>(strip);
    strips_[strip].low = std::min(strips_[strip].low, across.value[point]);
    strips_[strip].high = across.value[point];
  }
}

// Gives each point a slot of its strip, in ascending order.
void StripIndex::fill_slots(const KsgColumn& along) {
  point_.resize(stride_);
  slot_.resize(along.value.size());
  std::vector<std::size_t> next;
  for (std::size_t s = 0; s < strips_.size(); ++s) {
    Strip& strip = strips_[s];
    next.push_back(strip.begin);
    strip.block = blocks_.size();
    for (std::size_t slot = strip.begin; slot < strip.end; slot += kLanes)
      blocks_.push_back({s, slot, std::min(kLanes, strip.end - slot), 0, 0});
  }
  for (std::uint32_t point : along.sorted.place) {
    const std::size_t s = strip_[point], slot = next[s]++, number = slot - strips_[s].begin;
    slot_[point] = static_cast<std::uint32_t>(slot);
    point_[slot] = point;
    if (number % kLanes == 0) {  // the others are just so far
      Block& block = blocks_[strips_[s].block + number / kLanes];
      if (s > 0) block.place_below = next[s - 1];
      if (s + 1 < strips_.size()) block.place_above = next[s + 1];
    }
  }
  values_ = numerics::AlignedArray(stride_ * dimensions_);
  for (const Strip& strip : strips_) {
    std::fill_n(values_.data() + strip.begin - kMargin, kMargin, -kFar);
    std::fill_n(values_.data() + strip.end, kMargin, kFar);
  }
}

void StripIndex::fill_row(std::size_t row, const KsgColumn& coordinate) {
  double* const to = values_.data() + row * stride_;
  for (std::size_t point = 0; point < slot_.size(); ++point) to[slot_[point]] = coordinate.value[point];
}

// From its own strip to those above and below in turn: a near point early spares many others. `line` says
// whether a strip was in reach.
template <class Line>
void StripIndex::visit_ball(std::size_t block, unsigned lanes, const Line& line) const {
  const Block& from = blocks_[block];
  // The place of the first point in strip s is in [first, last].
  const auto visit_strip = [&](std::size_t s, std::size_t first, std::size_t last) {
    const Strip& strip = strips_[s];
    return strip.group == strips_[from.strip].group &&
           line(numerics::LineWalk{values_.data(), stride_, dimensions_, from.slot, lanes, first, last,
                                   strip.low, strip.high});
  };
  const auto visit_far = [&](std::size_t s) { return visit_strip(s, strips_[s].begin, strips_[s].end); };
  visit_strip(from.strip, from.slot, from.slot);
  std::size_t below = from.strip, above = from.strip + 1;
  bool more_above = above < strips_.size() && visit_strip(above, from.place_above, from.place_above);
  bool more_below = below > 0 && visit_strip(below - 1, from.place_below, from.place_below);
  while (more_above || more_below) {
    if (more_above) more_above = ++above < strips_.size() && visit_far(above);
    if (more_below) more_below = --below > 0 && visit_far(below - 1);
  }
}

void StripIndex::nearest_distances(std::size_t block, std::span<double> smallest) const {
  std::ranges::fill(smallest, kFar);
  visit_ball(block, (1u << blocks_[block].points) - 1u,
             [&](const numerics::LineWalk& line) { return numerics::nearest_on_line(line, smallest); });
}

void StripIndex::count_within(std::size_t block, std::span<const double, kLanes> limits,
                              std::span<double, kLanes> counts) const {
  std::ranges::fill(counts, 0.0);
  unsigned lanes = 0;
  for (std::size_t q = 0; q < blocks_[block].points; ++q) lanes |= (limits[q] >= 0 ? 1u : 0u) << q;
  visit_ball(block, lanes,
             [&](const numerics::LineWalk& line) { return numerics::count_on_line(line, limits, counts); });
}

}  // namespace tamis::mutual_information
