#include <tamis/framework/text.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

namespace tamis::framework {
namespace {

// Names are short; a longer one is a paste accident and would only cost time.
constexpr std::size_t kLongestCompared = 128;
constexpr std::size_t kLongestQuoted = 60;

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

// Appends the first character of `text`; returns how many bytes it was.
std::size_t append_escaped(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  const unsigned char c = static_cast<unsigned char>(text[0]);
  const std::size_t size = valid_character(text);
  if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c < 0x20 || c == 0x7F || size == 0) {
    out += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
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

std::string in_quotes(std::string_view text, char mark) {
  std::string out(1, mark);
  std::size_t k = 0;
  while (k < text.size() && k < kLongestQuoted) k += append_escaped(out, text.substr(k));
  if (k < text.size()) out += "...";
  return out += mark;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size();) k += append_escaped(out, text.substr(k));
  return out;
}

std::string listed(std::span<const std::string> texts, std::size_t limit) {
  std::string out;
  const bool cut = texts.size() > limit;
  const std::size_t shown = cut ? limit - 1 : texts.size();
  for (std::size_t k = 0; k < shown; ++k) out += (k ? ", " : "") + texts[k];
  return cut ? out + ", ..., " + texts.back() : out;
}

std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural) {
  std::string out = std::to_string(n) + " ";
  if (n == 1) return out.append(singular);
  if (!plural.empty()) return out.append(plural);
  return out.append(singular).append("s");
}

std::string shortest(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof(text), value == 0 ? 0.0 : value);
  return error == std::errc{} ? std::string(text, end) : std::to_string(value);
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

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string sentence(const Error& error) {
  std::string where = error.origin;
  if (!error.step.empty()) where += (where.empty() ? "" : ", ") + error.step;
  return where.empty() ? error.what() : where + ": " + error.what();
}

}  // namespace tamis::framework
