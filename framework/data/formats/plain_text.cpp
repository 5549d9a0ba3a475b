#include "plain_text.hpp"

#include "scan.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

/// What other files begin with, and what to do with them.
struct ForeignSignature {
  std::string_view bytes;
  const char* what;
};
constexpr ForeignSignature kOthers[] = {
    {"\xFF\xFE", "the text is UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"},
    {"\xFE\xFF", "the text is UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)"},
    {"PK\x03\x04", "this is a zip archive or a spreadsheet; save the sheet as CSV, or unpack it"},
    {"\xD0\xCF\x11\xE0", "this is a spreadsheet of the old kind (.xls); save the sheet as CSV"},
    {"PAR1", "this is a Parquet file; save it as CSV or NPY"},
    {"\x89HDF", "this is an HDF5 file; save it as CSV or NPY"},
    {"\x28\xB5\x2F\xFD", "this is compressed by zstd; unpack it (zstd -d), or use gzip"},
    {"BZh", "this is compressed by bzip2; unpack it (bunzip2), or use gzip"},
    {"\xFD"
     "7zXZ",
     "this is compressed by xz; unpack it (unxz), or use gzip"},
    {"%PDF", "this is a PDF; save its table as CSV"}};

bool is_web_page(std::string_view text) {
  const std::string start = lower_case(trimmed(text.substr(0, 64)));
  return start.starts_with("<!doctype html") || start.starts_with("<html");
}

bool is_json(std::string_view text) {
  text = trimmed(text);
  const bool list = text.starts_with('[');
  if (!list && !text.starts_with('{')) return false;
  text = trimmed(text.substr(1));
  return text.starts_with('"') || (list && (text.starts_with('{') || text.starts_with("[\"")));
}

/// Whether the first line that says something is one of a config: [data], [[stage]], seed = 3.
bool is_config(std::string_view text) {
  std::string_view line;
  while (!text.empty() && (line.empty() || line.starts_with('#'))) line = trimmed(take_line(text));
  if (line.starts_with('[') && line.ends_with(']'))
    return line.find_first_not_of("[]abcdefghijklmnopqrstuvwxyz_.") == std::string_view::npos;
  for (const std::string_view key : {"seed", "threads", "max_time"})
    if (line.starts_with(key) && trimmed(line.substr(key.size())).starts_with('=')) return true;
  return false;
}

void refuse_other_formats(std::string_view text, const std::string& path) {
  const auto refuse = [&](const std::string& what) { throw DataError(path + ": " + what); };
  for (const ForeignSignature& other : kOthers)
    if (text.starts_with(other.bytes)) refuse(other.what);
  if (is_web_page(text))
    refuse(
        "this is a web page, perhaps of an error in the place of the file; fetch the table itself, as CSV");
  if (is_json(text)) refuse("this is JSON; save the table as CSV");
  if (is_config(text)) refuse("this is a config, no table; the name of a config ends in .toml");
  if (text.starts_with("sep=") && text.find_first_of("\r\n") <= 5)
    refuse("the first line, " + in_quotes(text.substr(0, 5)) +
           ", is for a spreadsheet program; remove it (tail -n +2)");
}

}  // namespace

void refuse_nul(const std::string& path, std::uint64_t line) {
  throw DataError(path + ":" + std::to_string(line) +
                  ": a NUL byte; this is UTF-16 text or not a text at all. Save it as UTF-8 CSV, or as NPY");
}

std::string_view plain_text(std::string_view text, const std::string& path) {
  refuse_other_formats(text, path);
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    refuse_nul(path, 1 + static_cast<std::uint64_t>(std::count(text.data(), text.data() + nul, '\n')));
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  return text;
}

}  // namespace tamis::framework
