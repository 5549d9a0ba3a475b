#include "gzipped.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/support/text.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace tamis::framework;
using Values = std::vector<double>;

namespace csv_test {
namespace {

std::vector<std::string> names(const Table& table) {
  std::vector<std::string> out;
  for (const TableColumn& column : table.columns) out.push_back(column.name);
  return out;
}

std::string listed_names(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& name : all) out += (out.empty() ? "" : ",") + name;
  return out;
}

std::vector<double> values(const Table& table, std::size_t j) {
  const auto column = table.column(j);
  return {column.begin(), column.end()};
}

bool same_bytes(const Table& a, const Table& b) {
  if (a.rows != b.rows || a.lines != b.lines || names(a) != names(b)) return false;
  for (std::size_t j = 0; j < a.columns.size(); ++j) {
    const TableColumn &c = a.columns[j], &d = b.columns[j];
    if (c.texts != d.texts || c.missing != d.missing ||
        c.notes().first_missing.line != d.notes().first_missing.line ||
        c.notes().first_text.line != d.notes().first_text.line ||
        c.notes().first_text.text != d.notes().first_text.text ||
        c.notes().first_unusable.line != d.notes().first_unusable.line ||
        c.notes().first_unusable.text != d.notes().first_unusable.text)
      return false;
  }
  return std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("a plain CSV with a header becomes columns of numbers", "[csv]") {
  const TempFiles files;
  const Table table = read_table(files.write("a.csv", "x,y\n1,2.5\n-3e2,+4\n"));
  CHECK(table.header);
  CHECK(table.rows == 2);
  CHECK(names(table) == std::vector<std::string>{"x", "y"});
  CHECK(values(table, 0) == std::vector<double>{1, -300});
  CHECK(values(table, 1) == std::vector<double>{2.5, 4});
  CHECK(table.line(1) == 3);
  CHECK(table.where(3, 1) == files.path("a.csv") + ":3:2 (y)");
}

TEST_CASE("the real sets are read with their shapes", "[csv]") {
  const std::string folder = TAMIS_TEST_DATA;
  const auto check = [&](const std::string& name, std::uint64_t rows, std::size_t columns) {
    const Table table = read_table(folder + "/" + name);
    CHECK(table.rows == rows);
    CHECK(table.columns.size() == columns);
    CHECK(table.columns.back().name == "class");
  };
  check("iris.csv", 150, 5);
  check("wine.csv", 178, 14);
  check("sonar.csv", 208, 61);
  check("glass.csv", 214, 10);
  check("vehicle.csv", 846, 19);
}

TEST_CASE("BOM, CRLF, blanks and blank last lines change nothing", "[csv]") {
  const TempFiles files;
  const std::string text = GENERATE(
      std::string("x,y\n1,2\n3,4"), "x,y\n1,2\n3,4\n", "\xEF\xBB\xBFx,y\n1,2\n3,4\n", "x,y\r\n1,2\r\n3,4\r\n",
      " x , y\n 1 ,\t2 \n3,4 \n\n \r\n\n", "x,y\r\n1,2\r\n3,4", "\"x\",\"y\"\n\"1\",\"2\"\n 3, \"4\" \n");
  const Table table = read_table(files.write("a.csv", text));
  CHECK(names(table) == std::vector<std::string>{"x", "y"});
  CHECK(values(table, 0) == std::vector<double>{1, 3});
  CHECK(values(table, 1) == std::vector<double>{2, 4});
}

TEST_CASE("in a file of one column a blank line is a row whose cell is missing", "[csv]") {
  const TempFiles files;
  for (const char* text : {"y\n1\n\n3\n\n", "y\r\n1\r\n\r\n3\r\n\r\n", "y\n1\n\n3\n\n\n"}) {
    const Table table = read_table(files.write("a.csv", text));
    REQUIRE(table.rows >= 4);
    CHECK(table.columns[0].missing == table.rows - 2);
    CHECK(values(table, 0)[2] == 3);
  }
  CHECK(read_table(files.write("a.csv", "y\n1\n\n3\n\n")).rows == 4);
  CHECK(read_table(files.write("a.csv", "y\n1\n2\n")).rows == 2);
}

TEST_CASE("the header is told from the first two rows", "[csv]") {
  const TempFiles files;
  const auto header = [&](const std::string& text, HeaderMode mode = HeaderMode::automatic) {
    ReadOptions options;
    options.header = mode;
    const Table table = read_table(files.write("a.csv", text), options);
    return table.header ? listed_names(names(table)) : "none:" + listed_names(names(table));
  };
  CHECK(header("x,y\n1,2\n") == "x,y");
  CHECK(header("1,2\n3,4\n") == "none:c1,c2");
  CHECK(header("name,1990\nann,5\n") == "none:c1,c2");   // 1990 over 5: nothing says that it is a name
  CHECK(header("x,1990\n1,5\n") == "x,1990");            // x over 1 does
  CHECK(header(",x\na,1\n") == "c1,x");                  // R's row names
  CHECK(header("name,class\nann,b\n") == "name,class");  // all texts
  CHECK(header("5.1,?,a\n4.9,3,b\n") == "none:c1,c2,c3");   // no name is "?"
  CHECK(header("5.1,red\n4.9,3\n") == "none:c1,c2");        // nor 5.1
  CHECK(header("x,0,0\n1,2,3\n") == "none:c1,c2,c3");       // nor twice 0
  CHECK(header("1,2\n3,4\n", HeaderMode::yes) == "1,2");
  CHECK(header("x,y\n1,2\n", HeaderMode::no) == "none:c1,c2");
  CHECK(read_table(files.write("one.csv", "1\n2\n3\n")).rows == 3);
}

TEST_CASE("a first row unlike its columns is seen, wherever the chunks are cut", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.chunk_bytes = GENERATE(1u, 5u, 1000u);
  const auto alone = [&](const std::string& text) {
    const Table table = read_table(files.write("a.csv", text), options);
    return table.header_guessed && !table.header && table.first_row_alone;
  };
  CHECK(alone("2019,y\n1,a\n2,b\n3,a\n"));
  CHECK(alone("2019,a,y\n1,a,b\n2,b,b\n"));  // one such column is enough
  CHECK_FALSE(alone("1,a\n2,b\n3,c\n4,a\n"));
  CHECK_FALSE(alone("1,\"a\"\n2,b\n3, a \n"));
  CHECK_FALSE(alone("x,y\n1,2\n"));
  CHECK_FALSE(alone("1,2\n3,4\n"));
  options.unknown = {"?"};
  CHECK_FALSE(alone("1,?\n2,4\n"));
}

TEST_CASE("a first row that was taken for names is doubted where it may be a sample", "[csv]") {
  const TempFiles files;
  const auto doubt = [&](const std::string& text, HeaderMode mode = HeaderMode::automatic) {
    ReadOptions options;
    options.header = mode;
    return read_table(files.write("a.csv", text), options).header_doubt;
  };
  CHECK(doubt("x,1990\n1,5\n") == "'1990' in it is a number");
  CHECK(doubt("yes,no\nno,no\nyes,yes\n") == "'yes' occurs again below it");
  CHECK(doubt("smokes,drinks\nno,no\nyes,yes\n").empty());
  CHECK(doubt("yes,no\nno,no\n", HeaderMode::yes).empty());
}

TEST_CASE("columns may stand apart by any number of blanks, wherever the chunks are cut", "[csv]") {
  const TempFiles files;
  const std::string rows = "  1   2.5\t-3 \n10 20 \"3 0\"\r\n\t7  8 9\n";
  for (const std::size_t bytes : {1u, 5u, 1u << 20}) {
    ReadOptions options;
    options.chunk_bytes = bytes;
    options.delimiter = kBlanks;
    options.texts = {{"3", "test"}};
    const Table table = read_table(files.write("a.txt", rows), options);
    REQUIRE(table.columns.size() == 3);
    CHECK(Values(table.column(0).begin(), table.column(0).end()) == Values{1, 10, 7});
    CHECK(Values(table.column(1).begin(), table.column(1).end()) == Values{2.5, 20, 8});
    CHECK(table.columns[2].texts == std::vector<std::string>{"-3", "3 0", "9"});
  }
  CHECK(read_table(files.write("a.txt", " x  y \n1 2\n")).columns[1].name == "y");
  CHECK(read_table(files.write("a.txt", "Class 1\nClass 2\n")).columns.size() == 1);
  CHECK(read_table(files.write("a.txt", "a b c\nd e f\n")).columns.size() == 1);
  CHECK_THAT(files.data_error([&] { read_table(files.write("a.txt", "x y\n1 2\n3\n")); }),
             Catch::Contains("a.txt:3: 1 cell; expected 2"));
}

TEST_CASE("numbers may have a decimal comma, where no comma separates cells", "[csv]") {
  const TempFiles files;
  const auto first = [&](const std::string& text, Decimal decimal = Decimal::automatic) {
    ReadOptions options;
    options.decimal = decimal;
    const Table table = read_table(files.write("a.csv", text), options);
    return Values(table.column(0).begin(), table.column(0).end());
  };
  CHECK(first("a;b\n1,5;2\n-2,25e1;3\n+4;5\n") == Values{1.5, -22.5, 4});
  CHECK(first("a;b\n1;2\n1,5;3\n", Decimal::comma) == Values{1, 1.5});
  CHECK(first("a,b\n\"1,5\",2\n", Decimal::comma) == Values{1.5});
  CHECK(std::isnan(first("a;b\n1,5;2\n", Decimal::point)[0]));
  CHECK(std::isnan(first("a,b\n\"1,5\",2\n")[0]));
  CHECK(std::isnan(first("a;b\n1,5;2.5\n")[0]));         // which of the two?
  CHECK(std::isnan(first("a;b\n1,5;2\n1.23;3\n")[1]));
  CHECK(first("a;b\n1,5;2\n1.234;3\n") == Values{1.5, 1234});
}

TEST_CASE("the delimiter is told from the first line, outside quotes", "[csv]") {
  const TempFiles files;
  const auto columns = [&](const std::string& name, const std::string& text) {
    return read_table(files.write(name, text)).columns.size();
  };
  CHECK(columns("a.csv", "x;y;z\n1;2;3\n") == 3);
  CHECK(columns("a.csv", "x\ty\n1\t2\n") == 2);
  CHECK(columns("a.csv", "\"a;b;c;d\",y\n1,2\n") == 2);
  CHECK(columns("a.csv", "x\n1\n") == 1);
  CHECK(columns("a.tsv", "a,b\tc\n1\t2\n") == 2);
  CHECK(columns("a.TAB", "a,b\tc\n1\t2\n") == 2);
  ReadOptions options;
  options.delimiter = '|';
  CHECK(read_table(files.write("a.csv", "x|y\n1|2\n"), options).columns.size() == 2);
}

TEST_CASE("an empty last cell of a TSV is a missing cell", "[csv]") {
  const TempFiles files;
  const Table table = read_table(files.write("a.tsv", "x\ty\n1\t2\n3\t\n"));
  CHECK(table.rows == 2);
  CHECK(table.columns[1].missing == 1);
  CHECK(table.columns[1].notes().first_missing.line == 3);
}

TEST_CASE("a number that means missing does so however it is written", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.unknown = {"-999", "1e3"};
  options.texts = {{"t", "target"}};
  const Table table = read_table(
      files.write("a.csv", "a,b,t\n-999.0,1,-999.00\n-9.99e2,\"1000\",1000\n-99,1000.0,-9990\n"), options);
  CHECK(table.columns[0].missing == 2);
  CHECK(table.column(0)[2] == -99);
  CHECK(table.columns[1].missing == 2);
  CHECK(table.columns[2].texts == std::vector<std::string>{"", "", "-9990"});
  options.texts = {};
  options.decimal = Decimal::comma;
  const Table commas = read_table(files.write("b.csv", "a;b\n-999,0;0,5\n1,5;1000\n"), options);
  CHECK(commas.columns[0].missing == 1);
  CHECK(commas.columns[1].missing == 1);
}

TEST_CASE("cells are numbers, missing, texts or unusable", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.unknown = {"NA", "-999"};
  const Table table = read_table(
      files.write(
          "a.csv",
          "a,b,c,d,e\n1,,1,1,1\nNA,2,inf,0x1F,1e999\n-999,,nan,\"1,5\",1e-999\n2,\" \",-Infinity,5,2\n"),
      options);
  CHECK(table.columns[0].missing == 2);
  CHECK(table.columns[0].notes().first_missing.line == 3);
  CHECK(std::isnan(table.column(0)[1]));
  CHECK_FALSE(table.columns[0].notes().first_text);
  CHECK(table.columns[1].missing == 3);
  CHECK(table.columns[1].notes().first_missing.line == 2);
  CHECK(table.columns[2].notes().first_unusable.line == 3);
  CHECK(table.columns[2].notes().first_unusable.text == "inf");
  CHECK(table.columns[2].notes().unusable_why == "is not a finite number");
  CHECK(table.columns[2].missing == 0);
  CHECK(table.columns[3].notes().first_text.line == 3);
  CHECK(table.columns[3].notes().first_text.text == "0x1F");
  CHECK(table.columns[4].notes().first_unusable.text == "1e999");
  CHECK_THAT(table.columns[4].notes().unusable_why, Catch::Contains("range of a double"));
}

TEST_CASE("what only looks like a number is a text", "[csv]") {
  const TempFiles files;
  const std::string cell =
      GENERATE(as<std::string>{}, "1.5x", "+-5", "--5", "1_000", "1 00", "1e", "5%", "0x10", "+", ".", "1d5");
  const Table table = read_table(files.write("a.csv", "x,y\n1,1\n" + cell + ",2\n"));
  CHECK(table.columns[0].notes().first_text.text == cell);
  CHECK(std::isnan(table.column(0)[1]));
}

TEST_CASE("numbers keep every bit", "[csv]") {
  const TempFiles files;
  const Table table = read_table(
      files.write("a.csv",
                  "x\n0.1\n.5\n5.\n1E5\n-0\n2.2250738585072014e-308\n5e-324\n1.7976931348623157e308\n"
                  "0.30000000000000004\n123456789012345678901234567890\n"));
  CHECK(values(table, 0) == std::vector<double>{0.1, .5, 5., 1e5, -0., 2.2250738585072014e-308, 5e-324,
                                                1.7976931348623157e308, 0.30000000000000004,
                                                123456789012345678901234567890.});
  CHECK(std::signbit(table.column(0)[4]));
}

TEST_CASE("requested texts are the trimmed cells as they were written", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.unknown = {"?"};
  options.texts = {{"class", "target"}, {"none", "groups", true}};
  const Table table =
      read_table(files.write("a.csv", "x,class\n1,01\n2, b \n3,\"say \"\"hi\"\"\"\n4,?\n5,\n"), options);
  CHECK(table.columns[1].texts == std::vector<std::string>{"01", "b", "say \"hi\"", "", ""});
  CHECK(table.columns[1].missing == 2);
  CHECK(table.columns[0].texts.empty());
}

TEST_CASE("blanks in quotes are a part of names and texts, and of no number", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.unknown = {"NA"};
  options.texts = {{"class", "target"}};
  const Table table = read_table(
      files.write("a.csv",
                  "\" x\",class\n\" 1 \",\"b \"\n\"2\t\", \"\tb\" \n3,\" NA \"\n4,\" 7 \"\n5,\"  \"\n"),
      options);
  CHECK(names(table) == std::vector<std::string>{" x", "class"});
  CHECK(values(table, 0) == std::vector<double>{1, 2, 3, 4, 5});
  CHECK(table.columns[1].texts == std::vector<std::string>{"b ", "\tb", "", "7", ""});
  CHECK(table.columns[1].missing == 2);
}

TEST_CASE("a cell that is written reads back as it was", "[csv]") {
  const TempFiles files;
  ReadOptions options;
  options.all_texts = true;
  const std::vector<std::string> texts{"plain",       " before",    "behind ",    "a, b",     "a;b;c;d;e;f",
                                       "say \"hi\"",  "\"",         "two\nlines", "\r\n",     "\ttabs\t",
                                       "caf\xC3\xA9", "line end\n", "a\rb",       "# no note"};
  std::string text = "first,second\n", header = "row";
  for (const std::string& cell : texts) {
    text += csv_cell(cell) + "," + csv_cell(cell + "!") + "\n";
    header += "," + csv_cell(cell);
  }
  const Table table = read_table(files.write("cells.csv", text), options);
  CHECK(table.columns[1].texts.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    INFO(i);
    CHECK(table.columns[1].texts[i] == texts[i] + "!");
    if (!trimmed(texts[i]).empty()) CHECK(table.columns[0].texts[i] == texts[i]);
  }
  options.header = HeaderMode::yes;
  std::string row = "1";
  for (std::size_t i = 0; i < texts.size(); ++i) row += ",0";
  std::vector<std::string> found =
      names(read_table(files.write("names.csv", header + "\n" + row + "\n"), options));
  found.erase(found.begin());
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (!trimmed(texts[i]).empty()) CHECK(found[i] == texts[i]);
}

TEST_CASE("quoted line ends count as lines, wherever the chunks are cut", "[csv]") {
  const TempFiles files;
  const std::string path = files.write(
      "a.csv",
      "\"first\nname\",note,x\n1,\"a\nb\"\"c\"\"\n\",10\n2,\"plain\",20\n3,\"\n\n\",30\n4,\"q,r\",40");
  ReadOptions options;
  options.texts = {{"note", "target"}};
  const Table whole = read_table(path, options);
  CHECK(whole.rows == 4);
  CHECK(whole.columns[0].name == "first\nname");
  CHECK(values(whole, 2) == std::vector<double>{10, 20, 30, 40});
  CHECK(whole.columns[1].texts == std::vector<std::string>{"a\nb\"c\"\n", "plain", "", "q,r"});
  CHECK(whole.lines == std::vector<std::uint64_t>{3, 6, 7, 10});
  for (std::size_t chunk = 1; chunk < 70; ++chunk) {
    options.chunk_bytes = chunk;
    CHECK(same_bytes(read_table(path, options), whole));
  }
}

TEST_CASE("a table is the same bytes for any number of threads and any chunks", "[csv][property]") {
  const TempFiles files;
  std::mt19937 random(7);
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 5000; ++i) {
    text += std::to_string(static_cast<double>(random()) / 1000) + ",";
    text += random() % 50 == 0 ? "," : std::to_string(random() % 100) + ",";
    text += random() % 40 == 0 ? "\"two\nlines, \"\"x\"\"\"," : std::to_string(random() % 9) + ",";
    text += random() % 3000 == 0 ? "inf\r\n" : "1e-3\r\n";
  }
  const std::string path = files.write("a.csv", text);
  ReadOptions options;
  options.texts = {{"c", "target"}};
  const Table whole = read_table(path, options);
  CHECK(whole.rows == 5000);
  options.chunk_bytes = GENERATE(64u, 1000u, 4096u);
  for (const std::size_t threads : {1u, 2u, 8u}) {
    // Allows more threads than there are cores, which an arena alone does not.
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    CHECK(same_bytes(read_table(path, options), whole));
  }
}

TEST_CASE("a gzipped file reads as its contents, also in several members", "[csv][gzip]") {
  const TempFiles files;
  const std::string text = "x,y\n1,2\n3,4\n";
  CHECK(
      same_bytes(read_table(files.write("a.csv.gz", gzipped(text))), read_table(files.write("a.csv", text))));
  // The first bytes decide, not the name.
  CHECK(read_table(files.write("b.csv", gzipped("x,y\n1,2\n") + gzipped("3,4\n"))).rows == 2);
  CHECK(read_table(files.write("c.tsv.gz", gzipped("a,b\tc\n1\t2\n"))).columns.size() == 2);
  std::string large = "x\n";
  for (int i = 0; i < 200000; ++i) large += "1\n";
  CHECK(read_table(files.write("large.gz", gzipped(large))).rows == 200000);
}

TEST_CASE("a column is found by name, then by number from either end", "[csv]") {
  const TempFiles files;
  const Table table = read_table(files.write("a.csv", "a,3,c,c\n1,2,3,4\n"), [] {
    ReadOptions options;
    options.header = HeaderMode::yes;
    return options;
  }());
  CHECK(table.find("a", "target") == 0);
  CHECK(table.find("3", "target") == 1);
  CHECK(table.find("1", "target") == 0);
  CHECK(table.find("-1", "target") == 3);
  CHECK(table.find("-4", "target") == 0);
  CHECK(table.has("4"));
  CHECK_FALSE(table.has("5"));
  CHECK(files.param_error([&] { table.find("c", "target"); }) ==
        "target: a.csv has two columns 'c', number 3 and 4; use the number, or rename one");
  CHECK(files.param_error([&] { table.find("5", "target"); }) ==
        "target: a.csv has no column '5'; it has 4 columns: a, 3, c, c (columns count from 1, or from the "
        "end with -1)");
  CHECK_FALSE(files.param_error([&] { table.find("0", "target"); }).empty());
}

TEST_CASE("a table of many columns is read", "[csv]") {
  const TempFiles files;
  std::string text;
  for (int row = 0; row < 3; ++row) {
    for (int j = 0; j < 20000; ++j) text += (j ? "," : "") + std::to_string(row * 20000 + j);
    text += "\n";
  }
  ReadOptions options;
  options.chunk_bytes = 1000;
  const Table table = read_table(files.write("a.csv", text), options);
  CHECK(table.columns.size() == 20000);
  CHECK(table.column(19999)[2] == 59999);
}

TEST_CASE("short decimals have the bits of strtod", "[csv][property]") {
  const TempFiles files;
  std::mt19937_64 random(11);
  std::string text;
  std::vector<double> wanted;
  for (int i = 0; i < 20000; ++i) {
    std::string cell = std::to_string(random() % 10000000000000000000u).substr(0, 1 + random() % 19);
    if (random() % 4) cell.insert(random() % (cell.size() + 1), ".");
    if (random() % 2) cell.insert(0, "-");
    text += cell + "\n";
    wanted.push_back(std::strtod(cell.c_str(), nullptr));
  }
  const Table table = read_table(files.write("a.csv", text));
  REQUIRE(table.rows == wanted.size());
  CHECK(std::memcmp(table.values.data(), wanted.data(), wanted.size() * sizeof(double)) == 0);
}

TEST_CASE("no cell for a spreadsheet begins as a formula does, and the others are as they were", "[csv]") {
  for (const char* formula : {"=1+1", "+x", "-x", "@SUM(A1)", "\t=1", "\r=1", "=a,b", "-1-1", "+"}) {
    const std::string cell = csv_cell(formula, CsvFor::spreadsheet);
    INFO(cell);
    CHECK(cell.substr(cell.front() == '"' ? 1 : 0, 1) == "'");
    CHECK(csv_cell(formula).find('\'') == std::string::npos);
  }
  for (const char* plain : {"a=b", "-1", "+1.5e3", "", "a", " a "})
    CHECK(csv_cell(plain, CsvFor::spreadsheet) == csv_cell(plain));
}

}  // namespace csv_test
