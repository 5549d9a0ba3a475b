/// \file sha256.hpp
/// SHA-256 of bytes that come piece by piece.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tamis::framework {

/// About 2 GB/s where the processor has instructions for it.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void add(std::string_view bytes);
  /// In hexadecimal, as `sha256sum` prints it. Nothing may be added afterwards.
  std::string text();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tamis::framework
