#include <tamis/framework/support/columns.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;

TEST_CASE("a text is as wide as a terminal shows it", "[columns]") {
  CHECK(width("") == 0);
  CHECK(width("plain") == 5);
  CHECK(width("größe") == 5);
  CHECK(width("温度") == 4);
  CHECK(width("e\u0301cole") == 5);
  CHECK(width("\xE9") == 1);  // no UTF-8
  CHECK(padded("温度", 6) == "温度  ");
  CHECK(padded("温度", 6, true) == "  温度");
  CHECK(padded("温度", 3) == "温度");
}

TEST_CASE("a text is cut between characters", "[columns]") {
  CHECK(beginning_within("abc", 2) == "ab");
  CHECK(beginning_within("abc", 5) == "abc");
  CHECK(beginning_within("温度", 3) == "温");
  CHECK(beginning_within("e\u0301x", 1) == "e\u0301");
  CHECK(shortened("abcdefghij", 10) == "abcdefghij");
  CHECK(shortened("abcdefghij", 9) == "abc...hij");
  CHECK(shortened("abcdefghij", 8) == "abc...ij");
  CHECK(shortened("abcdefghij", 3) == "...");
  CHECK(shortened("温度温度温度", 9) == "温...度");
  CHECK(shortened("温度温度温度", 11) == "温度...温度");
  CHECK(shortened("abcdefghe\u0301", 6) == "ab...e\u0301");
}

TEST_CASE("columns share the line, and numbers are never cut", "[columns]") {
  const std::string name(50, 'n'), place(30, 'p'), number(25, '1');
  const std::vector<std::vector<std::string>> rows{{"name", "place", "number"}, {name, place, number}};
  const std::vector<bool> right{false, false, true};
  CHECK(width(in_columns(rows, right).substr(0, in_columns(rows, right).find('\n'))) == 50 + 30 + 25 + 4);
  const std::string fitted = in_columns(rows, right, 80);
  CHECK(width(fitted.substr(fitted.find('\n') + 1)) == 80);  // an end of a line takes no column
  CHECK(fitted.find(number) != std::string::npos);
  const std::string least = in_columns(rows, right, 10);  // names stay readable
  CHECK(least.find(shortened(name, 20) + "  " + shortened(place, 20) + "  " + number) != std::string::npos);
  CHECK(columns_that_fit(rows, right, 0, 1) == 3);
  CHECK(columns_that_fit(rows, right, 20 + 2 + 20 + 2 + 25, 1) == 3);
  CHECK(columns_that_fit(rows, right, 20 + 2 + 20 + 2 + 24, 1) == 2);
  CHECK(columns_that_fit(rows, right, 10, 2) == 2);
  CHECK(room_for_names(0, 30) == 0);
  CHECK(room_for_names(80, 30) == 50);
  CHECK(room_for_names(40, 30) == 20);
}
