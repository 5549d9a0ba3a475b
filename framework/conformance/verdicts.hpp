/// \file verdicts.hpp
/// How a test of the conformance kit ends, unless it passes.
#pragma once

#include <fmt/format.h>

#include <stdexcept>

namespace tamis::framework::conformance {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Skip : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw Failure(fmt::format(text, std::forward<Args>(args)...));
}
template <class... Args>
[[noreturn]] void skip(fmt::format_string<Args...> text, Args&&... args) {
  throw Skip(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace tamis::framework::conformance
