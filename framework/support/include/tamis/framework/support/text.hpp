/// \file text.hpp
/// Small helpers for sentences: quoting, counting, listing, and "did you mean".
#pragma once

#include <tamis/errors.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The candidate that `name` was probably meant to be; empty when nothing is near. Near is an edit distance
/// (insert, delete, replace, swap; case is ignored) of at most a third of the name, or a candidate that
/// starts with the name. The first of equals wins. O(candidates * length^2).
std::string nearest(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'x'?" for the nearest candidate, or "".
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

/// The whole text, fit for one line of a terminal and for JSON: bytes that are not UTF-8 and what a terminal
/// obeys instead of showing it are escaped, as "\n", "\xe9" or "\u202e": control characters, U+0080 to U+009F
/// among them, ends of lines, and marks that turn the direction of writing. Escaping twice changes nothing.
/// For paths, which may hold any byte but 0.
std::string escaped(std::string_view text);

/// The same for a text of several lines: each "\n" stays.
std::string escaped_lines(std::string_view text);

/// A text that came from data, a config or a plugin, fit for a sentence or a table: escaped(), and cut at a
/// character, with "..." behind it, where it is longer than `limit` bytes.
std::string shown(std::string_view text, std::size_t limit = 60);

/// Bytes that are shown() of a sentence by a plugin.
inline constexpr std::size_t kLongestSaid = 1000;

/// The shown() text between quote marks.
std::string in_quotes(std::string_view text, char mark = '\'');

/// "a, b, c"; with more than `limit` texts "a, b, ..., z". Each is shown(), up to 200 bytes of it.
std::string listed(std::span<const std::string> texts, std::size_t limit = 8);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string> texts);

/// "1 row", "3 rows". `plural` defaults to the singular with an s.
std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural = {});

/// The shortest decimal that reads back as the same number: "0.1", "1e+300"; zero has no sign.
std::string shortest(double value);

/// A number as people name classes and categories: whole ones (below 2^63) in digits, "100000" and not "1e+05";
/// others as shortest().
std::string label_text(double value);

/// Without blanks, tabs and line ends at both sides.
std::string_view trimmed(std::string_view text);

/// Whether the bytes are UTF-8, as names and classes must be: results are written as JSON.
bool is_utf8(std::string_view text);

/// A character of UTF-8.
struct Utf8Character {
  char32_t code = 0;     ///< its code point
  std::size_t size = 0;  ///< its bytes; 0: they are none
};
/// The first one of a text that is not empty.
Utf8Character first_character(std::string_view text);

/// The text as one word of a shell's command line: quoted where it holds more than letters, digits and
/// _@%+=:,./-; where escaped() would change it, as $'...', which bash and zsh read back byte by byte.
std::string shell_word(const std::string& text);

/// The text as a string of TOML, for a `key = ["text"]` in a sentence: it holds no backtick, nor what
/// escaped() would change, and reads back as it was if it is UTF-8.
std::string in_toml(std::string_view text);

/// All that an error says: "criterion = x (file), step 3 (add): what is wrong".
std::string sentence(const Error& error);

}  // namespace tamis::framework
