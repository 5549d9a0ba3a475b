// What stands in a journal is input: any bytes, also such as somebody wrote to do harm.
#include "experiment/journal_lines.hpp"
#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/rng.hpp>

#include <fmt/format.h>
#include <zlib.h>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

/// Point 0 predicts, point 1 knows the truth.
const std::vector<RepeatShape> kJournalPoints{{2, 5, 3, false, false}, {1, 4, 0, true, true}};
const RepeatResult kPredictedRepeat{
    {{0, "loss", 1, 1, 0.5}, {0, "loss", 5, 1, 0.25}, {0, "loss", 1, 3, 0}, {1, "score", 0, 0, 7}},
    {"a warning"}};
const RepeatResult kKnownRepeat{
    {{0, "all_relevant_first", 0, 0, 1}, {0, "relevant_share", 0, 0, 1}, {0, "wrong_labels", 0, 0, 0.125}},
    {}};

/// A line that says so, with the checksum that it should have.
std::string line_of(const std::string& body) {
  const auto sum = ::crc32_z(0, reinterpret_cast<const unsigned char*>(body.data()), body.size());
  return fmt::format(R"({{"crc32":"{:08x}","unit":{}}})", sum, body);
}

std::string refusal(const std::string& body) {
  INFO(body);
  return message_of<DataError>([&] { read_repeat(line_of(body), kJournalPoints); });
}

std::string with_values(const std::string& values, int point = 0) {
  return fmt::format(R"({{"point":{},"repeat":0,"values":{}}})", point, values);
}

std::string_view without_end(const std::string& line) {
  return std::string_view(line).substr(0, line.size() - 1);
}

}  // namespace

TEST_CASE("the line of a repeat gives the repeat back", "[journal]") {
  for (const auto& [key, repeat] :
       {std::pair(RepeatKey{0, 41}, kPredictedRepeat), std::pair(RepeatKey{1, 0}, kKnownRepeat)}) {
    const std::string line = repeat_line(key, repeat);
    const auto [read, found] = read_repeat(without_end(line), kJournalPoints);
    CHECK(read == key);
    CHECK(found.measurements == repeat.measurements);
    CHECK(found.warnings == repeat.warnings);
  }
}

TEST_CASE("a number that the experiment cannot have found is refused, its checksum right or not",
          "[journal][errors]") {
  const std::string misfit = "it does not fit the experiment";
  read_repeat(line_of(with_values(R"([[1,"loss",5,3,0.5]])")), kJournalPoints);  // fits
  for (const char* value : {R"([2,"loss",1,1,0.5])",
                            R"([0,"loss",6,1,0.5])",
                            R"([0,"loss",0,1,0.5])",
                            R"([0,"loss",1,4,0.5])",
                            R"([0,"loss",1,0,0.5])",
                            R"([0,"loss",1,999999999,0.5])",
                            R"([-1,"loss",1,1,0.5])",
                            R"([0.0,"loss",1,1,0.5])",
                            R"([1e0,"loss",1,1,0.5])",
                            R"([0,"loss",1e300,1,0.5])",
                            R"([0,"loss",18446744073709551616,1,0.5])",
                            R"([0,"loss",18446744073709551615,1,0.5])",
                            R"([0,"loss",1,1,"0.5"])",
                            R"([0,"loss",1,1,1e999])",
                            R"([0,"loss",1,1])",
                            R"([0,"loss",1,1,0.5,0])",
                            R"([0,0,1,1,0.5])",
                            R"([0,"score",1,0,0.5])",
                            R"([0,"score",0,1,0.5])",
                            R"([0,"relevant_share",0,0,1])",
                            R"([0,"speed",0,0,1])",
                            R"([true,"loss",1,1,0.5])",
                            R"([null,"loss",1,1,0.5])",
                            "null",
                            "7",
                            "{}",
                            "[]"})
    CHECK(refusal(with_values(fmt::format("[{}]", value))) == misfit);
  for (const char* body :
       {R"({"point":2,"repeat":0,"values":[]})", R"({"point":-1,"repeat":0,"values":[]})",
        R"({"point":0.0,"repeat":0,"values":[]})", R"({"point":0,"repeat":1e99,"values":[]})",
        R"({"point":0,"values":[]})", R"({"point":0,"repeat":0})", R"({"point":0,"repeat":0,"values":null})",
        R"({"point":0,"repeat":0,"values":{}})", R"({"point":0,"repeat":0,"values":[],"warnings":"w"})",
        R"({"point":0,"repeat":0,"values":[],"warnings":[7]})", "[]", "null", "", "{", "\xff"})
    CHECK(refusal(body) == misfit);
}

TEST_CASE("no number stands twice in a repeat", "[journal][errors]") {
  CHECK(refusal(with_values(R"([[0,"loss",1,1,0.5],[0,"loss",1,1,0.5]])")) ==
        "it does not fit the experiment");
  CHECK(refusal(with_values(R"([[0,"loss",1,1,0.5],[0,"loss",2,1,0.5],[0,"loss",1,1,0.5]])")) ==
        "it does not fit the experiment");
}

TEST_CASE("a repeat without the numbers that every method has was not finished", "[journal][errors]") {
  CHECK(refusal(with_values("[]", 1)) == "its repeat was not finished");
  CHECK(refusal(with_values(R"([[0,"relevant_share",0,0,1],[0,"wrong_labels",0,0,0]])", 1)) ==
        "its repeat was not finished");
  CHECK(read_repeat(line_of(with_values("[]", 0)), kJournalPoints)
            .second.measurements.empty());  // nothing is certain here
}

TEST_CASE("a line of values within values is refused, however deep it is", "[journal][errors]") {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  CHECK(refusal(with_values(deep)) == "its values are nested too deeply");
  const std::string header = line_of(deep);
  const auto sum = header.find("unit");
  const std::string said = message_of<DataError>([&] {
    check_header(std::string(header).replace(sum, 4, "tamis_experiment"), {{"config", 1}});
  });
  CHECK(said == "its values are nested too deeply");
}

TEST_CASE("whatever the bytes of a line, it gives a repeat of the experiment or a reason",
          "[journal][property]") {
  const std::vector<std::string> words{
      "[",   "]",   "{",   "}",    ",",        ":",          "\"",        "-",
      "1",   "9e9", "0.5", "null", "\"loss\"", "\"values\"", "\"point\"", "18446744073709551616",
      "\xff"};
  const std::vector<std::string> lines{repeat_line({0, 3}, kPredictedRepeat),
                                       repeat_line({1, 0}, kKnownRepeat)};
  Rng rng(1);
  std::size_t taken = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    const std::string& line = lines[rng.below(lines.size())];
    std::string body = line.substr(line.find("unit") + 6, line.size() - line.find("unit") - 8);
    const std::uint64_t changes = rng.below(3);
    for (std::uint64_t change = 0; change < changes; ++change) {
      const std::string& word = words[rng.below(words.size())];
      body.replace(rng.below(body.size()), rng.below(4), word);
    }
    try {
      const auto [key, repeat] = repeat_of(body, kJournalPoints);
      ++taken;
      REQUIRE(key.point < kJournalPoints.size());
      for (const Measurement& m : repeat.measurements) {
        REQUIRE(m.method < kJournalPoints[key.point].methods);
        REQUIRE(m.split <= kJournalPoints[key.point].splits);
        REQUIRE(m.features <= kJournalPoints[key.point].features);
      }
      REQUIRE(read_repeat(without_end(repeat_line(key, repeat)), kJournalPoints).first == key);
    } catch (const DataError&) {
      REQUIRE(changes > 0);
    }
  }
  CHECK(taken > 6000);  // a third of them was not changed
}
