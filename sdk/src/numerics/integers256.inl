// Whole numbers in registers of 256 bits, for both paths that have them. Included inside a path's namespace.

using ByteReg = __m256i;
constexpr int kByteWidth = 32;
inline ByteReg reg_load(const std::uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
inline void reg_store(std::uint8_t* p, ByteReg v) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), v); }
inline ByteReg reg_splat(std::uint8_t x) { return _mm256_set1_epi8(static_cast<char>(x)); }
inline ByteReg reg_max(ByteReg a, ByteReg b) { return _mm256_max_epu8(a, b); }
inline ByteReg reg_min(ByteReg a, ByteReg b) { return _mm256_min_epu8(a, b); }
// |a - b|: the difference that is not below 0; the other one stops at 0.
inline ByteReg reg_apart(ByteReg a, ByteReg b) {
  return _mm256_or_si256(_mm256_subs_epu8(a, b), _mm256_subs_epu8(b, a));
}
inline unsigned reg_at_most(ByteReg a, ByteReg limit) {
  return static_cast<unsigned>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_min_epu8(a, limit), a)));
}

inline std::uint32_t least_of_32(const std::uint32_t* sums) {
  const __m256i* const from = reinterpret_cast<const __m256i*>(sums);
  const __m256i eight =
      _mm256_min_epu32(_mm256_min_epu32(_mm256_loadu_si256(from), _mm256_loadu_si256(from + 1)),
                       _mm256_min_epu32(_mm256_loadu_si256(from + 2), _mm256_loadu_si256(from + 3)));
  __m128i four = _mm_min_epu32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
  four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0b01'00'11'10));
  four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0b10'11'00'01));
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(four));
}
