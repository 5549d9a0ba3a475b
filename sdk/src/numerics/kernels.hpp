/// \file kernels.hpp
/// The loops that take the time, as plain functions over pointers. They are compiled once per SimdPath from
/// the one source kernels.inl; every copy does the same operations in the same order on each number.
#pragma once

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/line_walk.hpp>

#include <cstddef>
#include <cstdint>

namespace tamis::numerics {

/// How differences of features add up to a distance.
enum class Sum : int { squares, absolutes, maximum };
inline constexpr std::size_t kMaxPanels = 2;

/// A few queries against a few panels of 8 candidates. Values stand as panel[feature * 8 + lane].
struct DistanceTile {
  const double* queries;        ///< a panel of 8 queries ...
  std::size_t first_query;      ///< ... of which `n_queries` from here on are meant
  const double* const* panels;  ///< panels of candidates
  std::size_t features;
  const double* limits;  ///< per query: a candidate is of interest unless distance >= limit (NaN: always)
  double* distances;     ///< out[q * 8 * kMaxPanels + lane], where hits say so
  std::uint32_t* hits;   ///< out: bit `lane` of hits[q]
};
struct DistanceTiles {
  std::size_t queries, panels;  ///< most of a tile
  /// By Sum, then by the number of panels - 1.
  void (*tile[3][kMaxPanels])(const DistanceTile&);
};

/// One query against one panel of 8 candidates, in the features that both have: a missing cell is NaN.
struct SharedTile {
  const double* query;  ///< its values
  const double* panel;
  std::size_t features;
  double* sums;    ///< out, by lane: over the features that are shared
  double* shared;  ///< out: how many these are
};

/// Eight queries against 32 candidates, both rounded to floats: which inner products are large enough? Values
/// stand as panel[feature * 16 + lane]. The bits of a score may differ between paths, within a bound that
/// float_panels.hpp derives.
struct ScreenTile {
  const float* queries;     ///< the first of the eight in their panel of 16
  const float* candidates;  ///< two panels of 16, one after the other
  std::size_t features;
  const float* offsets;  ///< per candidate
  const float* least;    ///< per query: of interest where score = a.b - offset >= least
  float* scores;         ///< out[q * 32 + lane], where hits say so
  std::uint32_t* hits;   ///< out: bit `lane` of hits[q]
};
inline constexpr std::size_t kScreenQueries = 8, kScreenLanes = 16, kScreenCandidates = 32;

/// One panel of 8 features against a graph in compressed rows: column[e] >= i for row_start[i]
/// <= e < row_start[i+1].
struct GraphPanel {
  std::size_t nodes;
  const std::uint64_t* row_start;
  const std::uint32_t* column;
  const double* weight;
  const double* degree;
  const double* f;       ///< f[node * 8 + feature]
  const double* origin;  ///< of each feature: near its values, so that means are accurate
  double degree_sum;
  double *numerator, *denominator;  ///< 8 each
};

/// Columns of samples against columns of memberships, one block of samples (a multiple of 8).
struct MembershipBlock {
  std::size_t samples;
  const double* memberships;  ///< class k at memberships + k * stride
  std::size_t stride, classes;
  const double* degrees;         ///< weights of the sum of squares
  const double* const* columns;  ///< kColumnTile of them
  const double* shifts;
  double* class_sums;  ///< [(class * kColumnTile + column) * 8 + lane] += p g
  double* sums;        ///< [(which * kColumnTile + column) * 8 + lane] += g, g^2, degree g^2
};
inline constexpr std::size_t kColumnTile = 4;

/// The same for memberships that are mostly zero, over a panel of 8 columns: entries in the order of samples.
struct SparseMembershipBlock {
  std::size_t samples;
  const std::uint64_t* row_start;  ///< of each sample
  const std::uint32_t* classes;
  const double* values;
  const double* degrees;
  const double* g;     ///< g[sample * 8 + column], shifted
  double* class_sums;  ///< [(class * 8 + lane) * 8 + column]
  double* sums;        ///< [(which * 8 + lane) * 8 + column]
};

/// One query against one panel, in all features but one, for each one. The query's value of feature f stands
/// at query[8 * f].
struct WithoutEachTile {
  const double* query;
  const double* panel;
  std::size_t features;
  std::size_t first, last;  ///< without each feature f, first <= f < last
  const double* limits;     ///< per lane, as in DistanceTile
  double* scratch;          ///< 8 * features
  double* distances;        ///< out[8 * f + lane] without feature f, where hits say so
  std::uint32_t* hits;
};

/// The same in all features and one of `candidates` others, for each one.
struct WithEachTile {
  const double* query;
  const double* panel;
  std::size_t features;
  const double* joining_query;
  const double* joining_panel;
  std::size_t candidates;
  const double* limits;  ///< one per candidate
  double* distances;
  std::uint32_t* hits;
};

/// A few points one after the other, from one query, after each of `width` moves by one feature.
struct MovedLines {
  std::size_t points;
  const std::uint32_t* index;
  const double* query;  ///< its values of the features that move; `width` of them, a multiple of 8
  const double* lines;  ///< those of point p: lines + index[p] * width
  const double*
      distance;  ///< of each point: without the feature that parts it most from the query, or shared
  std::size_t width;
  double* out;  ///< out[p * width + f] without feature f, or with it
};

/// The k-th smallest of each column of lines; infinity where there are fewer.
struct ColumnRanks {
  std::size_t points;
  const double* lines;  ///< of point p: lines + p * width
  std::size_t width;    ///< a multiple of 8
  std::size_t k;        ///< at least 1
  double* scratch;      ///< 8 * k
  double* out;
};

/// For each column of lines, how many points in it are at most `limits`.
struct ColumnCounts {
  std::size_t points;
  const double* lines;  ///< of point p: lines + p * width
  std::size_t width;    ///< a multiple of 8
  const double* limits;
  double* counts;  ///< width
};

/// For each column of lines, the points in it that are at most `limits`: how many, and what they add to each
/// row of sums, in their order.
struct ColumnTally {
  std::size_t points;
  const double* lines;  ///< of point p: lines + p * width
  std::size_t width;    ///< a multiple of 8
  const double* limits;
  const std::uint32_t* index;      ///< point p adds amount[e] to row[e] ...
  const std::uint64_t* row_start;  ///< ... for row_start[index[p]] <= e < row_start[index[p] + 1]
  const std::uint32_t* row;
  const double* amount;
  double* counts;  ///< width
  double* sums;    ///< sums[row * width + column], added to
};

/// Points spread over buckets by the bits of their distances, and lines of numbers added up from the first
/// bucket on. `width` is a multiple of 8.
struct BucketSums {
  std::size_t points;
  const double* distance;
  const std::uint32_t* index;
  double low;           ///< what is nearer is in bucket 0 ...
  int shift;            ///< ... the others in (bits(distance) - bits(low)) >> shift
  const double* lines;  ///< of point p: lines + index[p] * width
  std::size_t width, buckets;
  std::uint8_t* bucket;  ///< out, per point
  double* sums;          ///< out: sums[b * width + w] over the points of buckets 0..b; twice the room
};

/// Lines of numbers added up chunk by chunk of points, until each of `columns` <= 16 columns
/// has reached its goal.
struct ChunkSums {
  const std::uint32_t* index;
  const std::uint32_t* ends;  ///< of each chunk, in index
  std::size_t chunks;
  const double* lines;  ///< of point p: lines + index[p] * width
  std::size_t width, columns;
  const double* enough;  ///< padded to a multiple of 8
  double* sums;          ///< in: where each column starts; out: before its chunk (padded likewise)
  std::uint32_t* chunk;  ///< out: where it reaches its goal, or `chunks`
};

/// One point against all points in bytes: the largest difference of all coordinates, and the second largest
/// of those that may be left out, which come first.
struct CoarseLook {
  const std::uint8_t* codes;  ///< coordinate f of point p at codes[f * stride + p]
  std::size_t stride;         ///< a multiple of kBytesAtOnce
  std::size_t coordinates, movable;
  const std::uint8_t* query;  ///< its bytes
  std::uint8_t *largest, *second;
};
inline constexpr std::size_t kBytesAtOnce = 64;

/// Four queries against 32 candidates, all coordinates whole numbers up to 4095: sums of absolute differences, below 2^31. Values stand as
/// candidates[feature * 32 + lane] and, twice in one number, as queries[feature * 4 + query].
struct StepTile {
  const std::uint32_t* queries;
  const std::uint16_t* candidates;
  std::size_t features;
  const std::uint32_t *of_query, *of_candidate;  ///< the sums of all coordinates of each
  std::uint32_t* sums;                           ///< out: sums[query * 32 + lane]
  std::uint32_t* least;                          ///< out: the least of each query
};
inline constexpr std::size_t kStepQueries = 4, kStepCandidates = 32;
inline constexpr std::size_t kStepsAtOnce = 16;  ///< so many of at most 4095 add up in 16 bits

/// Which points differ most from a query in which of `width` features, a multiple of 8, and by how much.
struct LargestTwo {
  std::size_t points;
  const std::uint32_t* index;
  const double* query;  ///< its values
  const double* lines;  ///< those of point p: lines + index[p] * width
  std::size_t width;
  double* scratch;         ///< width
  double *first, *second;  ///< out: the two largest absolute differences ...
  std::uint32_t* which;    ///< ... and a feature of the first
};

/// Rounds of EM in cells of a contingency table: FlipCorrection::expectation_maximisation, cell by lane.
struct EmCells {
  std::size_t classes;
  std::size_t cells;  ///< a multiple of 8; several vectors are worked on while each waits for its last round
  int rounds;
  const double* flips;  ///< p(observed y | true s) at flips[s * classes + y]
  const double* q;      ///< the shares of the observed labels, q[y * cells + cell], not negative
  double* p;            ///< in: where it begins; out: the shares of the classes, p[s * cells + cell]
  double* factor;       ///< cells * classes, to work in
};

/// How the logarithms of q become the probabilities of eight samples: predict_classes() of power_link_em.hpp.
struct LinkedClasses {
  std::size_t classes;
  const double *power, *shift;  ///< of the classes
  const double* log_q;          ///< log_q[s * 8 + lane]
  double* p;                    ///< out, likewise
};

/// What eight samples add to the slope and the information of a link: PowerLinkEm::improved().
struct LinkInformation {
  std::size_t classes;
  const double* power;              ///< of the classes
  const double* weight;             ///< of the samples; 0 where the label is unknown
  const double *log_q, *p, *gamma;  ///< p[s * 8 + lane]
  double unlikely;                  ///< no more than this of a class is left out of v v'
  double* v;                        ///< 2 classes * 8, to work in
  std::size_t* rows;                ///< 2 classes, to work in
  double* slope;                    ///< 2 classes: by the powers, then by the shifts
  double* information;              ///< 2 classes x 2 classes, by columns; on and below the diagonal
};

struct Kernels {
  DistanceTiles distances;
  /// The same in all features but the one that parts a candidate most from the query.
  DistanceTiles distances_but_one;
  /// By Sum.
  void (*shared_tile[3])(const SharedTile&);
  /// By Sum. The first says whether there was any hit.
  bool (*without_each[3])(const WithoutEachTile&);
  void (*with_each[3])(const WithEachTile&);
  /// By Sum.
  void (*lines_without_each[3])(const MovedLines&);
  void (*lines_with_each[3])(const MovedLines&);
  void (*column_ranks)(const ColumnRanks&);
  void (*column_tally)(const ColumnTally&);
  /// The least and the greatest of n >= 1 numbers.
  void (*extremes)(const double* values, std::size_t n, double* least, double* greatest);
  void (*bucket_sums)(const BucketSums&);
  void (*column_counts)(const ColumnCounts&);
  void (*largest_two)(const LargestTwo&);
  void (*coarse_look)(const CoarseLook&);
  /// The places of [first, last) whose bytes differ from `query` by at most `limit`, and how many. Reads up
  /// to kBytesAtOnce bytes more.
  std::size_t (*coarse_list)(const std::uint8_t* bytes, std::size_t first, std::size_t last,
                             std::uint8_t query, std::uint8_t limit, std::uint32_t* out);
  void (*step_tile)(const StepTile&);
  void (*chunk_sums)(const ChunkSums&);
  /// line_walk.hpp; smallest[8 rank + query].
  bool (*nearest_on_line)(const LineWalk&, std::size_t ranks, double* smallest);
  bool (*count_on_line)(const LineWalk&, const double* limits, double* counts);
  void (*screen)(const ScreenTile&);
  void (*graph_panel)(const GraphPanel&);
  void (*memberships)(const MembershipBlock&);
  void (*sparse_memberships)(const SparseMembershipBlock&);
  void (*em_rounds)(const EmCells&);
  void (*link_classes)(const LinkedClasses&);
  void (*link_information)(const LinkInformation&);
};

namespace sse2 {
extern const Kernels kKernels;
}
namespace avx2 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}

/// Those of simd_path().
const Kernels& kernels();

}  // namespace tamis::numerics
