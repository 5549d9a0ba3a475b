#include "temp_files.hpp"

#include <tamis/framework/data/read_table.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;

namespace csv_errors_test {
namespace {

std::string error_of(const TempFiles& files, const std::string& text, std::size_t chunk = 1 << 20) {
  ReadOptions options;
  options.chunk_bytes = chunk;
  const std::string path = files.write("a.csv", text);
  return files.data_error([&] { read_table(path, options); });
}

}  // namespace

TEST_CASE("a missing file names the nearest in its folder", "[csv][errors]") {
  const TempFiles files;
  files.write("sonar.csv", "x\n1\n");
  CHECK(files.data_error([&] { read_table(files.path("sonr.csv")); }) ==
        "sonr.csv: no such file; did you mean 'sonar.csv'?");
  CHECK_THAT(files.data_error([&] { read_table(files.path("other")); }),
             Catch::StartsWith("other: no such file in "));
  CHECK_THAT(files.data_error([&] { read_table(files.path("none/a.csv")); }),
             Catch::Contains("there is no folder"));
  CHECK_THAT(files.data_error([&] { read_table(files.path("sonar.csv/a.csv")); }),
             Catch::Contains("no such file"));
  CHECK_THAT(files.data_error([&] { read_table(files.path(".")); }), Catch::Contains("is a folder"));
  CHECK_THAT(files.data_error([&] { read_table(""); }), Catch::Contains("is empty"));
}

TEST_CASE("an empty file and a lone header are refused", "[csv][errors]") {
  const TempFiles files;
  CHECK(error_of(files, "") == "a.csv: the file is empty; expected a table, one sample per row");
  CHECK(error_of(files, "\xEF\xBB\xBF\r\n \n") ==
        "a.csv: the file is empty; expected a table, one sample per row");
  CHECK(
      error_of(files, "x,y\n\n") ==
      "a.csv: there is a header (x, y) and no row below it; if the first row holds data, say header = false");
}

TEST_CASE("a ragged row is named with its cells, whatever the chunks", "[csv][errors]") {
  const TempFiles files;
  const std::size_t chunk = GENERATE(1u, 7u, 1000u);
  CHECK(error_of(files, "x,y,z\n1,2,3\n4,5\n6\n", chunk) ==
        "a.csv:3: 2 cells; expected 3, as in the header; a cell that contains the delimiter ',' must stand "
        "in quotes");
  CHECK_THAT(error_of(files, "1,2\n1,2,3,4\n", chunk),
             Catch::StartsWith("a.csv:2: 4 cells; expected 2, as in the first row"));
  CHECK(error_of(files, "x,y\n1,2\n\n3,4\n", chunk) ==
        "a.csv:3: a blank line; expected 2, as in the header; remove the line");
  CHECK_THAT(error_of(files, "x,y\n\"1\n2\",3\n4\n", chunk),
             Catch::StartsWith("a.csv:4: 1 cell; expected 2"));
  CHECK_THAT(error_of(files, "x,y\na,1,2\nb,3,4\n", chunk),
             Catch::Contains("may lack a name for the row names"));
}

TEST_CASE("broken quotes are named where they are, whatever the chunks", "[csv][errors]") {
  const TempFiles files;
  const std::size_t chunk = GENERATE(1u, 5u, 1000u);
  CHECK_THAT(error_of(files, "x,y\n1,2\n3,\"4\n5,6\n7,8\n", chunk),
             Catch::StartsWith("a.csv:3:2: the quote that opens here is never closed"));
  CHECK_THAT(error_of(files, "x,y\n1,2\n3,5\" pipe\n5,6\n", chunk),
             Catch::StartsWith("a.csv:3:2: a quote inside '5\"'"));
  CHECK_THAT(error_of(files, "x,y\n\"1\"2,3\n", chunk),
             Catch::StartsWith("a.csv:2:1: '2' follows a closing quote"));
}

TEST_CASE("what is not UTF-8 text is refused with the way to convert it", "[csv][errors]") {
  const TempFiles files;
  CHECK_THAT(error_of(files, std::string("\xFF\xFEx\0\n\0", 6)),
             Catch::Contains("UTF-16") && Catch::Contains("iconv"));
  CHECK_THAT(error_of(files, std::string("x\0,\0y\0\n\0", 8)), Catch::StartsWith("a.csv:1: a NUL byte"));
  std::string late = "x,y\n";
  for (int i = 0; i < 3000; ++i) late += "1,2\n";
  CHECK_THAT(error_of(files, late + std::string("1,\0\n", 4), 100),
             Catch::StartsWith("a.csv:3002: a NUL byte"));
  CHECK_THAT(error_of(files, "PK\x03\x04rest"), Catch::Contains("spreadsheet"));
  CHECK_THAT(error_of(files, "caf\xE9,y\n1,2\n"),
             Catch::StartsWith("a.csv:1:1: the name 'caf\\xe9' is not UTF-8"));
  CHECK_THAT(error_of(files, "x,y\r1,2\r3,4\r"), Catch::Contains("end with CR alone"));
  ReadOptions options;
  options.texts = {{"y", "target"}};
  const std::string path = files.write("b.csv", "x,y\n1,\xE9\n");
  CHECK_THAT(files.data_error([&] { read_table(path, options); }),
             Catch::StartsWith("b.csv:2:2 (y): '\\xe9' is not UTF-8"));
}

TEST_CASE("files of other kinds are told by how they begin, with the way to a table", "[csv][errors]") {
  const TempFiles files;
  CHECK_THAT(error_of(files, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
             Catch::Contains("(.xls); save the sheet as CSV"));
  CHECK_THAT(error_of(files, "\x28\xB5\x2F\xFD\x24rest"), Catch::Contains("zstd -d"));
  CHECK_THAT(error_of(files, "BZh91AY&SY"), Catch::Contains("bunzip2"));
  CHECK_THAT(error_of(files, std::string("\xFD"
                                         "7zXZ\0",
                                         6)),
             Catch::Contains("unxz"));
  CHECK_THAT(error_of(files, "%PDF-1.7\n"), Catch::Contains("this is a PDF"));
  CHECK_THAT(error_of(files, "\n<!DOCTYPE html>\n<p>a,b\n"), Catch::Contains("this is a web page"));
  CHECK_THAT(error_of(files, "[{\"x\": 1}]\n"), Catch::Contains("this is JSON"));
  CHECK_THAT(error_of(files, "{\n \"x\": [1, 2]\n}\n"), Catch::Contains("this is JSON"));
  CHECK_THAT(error_of(files, "# a run\nseed = 3\n[data]\npath = 'b.csv'\n"),
             Catch::Contains("ends in .toml"));
  CHECK_THAT(error_of(files, "[data]\npath = 'b.csv'\n"), Catch::Contains("this is a config"));
  CHECK(error_of(files, "sep=;\nx;y\n1;2\n") ==
        "a.csv: the first line, 'sep=;', is for a spreadsheet program; remove it (tail -n +2)");
  CHECK_THAT(error_of(files, "# made by hand\nx,y\n1,2\n"),
             Catch::Contains("comments are not read: remove the lines that begin with '#' (grep -v '^#')"));
  CHECK(error_of(files, "#x,y\n1,2\n").empty());
  CHECK(error_of(files, "[a],seed = 3\n1,2\n").empty());
}

TEST_CASE("bars that may separate cells are spoken of where the one column is not what was asked for",
          "[csv][errors]") {
  const TempFiles files;
  ReadOptions options;
  options.texts = {{"y", "target"}};
  const std::string path = files.write("a.csv", "x|y\n1|2\n");
  CHECK(files.param_error([&] { read_table(path, options); }) ==
        "target: a.csv has no column 'y'; it has 1 column: x|y; if '|' separates its cells, say "
        "`data.delimiter = \"|\"`");
  CHECK(read_table(files.write("b.csv", "a|b\nc\n")).other_delimiter == '\0');
}

TEST_CASE("damaged gzip data are refused", "[gzip][errors]") {
  const TempFiles files;
  // gzip of "x,y\n1,2\n3,4\n", by zlib.
  const std::string good(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xd0\xa9\xe4\x32\xd4\x31\xe2\x32\xd6"
      "\x31\xe1\x02\x00\x97\x44\x29\x80\x0c\x00\x00\x00",
      32);
  CHECK_THAT(error_of(files, good.substr(0, 20)), Catch::Contains("cut off"));
  CHECK_THAT(error_of(files, good.substr(0, 3)), Catch::Contains("cut off"));
  std::string damaged = good;
  damaged[12] ^= 0x55;
  CHECK_THAT(error_of(files, damaged), Catch::Contains("damaged") || Catch::Contains("cut off"));
}

TEST_CASE("a requested column that is not there names the nearest", "[csv][errors]") {
  const TempFiles files;
  const std::string path = files.write("a.csv", "x,class\n1,a\n");
  ReadOptions options;
  options.texts = {{"clas", "target"}};
  CHECK(files.param_error([&] { read_table(path, options); }) ==
        "target: a.csv has no column 'clas'; did you mean 'class'? It has 2 columns: x, class");
}

TEST_CASE("random bytes give a table or a sentence, never a crash", "[csv][property]") {
  const TempFiles files;
  std::uint32_t state = 12345;
  const auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 16; };
  const std::string alphabet = "\"\"\",,;\n\n\r\t 0123.+-eE\xC3\xA9xyz\xFF";
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::uint32_t k = next() % 40; k > 0; --k) text += alphabet[next() % alphabet.size()];
    const std::string path = files.write("a.csv", text);
    std::string first;
    for (const std::size_t chunk : {1u, 3u, 1000u}) {
      ReadOptions options;
      options.chunk_bytes = chunk;
      std::string outcome;
      try {
        const Table table = read_table(path, options);
        outcome = std::to_string(table.rows) + " x " + std::to_string(table.columns.size());
      } catch (const tamis::DataError& error) {
        outcome = error.what();
      }
      if (chunk == 1) first = outcome;
      CHECK(outcome == first);
    }
  }
}

}  // namespace csv_errors_test
