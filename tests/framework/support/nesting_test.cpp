#include "fixture.hpp"

#include <tamis/framework/run/run_config.hpp>
#include <tamis/framework/support/json_words.hpp>
#include <tamis/framework/support/nesting.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

std::string repeated(std::string_view text, std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += text;
  return out;
}

std::string brackets(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("JSON is read down to 100 levels, and what is deeper is an error, not the end of the stack",
          "[nesting]") {
  CHECK(parse_json(brackets(kDeepestNesting)).is_array());
  CHECK_THROWS_WITH(parse_json(brackets(kDeepestNesting + 1)),
                    Catch::Contains("nested deeper than 100 levels"));
  CHECK_THROWS_AS(parse_json(brackets(1'000'000)), nlohmann::json::parse_error);
  CHECK_THROWS_AS(parse_json(repeated("{\"a\":", 1'000'000)), nlohmann::json::parse_error);
  CHECK_THROWS_AS(parse_json("[1"), nlohmann::json::parse_error);
  // brackets in a text are no brackets, and many beside each other are not deep
  CHECK(parse_json(R"(["\"[[)" + repeated("[", 1000) + "\"]").size() == 1);
  CHECK(parse_json("[" + repeated("[],", 1000) + "[]]").size() == 1001);
}

TEST_CASE("a TOML text says the line where keys and brackets go too deep", "[nesting]") {
  CHECK(too_deep_line("seed = 1\n" + repeated("a.", 100) + "a = 1\n") == 0);
  CHECK(too_deep_line("seed = 1\n" + repeated("a.", 101) + "a = 1\n") == 2);
  CHECK(too_deep_line("\n\n[" + repeated("a . ", 101) + "a]\n") == 3);
  CHECK(too_deep_line(repeated("\"a\".'b'.", 60) + "a = 1\n") == 1);
  CHECK(too_deep_line("a = " + brackets(101)) == 1);
  CHECK(too_deep_line(repeated("a.a.a = {", 40)) == 1);
  CHECK(too_deep_line(repeated("a = [1.5, {b.c = 2}, \"]\"]\n[t]\n", 1000)) == 0);
}

TEST_CASE("dots in numbers, texts and comments of a TOML text are not levels", "[nesting]") {
  const std::string dots(500, '.');
  CHECK(too_deep_line("a = [" + repeated("0.5, ", 500) + "1]") == 0);
  for (const std::string& text :
       {"# " + dots + "\n", "a = \"" + dots + "\\\"" + dots + "\"\n", "a = '" + dots + "'\n",
        "a = \"\"\"\n" + dots + "\"" + dots + "\\\"\"\"\"\"\n", "a = '''" + dots + "''''\n"})
    CHECK(too_deep_line(text + "b = 1 # " + dots) == 0);
  // what stands behind a text is seen again
  CHECK(too_deep_line("a = '''''''' \n" + dots) == 2);
  CHECK(too_deep_line("a = \"\"\"\n\n\"\"\"\n" + dots) == 4);
}

TEST_CASE("a config with keys or brackets too deep is refused with its line", "[nesting][errors]") {
  const auto error = [](const std::string& text) {
    return message_of<ParamError>([&] { parse_config(text, "deep.toml"); });
  };
  const std::string why = ": is nested deeper than 100 levels; no key of a config is nested so deeply";
  CHECK(error("seed = 1\n" + repeated("a.", 100'000) + "a = 1\n") == "deep.toml:2" + why);
  CHECK(error("seed = " + brackets(100'000)) == "deep.toml:1" + why);
  CHECK_NOTHROW(check_levels(repeated("a.", 99) + "a"));
  CHECK(message_of<ParamError>([] { check_levels(repeated("a.", 100'000) + "a"); }) ==
        "the key a.a.a.a.a.a.a.a.a.a.... has more than 100 parts; no key has so many");
}

TEST_CASE("a text that has our own words in it is quoted by no error", "[nesting][errors]") {
  const auto words = [](const std::string& text) {
    try {
      parse_json(text);
    } catch (const nlohmann::json::exception& e) {
      return json_words(e);
    }
    return std::string();
  };
  CHECK(words("{\"nested deeper\x7f\",(") == "byte 18 is no JSON");
  CHECK(words(brackets(101)) == "byte 100: nested deeper than 100 levels");
}
