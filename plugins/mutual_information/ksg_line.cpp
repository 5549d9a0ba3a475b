#include "ksg_line.hpp"

#include "binary_search.hpp"

namespace tamis::mutual_information {
namespace {

// A class on the line of all samples.
struct Members {
  std::span<const double> value;         // ascending
  std::span<const std::uint32_t> place;  // of each among all samples
};

// The members that lie inside a ball, first to last.
struct Inside {
  std::size_t first, last;
  double limit;  // of distances inside
};

// The window of k + 1 members that are nearest to one of them. It moves upwards with that one, since what is
// nearer above than below stays so.
class Window {
 public:
  Window(std::span<const double> value, std::size_t k) : value_(value), k_(k) {}

  // Members from `at` to before `end` are equal, and those before are less.
  Inside around(std::size_t at, std::size_t end) {
    if (end - at > k_) return {at, end - 1, inside_limit(0)};
    const double x = value_[at];
    const auto next_is_nearer = [&] {
      const std::size_t next = first_ + k_ + 1;
      return next < value_.size() && value_[next] - x < x - value_[first_];
    };
    while (next_is_nearer()) ++first_;
    Inside in{first_, first_ + k_, 0};
    in.limit = inside_limit(std::max(x - value_[in.first], value_[in.last] - x));
    while (x - value_[in.first] > in.limit) ++in.first;
    while (value_[in.last] - x > in.limit) --in.last;
    return in;
  }

 private:
  std::span<const double> value_;
  std::size_t k_, first_ = 0;
};

// All samples inside the ball around x. The members next to those inside are outside, so its ends are near.
std::uint32_t count_inside(std::span<const double> all, const Members& members, const Inside& in, double x) {
  const std::size_t low = in.first == 0 ? 0 : members.place[in.first - 1] + std::size_t{1};
  const std::size_t high = in.last + 1 == members.place.size() ? all.size() : members.place[in.last + 1];
  const std::size_t begin =
      first_without(low, members.place[in.first], [&](std::size_t p) { return x - all[p] > in.limit; });
  const std::size_t end =
      first_without(members.place[in.last], high, [&](std::size_t p) { return all[p] - x <= in.limit; });
  return static_cast<std::uint32_t>(end - begin);
}

}  // namespace

double ross_on_line(const KsgColumn& feature, const KsgTarget& target) {
  const std::span<const double> all = feature.sorted.value;
  const std::vector<std::uint32_t> place = places_by_class(target, feature.sorted.place);
  std::vector<double> value;
  value.reserve(all.size());
  for (std::uint32_t p : place) value.push_back(all[p]);

  MeanInformation mean(all.size());
  for (std::size_t c = 0; c < target.classes(); ++c) {
    const std::size_t size = target.class_size(c);
    const Members members{std::span(value).subspan(target.start[c], size),
                          std::span(place).subspan(target.start[c], size)};
    Window window(members.value, std::min(target.k, size - 1));
    for (std::size_t at = 0, end = 0; at < size; at = end) {  // equal members have equal balls
      const double x = members.value[at];
      for (end = at + 1; end < size && members.value[end] == x;) ++end;
      const Inside in = window.around(at, end);
      const BallCounts inside{static_cast<std::uint32_t>(in.last - in.first + 1),
                              count_inside(all, members, in, x), static_cast<std::uint32_t>(size)};
      mean.add(inside, static_cast<std::int64_t>(end - at));
    }
  }
  return mean.value(target.psi);
}

}  // namespace tamis::mutual_information
