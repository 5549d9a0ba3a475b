#include "plain_text.hpp"

#include <tamis/errors.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

void refuse_other_formats(std::string_view bytes, const std::string& path) {
  const auto refuse = [&](const std::string& what) { throw DataError(path + ": " + what); };
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    refuse("the text is UTF-16; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
  if (bytes.starts_with("PK\x03\x04"))
    refuse("this is a zip archive or a spreadsheet; save the sheet as CSV, or unpack it");
  if (bytes.starts_with("PAR1")) refuse("this is a Parquet file; save it as CSV or NPY");
  if (bytes.starts_with("\x89HDF")) refuse("this is an HDF5 file; save it as CSV or NPY");
}

}  // namespace

void refuse_nul(std::string_view bytes, const std::string& path, std::size_t position) {
  const std::string_view head = bytes.substr(0, position);
  throw DataError(path + ":" + std::to_string(1 + std::count(head.begin(), head.end(), '\n')) +
                  ": a NUL byte; this is UTF-16 text or not a text at all. Save it as UTF-8 CSV, or as NPY");
}

std::string_view plain_text(std::string_view bytes, const std::string& path, std::size_t head) {
  refuse_other_formats(bytes, path);
  if (const std::size_t nul = bytes.substr(0, head).find('\0'); nul != std::string_view::npos)
    refuse_nul(bytes, path, nul);
  if (bytes.starts_with(kUtf8Mark)) bytes.remove_prefix(kUtf8Mark.size());
  return bytes;
}

}  // namespace tamis::framework
