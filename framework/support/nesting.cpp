#include <tamis/framework/support/nesting.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace tamis::framework {
namespace {

using nlohmann::json;

/// The place of the first bracket that is nested too deep, or npos.
std::size_t too_deep_bracket(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      while (++i < text.size() && text[i] != '"')
        if (text[i] == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++open > kDeepestNesting) return i;
    } else if ((c == ']' || c == '}') && open > 0) {
      --open;
    }
  }
  return std::string_view::npos;
}

/// Where a TOML string that begins at `i` ends: behind its last quote, of which a long one may hold two more.
/// One that does not end is for the parser to refuse.
std::size_t end_of_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const std::string three(3, quote);
  const bool long_one = text.substr(i).starts_with(three);
  const std::string_view closing = long_one ? std::string_view(three) : text.substr(i, 1);
  for (i += closing.size(); i < text.size(); ++i) {
    if (text.substr(i).starts_with(closing)) {
      i += closing.size();
      for (int own = 0; own < 2 && long_one && i < text.size() && text[i] == quote; ++own) ++i;
      return i;
    }
    if (text[i] == '\n' && !long_one) return i;
    if (text[i] == '\\' && quote == '"') ++i;
  }
  return text.size();
}

}  // namespace

json parse_json(std::string_view text) {
  if (const std::size_t at = too_deep_bracket(text); at != std::string_view::npos)
    throw json::parse_error::create(101, at, fmt::format("nested deeper than {} levels", kDeepestNesting),
                                    nullptr);
  return json::parse(text);
}

std::size_t too_deep_line(std::string_view toml) {
  std::size_t line = 1;
  std::size_t depth = 0;              // around the key that is being read
  std::size_t dots = 0;               // in it; those of a number are few
  std::vector<std::size_t> brackets;  // depths to go back to
  for (std::size_t i = 0; i < toml.size(); ++i) {
    const char c = toml[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = end_of_string(toml, i);
      const std::string_view inside = toml.substr(i, end - i);
      line += static_cast<std::size_t>(std::count(inside.begin(), inside.end(), '\n'));
      i = end - 1;
    } else if (c == '#') {
      i = std::min(toml.find('\n', i), toml.size()) - 1;
    } else if (c == '.') {
      ++dots;
    } else if (c == '[' || c == '{') {
      brackets.push_back(depth);
      depth += dots + 1;
      dots = 0;
    } else if ((c == ']' || c == '}') && !brackets.empty()) {
      depth = brackets.back();
      brackets.pop_back();
      dots = 0;
    } else if (c == ',' || c == '\n') {
      dots = 0;
      line += c == '\n';
    }
    if (depth + dots > kDeepestNesting) return line;
  }
  return 0;
}

void check_levels(std::string_view key) {
  if (static_cast<std::size_t>(std::count(key.begin(), key.end(), '.')) < kDeepestNesting) return;
  throw ParamError(
      fmt::format("the key {} has more than {} parts; no key has so many", shown(key, 20), kDeepestNesting));
}

}  // namespace tamis::framework
