#include <catch2/catch.hpp>

#include <tamis/framework/text.hpp>

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

TEST_CASE("listed shows the first names and the last", "[text]") {
  const std::vector<std::string> four{"a", "b", "c", "d"};
  CHECK(listed(four) == "a, b, c, d");
  CHECK(listed(four, 3) == "a, b, ..., d");
  CHECK(listed({}) == "");
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

TEST_CASE("a sentence begins with the component that failed and the step of the search", "[text]") {
  tamis::NumericError error("the variance is negative");
  CHECK(sentence(error) == "the variance is negative");
  error.step = "step 3 (add)";
  CHECK(sentence(error) == "step 3 (add): the variance is negative");
  error.origin = "criterion = x (x.so)";
  CHECK(sentence(error) == "criterion = x (x.so), step 3 (add): the variance is negative");
}
