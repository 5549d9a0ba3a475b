#include "ksg_strips.hpp"

#include "binary_search.hpp"

#include <cmath>
#include <limits>

namespace tamis::mutual_information {
namespace {

using numerics::kLanes;

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::size_t kMargin = kLanes;  // infinitely far points at both ends of a strip

// The smallest distances so far, ascending.
class Nearest {
 public:
  explicit Nearest(std::span<double> distances) : distances_(distances) {
    std::fill(distances_.begin(), distances_.end(), kFar);
  }
  bool reaches(double distance) const { return distance < distances_.back(); }
  void take(const double* eight) {
    int hits = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) hits += reaches(eight[lane]) ? 1 : 0;
    if (hits > 0)
      for (std::size_t lane = 0; lane < kLanes; ++lane) offer(eight[lane]);
  }

 private:
  void offer(double distance) {
    if (!reaches(distance)) return;
    std::size_t at = distances_.size() - 1;
    for (; at > 0 && distance < distances_[at - 1]; --at) distances_[at] = distances_[at - 1];
    distances_[at] = distance;
  }
  std::span<double> distances_;
};

class Within {
 public:
  explicit Within(double limit) : limit_(limit) {}
  bool reaches(double distance) const { return distance <= limit_; }
  void take(const double* eight) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) count_ += reaches(eight[lane]) ? 1 : 0;
  }
  std::uint32_t count() const { return count_; }

 private:
  double limit_;
  std::uint32_t count_ = 0;
};

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

Strips::Strips(std::span<const KsgColumn* const> coordinates, std::span<const std::uint32_t> group,
               std::size_t per_ball)
    : dimensions_(coordinates.size()) {
  const auto [across, along] = most_distinct(coordinates);
  cut(*coordinates[across], group, per_ball);
  place(*coordinates[along]);
  fill_row(0, *coordinates[along]);
  fill_row(1, *coordinates[across]);
  for (std::size_t f = 0, row = 2; f < dimensions_; ++f)
    if (f != along && f != across) fill_row(row++, *coordinates[f]);
}

void Strips::add_strip(std::size_t group, std::size_t points) {
  const std::size_t begin = stride_ + kMargin;
  strips_.push_back({group, begin, begin + points, kFar, -kFar});
  stride_ = begin + points + kMargin;
}

// Strips are as wide as a ball that holds `per_ball` points of a group spread evenly over a cube. (The power
// decides how fast, never how far.)
void Strips::cut(const KsgColumn& across, std::span<const std::uint32_t> group, std::size_t per_ball) {
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
void Strips::place(const KsgColumn& along) {
  order_.resize(along.value.size());
  slot_.resize(along.value.size());
  std::vector<std::size_t> next;
  next.reserve(strips_.size());
  for (const Strip& strip : strips_) next.push_back(strip.begin);
  for (std::uint32_t point : along.sorted.place) {
    const std::size_t slot = next[strip_[point]]++;
    slot_[point] = static_cast<std::uint32_t>(slot);
    order_[slot - kMargin * (2 * strip_[point] + 1)] = point;
  }
  values_ = numerics::AlignedArray(stride_ * dimensions_);
  for (const Strip& strip : strips_) {
    std::fill_n(values_.data() + strip.begin - kMargin, kMargin, -kFar);
    std::fill_n(values_.data() + strip.end, kMargin, kFar);
  }
}

void Strips::fill_row(std::size_t row, const KsgColumn& coordinate) {
  double* const to = values_.data() + row * stride_;
  for (std::size_t point = 0; point < slot_.size(); ++point) to[slot_[point]] = coordinate.value[point];
}

template <class Ball>
void Strips::walk(std::uint32_t point, Ball& ball) const {
  const std::size_t own = strip_[point], slot = slot_[point];
  const double* const line = values_.data();
  const double along = line[slot], across = line[stride_ + slot];
  const auto take = [&](std::size_t first) {
    double distances[kLanes] = {};
    for (std::size_t f = 0; f < dimensions_; ++f) {
      const double* const values = line + f * stride_;
      const double centre = values[slot];
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const double difference = std::abs(values[first + lane] - centre);
        distances[lane] = difference > distances[lane] ? difference : distances[lane];
      }
    }
    ball.take(distances);
  };
  // Outwards from between two slots, and below outwards from a strip, both sides in turn: a near point early
  // spares many others.
  const auto walk_strip = [&](std::size_t left, std::size_t right) {
    for (bool more = true; more;) {
      more = false;
      if (ball.reaches(line[right] - along)) {
        take(right);
        right += kLanes;
        more = true;
      }
      if (ball.reaches(along - line[left - 1])) {
        left -= kLanes;
        take(left);
        more = true;
      }
    }
  };
  const auto walk_other = [&](const Strip& strip) {
    const std::size_t middle =
        first_without(strip.begin, strip.end, [&](std::size_t p) { return line[p] < along; });
    walk_strip(middle, middle);
  };

  walk_strip(slot, slot + 1);
  const auto in_group = [&](std::size_t s) { return strips_[s].group == strips_[own].group; };
  std::size_t below = own, above = own + 1;
  for (bool more = true; more;) {
    more = false;
    if (above < strips_.size() && in_group(above) && ball.reaches(strips_[above].low - across)) {
      walk_other(strips_[above++]);
      more = true;
    }
    if (below > 0 && in_group(below - 1) && ball.reaches(across - strips_[below - 1].high)) {
      walk_other(strips_[--below]);
      more = true;
    }
  }
}

void Strips::nearest_distances(std::uint32_t point, std::span<double> nearest) const {
  Nearest ball(nearest);
  walk(point, ball);
}

std::uint32_t Strips::count_within(std::uint32_t point, double limit) const {
  Within ball(limit);
  walk(point, ball);
  return ball.count() + 1;
}

}  // namespace tamis::mutual_information
