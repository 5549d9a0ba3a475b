#include "fixture.hpp"

#include <tamis/framework/run/checkpoint.hpp>

#include <utility>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;
namespace fs = std::filesystem;

namespace checkpoint_test {
namespace {

struct Place {
  test::TemporaryFolder folder;
  fs::path file = folder.path / "run.checkpoint";

  std::string bytes() const { return test::read_file(file); }
  void write(std::string_view text) const { folder.write("run.checkpoint", std::string(text)); }
};

constexpr MemoryKey kOne{1, 10}, kTwo{2, 20}, kThree{3, 30};

void keep_three(const fs::path& file) {
  Checkpoint checkpoint(file);
  checkpoint.keep(kTwo, "two");
  checkpoint.keep(kOne, std::string(100'000, 'x'));
  checkpoint.keep(kThree, "");
}

}  // namespace

TEST_CASE("what a checkpoint keeps, the next one recalls", "[checkpoint]") {
  const Place place;
  keep_three(place.file);
  Checkpoint checkpoint(place.file);
  CHECK(checkpoint.found() == 3);
  CHECK(checkpoint.recall(kOne) == std::string(100'000, 'x'));
  CHECK(checkpoint.recall(kTwo) == "two");
  CHECK(checkpoint.recall(kThree) == "");
  CHECK(checkpoint.recall({1, 11}) == std::nullopt);
  CHECK(checkpoint.recalled() == 3);
  CHECK(checkpoint.trouble() == "");
  checkpoint.keep({4, 40}, "four");
  CHECK(checkpoint.recall({4, 40}) == std::nullopt);  // this run has it
  checkpoint.flush();
  CHECK(place.bytes().find("four") != std::string::npos);
}

TEST_CASE("a checkpoint that was cut anywhere gives the pieces before", "[checkpoint]") {
  const Place place;
  {
    Checkpoint checkpoint(place.file);
    checkpoint.keep(kOne, "first");
    checkpoint.keep(kTwo, "second");
  }
  const std::string whole = place.bytes();
  std::size_t found = 0;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    INFO(length << " of " << whole.size() << " bytes");
    place.write(std::string_view(whole).substr(0, length));
    {
      Checkpoint checkpoint(place.file);
      CHECK(checkpoint.trouble() == "");
      CHECK(checkpoint.found() >= found);
      found = checkpoint.found();
      if (found > 0) CHECK(checkpoint.recall(kOne) == "first");
      checkpoint.keep(kThree, "third");
    }
    Checkpoint again(place.file);
    CHECK(again.found() == found + 1);
    CHECK(again.recall(kThree) == "third");
  }
  CHECK(found == 2);
}

TEST_CASE("of a damaged checkpoint what stands before is used, and never what was changed", "[checkpoint]") {
  const Place place;
  {
    Checkpoint checkpoint(place.file);
    checkpoint.keep(kOne, "first");
    checkpoint.keep(kTwo, "second");
  }
  const std::string whole = place.bytes();
  const std::size_t head = whole.find('\n') + 1;
  for (std::size_t at = head; at < whole.size(); ++at) {
    INFO("byte " << at);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    place.write(damaged);
    Checkpoint checkpoint(place.file);
    CHECK(checkpoint.found() < 2);
    CHECK(checkpoint.trouble().find("is damaged after") != std::string::npos);
    for (const auto& [key, text] : {std::pair{kOne, "first"}, std::pair{kTwo, "second"}})
      if (const auto bytes = checkpoint.recall(key)) CHECK(*bytes == text);
  }
}

TEST_CASE("a file that is no checkpoint is refused and stays as it is", "[checkpoint][errors]") {
  const Place place;
  for (const std::string text : {"{}", "my diary", "tamis checkpoint 2\n", "a\n\n\n"}) {
    place.write(text);
    CHECK(message_of<DataError>([&] {
            Checkpoint{place.file};
          }).find("is no checkpoint of this version of tamis") != std::string::npos);
    CHECK(place.bytes() == text);
  }
  fs::remove(place.file);
  fs::create_symlink("/dev/zero", place.file);
  CHECK(message_of<DataError>([&] { Checkpoint{place.file}; }).find("is a link, a device or a pipe") !=
        std::string::npos);
}

TEST_CASE("a checkpoint is one process's", "[checkpoint][errors]") {
  const Place place;
  keep_three(place.file);
  const Checkpoint first(place.file);
  CHECK(message_of<DataError>([&] { Checkpoint{place.file}; }).find("another process is at this run") !=
        std::string::npos);
}

TEST_CASE("a checkpoint is there when something was kept, and gone when the run is complete",
          "[checkpoint]") {
  const Place place;
  { const Checkpoint nothing(place.file); }
  CHECK_FALSE(fs::exists(place.file));
  {
    Checkpoint checkpoint(place.file);
    checkpoint.keep(kOne, "first");
    checkpoint.flush();
    CHECK(checkpoint.has_file());
    checkpoint.remove();
    CHECK_FALSE(checkpoint.has_file());
  }
  CHECK_FALSE(fs::exists(place.file));
}

TEST_CASE("a run of less than a minute leaves no checkpoint unless one was there", "[checkpoint]") {
  const Place place;
  {
    Checkpoint checkpoint(place.file, Checkpoint::Begin::after_a_minute);
    CHECK_FALSE(checkpoint.is_awake());
    checkpoint.keep(kOne, "first");
    checkpoint.flush();
  }
  CHECK_FALSE(fs::exists(place.file));
  keep_three(place.file);
  Checkpoint checkpoint(place.file, Checkpoint::Begin::after_a_minute);
  CHECK(checkpoint.is_awake());
  CHECK(checkpoint.recall(kTwo) == "two");
  checkpoint.keep({4, 40}, "four");
  checkpoint.flush();
  CHECK(place.bytes().find("four") != std::string::npos);
}

TEST_CASE("much that is kept goes to the file before the minute is over", "[checkpoint]") {
  const Place place;
  Checkpoint checkpoint(place.file, Checkpoint::Begin::after_a_minute);
  for (std::uint64_t i = 0; i < 17; ++i) checkpoint.keep({i, i}, std::string(1 << 20, 'x'));
  CHECK(checkpoint.has_file());
  CHECK(fs::file_size(place.file) > 16u << 20);
}

}  // namespace checkpoint_test
