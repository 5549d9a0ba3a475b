/// \file rough_order.hpp
/// Near points in order of distance, as far as somebody looks.
#pragma once

#include <tamis/numerics/near_points.hpp>

#include <cstdint>

namespace tamis::numerics {

/// Points in chunks: none is farther away than any of a later chunk. Sums over many points only need whole
/// chunks; only the few in which a sphere ends are sorted, when they are asked for. That takes a third of the
/// time of a sort. Not for several threads at once.
class RoughOrder {
 public:
  static constexpr std::size_t kFewest = 16;  ///< points of a chunk, but the last

  /// O(near). Keeps its memory when it is assigned again.
  void assign(const NearPoints& near);
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  std::size_t chunks() const { return ends_.size(); }
  /// All points; where each chunk ends. Neither is changed by sorted().
  std::span<const Sample> position() const { return {position_.data(), size_}; }
  std::span<const std::uint32_t> ends() const { return ends_; }

  /// Points of one chunk, in order.
  struct Chunk {
    std::span<const double> distance;
    std::span<const Sample> position;
  };
  /// Has a chunk brought into the cache, if there is one: sorted() is about to ask for it.
  void fetch(std::size_t chunk) const;
  /// The points of a chunk, nearest first, ties by position.
  Chunk sorted(std::size_t chunk);

  static constexpr std::size_t kBytesPerPoint = sizeof(double) + 2 * sizeof(Sample);

 private:
  std::size_t size_ = 0;
  std::vector<double> distance_;  ///< of a chunk that is sorted: in the order of nearest_, else of position_
  std::vector<Sample> position_, nearest_;
  std::vector<std::uint32_t> ends_;
  std::vector<bool> is_sorted_;
};

/// Adds up lines[position * width + c] over one chunk after the other, for each of up to 16 columns c, until
/// it reaches enough[c] in one of them: chunk[c], or chunks() where it does not. sums[c], which holds where
/// it starts, becomes what it holds before that chunk. All three are padded to 16. O(points * columns) in
/// vector registers; columns that reach far should stand together.
void cumulate_until(const RoughOrder& points, const double* lines, std::size_t width,
                    std::span<const double> enough, std::span<double> sums, std::span<std::uint32_t> chunk,
                    std::size_t columns);

}  // namespace tamis::numerics
