// A result that `tamis select --locked` is to make again.
#include <tamis/framework/study/locked.hpp>

#include "harness.hpp"
#include "memory_file.hpp"

namespace {

using namespace tamis::framework;

const tamis::fuzz::Harness locked("locked", [](tamis::fuzz::Input input) {
  const tamis::fuzz::MemoryFile file(input.rest());
  tamis::fuzz::refusal(
      [&] {
        const LockedResult result(file.path());
        tamis::fuzz::use(result.config());
        result.check_sources(Registry());
      },
      tamis::fuzz::Lines::several);
});

}  // namespace
