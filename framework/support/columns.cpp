#include <tamis/framework/support/columns.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <cerrno>
#include <new>

namespace tamis::framework {
namespace {

constexpr std::size_t kShortestName = 20;
constexpr std::string_view kCut = "...";

struct Character {
  std::size_t end;  // in bytes
  std::size_t columns;
};

/// Without it widths would be others. Where memory lacks, glibc may also say that there is no such locale.
locale_t utf8_locale() {
  const locale_t made = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (!made && errno == ENOMEM) throw std::bad_alloc();
  if (!made)
    throw Error(
        TAMIS_E_OTHER,
        "the locale C.UTF-8 cannot be loaded, which says how wide characters are: memory is short, or it "
        "is not installed (Debian has it in libc-bin)");
  return made;
}

/// As wide as the C library knows them, whatever the locale of the process; a byte that is no UTF-8 counts as
/// one character.
std::vector<Character> characters_of(std::string_view text) {
  static const locale_t utf8 = utf8_locale();
  const locale_t before = ::uselocale(utf8);
  std::vector<Character> characters;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character c = first_character(text.substr(at));
    at += std::max<std::size_t>(c.size, 1);
    const int columns = c.size > 0 ? ::wcwidth(static_cast<wchar_t>(c.code)) : 1;
    characters.push_back({at, static_cast<std::size_t>(std::max(columns, 0))});
  }
  ::uselocale(before);
  return characters;
}

bool is_plain(std::string_view text) {  // nearly all names
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// How wide the first columns are.
std::vector<std::size_t> widths_of(const std::vector<std::vector<std::string>>& rows, std::size_t columns) {
  std::vector<std::size_t> widths(columns, 0);
  for (const auto& row : rows)
    for (std::size_t j = 0; j < columns; ++j) widths[j] = std::max(widths[j], width(row[j]));
  return widths;
}

/// The widths of the columns where those that may be shortened share what is left for them.
std::vector<std::size_t> fitted(std::vector<std::size_t> widths, const std::vector<bool>& fixed,
                                std::size_t most) {
  std::size_t line = widths.empty() ? 0 : 2 * (widths.size() - 1);
  for (const std::size_t w : widths) line += w;
  for (; line > most; --line) {
    std::size_t widest = widths.size();
    for (std::size_t j = 0; j < widths.size(); ++j)
      if (!fixed[j] && widths[j] > kShortestName && (widest == widths.size() || widths[j] > widths[widest]))
        widest = j;
    if (widest == widths.size()) break;
    --widths[widest];
  }
  return widths;
}

}  // namespace

std::size_t width(std::string_view text) {
  if (is_plain(text)) return text.size();
  std::size_t columns = 0;
  for (const Character& c : characters_of(text)) columns += c.columns;
  return columns;
}

std::string_view beginning_within(std::string_view text, std::size_t columns) {
  std::size_t end = 0, taken = 0;
  for (const Character& c : characters_of(text)) {
    if ((taken += c.columns) > columns) break;
    end = c.end;
  }
  return text.substr(0, end);
}

std::string shortened(const std::string& text, std::size_t columns) {
  if (width(text) <= columns) return text;
  const std::size_t ends = columns - kCut.size();
  const std::string_view head = beginning_within(text, ends - ends / 2);
  std::size_t begin = text.size(), taken = 0;
  const std::vector<Character> characters = characters_of(text);
  for (std::size_t k = characters.size(); k-- > 0;) {
    taken += characters[k].columns;
    if (taken > ends / 2) break;
    // what joins the character before it stays with that one
    if (characters[k].columns > 0) begin = k == 0 ? 0 : characters[k - 1].end;
  }
  return std::string(head).append(kCut).append(text, begin);
}

std::string padded(const std::string& text, std::size_t columns, bool right) {
  const std::size_t taken = width(text);
  const std::string blanks(columns > taken ? columns - taken : 0, ' ');
  return right ? blanks + text : text + blanks;
}

std::string in_columns(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& right,
                       std::size_t most) {
  std::vector<std::size_t> widths = widths_of(rows, right.size());
  if (most > 0) widths = fitted(std::move(widths), right, most);
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t j = 0; j < widths.size(); ++j)
      line += (j ? "  " : "") + padded(shortened(row[j], widths[j]), widths[j], right[j]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::size_t columns_that_fit(const std::vector<std::vector<std::string>>& rows,
                             const std::vector<bool>& right, std::size_t most, std::size_t fewest) {
  if (most == 0) return right.size();
  const std::vector<std::size_t> widths = widths_of(rows, right.size());
  std::size_t line = 0;
  for (std::size_t j = 0; j < widths.size(); ++j) {
    line += (j ? 2 : 0) + (right[j] ? widths[j] : std::min(widths[j], kShortestName));
    if (j >= fewest && line > most) return j;
  }
  return widths.size();
}

std::size_t room_for_names(std::size_t most, std::size_t others) {
  if (most == 0) return 0;
  return std::max(kShortestName, most > others ? most - others : 0);
}

}  // namespace tamis::framework
