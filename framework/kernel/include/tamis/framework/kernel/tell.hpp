/// \file tell.hpp
/// What an observer hears on the way; what it throws there is dropped, see Observer.
#pragma once

#include <tamis/framework/kernel/observer.hpp>

#include <string_view>

namespace tamis::framework {

inline void tell_progress(Observer& observer, std::string_view what, std::uint64_t done,
                          std::uint64_t total) noexcept {
  try {
    observer.progress(what, done, total);
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

inline void tell_warning(Observer& observer, std::string_view text) noexcept {
  try {
    observer.warning(text);
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

}  // namespace tamis::framework
