#include "kernels.hpp"

#include <tamis/errors.hpp>
#include <tamis/numerics/simd.hpp>

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace tamis::numerics {
namespace {

SimdPath most_allowed() {
  const char* value = std::getenv("TAMIS_VECTOR_LEVEL");
  const std::string_view word = value ? value : "";
  if (word.empty() || word == "avx512") return SimdPath::avx512;
  if (word == "avx2") return SimdPath::avx2;
  if (word == "sse2") return SimdPath::sse2;
  throw ParamError(
      "the environment variable TAMIS_VECTOR_LEVEL is none of sse2, avx2, avx512; "
      "correct or unset it");
}

SimdPath widest() {
  const SimdPath most = most_allowed();
  for (SimdPath p : {SimdPath::avx512, SimdPath::avx2})
    if (p <= most && simd_supported(p)) return p;
  return SimdPath::sse2;
}

std::atomic<SimdPath>& current() {
  static std::atomic<SimdPath> path{widest()};
  return path;
}

}  // namespace

bool simd_supported(SimdPath path) {
  __builtin_cpu_init();
  switch (path) {
    case SimdPath::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512bw");
    case SimdPath::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case SimdPath::sse2:
      return true;
  }
  return false;
}

SimdPath simd_path() { return current().load(std::memory_order_relaxed); }
void force_simd_path(SimdPath path) {
  if (simd_supported(path)) current().store(path, std::memory_order_relaxed);
}
void release_simd_path() { current().store(widest(), std::memory_order_relaxed); }

const Kernels& kernels() {
  switch (simd_path()) {
    case SimdPath::avx512:
      return avx512::kKernels;
    case SimdPath::avx2:
      return avx2::kKernels;
    case SimdPath::sse2:
      break;
  }
  return sse2::kKernels;
}

}  // namespace tamis::numerics
