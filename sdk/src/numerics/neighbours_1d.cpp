#include <algorithm>
#include <numeric>
#include <tamis/numerics/neighbours_1d.hpp>
#include <tamis/numerics/sorted_values.hpp>
#include <tamis/numerics/total_order.hpp>

namespace tamis::numerics {
namespace {

double measured(DifferenceNorm norm, double a, double b) {
  const double difference = std::abs(a - b);
  return norm == DifferenceNorm::squared ? difference * difference : difference;
}

// Values in ascending order, equal ones in the order of their samples.
class Line {
 public:
  Line(std::span<const double> values, std::span<const Sample> samples, DifferenceNorm norm) : norm_(norm) {
    const std::size_t n = values.size();
    std::vector<std::pair<double, std::uint32_t>> order;
    for (std::uint32_t o = 0; o < n; ++o) order.emplace_back(values[o], o);
    std::sort(order.begin(), order.end(), TotalOrder());
    value_.reserve(n);
    sample_.reserve(n);
    group_start_.resize(n);
    group_end_.resize(n);
    for (const auto& [value, o] : order) {
      value_.push_back(value);
      sample_.push_back(samples[o]);
    }
    place_.resize(n);
    for (std::size_t p = 0; p < n; ++p) place_[order[p].second] = p;
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
      // Not "== d", by which a NaN would never be passed: somebody may write to the table meanwhile.
      for (; left > 0 && !(gap(self, left - 1) > d); left = group_start_[left - 1])
        take_group(group_start_[left - 1], left, end - at, run);
      for (; right < value_.size() && !(gap(self, right) > d); right = group_end_[right])
        take_group(right, group_end_[right], end - at, run);
      append(run, d, lists, at, end);
    }
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double gap(std::size_t a, std::size_t b) const { return measured(norm_, value_[a], value_[b]); }
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

  DifferenceNorm norm_;
  std::vector<double> value_;
  std::vector<Sample> sample_;
  std::vector<std::size_t> place_, group_start_, group_end_;
};

// Nodes in ascending order of their values.
class TiedLine {
 public:
  TiedLine(std::span<const double> value, const Nodes& nodes, std::size_t k, DifferenceNorm norm)
      : nodes_(nodes), k_(k), norm_(norm) {
    std::vector<double> at_node;
    for (Sample s : nodes.place()) at_node.push_back(value[s]);
    order_ = sorted_values(at_node);
    rank_.resize(order_.size());
    for (std::size_t r = 0; r < order_.size(); ++r) rank_[order_.place[r]] = static_cast<std::uint32_t>(r);
  }

  // take(node, gap) for each neighbour of the node at a position, nearest first.
  template <class Take>
  void tell(std::size_t position, const Take& take) const {
    TiedList list(k_, norm_ == DifferenceNorm::squared ? Geometry::l2 : Geometry::l1);
    if (nodes_.is_crowd(position)) {
      list.take(0, nodes_.mass(position) - 1);
      take(nodes_.node()[position], 0.0);
    }
    const std::size_t self = rank_[position];
    for (std::size_t left = self, right = self + 1; left > 0 || right < order_.size();) {
      const double before = left > 0 ? gap(self, left - 1) : kNone;
      const double after = right < order_.size() ? gap(self, right) : kNone;
      const double nearest = std::min(before, after);
      if (!list.wants(nearest)) return;
      const bool leftwards = right == order_.size() || (left > 0 && before <= after);
      const std::size_t next = leftwards ? --left : right++;
      list.take(nearest, nodes_.mass(order_.place[next]));
      take(nodes_.node()[order_.place[next]], nearest);
    }
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double gap(std::size_t a, std::size_t b) const { return measured(norm_, order_.value[a], order_.value[b]); }

  const Nodes& nodes_;
  std::size_t k_;
  DifferenceNorm norm_;
  SortedValues order_;
  std::vector<std::uint32_t> rank_;
};

}  // namespace

NeighbourLists nearest_on_line(std::span<const double> values, std::span<const Sample> samples, std::size_t k,
                               DifferenceNorm norm, const Runtime& runtime) {
  NeighbourLists lists = detail::make_lists(samples, samples, k);
  const Line line(values, samples, norm);
  runtime.parallel_for(
      values.size(), [&](std::uint64_t i) { line.fill(i, lists); }, 1024);
  return lists;
}

NeighbourLists tied_on_line(std::span<const double> value, const Nodes& nodes, std::size_t k,
                            DifferenceNorm norm, const Runtime& runtime) {
  constexpr std::uint64_t kBlock = 1024;
  const TiedLine line(value, nodes, k, norm);
  NeighbourLists lists;
  lists.start.assign(nodes.size() + 1, 0);
  runtime.parallel_for(
      nodes.size(), [&](std::uint64_t p) { line.tell(p, [&](Sample, double) { ++lists.start[p + 1]; }); },
      kBlock);
  for (std::size_t p = 0; p < nodes.size(); ++p) lists.start[p + 1] += lists.start[p];
  lists.index.resize(lists.start.back());
  lists.distance.resize(lists.start.back());
  runtime.parallel_for(
      nodes.size(),
      [&](std::uint64_t p) {
        std::uint64_t at = lists.start[p];
        line.tell(p, [&](Sample node, double distance) {
          lists.index[at] = node;
          lists.distance[at++] = distance;
        });
      },
      kBlock);
  return lists;
}

}  // namespace tamis::numerics
