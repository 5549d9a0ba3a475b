#include "experiment/journal.hpp"
#include "experiment/journal_lines.hpp"
#include "fixture.hpp"

#include <tamis/errors.hpp>

#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

const nlohmann::json kIdentity{{"config", 1}, {"code", "a"}, {"data", "b"}};
/// Two points of two methods, five features and three splits.
const std::vector<RepeatShape> kPoints(2, RepeatShape{2, 5, 3, false, false});

RepeatResult repeat(double value) {
  return {{{0, "loss", 3, 2, value}, {1, "score", 0, 0, 0.1}}, {"a warning"}};
}

std::string refusal(const std::filesystem::path& file) {
  return message_of<DataError>([&] { Journal(file, kIdentity, kPoints); });
}

}  // namespace

TEST_CASE("a journal gives back what was added, to the last bit", "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  {
    Journal journal(file, kIdentity, kPoints);
    journal.add({1, 0}, repeat(1.0 / 3));
    journal.add({0, 2}, repeat(std::numeric_limits<double>::quiet_NaN()));
  }
  const Journal again(file, kIdentity, kPoints);
  REQUIRE(again.repeats().size() == 2);
  CHECK(again.repeats().at({1, 0}).measurements == repeat(1.0 / 3).measurements);
  CHECK(again.repeats().at({1, 0}).warnings == std::vector<std::string>{"a warning"});
  CHECK(std::isnan(again.repeats().at({0, 2}).measurements[0].value));
  CHECK(again.damage() == "");
}

TEST_CASE("a line that a killed process left unfinished is dropped, and work goes on behind it",
          "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  {
    Journal journal(file, kIdentity, kPoints);
    journal.add({0, 0}, repeat(1));
    journal.add({0, 1}, repeat(2));
  }
  const std::string whole = test::read_file(file);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    folder.write("j.jsonl", whole.substr(0, cut));
    {
      Journal journal(file, kIdentity, kPoints);
      for (std::uint64_t r = 0; r < 2; ++r)
        if (!journal.repeats().contains({0, r})) journal.add({0, r}, repeat(r == 0 ? 1 : 2));
    }
    INFO("cut at byte " << cut);
    REQUIRE(test::read_file(file) == whole);
  }
}

TEST_CASE("a journal that was finished has the same bytes whatever the order of its repeats", "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  const auto bytes = [&](std::vector<std::uint64_t> order) {
    std::filesystem::remove(file);
    Journal journal(file, kIdentity, kPoints);
    for (const std::uint64_t r : order) journal.add({0, r}, repeat(static_cast<double>(r)));
    journal.sort();
    return test::read_file(file);
  };
  CHECK(bytes({0, 1, 2}) == bytes({2, 0, 1}));
}

TEST_CASE("a damaged line costs its own repeat and one warning, wherever the damage is", "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  const std::string header = header_line(kIdentity), first = repeat_line({0, 0}, repeat(0.25)),
                    second = repeat_line({1, 4}, repeat(0.5));
  for (std::size_t place = 0; place + 1 < first.size(); ++place)  // its end is that of the line
    for (const char damage : {'\0', '7', '\xff'}) {
      std::string line = first;
      if (line[place] == damage) continue;
      line[place] = damage;
      folder.write("j.jsonl", header + line + second);
      const Journal journal(file, kIdentity, kPoints);
      INFO("byte " << place << " of " << line);
      REQUIRE(journal.repeats().size() == 1);
      REQUIRE(journal.repeats().contains({1, 4}));
      REQUIRE(journal.damage() ==
              file.string() +
                  ": 1 line is damaged and not used (line 2: its checksum is wrong); what "
                  "is missing is done again");
    }
  folder.write("j.jsonl", header + "12 of 80 runs were done before\n\n" + first + first + second);
  const Journal journal(file, kIdentity, kPoints);
  CHECK(journal.repeats().size() == 2);
  CHECK(journal.damage().find(": 3 lines are damaged and not used (line 2: its checksum is wrong, ...);") !=
        std::string::npos);
}

TEST_CASE("a journal of something else is refused, and says what differs", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  nlohmann::json other = kIdentity;
  other["code"] = "c";
  { Journal journal(file, other, kPoints); }
  CHECK(refusal(file).find("belongs to an experiment with another code;") != std::string::npos);
  CHECK_THROWS_AS(Journal(file / "j.jsonl", kIdentity, kPoints), DataError);  // a file is no folder
}

TEST_CASE("a file that is no journal is refused and stays as it is", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  std::string damaged = header_line(kIdentity);
  damaged[5] = 'x';
  for (const std::string& text :
       {std::string("name,age\n"), std::string("no line end"), std::string("\n"), std::string(1, '\0'),
        damaged, damaged.substr(0, 9),
        std::string(R"({"tamis_experiment":{"code":"a","config":1,"data":"b"}})") + "\n"}) {
    folder.write("j.jsonl", text);
    INFO(text);
    CHECK(refusal(file).find("is no journal of this version of tamis, or its first line is damaged") !=
          std::string::npos);
    CHECK(test::read_file(file) == text);
  }
}

TEST_CASE("a journal is a regular file: links, devices and pipes are refused unread", "[journal][errors]") {
  const test::TemporaryFolder folder;
  { Journal(folder.path / "journal", kIdentity, kPoints); }
  std::filesystem::create_symlink("/dev/zero", folder.path / "zero");
  std::filesystem::create_symlink(folder.path / "journal", folder.path / "link");
  REQUIRE(::mkfifo((folder.path / "fifo").c_str(), 0600) == 0);
  for (const std::string file : {"/dev/zero", "zero", "link", "fifo"})
    CHECK(refusal(folder.path / file).find("is a link, a device or a pipe, and was left as it is") !=
          std::string::npos);
}

TEST_CASE("a line that has no end is not read to the end of memory", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("j.jsonl", header_line(kIdentity));
  const std::uintmax_t size = std::uintmax_t{1} << 40;  // of holes
  std::filesystem::resize_file(file, size);
  CHECK(refusal(file).find("holds what no such experiment writes") != std::string::npos);
  CHECK(std::filesystem::file_size(file) == size);
}

TEST_CASE("two processes cannot be at one journal", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const Journal first(folder.path / "j.jsonl", kIdentity, kPoints);
  CHECK(refusal(folder.path / "j.jsonl").find("another process") != std::string::npos);
}
