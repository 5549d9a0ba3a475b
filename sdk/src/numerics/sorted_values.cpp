#include <array>
#include <bit>
#include <tamis/numerics/sorted_values.hpp>
#include <utility>

namespace tamis::numerics {
namespace {

struct Keyed {
  std::uint64_t key;
  std::uint32_t place;
};

// Unsigned integers in the order of the numbers. Adding 0 turns -0 into 0.
std::uint64_t key_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return bits & kSign ? ~bits : bits | kSign;
}
double number_of(std::uint64_t key) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return std::bit_cast<double>(key & kSign ? key ^ kSign : ~key);
}

constexpr std::size_t kDigits = 8, kBits = 8, kValues = std::size_t{1} << kBits;
std::size_t digit(std::uint64_t key, std::size_t d) { return key >> (d * kBits) & (kValues - 1); }

}  // namespace

SortedValues sorted_values(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<Keyed> items(n), other(n);
  std::array<std::array<std::uint32_t, kValues>, kDigits> counts{};
  for (std::size_t i = 0; i < n; ++i) {
    items[i] = {key_of(x[i]), static_cast<std::uint32_t>(i)};
    for (std::size_t d = 0; d < kDigits; ++d) ++counts[d][digit(items[i].key, d)];
  }
  for (std::size_t d = 0; d < kDigits && n > 0; ++d) {
    std::array<std::uint32_t, kValues>& next = counts[d];
    if (next[digit(items[0].key, d)] == n) continue;  // all the same
    std::uint32_t before = 0;
    for (std::uint32_t& c : next) before += std::exchange(c, before);
    for (const Keyed& item : items) other[next[digit(item.key, d)]++] = item;
    std::swap(items, other);
  }
  SortedValues sorted;
  sorted.value.reserve(n);
  sorted.place.reserve(n);
  for (const Keyed& item : items) {
    sorted.value.push_back(number_of(item.key));
    sorted.place.push_back(item.place);
  }
  return sorted;
}

}  // namespace tamis::numerics
