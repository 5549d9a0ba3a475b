/// \file pair_distances.hpp
/// Distances of all samples to those that matter to them, block by block, so that there is never a matrix of m x m.
#pragma once

#include "differences.hpp"

#include <tamis/numerics/near_points.hpp>
#include <tamis/numerics/rounded_points.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

namespace tamis::relief {

/// Which distances of a sample are asked for.
struct DistancesWanted {
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t nearest =
      kAll;  ///< those to so many of each class, and to all that are as far as the last of them
  std::span<const std::uint32_t> classes{};  ///< of each sample, 0..; empty: all are of class 0
};

/// Samples, those of a class ascending, and how far they are from one; that one itself may be among them.
struct DistancesTo {
  std::span<const std::uint32_t> samples;
  std::span<const double> distance;
};

/// D(i, j) = sum over f of d_f(i, j): numbers that no sample lacks first, then the other features, each in their order.
///
/// Where few neighbours are wanted, distances between points that are rounded to 12 bits tell which samples can be among them, and
/// only to these a distance is computed in full. The result is the same to the bit.
class PairDistances {
 public:
  /// \param differences  outlives this object.
  /// O(m d).
  PairDistances(const Differences& differences, const DistancesWanted& wanted);

  const Differences& differences() const { return differences_; }

  /// Samples that are looked at together.
  static constexpr std::size_t kBlock = 32;

  /// The distances of the samples of one block after the other; one per thread.
  class Block {
   public:
    explicit Block(const PairDistances& all);
    /// \param first  a multiple of kBlock. O(kBlock m d) in vector registers.
    void begin(std::size_t first);
    /// From sample i of the block to what is wanted, and maybe to more. They are kept until the next call.
    DistancesTo from(std::size_t i);

   private:
    /// A sample that may be among the nearest.
    struct Possible {
      std::uint32_t steps, sample;
    };
    bool find_possible(std::size_t i);
    void add_others(std::size_t i);
    void find_of_class(std::size_t i, std::size_t c, double error);
    void measure_possible(std::size_t i);
    void measure_panel(std::size_t panel);
    std::span<std::uint32_t> steps_from(std::size_t i);
    std::span<std::uint32_t> least_from(std::size_t i);

    const PairDistances& all_;
    std::size_t first_ = 0, panel_;     // of the block; whose distances are in `whole_`
    std::vector<std::uint32_t> steps_;  // from each sample of the block to all, between rounded points
    std::vector<std::uint32_t> least_;  // of them to each panel of rounded points
    std::vector<std::uint32_t> smallest_;
    std::vector<Possible> of_class_;
    std::vector<std::uint32_t> possible_;
    std::vector<double> measured_;  // to those that are possible
    std::vector<numerics::NearPoints> near_;
    std::vector<double> whole_;  // to all samples, from each sample of a panel
  };

 private:
  bool is_rounded() const { return rounded_.size() > 0; }

  const Differences& differences_;
  std::size_t nearest_, n_classes_ = 1;
  std::span<const std::uint32_t> classes_;
  std::vector<std::uint32_t> everyone_;  // 0, 1, ..., m - 1
  numerics::PointPanels numbers_;
  numerics::RoundedPoints rounded_;
};

/// Adds to sums what is to be added for sample i.
using AddSample = std::function<void(std::size_t i, const DistancesTo& others, double* sums)>;

/// Sums over all samples, of `size` numbers. In blocks of one size, and the blocks in their order, so the bits do not depend on the
/// number of threads.
/// \param make  called for each block, so that a function may own room to work in.
std::vector<double> sum_over_samples(const PairDistances& distances, const Runtime& runtime, std::size_t size,
                                     const std::function<AddSample()>& make);

/// The same where no distances are needed.
/// \param make  its function gets no distances.
std::vector<double> sum_over_samples(std::size_t samples, const Runtime& runtime, std::size_t size,
                                     const std::function<AddSample()>& make);

}  // namespace tamis::relief
