#include <algorithm>
#include <array>
#include <bit>
#include <tamis/numerics/sorted_values.hpp>
#include <utility>

namespace tamis::numerics {
namespace {

// Unsigned integers in the order of the numbers. Adding 0 turns -0 into 0.
std::uint64_t key_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  return bits & kSign ? ~bits : bits | kSign;
}
constexpr int kBits = 11;
constexpr std::size_t kValues = std::size_t{1} << kBits;
constexpr std::size_t kMany = std::size_t{1}
                              << 14;  // from here on a third digit parts them better than a sort

}  // namespace

SortedValues sorted_values(std::span<const double> x) {
  const std::size_t n = x.size();
  std::uint64_t differ = 0;  // the bits in which any two keys differ
  for (double v : x) differ |= key_of(v) ^ key_of(x[0]);
  const int digits = n < kMany ? 2 : 3;
  const int shift = std::max(0, static_cast<int>(std::bit_width(differ)) - std::min(digits * kBits, 32));

  // the leading bits that differ above the place: half of what key and place would take
  std::vector<std::uint64_t> items(n), other(n);
  std::vector<std::array<std::uint32_t, kValues>> next(3);  // 24 KB, which not every stack has
  const auto digit = [](std::uint64_t item, int d) { return item >> (32 + d * kBits) & (kValues - 1); };
  for (std::size_t i = 0; i < n; ++i) {
    items[i] = key_of(x[i]) >> shift << 32 | i;
    for (int d = 0; d < digits; ++d) ++next[static_cast<std::size_t>(d)][digit(items[i], d)];
  }
  // the last digit first; each pass keeps the order of the one before
  for (int d = 0; d < digits; ++d) {
    std::array<std::uint32_t, kValues>& to = next[static_cast<std::size_t>(d)];
    std::uint32_t before = 0;
    for (std::uint32_t& c : to) before += std::exchange(c, before);
    for (const std::uint64_t item : items) other[to[digit(item, d)]++] = item;
    std::swap(items, other);
  }
  const auto place = [](std::uint64_t item) { return static_cast<std::uint32_t>(item); };
  // those that these bits do not part, each read once: x may be an array that somebody writes to
  std::vector<std::pair<std::uint64_t, std::uint64_t>> alike;
  for (auto first = items.begin(); shift > 0 && first != items.end();) {
    auto last = first + 1;
    while (last != items.end() && *last >> 32 == *first >> 32) ++last;
    if (last - first > 1) {
      alike.clear();
      for (auto item = first; item != last; ++item) alike.emplace_back(key_of(x[place(*item)]), *item);
      std::ranges::sort(alike);
      for (const auto& [key, item] : alike) *first++ = item;
    }
    first = last;
  }
  SortedValues sorted;
  sorted.value.reserve(n);
  sorted.place.reserve(n);
  for (const std::uint64_t item : items) {
    sorted.value.push_back(x[place(item)] + 0.0);  // -0 becomes 0
    sorted.place.push_back(place(item));
  }
  return sorted;
}

}  // namespace tamis::numerics
