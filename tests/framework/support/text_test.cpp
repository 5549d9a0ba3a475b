#include <tamis/framework/support/text.hpp>

#include <catch2/catch.hpp>
#include <toml++/toml.h>

#include <limits>
#include <vector>

using namespace tamis::framework;

TEST_CASE("nearest finds the name that was meant", "[text]") {
  const std::vector<std::string> names{"standardise", "target", "target_path", "unknown"};
  CHECK(nearest("standardize", names) == "standardise");
  CHECK(nearest("tagret", names) == "target");
  CHECK(nearest("TARGET", names) == "target");
  CHECK(nearest("unk", names) == "unknown");
  CHECK(nearest("weights", names).empty());
  CHECK(nearest("", names).empty());
  CHECK(nearest("x", std::vector<std::string>{"y"}).empty());
  CHECK(nearest(std::string(100000, 'a'), names).empty());
  CHECK(did_you_mean("tagret", names) == "; did you mean 'target'?");
  CHECK(did_you_mean("zzz", names).empty());
}

TEST_CASE("in_quotes makes any bytes fit for one line", "[text]") {
  CHECK(in_quotes("a b") == "'a b'");
  CHECK(in_quotes("a\nb\t\r\x01", '"') == "\"a\\nb\\t\\r\\x01\"");
  CHECK(in_quotes("caf\xC3\xA9") == "'caf\xC3\xA9'");
  CHECK(in_quotes("caf\xE9") == "'caf\\xe9'");
  CHECK(in_quotes(std::string(61, 'x')) == "'" + std::string(60, 'x') + "...'");
  CHECK(escaped("caf\xC3\xA9/caf\xE9\n.csv") == "caf\xC3\xA9/caf\\xe9\\n.csv");
  CHECK(escaped(std::string(1000, 'x')) == std::string(1000, 'x'));
  CHECK(escaped("").empty());
}

TEST_CASE("what a terminal obeys is escaped, and nothing else", "[text]") {
  CHECK(escaped("\xC2\x9B"
                "31m") == "\\u009b31m");                                   // the C1 form of ESC [
  CHECK(escaped("\xC2\x80\xC2\x9F\xC2\xA0") == "\\u0080\\u009f\xC2\xA0");  // U+00A0 is a blank
  CHECK(escaped("\xE2\x80\x8D\xE2\x80\x8E\xE2\x80\x8F\xE2\x80\x90") ==
        "\xE2\x80\x8D\\u200e\\u200f\xE2\x80\x90");
  CHECK(escaped("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAA\xE2\x80\xAE\xE2\x80\xAF") ==
        "\xE2\x80\xA7\\u2028\\u202a\\u202e\xE2\x80\xAF");
  CHECK(escaped("\xE2\x81\xA5\xE2\x81\xA6\xE2\x81\xA9\xE2\x81\xAA") ==
        "\xE2\x81\xA5\\u2066\\u2069\xE2\x81\xAA");
  CHECK(escaped("\xD8\x9B\xD8\x9C\xF0\x9F\x98\x80") == "\xD8\x9B\\u061c\xF0\x9F\x98\x80");
  CHECK(escaped(escaped("\x1b\xC2\x9B\xE9")) == escaped("\x1b\xC2\x9B\xE9"));
  CHECK(escaped_lines("a\x1b\nb\r\n") == "a\\x1b\nb\\r\n");
}

TEST_CASE("shown cuts at a character, and a list cuts each of its texts", "[text]") {
  CHECK(shown("a\x1b") == "a\\x1b");
  CHECK(shown(std::string(60, 'x')) == std::string(60, 'x'));
  CHECK(shown(std::string(59, 'x') + "\xC3\xA9") == std::string(59, 'x') + "\xC3\xA9");
  CHECK(shown(std::string(61, 'x')) == std::string(60, 'x') + "...");
  CHECK(shown("abcd", 3) == "abc...");
  const std::vector<std::string> names{"a\x1b", std::string(5000, 'x')};
  CHECK(listed(names) == "a\\x1b, " + std::string(200, 'x') + "...");
}

TEST_CASE("a word of a shell reads back as the text", "[text]") {
  CHECK(shell_word("a_b-1.csv") == "a_b-1.csv");
  CHECK(shell_word("").size() == 2);
  CHECK(shell_word("a b;$(c)`d`\\") == "'a b;$(c)`d`\\'");
  CHECK(shell_word("it's") == "'it'\\''s'");
  CHECK(shell_word("it's\x1b\\\xC2\x9B"
                   "1") == "$'it\\'s\\x1b\\\\\\xc2\\x9b1'");
}

TEST_CASE("a setting in a sentence reads back as the text, and holds no backtick", "[text]") {
  CHECK(in_toml("a b") == "\"a b\"");
  for (const std::string text : {"a\"b\\", "`x`", "\x1b\n\x7f", "\xC2\x9B\xE2\x80\xAE\xC3\xA9"}) {
    const std::string written = in_toml(text);
    INFO(written);
    CHECK(escaped(written) == written);
    CHECK(written.find('`') == std::string::npos);
    CHECK(*toml::parse("k = " + written)["k"].value<std::string>() == text);
  }
}

TEST_CASE("listed shows the first names and the last", "[text]") {
  const std::vector<std::string> four{"a", "b", "c", "d"};
  CHECK(listed(four) == "a, b, c, d");
  CHECK(listed(four, 3) == "a, b, ..., d");
  CHECK(listed({}) == "");
  CHECK(alternatives(four) == "a, b, c or d");
  CHECK(alternatives(std::span(four).first(2)) == "a or b");
  CHECK(alternatives(std::span(four).first(1)) == "a");
  CHECK(counted(1, "row") == "1 row");
  CHECK(counted(0, "row") == "0 rows");
  CHECK(counted(2, "class", "classes") == "2 classes");
}

TEST_CASE("is_utf8 refuses Latin-1, overlong forms and surrogates", "[text]") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80"));
  CHECK_FALSE(is_utf8("na\xEFve"));
  CHECK_FALSE(is_utf8("\xC0\x80"));
  CHECK_FALSE(is_utf8("\xED\xA0\x80"));
  CHECK_FALSE(is_utf8("\xE2\x82"));
}

TEST_CASE("shortest reads back as the same number", "[text]") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(-0.0) == "0");
  CHECK(shortest(3) == "3");
  for (const double v : {1.0 / 3, 1e300, 2.5e-308, std::numeric_limits<double>::max()})
    CHECK(std::stod(shortest(v)) == v);
}

TEST_CASE("labels that are whole numbers are named in digits", "[text]") {
  CHECK(label_text(100000) == "100000");
  CHECK(label_text(-2e6) == "-2000000");
  CHECK(label_text(-0.0) == "0");
  CHECK(label_text(0x1p62) == "4611686018427387904");
  CHECK(label_text(0x1p63) == shortest(0x1p63));
  CHECK(label_text(0.1) == "0.1");
  CHECK(label_text(std::numeric_limits<double>::infinity()) == "inf");
}

TEST_CASE("a sentence begins with the component that failed and the step of the search", "[text]") {
  tamis::NumericError error("the variance is negative");
  CHECK(sentence(error) == "the variance is negative");
  error.step = "step 3 (add)";
  CHECK(sentence(error) == "step 3 (add): the variance is negative");
  error.origin = "criterion = x (x.so)";
  CHECK(sentence(error) == "criterion = x (x.so), step 3 (add): the variance is negative");
}
