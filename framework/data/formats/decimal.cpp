#include "decimal.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tamis::framework {
namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr int kMostPower = 27;  // 5^27 is the last one below 2^64

// 10^e = (m + d) 2^exponent with 2^63 <= m < 2^64 and 0 <= d < 1.
struct PowerOfTen {
  std::uint64_t m = 0;
  int exponent = 0;
};

constexpr std::array<PowerOfTen, 2 * kMostPower + 1> powers_of_ten() {
  std::array<PowerOfTen, 2 * kMostPower + 1> out{};
  std::uint64_t five = 1;  // 5^k
  for (int k = 0; k <= kMostPower; ++k, five *= 5) {
    const int bits = static_cast<int>(std::bit_width(five));
    out[static_cast<std::size_t>(kMostPower + k)] = {five << (64 - bits), k - (64 - bits)};
    if (k > 0)
      out[static_cast<std::size_t>(kMostPower - k)] = {
          static_cast<std::uint64_t>((Wide{1} << (63 + bits)) / five), -k - 63 - bits};
  }
  return out;
}
constexpr auto kPowersOfTen = powers_of_ten();

// Eight characters, the first one lowest; beyond the end there are zeros.
std::uint64_t eight_at(const char* p, const char* end) {
  std::uint64_t word = 0;
  if (end - p >= 8)
    std::memcpy(&word, p, 8);
  else
    std::memcpy(&word, p, static_cast<std::size_t>(end - p));
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// The number that eight digits (0 to 9 in a byte each, the first one lowest) are, by pairs, fours and eight
// (Lemire, "Number parsing at a gigabyte per second", 2021, doi:10.1002/spe.2984).
std::uint64_t number_of_digits(std::uint64_t digits) {
  constexpr std::uint64_t kPairs = 0x000000FF000000FF;
  digits = digits * 10 + (digits >> 8);
  return ((digits & kPairs) * (100 + (std::uint64_t{1000000} << 32)) +
          ((digits >> 16) & kPairs) * (1 + (std::uint64_t{10000} << 32))) >>
         32;
}

struct Digits {
  const char* end;
  std::uint64_t number;
};

// Steps over digits from p on and appends them to `number`, modulo 2^64.
inline Digits take_digits(const char* p, const char* end, std::uint64_t number) {
  static constexpr std::uint64_t kTens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
  for (;;) {
    const std::uint64_t digits = eight_at(p, end) ^ 0x3030303030303030;
    // The high bit of a byte is set in the first one above 9; what is carried goes to later ones.
    const std::uint64_t others = (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
    if (others == 0) {
      number = number * kTens[8] + number_of_digits(digits);
      p += 8;
      continue;
    }
    const int count = std::countr_zero(others) / 8;
    // Zeros in front of fewer than eight; in two steps, as a shift by 64 is none.
    number = number * kTens[count] + number_of_digits(digits << (56 - 8 * count) << 8);
    return {p + count, number};
  }
}

// The same one by one, which is quicker for a few.
inline Digits take_few_digits(const char* p, const char* end) {
  std::uint64_t number = 0;
  while (p < end && static_cast<unsigned char>(*p - '0') < 10)
    number = number * 10 + static_cast<unsigned char>(*p++ - '0');
  return {p, number};
}

std::ptrdiff_t leading_zeros(const char* p, const char* end) {
  std::ptrdiff_t zeros = 0;
  for (; p < end && (*p == '0' || *p == '.'); ++p) zeros += *p == '0';
  return zeros;
}

// Adds the exponent after an 'e' to e. nullptr where it has no digits, or more than four.
const char* take_exponent(const char* p, const char* end, int& e) {
  const bool negative = p < end && *p == '-';
  p += p < end && (*p == '-' || *p == '+');
  const char* first = p;
  int size = 0;
  while (p < end && *p >= '0' && *p <= '9' && p - first <= 4) size = size * 10 + (*p++ - '0');
  if (p == first || p - first > 4) return nullptr;
  e += negative ? -size : size;
  return p;
}

// The double nearest to w 10^e, w > 0, unless it takes more digits of 10^e to tell which one that is.
inline bool nearest(std::uint64_t w, int e, double& value) {
  if (e < -kMostPower || e > kMostPower) return false;
  const PowerOfTen& power = kPowersOfTen[static_cast<std::size_t>(kMostPower + e)];
  const int zeros = std::countl_zero(w);
  const Wide product = static_cast<Wide>(w << zeros) * power.m;
  // w 10^e / 2^(64 + exponent - zeros) lies in [high, high + 2): one for what the product has below `high`,
  // one for the d that m lacks.
  const auto high = static_cast<std::uint64_t>(product >> 64);
  const int below = 10 + static_cast<int>(high >> 63);  // bits of `high` beyond the 53 of a double
  const std::uint64_t rest = high & ((std::uint64_t{1} << below) - 1);
  const std::uint64_t half = std::uint64_t{1} << (below - 1);
  if (half - rest <= 1) return false;  // half or one less
  const std::uint64_t mantissa = ((high >> (below - 1)) + 1) >> 1;
  const int exponent = below + 64 + power.exponent - zeros;
  value = static_cast<double>(mantissa) *
          std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  return true;
}

}  // namespace

const char* read_decimal(const char* p, const char* end, double& value) {
  constexpr std::ptrdiff_t kMostDigits = 19;  // they fit into 64 bits
  const bool negative = p < end && *p == '-';
  const char* first = p + negative;
  Digits read = take_few_digits(first, end);
  std::ptrdiff_t digits = read.end - first, decimals = 0;
  if (read.end < end && *read.end == '.') {
    const char* point = read.end + 1;
    read = take_digits(point, end, read.number);
    decimals = read.end - point;
    digits += decimals;
  }
  if (digits == 0 || decimals > 1000) return nullptr;
  if (digits > kMostDigits && digits - leading_zeros(first, read.end) > kMostDigits) return nullptr;
  int e = -static_cast<int>(decimals);
  if (read.end < end && (*read.end == 'e' || *read.end == 'E')) {
    read.end = take_exponent(read.end + 1, end, e);
    if (!read.end) return nullptr;
  }
  double magnitude = static_cast<double>(read.number);
  if (read.number != 0 && e != 0 && !nearest(read.number, e, magnitude)) return nullptr;
  // No branch: signs are as hard to predict as digits.
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative} << 63);
  return read.end;
}

}  // namespace tamis::framework
