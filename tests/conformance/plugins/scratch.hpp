/// \file scratch.hpp
/// The fault of keeping scratch in a member, which two calls at once then share.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

/// Whether nobody else wrote to the same place in the meantime.
inline bool alone_with(std::atomic<const void*>& scratch) {
  const int own = 0;
  scratch = &own;
  std::this_thread::sleep_for(std::chrono::microseconds(50));
  return scratch == &own;
}
