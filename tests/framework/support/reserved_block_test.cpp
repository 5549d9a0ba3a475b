#include <tamis/framework/support/reserved_block.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <new>

using tamis::framework::ReservedBlock;

TEST_CASE("a reserved block is larger than memory, and keeps what is written where it is open", "[support]") {
  constexpr std::size_t kTerabyte = std::size_t{1} << 37;  // of doubles
  ReservedBlock block(kTerabyte);
  std::ranges::fill(block.open(1000, 700), 1.5);
  const std::span<double> far = block.open(kTerabyte - 3, 3);
  CHECK(far.data() == block.data() + kTerabyte - 3);
  CHECK(std::ranges::all_of(far, [](double v) { return v == 0; }));
  const std::span<double> both = block.open(900, 900);  // the first values lie within
  CHECK(std::ranges::count(both, 1.5) == 700);
  CHECK(block.open(5, 0).empty());
}

TEST_CASE("addresses that no machine has are out of memory", "[support][errors]") {
  CHECK_THROWS_AS(ReservedBlock(std::size_t{1} << 60), std::bad_alloc);
  CHECK_THROWS_AS(ReservedBlock(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}
