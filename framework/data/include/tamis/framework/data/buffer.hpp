/// \file buffer.hpp
/// A block of doubles that is not initialised, can shrink in place, and can be borrowed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace tamis::framework {

/// Owns doubles. Unlike std::vector it does not initialise new values, so that the threads that fill a large table also touch
/// its pages first, and resize() returns memory without a second copy of the table.
class Buffer {
 public:
  Buffer() = default;
  /// Values are not initialised.
  /// \throws std::bad_alloc
  explicit Buffer(std::size_t size) { resize(size); }
  /// Not copyable, so that no second table is made by accident.
  explicit Buffer(const Buffer& other) : Buffer(other.size_) {
    std::copy_n(other.data(), other.size_, data());
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::move(other.data_)), lent_(std::move(other.lent_)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    lent_ = std::move(other.lent_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  /// Borrowed values: they are only read, and copied first by functions that could change them, which are data() of a
  /// non-const Buffer and resize().
  /// \param values  keeps the owner alive as long as they are used.
  static Buffer lent(std::shared_ptr<const double> values, std::size_t size) {
    Buffer out;
    out.lent_ = std::move(values);
    out.size_ = size;
    return out;
  }

  double* data() {
    if (lent_) *this = Buffer(std::as_const(*this));
    return data_.get();
  }
  const double* data() const { return lent_ ? lent_.get() : data_.get(); }
  std::size_t size() const { return size_; }
  std::span<double> span() { return {data(), size_}; }
  std::span<const double> span() const { return {data(), size_}; }

  /// Keeps the values up to the new size; those beyond the old size are not initialised.
  /// \throws std::bad_alloc
  void resize(std::size_t size) {
    if (size > static_cast<std::size_t>(-1) / sizeof(double)) throw std::bad_alloc();
    (void)data();  // its own
    // One spare place, so that an empty table still has an address.
    void* moved = std::realloc(data_.get(), (size + 1) * sizeof(double));
    if (!moved) throw std::bad_alloc();
    (void)data_.release();
    data_.reset(static_cast<double*>(moved));
    size_ = size;
  }

 private:
  struct Free {
    void operator()(double* p) const { std::free(p); }
  };
  std::unique_ptr<double[], Free> data_;
  std::shared_ptr<const double> lent_;  ///< null: the values are its own
  std::size_t size_ = 0;
};

}  // namespace tamis::framework
