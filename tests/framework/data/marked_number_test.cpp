// Numbers with separators of thousands, percent signs, currencies and units.
#include "data/formats/marked_number.hpp"

#include "column_of.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/reduced_table.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>

using namespace tamis;
using namespace tamis::framework;

namespace marked_number_test {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

double read(std::string_view text, bool comma = false) {
  const auto number = read_marked_number(text, comma);
  return number ? number->value : kNone;
}

DataOptions options_of(const std::string& path) {
  DataOptions o;
  o.path = path;
  o.target = "y";
  return o;
}

}  // namespace

TEST_CASE("a number has its value without its marks", "[marked_number]") {
  CHECK(read("1,709.99") == 1709.99);
  CHECK(read("1.709,99", true) == 1709.99);
  CHECK(read("-12,345,678") == -12345678);
  CHECK(read("1 709,5", true) == 1709.5);
  CHECK(read("1\u00a0709,5", true) == 1709.5);
  CHECK(read("1\u202f709\u00a0€", true) == 1709);
  CHECK(read("1'709.5") == 1709.5);
  CHECK(read("12%") == 12);
  CHECK(read(" 12.5 % ") == 12.5);
  CHECK(read("-$3.50") == -3.5);
  CHECK(read("$-3.50") == -3.5);
  CHECK(read("\u22123 EUR") == -3);
  CHECK(read("EUR 1,000") == 1000);
  CHECK(read("3.50 EUR") == 3.5);
  CHECK(read("1 709 kg") == 1709);
  CHECK(read("36.6 °C") == 36.6);
  CHECK(read("170cm") == 170);
  CHECK(read_marked_number("12 %", false)->unit == "%");
  CHECK(read_marked_number("1,000", false)->unit.empty());
}

TEST_CASE("what is no number but for its marks is left as a text", "[marked_number]") {
  for (const char* text :
       {"12",       "1.5",        "",         "-",         "%",      "$",      "1,5",   "1,23,456",  "12,34",
        "1234,567", "0,123",      "1,709 .5", "12 apples", "12 kgs", "$5 kg",  "5 m s", "1,709'123", "$5%",
        "--5%",     "01.02.2024", "10.0.0.1", "1e5%",      "K1,000", "1,000x", "EUR"})
    CHECK(read(text) == kNone);
  CHECK(read("1,709.99", true) == kNone);
  CHECK(read("1.709.99", true) == kNone);
}

TEST_CASE("columns of a spreadsheet are read as numbers, and how is said", "[marked_number][load_data]") {
  const TempFiles files;
  const LoadedData data = load_data(options_of(files.write(
      "a.csv",
      "turnover;discount;n;y\n1.709,99;27%;3;p\n999,5;8%;4;q\n-1.000;10%;5;p\n12.345.678;0%;1;q\n")));
  CHECK(data.parts().feature_names == std::vector<std::string>{"turnover", "discount", "n"});
  CHECK(column_of(data, 0) == std::vector<double>{1709.99, 999.5, -1000, 12345678});
  CHECK(column_of(data, 1) == std::vector<double>{27, 8, 10, 0});
  CHECK(
      contains(data.notes, "numbers are read with a decimal comma; `data.decimal = \"point\"` reads points"));
  CHECK(contains(
      data.notes,
      "numbers are read without their units and separators of thousands: turnover ('1.709,99' is 1709.99), "
      "discount ('27%' is 27)"));
}

TEST_CASE(
    "separators of thousands in quotes are read where a comma separates cells, also of a target and without a header",
    "[marked_number][load_data]") {
  const TempFiles files;
  DataOptions o = options_of(files.write("a.csv", "\"1,250\",3,$5\n20,4,\"$1,000.50\"\n\"3,000\",5,$7\n"));
  o.target = "-1";
  o.target_kind = TargetReading::real;
  const LoadedData data = load_data(o);
  CHECK(column_of(data, 0) == std::vector<double>{1250, 20, 3000});
  CHECK(data.parts().target.real == std::vector<double>{5, 1000.5, 7});
  CHECK(contains(
      data.notes,
      "numbers are read without their units and separators of thousands: c1 ('1,250' is 1250), c3 ('$5' is 5)"));
}

TEST_CASE("classes that are numbers with units keep their names", "[marked_number][load_data]") {
  const TempFiles files;
  const LoadedData data = load_data(options_of(files.write("a.csv", "a,y\n1,5%\n2,10%\n3,5%\n")));
  CHECK(data.parts().target.class_names == std::vector<std::string>{"10%", "5%"});
  CHECK_FALSE(contains(data.notes, "numbers are read without"));
}

TEST_CASE("numbers in several units, or some without one, are refused",
          "[marked_number][load_data][errors]") {
  const TempFiles files;
  for (const char* cells : {"$5,1,p\n€6,2,q\n", "$5,1,p\n6,2,q\n"}) {
    const std::string path = files.write("a.csv", std::string("price,n,y\n") + cells);
    CHECK(
        files.data_error([&] { load_data(options_of(path)); }) ==
        "a.csv:2:1 (price): '$5' has a unit that not all cells of the column have, so the numbers cannot be compared; "
        "write all in one unit, or use `data.ignore = [\"price\"]` or `data.categorical = [\"price\"]`");
  }
  const LoadedData filled = [&] {
    DataOptions o = options_of(files.write("a.csv", "price,n,y\n$5,1,p\n,2,q\n$7,3,p\n"));
    o.missing = Missing::drop_rows;
    return load_data(o);
  }();
  CHECK(column_of(filled, 0) == std::vector<double>{5, 7});
}

TEST_CASE("a column with another text stays one of texts", "[marked_number][load_data][errors]") {
  const TempFiles files;
  const std::string path = files.write("a.csv", "size,n,y\n10%,1,p\nhalf,2,q\n");
  CHECK_THAT(files.data_error([&] { load_data(options_of(path)); }),
             Catch::Contains(":3:1 (size): 'half' is not a number"));
  DataOptions o = options_of(path);
  o.categorical = {"*"};
  CHECK(load_data(o).parts().feature_names == std::vector<std::string>{"n", "size=half"});
}

}  // namespace marked_number_test
