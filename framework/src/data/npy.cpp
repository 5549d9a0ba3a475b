#include "npy.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/text.hpp>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "../parallel.hpp"
#include "cell.hpp"

namespace tamis::framework {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

struct Header {
  char order = '|';  // '<' little, '>' big, '|' single bytes
  char kind = 'f';   // f, i, u, b
  std::size_t item = 8;
  bool fortran = false;
  std::uint64_t rows = 0, columns = 1;
  std::string_view data;
};

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw DataError(path + ": " + what);
}

// The text after `key` in the dictionary, such as "'<f8', ..." for "'descr':".
std::string_view value_of(std::string_view dictionary, std::string_view key, const std::string& path) {
  const std::size_t found = dictionary.find(key);
  if (found == std::string_view::npos)
    fail(path, "the NPY header has no " + std::string(key) + "; save the array again with numpy.save");
  const std::string_view rest = trimmed(dictionary.substr(found + key.size()));
  return rest.starts_with(':') ? trimmed(rest.substr(1)) : rest;
}

void read_type(Header& header, std::string_view text, const std::string& path) {
  const std::string expected =
      "; expected one of f8, f4, i1 to i8, u1 to u8, b1: convert it with astype('f8')";
  if (text.empty() || (text[0] != '\'' && text[0] != '"'))
    fail(path, "the array is a record array" + expected);
  const std::string_view name = text.substr(1, text.find(text[0], 1) - 1);
  const bool known = name.size() == 3 && std::string_view("<>|=").find(name[0]) != std::string_view::npos &&
                     (name.substr(1) == "f8" || name.substr(1) == "f4" || name.substr(1) == "b1" ||
                      ((name[1] == 'i' || name[1] == 'u') &&
                       std::string_view("1248").find(name[2]) != std::string_view::npos));
  if (!known) fail(path, "the numbers are of type " + in_quotes(name) + expected);
  header.order = name[0];
  header.kind = name[1];
  header.item = static_cast<std::size_t>(name[2] - '0');
}

void read_shape(Header& header, std::string_view text, const std::string& path) {
  std::vector<std::uint64_t> sides;
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos)
    fail(path, "the NPY header has a broken shape");
  const char* p = text.data() + 1;
  const char* end = text.data() + close;
  while (p < end) {
    std::uint64_t side = 0;
    const auto [stop, error] = std::from_chars(p, end, side);
    if (error != std::errc{}) fail(path, "the NPY header has a broken shape");
    sides.push_back(side);
    p = stop;
    while (p < end && (*p == ',' || *p == ' ')) ++p;
  }
  if (sides.empty() || sides.size() > 2) {
    fail(path, "the array has " + counted(sides.size(), "dimension") +
                   "; expected two (samples x features), or one for a single column");
  }
  header.rows = sides[0];
  header.columns = sides.size() == 2 ? sides[1] : 1;
}

Header read_header(std::string_view bytes, const std::string& path) {
  const auto byte = [&](std::size_t k) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[k]));
  };
  const std::string cut = "the NPY file is cut off; copy or save it again";
  if (bytes.size() < 12) fail(path, cut);
  const std::size_t version = byte(6);
  if (version < 1 || version > 3)
    fail(path, "NPY format " + std::to_string(version) + " is unknown; expected 1 to 3");
  const std::size_t start = version == 1 ? 10 : 12;
  std::size_t size = byte(8) | byte(9) << 8;
  if (version > 1) size |= byte(10) << 16 | byte(11) << 24;
  if (size > bytes.size() - start) fail(path, cut);
  const std::string_view dictionary = bytes.substr(start, size);

  Header header;
  read_type(header, value_of(dictionary, "'descr'", path), path);
  header.fortran = value_of(dictionary, "'fortran_order'", path).starts_with("True");
  read_shape(header, value_of(dictionary, "'shape'", path), path);
  header.data = bytes.substr(start + size);
  if (header.rows == 0 || header.columns == 0)
    fail(path, "the array is empty; expected a table, one sample per row");
  const std::uint64_t room = header.data.size() / header.item;
  // Divided, not multiplied: a made-up shape must not overflow.
  if (header.rows > room || header.columns > room / header.rows) {
    fail(path, "the NPY file is cut off: it holds " + counted(room, "number") + ", its shape says " +
                   std::to_string(header.rows) + " x " + std::to_string(header.columns) +
                   "; copy or save it again");
  }
  if (header.rows * header.columns * header.item != header.data.size())
    fail(path, "there are bytes after the end of the array; save it again, one array per file");
  return header;
}

template <class Word>
Word swapped(Word word) {
  Word out = 0;
  for (std::size_t k = 0; k < sizeof(Word); ++k) {
    out = static_cast<Word>(out << (sizeof(Word) > 1 ? 8 : 0)) | static_cast<Word>(word & 0xFF);
    word = static_cast<Word>(word >> (sizeof(Word) > 1 ? 8 : 0));
  }
  return out;
}

// The number at p. `inexact` is set when a double cannot hold it.
template <class T, class Word>
double number_at(const char* p, bool swap, bool& inexact) {
  Word word;
  std::memcpy(&word, p, sizeof(word));
  if (swap) word = swapped(word);
  const T value = std::bit_cast<T>(word);
  const double out = static_cast<double>(value);
  if constexpr (sizeof(T) == 8 && std::is_integral_v<T>) {
    // 2^63 and 2^64 round up to themselves as doubles, and do not fit back.
    inexact = out >= (std::is_signed_v<T> ? 0x1p63 : 0x1p64) || static_cast<T>(out) != value;
  }
  return out;
}

using Reader = double (*)(const char*, bool, bool&);
Reader reader_of(const Header& h) {
  const auto of = [&](Reader one, Reader two, Reader four, Reader eight) {
    return h.item == 1 ? one : h.item == 2 ? two : h.item == 4 ? four : eight;
  };
  if (h.kind == 'f')
    return of(nullptr, nullptr, number_at<float, std::uint32_t>, number_at<double, std::uint64_t>);
  if (h.kind == 'i')
    return of(number_at<std::int8_t, std::uint8_t>, number_at<std::int16_t, std::uint16_t>,
              number_at<std::int32_t, std::uint32_t>, number_at<std::int64_t, std::uint64_t>);
  return of(number_at<std::uint8_t, std::uint8_t>, number_at<std::uint16_t, std::uint16_t>,
            number_at<std::uint32_t, std::uint32_t>, number_at<std::uint64_t, std::uint64_t>);
}

void read_column(const Header& h, Reader number, std::size_t j, const std::vector<std::string>& unknown,
                 Table& table) {
  const bool swap = h.item > 1 && (h.order == '>') == (std::endian::native == std::endian::little) &&
                    (h.order == '<' || h.order == '>');
  const std::size_t step = h.item * (h.fortran ? 1 : h.columns);
  const char* p = h.data.data() + j * h.item * (h.fortran ? h.rows : 1);
  TableColumn& column = table.columns[j];
  double* out = table.values.data() + j * h.rows;
  for (std::uint64_t i = 0; i < h.rows; ++i, p += step) {
    bool inexact = false;
    double value = number(p, swap, inexact);
    bool missing = std::isnan(value);
    if (!unknown.empty() && !missing)
      missing = std::find(unknown.begin(), unknown.end(), shortest(value)) != unknown.end();
    if (missing) {
      if (column.missing++ == 0) column.first_missing = {i + 1, {}};
      value = std::numeric_limits<double>::quiet_NaN();
    } else if (!std::isfinite(value) || inexact) {
      if (!column.first_unusable) {
        column.first_unusable = {i + 1, shortest(value)};
        column.unusable_why = inexact ? "is an integer that a double cannot hold" : "is not a finite number";
      }
      if (!column.texts.empty()) column.texts[i] = shortest(value);
      value = std::numeric_limits<double>::quiet_NaN();
    } else if (!column.texts.empty()) {
      column.texts[i] = shortest(value);
    }
    out[i] = value;
  }
}

}  // namespace

bool is_npy(std::string_view bytes) { return bytes.starts_with(kMagic); }

Table read_npy(std::string_view bytes, const std::string& path, const ReadOptions& options) {
  const Header header = read_header(bytes, path);
  Table table;
  table.path = path;
  table.rows = header.rows;
  table.columns.resize(header.columns);
  for (std::size_t j = 0; j < header.columns; ++j) table.columns[j].name = default_column_name(j);
  make_room_for_texts(table, options);
  table.values.resize(header.rows * header.columns);
  const Reader number = reader_of(header);
  parallel_for(static_cast<std::size_t>(header.columns),
               [&](std::size_t j) { read_column(header, number, j, options.unknown, table); });
  return table;
}

}  // namespace tamis::framework
