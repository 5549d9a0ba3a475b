// The entry that libFuzzer calls, in a program of one harness.
#include <oneapi/tbb/global_control.h>

#include <cstdint>

#include "harness.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // an input must do the same each time
  static const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism,
                                                      1);
  tamis::fuzz::Harness::all().front().run(tamis::fuzz::Input({reinterpret_cast<const char*>(data), size}));
  return 0;
}
