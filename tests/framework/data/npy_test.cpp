#include "memory_use.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

using namespace tamis::framework;

namespace npy_test {
namespace {

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  const std::size_t size = dictionary.size() + 1;
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) out += static_cast<char>(size >> (8 * k) & 0xFF);
  return out + dictionary + "\n" + data;
}

std::string header(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

template <class T>
std::string bytes(std::initializer_list<T> values, bool big = false) {
  std::string out;
  for (const T value : values) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big) std::reverse(raw, raw + sizeof(T));
    out.append(raw, sizeof(T));
  }
  return out;
}

std::vector<double> all(const Table& table) {
  return {table.values.data(), table.values.data() + table.values.size()};
}

// An array of rows x columns whose numbers cell(i, j) are all different in a small neighbourhood.
template <class T, class Cell>
std::string array(const std::string& descr, std::size_t rows, std::size_t columns, bool fortran,
                  const Cell& cell) {
  std::string data(rows * columns * sizeof(T), '\0');
  char* to = data.data();
  for (std::size_t a = 0; a < (fortran ? columns : rows); ++a)
    for (std::size_t b = 0; b < (fortran ? rows : columns); ++b, to += sizeof(T)) {
      const T value = fortran ? cell(b, a) : cell(a, b);
      std::memcpy(to, &value, sizeof(T));
      if (descr[0] == '>') std::reverse(to, to + sizeof(T));
    }
  return npy(header(descr, "(" + std::to_string(rows) + ", " + std::to_string(columns) + ")", fortran), data);
}

// Whether both orders of the array give the columns that it has.
template <class T>
bool read_right(const TempFiles& files, const std::string& descr, std::size_t rows, std::size_t columns) {
  const auto cell = [](std::size_t i, std::size_t j) { return static_cast<T>((i * 7 + j * 13) % 127); };
  std::vector<double> wanted;
  for (std::size_t j = 0; j < columns; ++j)
    for (std::size_t i = 0; i < rows; ++i) wanted.push_back(static_cast<double>(cell(i, j)));
  for (const bool fortran : {false, true}) {
    const Table table = read_table(files.write("a.npy", array<T>(descr, rows, columns, fortran, cell)));
    if (table.rows != rows || table.columns.size() != columns || all(table) != wanted) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("NPY arrays of every kind give the same table", "[npy]") {
  const TempFiles files;
  const std::vector<double> wanted{1, 4, 2, 5, 3, 6};  // columns of [[1, 2, 3], [4, 5, 6]]
  const auto c = [&](const std::string& type, const std::string& data) {
    return all(read_table(files.write("a.npy", npy(header(type, "(2, 3)"), data))));
  };
  CHECK(c("<f8", bytes<double>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c(">f8", bytes<double>({1, 2, 3, 4, 5, 6}, true)) == wanted);
  CHECK(c("<f4", bytes<float>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c(">f4", bytes<float>({1, 2, 3, 4, 5, 6}, true)) == wanted);
  CHECK(c("|i1", bytes<std::int8_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c("|u1", bytes<std::uint8_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c(">i2", bytes<std::int16_t>({1, 2, 3, 4, 5, 6}, true)) == wanted);
  CHECK(c("<u2", bytes<std::uint16_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c("<i4", bytes<std::int32_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c(">u4", bytes<std::uint32_t>({1, 2, 3, 4, 5, 6}, true)) == wanted);
  CHECK(c("<i8", bytes<std::int64_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c("<u8", bytes<std::uint64_t>({1, 2, 3, 4, 5, 6})) == wanted);
  CHECK(c("|b1", bytes<std::uint8_t>({1, 0, 1, 0, 1, 0})) == std::vector<double>{1, 0, 0, 1, 1, 0});
  CHECK(c("<i4", bytes<std::int32_t>({-1, 2, -3, 4, 5, 6})) == std::vector<double>{-1, 4, 2, 5, -3, 6});

  const std::string fortran = bytes<double>({1, 4, 2, 5, 3, 6});
  const int version = GENERATE(1, 2, 3);
  const Table table = read_table(files.write("f.npy", npy(header("<f8", "(2, 3)", true), fortran, version)));
  CHECK(all(table) == wanted);
  CHECK(table.columns[2].name == "c3");
  CHECK(table.line(1) == 2);
}

TEST_CASE("a one-dimensional NPY array is one column, with texts where wanted", "[npy]") {
  const TempFiles files;
  ReadOptions options;
  options.texts = {{"1", "target"}};
  options.unknown = {"200000"};
  const Table table = read_table(
      files.write("y.npy", npy(header("<f8", "(5,)"), bytes<double>({0, 1, 2.5, 100000, 200000}))), options);
  CHECK(table.rows == 5);
  CHECK(table.columns.size() == 1);
  CHECK(table.columns[0].texts == std::vector<std::string>{"0", "1", "2.5", "100000", ""});
}

TEST_CASE("NaN in an NPY array is missing, infinities and huge integers are unusable", "[npy]") {
  const TempFiles files;
  const double inf = std::numeric_limits<double>::infinity();
  const Table table = read_table(
      files.write("a.npy", npy(header("<f8", "(3, 2)"), bytes<double>({1, 2, std::nan(""), -inf, 3, 4}))));
  CHECK(table.columns[0].missing == 1);
  CHECK(table.columns[0].notes().first_missing.line == 2);
  CHECK(table.columns[1].notes().first_unusable.line == 2);
  CHECK(table.columns[1].notes().unusable_why == "is not a finite number");
  const Table whole = read_table(files.write(
      "b.npy", npy(header("<i8", "(2, 2)"),
                   bytes<std::int64_t>({1, 9007199254740993, std::numeric_limits<std::int64_t>::max(), 3}))));
  CHECK(whole.columns[0].notes().first_unusable.line == 2);
  CHECK(whole.columns[1].notes().first_unusable.line == 1);
  CHECK(whole.columns[1].notes().unusable_why == "is an integer that a double cannot hold");
  ReadOptions options;
  options.unknown = {"-1"};
  CHECK(read_table(files.write("c.npy", npy(header("|i1", "(2,)"), bytes<std::int8_t>({-1, 2}))), options)
            .columns[0]
            .missing == 1);
}

TEST_CASE("a bool of an NPY array that is neither 0 nor 1 is unusable", "[npy]") {
  const TempFiles files;
  const Table table =
      read_table(files.write("a.npy", npy(header("|b1", "(2, 2)"), bytes<std::uint8_t>({1, 0, 0, 255}))));
  CHECK_FALSE(table.columns[0].notes().first_unusable);
  CHECK(table.columns[1].notes().first_unusable.line == 2);
  CHECK(table.columns[1].notes().unusable_why == "is neither 0 nor 1, as a bool is");
}

TEST_CASE("an NPY array of any shape has the same columns in either order", "[npy][property]") {
  const TempFiles files;
  // Around eight columns and 64 rows, which are transposed at once; around 1024 columns and 65536 cells,
  // where blocks end.
  const std::pair<std::size_t, std::size_t> shapes[] = {
      {1, 1},     {1, 9},     {9, 1},     {7, 8},     {8, 7},      {63, 3},   {64, 8},
      {65, 9},    {129, 17},  {66, 1023}, {65, 1024}, {130, 1031}, {3, 2049}, {2, 70001},
      {70001, 2}, {1, 65537}, {65537, 1}, {6553, 10}, {20000, 7}};
  for (const auto& [rows, columns] : shapes) {
    CAPTURE(rows, columns);
    CHECK(read_right<double>(files, "<f8", rows, columns));
    CHECK(read_right<double>(files, ">f8", rows, columns));
    CHECK(read_right<float>(files, "<f4", rows, columns));
    CHECK(read_right<std::int8_t>(files, "|i1", rows, columns));
    CHECK(read_right<std::int16_t>(files, ">i2", rows, columns));
    CHECK(read_right<std::uint32_t>(files, "<u4", rows, columns));
    CHECK(read_right<std::int64_t>(files, "<i8", rows, columns));
    CHECK(read_right<std::uint64_t>(files, ">u8", rows, columns));
  }
}

TEST_CASE("cells of an NPY array that are no numbers are found wherever they are", "[npy]") {
  const TempFiles files;
  const std::size_t rows = 700, columns = 1100;
  const double inf = std::numeric_limits<double>::infinity();
  const auto cell = [&](std::size_t i, std::size_t j) {
    if (j == 3 && i % 100 == 69) return std::nan("");
    if (j == 1099 && (i == 698 || i == 130)) return i == 130 ? -inf : inf;
    return j == 1098 ? -999.0 : static_cast<double>(i % 5);
  };
  ReadOptions options;
  options.texts = {{"8", "target"}, {"1100", "groups"}};
  options.unknown = {"-999.0", "none"};
  const bool fortran = GENERATE(false, true);
  const std::string path = files.write("a.npy", array<double>("<f8", rows, columns, fortran, cell));
  for (const std::size_t threads : {1u, 4u}) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    const Table table = read_table(path, options);
    CHECK(table.columns[3].missing == 7);
    CHECK(table.columns[3].notes().first_missing.line == 70);
    CHECK(std::isnan(table.column(3)[669]));
    CHECK(table.columns[1099].notes().first_unusable.line == 131);
    CHECK(table.columns[1099].notes().first_unusable.text == "-inf");
    CHECK(std::isnan(table.column(1099)[698]));
    CHECK(table.columns[1099].texts[698] == "inf");
    CHECK(table.columns[1098].missing == rows);
    CHECK(table.columns[7].missing == 0);
    CHECK(table.columns[7].texts[4] == "4");
    CHECK(table.columns[7].texts[699] == "4");
    CHECK_FALSE(table.columns[1097].notes().first_unusable);
  }
}

TEST_CASE("large integers of an NPY array are held where a double holds them", "[npy]") {
  const TempFiles files;
  const auto unusable = [&](const std::string& type, const std::string& data) {
    return read_table(files.write("a.npy", npy(header(type, "(1,)"), data)))
        .columns[0]
        .notes()
        .first_unusable.text;
  };
  const std::int64_t even = 9007199254740994;  // beyond 2^53 every other one is a double
  CHECK(unusable("<i8", bytes<std::int64_t>({even})) == "");
  CHECK(unusable("<i8", bytes<std::int64_t>({-even})) == "");
  CHECK(unusable("<i8", bytes<std::int64_t>({-even - 1})) == "-9007199254740996");
  CHECK(unusable("<i8", bytes<std::int64_t>({std::numeric_limits<std::int64_t>::min()})) == "");
  CHECK(unusable("<u8", bytes<std::uint64_t>({std::uint64_t{1} << 63})) == "");
  CHECK(unusable("<u8", bytes<std::uint64_t>({std::numeric_limits<std::uint64_t>::max()})) ==
        "18446744073709551616");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("an NPY array is in memory once while it is read", "[npy][memory]") {
  const TempFiles files;
  const std::size_t rows = 4000, columns = 2000;  // 64 MB
  const bool fortran = GENERATE(false, true);
  const std::string path = files.write(
      "a.npy", array<double>("<f8", rows, columns, fortran,
                             [](std::size_t i, std::size_t j) { return static_cast<double>(i + j); }));
  const PeakMemory peak;
  const Table table = read_table(path);
  const std::size_t table_kilobytes = table.values.size() * sizeof(double) / 1024;
  CHECK(peak.kilobytes() < table_kilobytes * 5 / 4);
}
#endif

TEST_CASE("a file that becomes shorter while it is read is refused with a sentence", "[npy][errors]") {
  const TempFiles files;
  const std::string path = files.write("a.npy", std::string(100000, 'x'));
  const FileBytes bytes = FileBytes::open(path, kMostUnsized);
  std::string got(50000, ' ');
  bytes.read(50000, got);
  CHECK(got == std::string(50000, 'x'));
  std::filesystem::resize_file(path, 60000);
  CHECK(files.data_error([&] { bytes.read(50000, got); }) ==
        "a.npy: became shorter while it was read; wait until it is written, and try again");
}

TEST_CASE("NPY files that cannot be read are refused with a sentence", "[npy][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& content) {
    const std::string path = files.write("a.npy", content);
    return files.data_error([&] { read_table(path); });
  };
  const std::string eight(8, '\0');
  CHECK_THAT(error(npy(header("<f2", "(2, 2)"), eight)),
             Catch::Contains("type '<f2'; expected one of f8, f4"));
  CHECK_THAT(error(npy(header("<c16", "(1,)"), eight + eight)), Catch::Contains("type '<c16'"));
  CHECK_THAT(error(npy(header("|O", "(1,)"), eight)), Catch::Contains("type '|O'"));
  CHECK_THAT(error(npy(header("<U5", "(1,)"), eight)), Catch::Contains("type '<U5'"));
  CHECK_THAT(error(npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,), }", eight)),
             Catch::Contains("record array"));
  CHECK_THAT(error(npy(header("<f8", "(1, 1, 1)"), eight)), Catch::Contains("3 dimensions; expected two"));
  CHECK_THAT(error(npy(header("<f8", "()"), eight)), Catch::Contains("0 dimensions"));
  CHECK_THAT(error(npy(header("<f8", "(0, 3)"), "")), Catch::Contains("is empty"));
  CHECK(error(npy(header("<f8", "(2, 3)"), eight)) ==
        "a.npy: the NPY file is cut off: it holds 1 number, its shape says 2 x 3; copy or save it again");
  CHECK_THAT(error(npy(header("<f8", "(4294967296, 4294967296)"), eight)), Catch::Contains("cut off"));
  CHECK_THAT(error(npy(header("<f8", "(99999999999999999999999, 1)"), eight)),
             Catch::Contains("broken shape; save the array again"));
  CHECK_THAT(error(npy(header("<f8", "(-1, 1)"), eight)), Catch::Contains("broken shape"));
  CHECK_THAT(error(npy(header("<f8", "(1,)"), eight + "x")), Catch::Contains("bytes after the end"));
  CHECK_THAT(error(npy(header("<f8", "(1,)"), eight, 9)), Catch::Contains("format 9 is unknown"));
  CHECK_THAT(error(npy("{'descr': '<f8'}", eight)), Catch::Contains("no 'fortran_order'"));
  CHECK_THAT(error(npy("{'descr': '<f8, 'fortran_order': False, 'shape': (1,), }", eight)),
             Catch::Contains("type '<f8, '"));
  CHECK(error(npy("{'shape': (1,), 'fortran_order': False, 'descr': '<f8", eight)) ==
        "a.npy: the NPY header has a broken type; save the array again with numpy.save");
  CHECK_THAT(error(npy("{'descr': '<f8', 'fortran_order': 3, 'shape': (1,), }", eight)),
             Catch::Contains("broken order; save the array again"));
  CHECK_THAT(error("\x93NUMPY\x01"), Catch::Contains("cut off"));
  const std::string good = npy(header("<f8", "(1,)"), eight);
  for (std::size_t size = 6; size < good.size(); ++size) CHECK_FALSE(error(good.substr(0, size)).empty());
}

}  // namespace npy_test
