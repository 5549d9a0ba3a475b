#include "harness.hpp"

#include <cstdio>
#include <cstdlib>

namespace tamis::fuzz {
namespace {

std::vector<Harness>& linked() {
  static std::vector<Harness> harnesses;
  return harnesses;
}

/// U+0000 to U+001F, U+007F, and U+0080 to U+009F, which is C2 80 to C2 9F.
bool steers(std::string_view text, std::size_t i, Lines lines) {
  const auto byte = static_cast<unsigned char>(text[i]);
  if (byte == '\n') return lines == Lines::one;
  if (byte < 0x20 || byte == 0x7f) return true;
  return byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
}

}  // namespace

Harness::Harness(const char* name, void (*run)(Input)) : name(name), run(run) { linked().push_back(*this); }

const std::vector<Harness>& Harness::all() { return linked(); }

void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

void check_sentence(const std::string& sentence, Lines lines) {
  if (sentence.empty()) fail("an error without a sentence");
  for (std::size_t i = 0; i < sentence.size(); ++i)
    if (steers(sentence, i, lines)) fail("a sentence with a control character: " + sentence);
}

bool has_wide_index(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == ':' && digits >= 5 && digits <= 7) return true;
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
  }
  return false;
}

}  // namespace tamis::fuzz
