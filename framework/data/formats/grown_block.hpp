/// \file grown_block.hpp
/// Bytes of which nobody knows beforehand how many there will be.
#pragma once

#include <tamis/framework/data/file_bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace tamis::framework {

/// A block that doubles whenever it is full.
class GrownBlock {
 public:
  explicit GrownBlock(std::size_t room) : room_(room), bytes_(static_cast<char*>(std::malloc(room))) {
    if (!bytes_) throw std::bad_alloc();
  }

  std::size_t size() const { return size_; }
  /// Room for more, never empty.
  /// \throws std::bad_alloc
  std::span<char> space() {
    if (size_ == room_) {
      char* grown = static_cast<char*>(std::realloc(bytes_.get(), room_ * 2));
      if (!grown) throw std::bad_alloc();
      (void)bytes_.release();
      bytes_.reset(grown);
      room_ *= 2;
    }
    return {bytes_.get() + size_, room_ - size_};
  }
  /// So many bytes were written into space().
  void add(std::size_t bytes) { size_ += bytes; }
  FileBytes take() { return FileBytes::adopt(bytes_.release(), size_); }

 private:
  struct Free {
    void operator()(char* p) const { std::free(p); }
  };
  std::size_t size_ = 0, room_;
  std::unique_ptr<char[], Free> bytes_;
};

}  // namespace tamis::framework
