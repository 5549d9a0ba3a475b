/// \file aligned.hpp
/// An array of numbers that starts at a cache line, as the vector kernels want it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace tamis::numerics {

/// Samples, or features, that the vector kernels take at once. Fixed: the order of a sum must not depend on
/// the width of a register.
inline constexpr std::size_t kLanes = 8;
/// The smallest multiple of kLanes that holds n.
constexpr std::size_t padded(std::size_t n) { return (n + kLanes - 1) / kLanes * kLanes; }

/// Zeros at first. Moves, does not copy.
template <class Number>
class Aligned {
 public:
  Aligned() = default;
  explicit Aligned(std::size_t n) : size_(n), data_(allocate(n)) { std::fill_n(data_.get(), n, Number{0}); }
  Number* data() { return data_.get(); }
  const Number* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  Number& operator[](std::size_t i) { return data_[i]; }
  Number operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(Number* p) const { ::operator delete[](p, kLine); }
  };
  static Number* allocate(std::size_t n) {
    return static_cast<Number*>(::operator new[](std::max<std::size_t>(n, 1) * sizeof(Number), kLine));
  }
  std::size_t size_ = 0;
  std::unique_ptr<Number[], Free> data_;
};
using AlignedArray = Aligned<double>;

}  // namespace tamis::numerics
