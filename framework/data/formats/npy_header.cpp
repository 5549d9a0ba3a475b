#include "npy_header.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <charconv>
#include <vector>

namespace tamis::framework {
namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw DataError(path + ": " + what);
}

// The text after `key` in the dictionary, such as "'<f8', ..." for "'descr':".
std::string_view value_of(std::string_view dictionary, std::string_view key, const std::string& path) {
  const std::size_t found = dictionary.find(key);
  if (found == std::string_view::npos)
    refuse(path, "the NPY header has no " + std::string(key) + "; save the array again with numpy.save");
  const std::string_view rest = trimmed(dictionary.substr(found + key.size()));
  return rest.starts_with(':') ? trimmed(rest.substr(1)) : rest;
}

std::string broken(const char* what) {
  return std::string("the NPY header has a broken ") + what + "; save the array again with numpy.save";
}

void read_type(NpyHeader& header, std::string_view text, const std::string& path) {
  const std::string expected =
      "; expected one of f8, f4, i1 to i8, u1 to u8, b1: convert it with astype('f8')";
  if (text.empty() || (text[0] != '\'' && text[0] != '"'))
    refuse(path, "the array is a record array" + expected);
  const std::size_t close = text.find(text[0], 1);
  if (close == std::string_view::npos) refuse(path, broken("type"));
  const std::string_view name = text.substr(1, close - 1);
  const bool known = name.size() == 3 && std::string_view("<>|=").find(name[0]) != std::string_view::npos &&
                     (name.substr(1) == "f8" || name.substr(1) == "f4" || name.substr(1) == "b1" ||
                      ((name[1] == 'i' || name[1] == 'u') &&
                       std::string_view("1248").find(name[2]) != std::string_view::npos));
  if (!known) refuse(path, "the numbers are of type " + in_quotes(name) + expected);
  header.order = name[0];
  header.kind = name[1];
  header.item = static_cast<std::size_t>(name[2] - '0');
}

void read_shape(NpyHeader& header, std::string_view text, const std::string& path) {
  std::vector<std::uint64_t> sides;
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) refuse(path, broken("shape"));
  const char* p = text.data() + 1;
  const char* end = text.data() + close;
  while (p < end) {
    std::uint64_t side = 0;
    const auto [stop, error] = std::from_chars(p, end, side);
    if (error != std::errc{}) refuse(path, broken("shape"));
    sides.push_back(side);
    p = stop;
    while (p < end && (*p == ',' || *p == ' ')) ++p;
  }
  if (sides.empty() || sides.size() > 2) {
    refuse(path, "the array has " + counted(sides.size(), "dimension") +
                   "; expected two (samples x features), or one for a single column");
  }
  header.rows = sides[0];
  header.columns = sides.size() == 2 ? sides[1] : 1;
}

}  // namespace

NpyHeader read_npy_header(const FileBytes& bytes, const std::string& path) {
  constexpr std::size_t kMostHeader = 1 << 16;  // those of tables of numbers have some hundred bytes
  std::vector<char> space;
  const std::string_view head = bytes.piece(0, kMostHeader, space);
  const auto byte = [&](std::size_t k) {
    return static_cast<std::size_t>(static_cast<unsigned char>(head[k]));
  };
  const std::string cut = "the NPY file is cut off; copy or save it again";
  if (head.size() < 12) refuse(path, cut);
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    refuse(path, "NPY format " + std::to_string(version) + " is unknown; expected 1 to 3");
  const std::size_t start = version == 1 ? 10 : 12;
  std::size_t size = byte(8) | byte(9) << 8;
  if (version > 1) size |= byte(10) << 16 | byte(11) << 24;
  if (size > bytes.size() - start) refuse(path, cut);
  const std::string_view dictionary = head.substr(start, size);

  NpyHeader header;
  read_type(header, value_of(dictionary, "'descr'", path), path);
  const std::string_view order = value_of(dictionary, "'fortran_order'", path);
  header.fortran = order.starts_with("True");
  if (!header.fortran && !order.starts_with("False")) refuse(path, broken("order"));
  read_shape(header, value_of(dictionary, "'shape'", path), path);
  header.start = start + size;
  if (header.rows == 0 || header.columns == 0)
    refuse(path, "the array is empty; expected a table, one sample per row");
  const std::uint64_t held = bytes.size() - header.start, room = held / header.item;
  // Divided, not multiplied: a made-up shape must not overflow.
  if (header.rows > room || header.columns > room / header.rows) {
    refuse(path, "the NPY file is cut off: it holds " + counted(room, "number") + ", its shape says " +
                   std::to_string(header.rows) + " x " + std::to_string(header.columns) +
                   "; copy or save it again");
  }
  if (header.rows * header.columns * header.item != held)
    refuse(path, "there are bytes after the end of the array; save it again, one array per file");
  return header;
}

}  // namespace tamis::framework
