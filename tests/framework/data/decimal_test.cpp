#include "data/formats/decimal.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

using namespace tamis::framework;

namespace decimal_test {
namespace {

struct Counts {
  std::size_t same = 0, left = 0, different = 0;
  std::string example;  // of a difference
};

// Compares what both readers make of a text: where the number ends, and its bits.
void compare(const std::string& text, Counts& counts) {
  const char* end = text.data() + text.size();
  double wanted = 0, value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, wanted);
  const char* read = read_decimal(text.data(), end, value);
  if (!read) {
    ++counts.left;
  } else if (error == std::errc{} && read == stop &&
             std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(wanted)) {
    ++counts.same;
  } else {
    ++counts.different;
    counts.example = text;
  }
}

std::string digits(std::mt19937_64& random, std::size_t most) {
  std::string out;
  for (std::size_t k = random() % (most + 1); k > 0; --k) out += static_cast<char>('0' + random() % 10);
  return out;
}

}  // namespace

TEST_CASE("decimals of any shape have the bits of from_chars, or are left to it", "[decimal][property]") {
  std::mt19937_64 random(1);
  Counts counts;
  for (int i = 0; i < 1000000; ++i) {
    std::string text = random() % 2 ? "-" : "";
    text += digits(random, random() % 4 ? 3 : 24);
    if (random() % 8) text += "." + std::string(random() % 4 ? 0 : random() % 9, '0') + digits(random, 20);
    if (random() % 4 == 0)
      text += std::string(1, "eE"[random() % 2]) + std::string(random() % 2, "+-"[random() % 2]) +
              digits(random, 3);
    if (random() % 4 == 0) text += ", xa/:e.;-"[random() % 10];
    compare(text, counts);
  }
  INFO(counts.example);
  CHECK(counts.different == 0);
  CHECK(counts.same > 500000);
}

TEST_CASE("the shortest decimals of doubles are read, with few left to from_chars", "[decimal][property]") {
  std::mt19937_64 random(2);
  Counts counts;
  for (int i = 0; i < 1000000; ++i) {
    const double value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())),
                                    -50 - static_cast<int>(random() % 30));
    char text[64];
    compare({text, std::to_chars(text, text + sizeof(text), value).ptr}, counts);
  }
  INFO(counts.example);
  CHECK(counts.different == 0);
  CHECK(counts.left < 3000);
}

TEST_CASE("decimals in the middle of two doubles, and next to it, have the bits of from_chars", "[decimal]") {
  std::mt19937_64 random(3);
  Counts counts;
  for (int i = 0; i < 200000; ++i) {
    // 54 bits, of which the last one is set: half way between two doubles.
    const std::uint64_t odd = (std::uint64_t{1} << 53) | (random() >> 11) | 1;
    const std::uint64_t middle = odd << random() % 11;
    for (const std::uint64_t w : {middle - 1, middle, middle + 1}) {
      compare(std::to_string(w), counts);
      compare(std::to_string(w) + "e" + std::to_string(random() % 4), counts);
      compare(std::to_string(w) + "e-" + std::to_string(random() % 27), counts);
    }
    const std::string whole = std::to_string(odd / 8);
    const char* eighths[] = {"000", "125", "250", "375", "500", "625", "750", "875"};
    compare(whole + "." + eighths[odd % 8], counts);
  }
  INFO(counts.example);
  CHECK(counts.different == 0);
}

TEST_CASE("what is no plain decimal is left to from_chars", "[decimal]") {
  const auto taken = [](const std::string& text) {
    double value = 0;
    const char* stop = read_decimal(text.data(), text.data() + text.size(), value);
    return stop ? stop - text.data() : -1;
  };
  CHECK(taken("") == -1);
  CHECK(taken("-") == -1);
  CHECK(taken(".") == -1);
  CHECK(taken("+1") == -1);
  CHECK(taken("inf") == -1);
  CHECK(taken("nan") == -1);
  CHECK(taken("1e") == -1);
  CHECK(taken("1e+") == -1);
  CHECK(taken("1e99999") == -1);
  CHECK(taken("1e-28") == -1);
  CHECK(taken("12345678901234567890") == -1);  // twenty digits
  CHECK(taken("1234567890123456789") == 19);
  CHECK(taken("0.0000000001234567890") == 21);  // zeros in front are none
  CHECK(taken("1e-27,") == 5);
  CHECK(taken("1.5;") == 3);
  CHECK(taken("5.") == 2);
  CHECK(taken("-.5") == 3);
  double zero = 1;
  const std::string text = "-0.000e9";
  CHECK(read_decimal(text.data(), text.data() + text.size(), zero) == text.data() + text.size());
  CHECK(std::signbit(zero));
}

}  // namespace decimal_test
