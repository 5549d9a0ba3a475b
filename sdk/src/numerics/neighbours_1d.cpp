#include <algorithm>
#include <numeric>
#include <tamis/numerics/neighbours_1d.hpp>

namespace tamis::numerics {
namespace {

// Values in ascending order, equal ones in the order of their samples.
class Line {
 public:
  Line(std::span<const double> values, std::span<const Sample> samples, Gap gap) : gap_(gap) {
    const std::size_t n = values.size();
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return values[a] < values[b] || (values[a] == values[b] && a < b);
    });
    value_.reserve(n);
    sample_.reserve(n);
    group_start_.resize(n);
    group_end_.resize(n);
    for (std::uint32_t o : order) {
      value_.push_back(values[o]);
      sample_.push_back(samples[o]);
    }
    place_.resize(n);
    for (std::size_t p = 0; p < n; ++p) place_[order[p]] = p;
    for (std::size_t p = 0; p < n; ++p)
      group_start_[p] = p > 0 && value_[p] == value_[p - 1] ? group_start_[p - 1] : p;
    for (std::size_t p = n; p-- > 0;)
      group_end_[p] = p + 1 < n && value_[p] == value_[p + 1] ? group_end_[p + 1] : p + 1;
  }

  void fill(std::size_t query, NeighbourLists& lists) const {
    const std::size_t self = place_[query];
    std::uint64_t at = lists.start[query];
    const std::uint64_t end = lists.start[query + 1];
    std::vector<Sample> run;
    // The own group, then runs of whole groups from [0, left) backwards and [right, n) forwards.
    std::size_t left = group_start_[self], right = group_end_[self];
    take_group(left, right, end - at + 1, run);
    std::erase(run, sample_[self]);
    append(run, 0.0, lists, at, end);
    while (at < end) {
      const double d =
          std::min(left > 0 ? gap(self, left - 1) : kNone, right < value_.size() ? gap(self, right) : kNone);
      run.clear();
      for (; left > 0 && gap(self, left - 1) == d; left = group_start_[left - 1])
        take_group(group_start_[left - 1], left, end - at, run);
      for (; right < value_.size() && gap(self, right) == d; right = group_end_[right])
        take_group(right, group_end_[right], end - at, run);
      append(run, d, lists, at, end);
    }
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double gap(std::size_t a, std::size_t b) const {
    const double difference = std::abs(value_[a] - value_[b]);
    return gap_ == Gap::squared ? difference * difference : difference;
  }
  // No more than `most` of a group can be among the smallest indices that a run has room for.
  void take_group(std::size_t first, std::size_t last, std::uint64_t most, std::vector<Sample>& run) const {
    const auto begin = sample_.begin() + static_cast<std::ptrdiff_t>(first);
    run.insert(run.end(), begin,
               begin + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(last - first, most)));
  }
  static void append(std::vector<Sample>& run, double d, NeighbourLists& lists, std::uint64_t& at,
                     std::uint64_t end) {
    std::sort(run.begin(), run.end());
    for (Sample s : run) {
      if (at == end) return;
      lists.index[at] = s;
      lists.distance[at++] = d;
    }
  }

  Gap gap_;
  std::vector<double> value_;
  std::vector<Sample> sample_;
  std::vector<std::size_t> place_, group_start_, group_end_;
};

}  // namespace

NeighbourLists nearest_on_line(std::span<const double> values, std::span<const Sample> samples, std::size_t k,
                               Gap gap, const Runtime& runtime) {
  NeighbourLists lists = detail::make_lists(samples, samples, k);
  const Line line(values, samples, gap);
  runtime.parallel_for(
      values.size(), [&](std::uint64_t i) { line.fill(i, lists); }, 1024);
  return lists;
}

}  // namespace tamis::numerics
