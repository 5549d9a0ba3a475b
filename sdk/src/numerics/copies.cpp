#include <tamis/numerics/copies.hpp>

#include <tamis/rng.hpp>

#include <algorithm>
#include <atomic>
#include <bit>

namespace tamis::numerics {
namespace {

constexpr std::size_t kSamplesInABlock = 1024;
constexpr double kLeastAgreement = 0.9;
constexpr double kLeastDistinct = 2.0 / 3;

/// Feature j, where all missing cells are one value.
class Cells {
 public:
  Cells(const Dataset& data, Feature j) : feature_(j), missing_(data.missing(j)) {
    if (data.has_dense()) {
      x_ = data.column(j);
      return;
    }
    copy_.resize(data.samples());
    data.copy_column(j, copy_);
    x_ = copy_;
  }
  Cells(const Cells&) = delete;
  Cells& operator=(const Cells&) = delete;
  bool is_missing(std::uint64_t i) const { return !missing_.empty() && missing_[i] != 0; }
  bool differ(Sample i, Sample j) const {
    return is_missing(i) != is_missing(j) || (!is_missing(i) && x_[i] != x_[j]);
  }
  /// A number of a cell, so that a row has the sum of those of its cells.
  std::uint64_t hash(std::uint64_t i) const {
    const std::uint64_t of_feature = Rng::mix(feature_ + 1);
    if (is_missing(i)) return Rng::mix(~of_feature);
    return Rng::mix(of_feature ^ std::bit_cast<std::uint64_t>(x_[i] + 0.0));  // -0 becomes 0
  }

 private:
  Feature feature_;
  Column x_;
  std::vector<double> copy_;  // of a sparse column
  std::span<const std::uint8_t> missing_;
};

/// Items of a block that reads all columns: all, where each block would copy them.
std::size_t block_of(const Dataset& data, std::size_t items) {
  return data.has_dense() ? kSamplesInABlock : std::max<std::size_t>(items, 1);
}

std::vector<std::uint64_t> hashes(const Dataset& data, const Runtime& runtime) {
  std::vector<std::uint64_t> hash(data.samples());
  runtime.parallel_blocks(
      hash.size(),
      [&](std::uint64_t begin, std::uint64_t end) {
        for (Feature f = 0; f < data.features(); ++f) {
          const Cells cells(data, f);
          for (std::uint64_t i = begin; i < end; ++i) hash[i] += cells.hash(i);
        }
      },
      block_of(data, hash.size()));
  return hash;
}

/// A sample and the one that its row may be equal to.
struct Pair {
  Sample sample, first;
};

/// Notes which rows are equal; returns the samples of the others.
std::vector<Sample> compare(const Dataset& data, const std::vector<Pair>& pairs, std::vector<Sample>& row,
                            const Runtime& runtime) {
  std::vector<char> differs(pairs.size());
  runtime.parallel_blocks(
      pairs.size(),
      [&](std::uint64_t begin, std::uint64_t end) {
        for (Feature f = 0; f < data.features(); ++f) {
          const Cells cells(data, f);
          for (std::uint64_t p = begin; p < end; ++p)
            if (cells.differ(pairs[p].sample, pairs[p].first)) differs[p] = 1;
        }
      },
      block_of(data, pairs.size()));
  std::vector<Sample> others;
  for (std::size_t p = 0; p < pairs.size(); ++p)
    if (differs[p])
      others.push_back(pairs[p].sample);
    else
      row[pairs[p].sample] = pairs[p].first;
  return others;
}

/// Of each sample the first one that is equal to it in all features.
std::vector<Sample> first_equal(const Dataset& data, const std::vector<std::uint64_t>& hash,
                                const Runtime& runtime) {
  std::vector<Sample> row = all_samples(data), open = row;
  std::ranges::sort(open, {}, [&](Sample i) { return std::pair(hash[i], i); });
  while (!open.empty()) {  // once more where rows have one hash and are not equal
    std::vector<Pair> pairs;
    for (std::size_t k = 1, first = 0; k < open.size(); ++k) {
      if (hash[open[k]] != hash[open[first]])
        first = k;
      else
        pairs.push_back({open[k], open[first]});
    }
    open = compare(data, pairs, row, runtime);
  }
  return row;
}

void part_crowds(std::vector<Sample>& row) {
  std::vector<std::size_t> size(row.size());
  for (const Sample first : row) ++size[first];
  for (Sample i = 0; i < row.size(); ++i)
    if (size[row[i]] > kMostCopies) row[i] = i;
}

/// Whether equal rows have the same label so often that it was given once.
bool labels_agree(const Target& target, const std::vector<Sample>& row) {
  std::vector<double> share(target.classes());
  std::vector<std::vector<Sample>> equal(row.size());
  for (const Sample i : target.known_samples()) {
    ++share[static_cast<std::size_t>(target.labels()[i])];
    equal[row[i]].push_back(i);
  }
  double pairs = 0, differ = 0, known = 0, by_chance = 1;
  for (const std::vector<Sample>& set : equal)
    for (std::size_t k = 1; k < set.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) {
        ++pairs;
        differ += target.labels()[set[k]] != target.labels()[set[l]];
      }
  for (const double count : share) known += count;
  for (const double count : share) by_chance -= count / known * (count / known);
  return differ <= (1 - kLeastAgreement) * by_chance * pairs;
}

/// Whether rows are as good as equal only where they are equal in every feature.
bool tells_rows_apart(const Dataset& data, const std::vector<std::uint64_t>& hash,
                      const std::vector<Sample>& row, const Runtime& runtime) {
  std::vector<Sample> distinct;
  for (Sample i = 0; i < row.size(); ++i)
    if (row[i] == i) distinct.push_back(i);
  std::atomic<bool> fine = true;
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const Cells cells(data, static_cast<Feature>(j));
    std::vector<std::uint64_t> without;
    without.reserve(distinct.size());
    for (const Sample i : distinct) without.push_back(hash[i] - cells.hash(i));
    std::ranges::sort(without);
    const auto left = std::unique(without.begin(), without.end()) - without.begin();
    if (static_cast<double>(left) < kLeastDistinct * static_cast<double>(distinct.size())) fine = false;
  });
  return fine;
}

}  // namespace

std::vector<Sample> first_copies(const Dataset& data, const Runtime& runtime) {
  const std::vector<std::uint64_t> hash = hashes(data, runtime);
  const std::vector<Sample> equal = first_equal(data, hash, runtime), single = all_samples(data);
  std::vector<Sample> row = equal;
  part_crowds(row);
  if (row == single) return row;
  return labels_agree(data.target(), row) && tells_rows_apart(data, hash, equal, runtime) ? row : single;
}

}  // namespace tamis::numerics
