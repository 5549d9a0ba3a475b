/// \file shuffled_data.hpp
/// Data whose target is shuffled, so that it is independent of most features.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/data/sparse_columns.hpp>
#include <tamis/rng.hpp>

#include <span>
#include <vector>

namespace tamis::framework {

/// Samples of known target, shuffled: the target, together with the features of a subset, moves to other samples, while the
/// features outside the subset stay. So the subset keeps its information on the target, every feature keeps its values, and
/// the features outside keep their dependence on each other. It holds a second table, of the kind that the criterion reads,
/// once a subset is not empty.
///
/// Samples of a group are dependent, so if the data have groups, only exchangeable units are exchanged: samples within their
/// group, and whole groups of equal size with each other
/// (Winkler, Webster, Vidaurre, Nichols, Smith. Multi-level block permutation. NeuroImage 123 (2015) 253-268,
/// DOI 10.1016/j.neuroimage.2015.05.092).
class ShuffledData {
 public:
  /// \param data  prepared for a criterion; outlives this object.
  explicit ShuffledData(const LoadedData& data);

  /// Valid until the next call, or until this object is destroyed. O(n (l + |subset|)), and once the table.
  Dataset shuffled(std::span<const Feature> subset, Rng rng);

 private:
  /// Samples of known target in consecutive blocks of `size`, which may be exchanged.
  struct Blocks {
    std::size_t size;
    std::vector<std::uint64_t> samples;
    void shuffle(Rng& rng);
  };
  static std::vector<Blocks> blocks_of(const DataTable& data);
  void move_rows(std::span<const Feature> subset, std::span<const std::uint64_t> from);

  const LoadedData& data_;
  std::vector<Blocks> blocks_;
  LoadedData target_;                // without features
  std::vector<double> dense_;        // n x d, or empty
  std::vector<std::uint8_t> codes_;  // n x d, or empty
  std::vector<std::uint8_t> missing_;  // n x d, or empty
  SparseColumns sparse_;             // where the criterion gets these alone
  std::vector<Feature> moved_;       // whose rows are moved in the tables
  tamis_dataset view_{};
};

}  // namespace tamis::framework
