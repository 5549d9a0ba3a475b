#include <tamis/framework/support/text.hpp>

#include <tamis/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

namespace tamis::framework {
namespace {

// Names are short; a longer one is a paste accident and would only cost time.
constexpr std::size_t kLongestCompared = 128;
constexpr std::size_t kLongestListed = 200;  // a list is also of phrases, paths and symbols

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Optimal string alignment: Levenshtein with swaps of neighbours, the commonest slip of the fingers.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

// Bytes of the UTF-8 character that starts with `lead`; 0 when none does.
std::size_t character_size(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

// Bytes of the valid character at the start of `text`; 0 when there is none.
std::size_t valid_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const std::size_t size = character_size(byte(0));
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t k = 1; k < size; ++k)
    if ((byte(k) & 0xC0) != 0x80) return 0;
  // Overlong forms, surrogates and what lies beyond U+10FFFF.
  if (size == 3 && ((byte(0) == 0xE0 && byte(1) < 0xA0) || (byte(0) == 0xED && byte(1) >= 0xA0))) return 0;
  if (size == 4 && ((byte(0) == 0xF0 && byte(1) < 0x90) || (byte(0) == 0xF4 && byte(1) >= 0x90))) return 0;
  return size;
}

// The code point of a valid character.
char32_t code_point(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  char32_t code = lead & (0x7Fu >> character.size());
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
  return code;
}

// What a terminal obeys instead of showing it: the control characters, of Unicode too (U+009B begins an
// escape sequence), ends of lines, and what turns the direction of writing, so that a name can look like
// another one.
bool is_control(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c < 0x20 || within(0x7F, 0x9F) || c == 0x61C || within(0x200E, 0x200F) || within(0x2028, 0x202E) ||
         within(0x2066, 0x2069);
}

// Appends the first character of `text`; returns how many bytes it was.
std::size_t append_escaped(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(text[0]);
  if (byte >= 0x20 && byte < 0x7F) {  // nearly all of a table
    out += text[0];
    return 1;
  }
  const std::size_t size = valid_character(text);
  const char32_t c = size > 0 ? code_point(text.substr(0, size)) : 0;
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (size == 0 || (size == 1 && is_control(c))) {
    out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
  } else if (is_control(c)) {
    out += {'\\', 'u', kHex[c >> 12 & 15], kHex[c >> 8 & 15], kHex[c >> 4 & 15], kHex[c & 15]};
  } else {
    out += text.substr(0, size);
  }
  return std::max<std::size_t>(size, 1);
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  if (name.empty() || name.size() > kLongestCompared) return {};
  const std::string wanted = lower(name);
  const std::size_t allowed = std::max<std::size_t>(1, wanted.size() / 3);
  std::size_t best = allowed + 1;
  std::string found, begins;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestCompared) continue;
    const std::string other = lower(candidate);
    if (begins.empty() && wanted.size() >= 3 && other.starts_with(wanted)) begins = candidate;
    const std::size_t gap = std::max(other.size(), wanted.size()) - std::min(other.size(), wanted.size());
    if (gap >= best) continue;
    // One replaced letter in a one-letter name is another name.
    const std::size_t distance = edit_distance(wanted, other);
    if (distance < best && distance < std::max(wanted.size(), other.size())) {
      best = distance;
      found = candidate;
    }
  }
  return found.empty() ? begins : found;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::string other = nearest(name, candidates);
  return other.empty() ? std::string{} : "; did you mean " + in_quotes(other) + "?";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) k += append_escaped(out, text.substr(k));
  return out;
}

std::string escaped_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    if (text[k] == '\n')
      out += text[k++];
    else
      k += append_escaped(out, text.substr(k));
  }
  return out;
}

std::string shown(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t k = 0;
  while (k < text.size() && k < limit) k += append_escaped(out, text.substr(k));
  return k < text.size() ? out + "..." : out;
}

std::string in_quotes(std::string_view text, char mark) { return mark + shown(text) + mark; }

std::string listed(std::span<const std::string> texts, std::size_t limit) {
  std::string out;
  const bool cut = texts.size() > limit;
  const std::size_t first = cut ? limit - 1 : texts.size();
  for (std::size_t k = 0; k < first; ++k) out += (k ? ", " : "") + shown(texts[k], kLongestListed);
  return cut ? out + ", ..., " + shown(texts.back(), kLongestListed) : out;
}

std::string alternatives(std::span<const std::string> texts) {
  std::string out;
  for (std::size_t k = 0; k < texts.size(); ++k)
    out += (k == 0 ? "" : k + 1 == texts.size() ? " or " : ", ") + texts[k];
  return out;
}

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  std::string out = std::to_string(n) + " ";
  if (n == 1) return out.append(singular);
  if (!plural.empty()) return out.append(plural);
  return out.append(singular).append("s");
}

std::string shortest(double value) { return text_of(value == 0 ? 0.0 : value); }

std::string label_text(double value) {
  constexpr double kTooLarge = 9223372036854775808.0;  // 2^63
  const bool whole = std::abs(value) < kTooLarge && value == std::trunc(value);
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : shortest(value);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t from = text.find_first_not_of(kBlank);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlank) - from + 1);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = valid_character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

Utf8Character first_character(std::string_view text) {
  const std::size_t size = valid_character(text);
  return {size > 0 ? code_point(text.substr(0, size)) : 0, size};
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  const bool plain = escaped(text) == text;
  std::string quoted = plain ? "'" : "$'";
  for (const char c : text) {
    if (plain)
      quoted += c == '\'' ? "'\\''" : std::string(1, c);
    else if (c == '\'' || c == '\\')
      quoted += {'\\', c};
    else if (c >= ' ' && c <= '~')
      quoted += c;
    else
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return quoted + "'";
}

std::string in_toml(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t size = std::max<std::size_t>(valid_character(text), 1);
    const char32_t c = code_point(text.substr(0, size));
    if (c == '"' || c == '\\')
      out += {'\\', static_cast<char>(c)};
    else if (c == '`' || is_control(c))
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      append_escaped(out, text);
    text.remove_prefix(size);
  }
  return out + '"';
}

std::string sentence(const Error& error) {
  std::string where = error.origin;
  if (!error.step.empty()) where += (where.empty() ? "" : ", ") + error.step;
  return where.empty() ? error.what() : where + ": " + error.what();
}

}  // namespace tamis::framework
