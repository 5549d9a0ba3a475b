// Squared distances in two steps: inner products of floats tell which candidates can be among the k first,
// distances in double say which are. float_panels.hpp derives the bound that makes the first step safe.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <tamis/numerics/neighbours.hpp>

#include "float_panels.hpp"
#include "kernels.hpp"

namespace tamis::numerics::detail {
namespace {

// A block of queries meets a block of candidates that stays in a core's second level of cache.
constexpr std::size_t kQueriesTogether = 64;
constexpr std::size_t kScreenBytes = 256 * 1024;

struct Neighbour {
  double distance;
  Sample index;
  bool operator<(const Neighbour& other) const {
    return distance < other.distance || (distance == other.distance && index < other.index);
  }
};

// A distance of at most the k-th smallest upper bound needs
//   score >= the k-th largest (score - c B) - c A - 2 e,
// with A of the query and B of each candidate. Candidates that reach what is known of the right side so far
// are kept, and sieved when there are too many.
class ScreenedQuery {
 public:
  ScreenedQuery(std::size_t k, std::size_t candidates, double margin)
      : k_(k), room_(2 * k + std::max(kSpare, candidates / kShare)), margin_(margin) {
    bounds_.reserve(k);
    kept_.reserve(2 * k + kSpare);
    least_ = k == 0 ? kNothing : -std::numeric_limits<float>::max();
  }
  // No score reaches it once the query is left to another search.
  float least() const { return least_; }
  bool left() const { return left_; }

  void offer(float score, double slack, std::uint32_t position) {
    const double bound = static_cast<double>(score) - slack;
    if (bounds_.size() < k_ || bound > bounds_.front()) {
      if (bounds_.size() == k_) {
        std::pop_heap(bounds_.begin(), bounds_.end(), std::greater<>{});
        bounds_.pop_back();
      }
      bounds_.push_back(bound);
      std::push_heap(bounds_.begin(), bounds_.end(), std::greater<>{});
      if (bounds_.size() == k_) least_ = rounded_down(bounds_.front() - margin_);
    }
    kept_.push_back({score, position});
    if (kept_.size() < room_) return;
    sieve();
    // So many that the bound cannot tell apart: the blocks take all distances for less than it takes here.
    if (kept_.size() <= room_ / 2) return;
    left_ = true;
    least_ = kNothing;
    kept_ = {};
  }

  // The distances of the candidates that are still possible, four side by side, as each sum waits for its own
  // last addition.
  std::vector<Neighbour> possible(const double* query, const PointRows& candidates) {
    sieve();
    std::vector<Neighbour> found(kept_.size());
    constexpr std::size_t kAbreast = 4;
    for (std::size_t first = 0; first < kept_.size(); first += kAbreast) {
      const double* row[kAbreast];
      for (std::size_t c = 0; c < kAbreast; ++c)
        row[c] = candidates.row(kept_[std::min(first + c, kept_.size() - 1)].position);
      double sum[kAbreast] = {};
      for (std::size_t f = 0; f < candidates.features; ++f)
        for (std::size_t c = 0; c < kAbreast; ++c) {
          const double difference = query[f] - row[c][f];
          sum[c] += difference * difference;
        }
      for (std::size_t c = 0; c < std::min(kAbreast, kept_.size() - first); ++c)
        found[first + c] = {sum[c], candidates.ids[kept_[first + c].position]};
    }
    return found;
  }

 private:
  struct Kept {
    float score;
    std::uint32_t position;
  };
  static constexpr float kNothing = std::numeric_limits<float>::infinity();
  static constexpr std::size_t kSpare = 128, kShare = 16;

  // By more than a float rounds; what subnormal ones lose is a crumb of e.
  static float rounded_down(double x) { return static_cast<float>(x - 0x1p-23 * std::abs(x)); }
  void sieve() {
    std::erase_if(kept_, [this](const Kept& c) { return c.score < least_; });
  }

  std::size_t k_, room_;
  double margin_;  // c A + 2 e
  float least_;
  bool left_ = false;
  std::vector<double> bounds_;  // the k largest score - c B, the smallest in front
  std::vector<Kept> kept_;
};

// The queries of one parallel block.
class ScreenedBlock {
 public:
  ScreenedBlock(const PointRows& queries, const FloatPanels& query_panels, const FloatFrame& frame,
                std::size_t first, std::size_t last, std::size_t candidates, const NeighbourLists& lists)
      : ids_(queries.ids.data() + first), panels_(query_panels), frame_(frame), first_(first) {
    for (std::size_t q = first; q < last; ++q)
      queries_.emplace_back(lists.start[q + 1] - lists.start[q], candidates,
                            frame.relative * query_panels.squares[q] + 2 * frame.absolute);
    least_.assign((last - first + kScreenQueries - 1) / kScreenQueries * kScreenQueries,
                  std::numeric_limits<float>::infinity());
    for (std::size_t q = 0; q < queries_.size(); ++q) least_[q] = queries_[q].least();
  }
  ScreenedQuery& query(std::size_t q) { return queries_[q - first_]; }

  void meet(const Kernels& kernels, const PointRows& candidates, const FloatPanels& panels, std::size_t first,
            std::size_t last) {
    alignas(64) float scores[kScreenQueries * kScreenCandidates];
    std::uint32_t hits[kScreenQueries];
    for (std::size_t q = 0; q < queries_.size(); q += kScreenQueries) {
      if (std::all_of(least_.begin() + q, least_.begin() + q + kScreenQueries,
                      [](float least) { return std::isinf(least); }))
        continue;
      for (std::size_t c = first; c < last; c += kScreenCandidates) {
        kernels.screen({panels_.at(first_ + q), panels.at(c), panels.features, panels.offsets.data() + c,
                        least_.data() + q, scores, hits});
        for (std::size_t r = 0; r < kScreenQueries; ++r)
          if (hits[r] != 0) take(q + r, hits[r], scores + r * kScreenCandidates, candidates, panels, c);
      }
    }
  }

 private:
  void take(std::size_t q, std::uint32_t hits, const float* scores, const PointRows& candidates,
            const FloatPanels& panels, std::size_t first) {
    for (; hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
      const std::size_t c = first + lane;
      if (candidates.ids[c] != ids_[q] && scores[lane] >= queries_[q].least())
        queries_[q].offer(scores[lane], frame_.relative * panels.squares[c], static_cast<std::uint32_t>(c));
    }
    least_[q] = queries_[q].least();
  }

  const Sample* ids_;
  const FloatPanels& panels_;
  const FloatFrame& frame_;
  std::size_t first_;
  std::vector<ScreenedQuery> queries_;
  std::vector<float> least_;  // of queries_, padded to whole tiles with what no score reaches
};

void write(std::vector<Neighbour> possible, std::size_t query, NeighbourLists& lists) {
  std::sort(possible.begin(), possible.end());
  for (std::size_t e = lists.start[query]; e < lists.start[query + 1]; ++e) {
    lists.distance[e] = possible[e - lists.start[query]].distance;
    lists.index[e] = possible[e - lists.start[query]].index;
  }
}

}  // namespace

std::optional<Screened> search_screen(const PointRows& queries, const PointRows& candidates, std::size_t k,
                                      const Runtime& runtime) {
  const std::optional<FloatFrame> frame = float_frame(queries, candidates);
  if (!frame) return std::nullopt;
  const FloatPanels to = float_panels(candidates, *frame, runtime);
  const bool same = &queries == &candidates;
  const FloatPanels from = same ? FloatPanels{} : float_panels(queries, *frame, runtime);
  const FloatPanels& asked = same ? to : from;

  Screened found{make_lists(queries.ids, candidates.ids, k), {}};
  std::vector<char> left(queries.size(), 0);
  const Kernels& kernels = numerics::kernels();
  const std::size_t tile_bytes = to.features * kScreenCandidates * sizeof(float);
  const std::size_t block = std::max<std::size_t>(kScreenBytes / tile_bytes, 1) * kScreenCandidates;
  runtime.parallel_blocks(
      queries.size(),
      [&](std::uint64_t first_query, std::uint64_t last_query) {
        ScreenedBlock together(queries, asked, *frame, first_query, last_query, candidates.size(),
                               found.lists);
        for (std::size_t first = 0; first < to.padded_size(); first += block)
          together.meet(kernels, candidates, to, first, std::min(first + block, to.padded_size()));
        for (std::uint64_t q = first_query; q < last_query; ++q) {
          left[q] = together.query(q).left();
          if (!left[q]) write(together.query(q).possible(queries.row(q), candidates), q, found.lists);
        }
      },
      kQueriesTogether);
  for (std::size_t q = 0; q < queries.size(); ++q)
    if (left[q]) found.left.push_back(q);
  return found;
}

}  // namespace tamis::numerics::detail
