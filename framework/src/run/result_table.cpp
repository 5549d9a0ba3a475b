#include <tamis/framework/run/result.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

/// Characters, not bytes: names may be UTF-8.
std::size_t width(std::string_view s) {
  return static_cast<std::size_t>(std::count_if(
      s.begin(), s.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

/// A name without line ends and escape sequences.
std::string printable(const std::string& name) {
  std::string out;
  for (char c : name) {
    const auto code = static_cast<unsigned char>(c);
    out += code < 0x20 || code == 0x7f ? fmt::format("\\x{:02x}", code) : std::string(1, c);
  }
  return out;
}

std::string padded(const std::string& s, std::size_t columns) {
  return s + std::string(columns > width(s) ? columns - width(s) : 0, ' ');
}

std::string shown_score(const RankedFeature& f) {
  if (!f.score) return "";
  if (std::isinf(*f.score)) return *f.score > 0 ? "+inf" : "-inf";
  return fmt::format("{:.6g}", *f.score);
}

std::string remark(const RankedFeature& f) {
  if (f.always && f.reason.empty()) return "always kept";
  return f.reason;
}

}  // namespace

std::string to_table(const SelectionResult& r, std::size_t most_rows) {
  const auto selected = static_cast<std::size_t>(
      std::count_if(r.ranking.begin(), r.ranking.end(), [](const RankedFeature& f) { return f.selected; }));
  const std::size_t rows = most_rows == 0 ? r.ranking.size() : std::min(most_rows, r.ranking.size());

  const std::string score_title =
      fmt::format("score ({} is better)", r.traits.better == Better::lower ? "lower" : "higher");
  std::size_t name_width = width("feature"), score_width = width(score_title);
  for (std::size_t i = 0; i < rows; ++i)
    name_width = std::max(name_width, width(printable(r.ranking[i].name)));

  std::string out = fmt::format("rank  {}  {}\n", padded("feature", name_width), score_title);
  for (std::size_t i = 0; i < rows; ++i) {
    const RankedFeature& f = r.ranking[i];
    if (i == selected && selected > 0) out += "      -- left out --\n";
    std::string line = fmt::format("{:>4}  {}  {}  {}", i + 1, padded(printable(f.name), name_width),
                                   padded(shown_score(f), score_width), remark(f));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  if (rows < r.ranking.size()) out += fmt::format("      ... and {} more\n", r.ranking.size() - rows);
  return out;
}

}  // namespace tamis::framework
