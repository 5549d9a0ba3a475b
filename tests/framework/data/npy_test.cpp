#include <catch2/catch.hpp>

#include <tamis/framework/data/read_table.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "temp_files.hpp"

using namespace tamis::framework;

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
  const Table table =
      read_table(files.write("y.npy", npy(header("<f8", "(3,)"), bytes<double>({0, 1, 2.5}))), options);
  CHECK(table.rows == 3);
  CHECK(table.columns.size() == 1);
  CHECK(table.columns[0].texts == std::vector<std::string>{"0", "1", "2.5"});
}

TEST_CASE("NaN in an NPY array is missing, infinities and huge integers are unusable", "[npy]") {
  const TempFiles files;
  const double inf = std::numeric_limits<double>::infinity();
  const Table table = read_table(
      files.write("a.npy", npy(header("<f8", "(3, 2)"), bytes<double>({1, 2, std::nan(""), -inf, 3, 4}))));
  CHECK(table.columns[0].missing == 1);
  CHECK(table.columns[0].first_missing.line == 2);
  CHECK(table.columns[1].first_unusable.line == 2);
  CHECK(table.columns[1].unusable_why == "is not a finite number");
  const Table whole = read_table(files.write(
      "b.npy", npy(header("<i8", "(2, 2)"),
                   bytes<std::int64_t>({1, 9007199254740993, std::numeric_limits<std::int64_t>::max(), 3}))));
  CHECK(whole.columns[0].first_unusable.line == 2);
  CHECK(whole.columns[1].first_unusable.line == 1);
  CHECK(whole.columns[1].unusable_why == "is an integer that a double cannot hold");
  ReadOptions options;
  options.unknown = {"-1"};
  CHECK(read_table(files.write("c.npy", npy(header("|i1", "(2,)"), bytes<std::int8_t>({-1, 2}))), options)
            .columns[0]
            .missing == 1);
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
             Catch::Contains("broken shape"));
  CHECK_THAT(error(npy(header("<f8", "(-1, 1)"), eight)), Catch::Contains("broken shape"));
  CHECK_THAT(error(npy(header("<f8", "(1,)"), eight + "x")), Catch::Contains("bytes after the end"));
  CHECK_THAT(error(npy(header("<f8", "(1,)"), eight, 9)), Catch::Contains("format 9 is unknown"));
  CHECK_THAT(error(npy("{'descr': '<f8'}", eight)), Catch::Contains("no 'fortran_order'"));
  CHECK_THAT(error("\x93NUMPY\x01"), Catch::Contains("cut off"));
  const std::string good = npy(header("<f8", "(1,)"), eight);
  for (std::size_t size = 6; size < good.size(); ++size) CHECK_FALSE(error(good.substr(0, size)).empty());
}
