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

/// The text between quote marks, fit for one line: control characters are escaped and what is longer than
/// 60 bytes is cut at a character.
std::string in_quotes(std::string_view text, char mark = '\'');

/// The whole text, fit for one line and for JSON: control characters and bytes that are not UTF-8 are
/// escaped, as "\n" or "\xe9". For paths, which may hold any byte but 0.
std::string escaped(std::string_view text);

/// "a, b, c"; with more than `limit` texts "a, b, ..., z".
std::string listed(std::span<const std::string> texts, std::size_t limit = 8);

/// "1 row", "3 rows". `plural` defaults to the singular with an s.
std::string counted(std::uint64_t n, std::string_view singular, std::string_view plural = {});

/// The shortest decimal that reads back as the same number: "0.1", "1e+300"; zero has no sign.
std::string shortest(double value);

/// Without blanks, tabs and line ends at both sides.
std::string_view trimmed(std::string_view text);

/// Whether the bytes are UTF-8, as names and classes must be: results are written as JSON.
bool is_utf8(std::string_view text);

/// The text as one word of a shell's command line: quoted where it holds more than letters, digits and
/// _@%+=:,./-
std::string shell_word(const std::string& text);

/// All that an error says: "criterion = x (file), step 3 (add): what is wrong".
std::string sentence(const Error& error);

}  // namespace tamis::framework
