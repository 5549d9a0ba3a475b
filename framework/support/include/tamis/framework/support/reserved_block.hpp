/// \file reserved_block.hpp
/// A block of doubles that has more addresses than memory.
#pragma once

#include <cstddef>
#include <span>

namespace tamis::framework {

/// Values that each have a place, but memory only once they are opened. No other may be read: that ends the
/// process.
class ReservedBlock {
 public:
  /// Takes addresses, which `ulimit -v` counts, and no memory.
  /// \throws std::bad_alloc  so many addresses cannot be had.
  explicit ReservedBlock(std::size_t size);
  ~ReservedBlock();
  ReservedBlock(const ReservedBlock&) = delete;
  ReservedBlock& operator=(const ReservedBlock&) = delete;

  const double* data() const { return data_; }
  /// Gives memory to values [begin, begin + size): zeros at first. What is open stays as it is.
  /// \throws std::bad_alloc
  std::span<double> open(std::size_t begin, std::size_t size);

 private:
  std::size_t bytes_;
  double* data_;
};

}  // namespace tamis::framework
