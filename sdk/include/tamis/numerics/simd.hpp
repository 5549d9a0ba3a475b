/// \file simd.hpp
/// Which compiled copy of the vector kernels runs. All copies give the same bits; a test may force each one.
#pragma once

namespace tamis::numerics {

/// The width of the vectors that a copy is compiled for: 128, 256 or 512 bits.
enum class SimdPath : int { sse2, avx2, avx512 };

/// Whether this processor (and operating system) can run a path; sse2 always.
bool simd_supported(SimdPath path);
/// The path in use unless one is forced: the widest supported one, but none wider than the environment's
/// TAMIS_VECTOR_LEVEL (sse2, avx2 or avx512), which is read once per library that links this.
/// \throws ParamError  the environment holds another word; with the valid ones.
SimdPath simd_path();
/// For tests and benchmarks. A path that is not supported is ignored.
void force_simd_path(SimdPath path);
/// Back to the path that nobody forces; reads the environment anew.
/// \throws ParamError  as simd_path().
void release_simd_path();

}  // namespace tamis::numerics
