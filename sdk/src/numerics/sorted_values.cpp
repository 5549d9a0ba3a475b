#include <algorithm>
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

constexpr int kBits = 11;
constexpr std::size_t kValues = std::size_t{1} << kBits;
constexpr std::size_t kMany = std::size_t{1}
                              << 14;  // from here on a third digit parts them better than a sort

}  // namespace

SortedValues sorted_values(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<Keyed> items(n), other(n);
  std::uint64_t differ = 0;  // the bits in which any two keys differ
  for (std::size_t i = 0; i < n; ++i) {
    items[i] = {key_of(x[i]), static_cast<std::uint32_t>(i)};
    differ |= items[i].key ^ items[0].key;
  }
  // by the leading bits that differ, the last digit first; each pass keeps the order of the one before
  const int digits = n < kMany ? 2 : 3;
  const int shift = std::max(0, static_cast<int>(std::bit_width(differ)) - digits * kBits);
  for (int d = 0; d < digits; ++d) {
    const auto digit = [&](const Keyed& item) { return item.key >> (shift + d * kBits) & (kValues - 1); };
    std::array<std::uint32_t, kValues> next{};
    for (const Keyed& item : items) ++next[digit(item)];
    std::uint32_t before = 0;
    for (std::uint32_t& c : next) before += std::exchange(c, before);
    for (const Keyed& item : items) other[next[digit(item)]++] = item;
    std::swap(items, other);
  }
  // those that these bits do not part
  for (auto first = items.begin(); shift > 0 && first != items.end();) {
    auto last = first + 1;
    while (last != items.end() && last->key >> shift == first->key >> shift) ++last;
    if (last - first > 1)
      std::sort(first, last, [](const Keyed& a, const Keyed& b) {
        return a.key < b.key || (a.key == b.key && a.place < b.place);
      });
    first = last;
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
