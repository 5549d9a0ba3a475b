#include <tamis/errors.hpp>
#include <tamis/framework/support/section.hpp>

#include <catch2/catch.hpp>

using namespace tamis::framework;
using namespace std::string_view_literals;

namespace {

template <class Act>
std::string error_of(Act&& act) {
  try {
    act();
  } catch (const tamis::ParamError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a section gives values with their types", "[section]") {
  const toml::table table = toml::parse(
      "flag = true\nwhole = 3\nnumber = 2.5\ntext = 'a'\ncolumn = -1\ncolumns = ['a', 2]\none = 'a'\n",
      "run.toml"sv);
  Section section(table, "data");
  CHECK(section.take<bool>("flag") == true);
  CHECK(section.take<std::int64_t>("whole") == 3);
  CHECK(section.take<double>("whole") == 3.0);
  CHECK(section.take<double>("number") == 2.5);
  CHECK(section.take<std::string>("text") == "a");
  CHECK(section.take_column("column") == "-1");
  CHECK(section.take_columns("columns") == std::vector<std::string>{"a", "2"});
  CHECK(section.take_columns("one") == std::vector<std::string>{"a"});
  CHECK(section.take_choice("text", {"a", "b"}) == "a");
  CHECK_FALSE(section.take<bool>("absent").has_value());
  CHECK_FALSE(section.take_column("absent").has_value());
  CHECK(section.take_node("absent") == nullptr);
  CHECK_NOTHROW(section.finish());
}

TEST_CASE("a number is a number of any size", "[section]") {
  const toml::table table = toml::parse("a = 66666666666666661\nb = -2.5\nc = inf\nd = '1'\ne = true");
  CHECK(number_of(*table.get("a")) == 66666666666666661.0);
  CHECK(number_of(*table.get("b")) == -2.5);
  CHECK(number_of(*table.get("c")) == std::numeric_limits<double>::infinity());
  CHECK(number_of(*table.get("d")) == std::nullopt);
  CHECK(number_of(*table.get("e")) == std::nullopt);
}

TEST_CASE("a section refuses a wrong type with the place and what was seen", "[section][errors]") {
  const toml::table table =
      toml::parse("[data]\nharden = \"yes\"\nk = 2.5\nx = nan\nlist = ['a', 3.5]\n", "run.toml"sv);
  Section section(*table["data"].as_table(), "data");
  CHECK(error_of([&] { section.take<bool>("harden"); }) ==
        "run.toml:2:10: data.harden is \"yes\", a string; expected true or false");
  CHECK(error_of([&] { section.take<std::int64_t>("k"); }) ==
        "run.toml:3:5: data.k is 2.5, a floating-point number; expected a whole number");
  CHECK(error_of([&] { section.take<double>("x"); }) == "run.toml:4:5: data.x is nan; expected a number");
  CHECK(error_of([&] { section.take_columns("list"); }) ==
        "run.toml:5:14: data.list[1] is 3.5, a floating-point number; expected a column's name or number");
  CHECK(error_of([&] { section.take_column("k"); }) ==
        "run.toml:3:5: data.k is 2.5, a floating-point number; expected a column's name or number");
  CHECK(error_of([&] {
          section.take_choice("harden", {"no", "yess"});
        }) ==
        "run.toml:2:10: data.harden is \"yes\", a string; expected \"no\", \"yess\"; did you mean 'yess'?");
}

TEST_CASE("a section names the largest number where one was too large for the command line",
          "[section][errors]") {
  const toml::table table = toml::parse("seed = '18446744073709551616'", "--seed"sv);
  CHECK(error_of([&] { Section(table, "").take<std::int64_t>("seed"); }) ==
        "--seed: seed is \"18446744073709551616\", a string; expected a whole number of at most "
        "9223372036854775807");
}

TEST_CASE("keys and files are escaped and cut where a section speaks of them", "[section][errors]") {
  toml::table table;
  table.insert("\x1b[31m", 1);
  CHECK(error_of([&] { Section(table, "data").finish(); }) ==
        "data.\\x1b[31m is not a key of [data]; it takes none");
  table.clear();
  table.insert(std::string(5000, 'k'), 1);
  CHECK(error_of([&] { Section(table, "").finish(); }) ==
        std::string(60, 'k') + "... is not a key of the file; it takes none");
  const toml::table named = toml::parse("k = 'a'", "\x1b[31m.toml"sv);
  CHECK(place(*named.get("k")) == "\\x1b[31m.toml:1:5"sv);
}

TEST_CASE("a section refuses the keys that nobody took", "[section][errors]") {
  const toml::table table = toml::parse("[data]\nzzz = 1\nstandardize = true\n", "run.toml"sv);
  Section section(*table["data"].as_table(), "data");
  section.take<bool>("standardise");
  section.take<bool>("path");
  CHECK(error_of([&] { section.finish(); }) ==
        "run.toml:2:1: data.zzz is not a key of [data]; it takes path, standardise");
  section.allow("zzz");
  CHECK(error_of([&] { section.finish(); }) ==
        "run.toml:3:1: data.standardize is not a key of [data]; did you mean 'standardise'?");
  const toml::table one = toml::parse("x = 1", "run.toml"sv);
  CHECK(error_of([&] { Section(one, "").finish(); }) ==
        "run.toml:1:1: x is not a key of the file; it takes none");
}

TEST_CASE("a place without a line is its source", "[section]") {
  const toml::table from_option = toml::parse("k = 'a'", "--set"sv);
  CHECK(place(*from_option.get("k")) == "--set"sv);
  const toml::table made{{"k", 1}};
  CHECK(place(*made.get("k")) == "");
  Section section(made, "data");
  CHECK(error_of([&] { section.take<bool>("k"); }) == "data.k is 1, an integer; expected true or false");
  const toml::table unnamed = toml::parse("k = 'a'");
  CHECK(place(*unnamed.get("k")) == "line 1:5");
}
