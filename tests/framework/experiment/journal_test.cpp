#include "experiment/journal.hpp"

#include "fixture.hpp"

#include <tamis/errors.hpp>

#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

const nlohmann::json kIdentity{{"config", 1}, {"code", "a"}, {"data", "b"}};

Journal::Unit unit(double value) {
  return {{{0, "loss", 3, 2, value}, {1, "score", 0, 0, 0.1}}, {"a warning"}};
}

}  // namespace

TEST_CASE("a journal gives back what was added, to the last bit", "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  {
    Journal journal(file, kIdentity);
    journal.add({1, 0}, unit(1.0 / 3));
    journal.add({0, 2}, unit(std::numeric_limits<double>::quiet_NaN()));
  }
  const Journal again(file, kIdentity);
  REQUIRE(again.units().size() == 2);
  CHECK(again.units().at({1, 0}).measurements == unit(1.0 / 3).measurements);
  CHECK(again.units().at({1, 0}).warnings == std::vector<std::string>{"a warning"});
  CHECK(std::isnan(again.units().at({0, 2}).measurements[0].value));
}

TEST_CASE("a line that a killed process left unfinished is dropped, and work goes on behind it",
          "[journal]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  {
    Journal journal(file, kIdentity);
    journal.add({0, 0}, unit(1));
    journal.add({0, 1}, unit(2));
  }
  const std::string whole = test::read_file(file);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    folder.write("j.jsonl", whole.substr(0, cut));
    {
      Journal journal(file, kIdentity);
      for (std::uint64_t r = 0; r < 2; ++r)
        if (!journal.units().contains({0, r})) journal.add({0, r}, unit(r == 0 ? 1 : 2));
    }
    INFO("cut at byte " << cut);
    REQUIRE(test::read_file(file) == whole);
  }
}

TEST_CASE("a journal that was finished has the same bytes whatever the order of its units", "[journal]") {
  const test::TemporaryFolder folder;
  const auto bytes = [&](std::vector<std::uint64_t> order) {
    const auto file = folder.path / "j.jsonl";
    std::filesystem::remove(file);
    Journal journal(file, kIdentity);
    for (const std::uint64_t r : order) journal.add({0, r}, unit(static_cast<double>(r)));
    journal.sort();
    return test::read_file(file);
  };
  CHECK(bytes({0, 1, 2}) == bytes({2, 0, 1}));
}

TEST_CASE("a journal of something else is refused, and says what differs", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "j.jsonl";
  { Journal journal(file, kIdentity); }
  nlohmann::json other = kIdentity;
  other["code"] = "c";
  CHECK(message_of<DataError>([&] {
          Journal(file, other);
        }).find("belongs to an experiment with another code;") != std::string::npos);
  folder.write("j.jsonl", "name,age\n");
  CHECK(message_of<DataError>([&] { Journal(file, kIdentity); }).find("is no journal of an experiment") !=
        std::string::npos);
  CHECK_THROWS_AS(Journal(file / "j.jsonl", kIdentity), DataError);  // a file is no folder
}

TEST_CASE("two processes cannot be at one journal", "[journal][errors]") {
  const test::TemporaryFolder folder;
  const Journal first(folder.path / "j.jsonl", kIdentity);
  CHECK(message_of<DataError>([&] { Journal(folder.path / "j.jsonl", kIdentity); }).find("another process") !=
        std::string::npos);
}
