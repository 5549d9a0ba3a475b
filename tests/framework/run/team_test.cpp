#include "fixture.hpp"
#include "run/thread_team.hpp"

#include <tamis/framework/run/consistency.hpp>
#include <tamis/framework/run/parallel_tasks.hpp>
#include <tamis/framework/run/team_memory.hpp>
#include <tamis/framework/support/share.hpp>

#include <fmt/format.h>

#include <map>
#include <mutex>

using namespace tamis;
using namespace tamis::framework;
using test::ThreadTeam;

namespace team_test {
namespace {

using Said = std::vector<std::string>;

/// Options of a process with two threads.
RuntimeOptions options_of(Team& team) {
  RuntimeOptions options;
  options.threads = 2;
  options.team = &team;
  return options;
}

}  // namespace

TEST_CASE("at a meeting all get what each one brought", "[team]") {
  for (const std::size_t n : {1u, 2u, 3u, 7u}) {
    const Said said = ThreadTeam::run(n, [](Team& team) {
      std::string all;
      for (int round = 0; round < 3; ++round)
        for (const std::string& one : team.all_gather(fmt::format("{}{};", team.rank(), round))) all += one;
      return all;
    });
    std::string expected;
    for (int round = 0; round < 3; ++round)
      for (std::size_t r = 0; r < n; ++r) expected += fmt::format("{}{};", r, round);
    CHECK(said == Said(n, expected));
  }
}

TEST_CASE("shares are in order, whole, and as equal as they can be", "[team]") {
  for (const std::size_t n : {0u, 1u, 5u, 100u})
    for (const std::size_t parts : {1u, 2u, 3u, 7u}) {
      std::size_t end = 0;
      for (std::size_t k = 0; k < parts; ++k) {
        const Share share = share_of(n, k, parts);
        CHECK(share.begin == end);
        CHECK(share.size() >= n / parts);
        CHECK(share.size() <= n / parts + 1);
        end = share.end;
      }
      CHECK(end == n);
    }
}

TEST_CASE("what fails in one process fails in all, and says where", "[team][errors]") {
  const Said said = ThreadTeam::run(3, [](Team& team) -> std::string {
    team.all_gather("");
    if (team.rank() == 1) throw DataError("the disk is gone");
    team.all_gather("more");
    return "nothing was thrown";
  });
  CHECK(said == Said(3, "process 1 on host1: the disk is gone"));
}

TEST_CASE("what fails in all is told as it is", "[team][errors]") {
  CHECK(ThreadTeam::run(3, [](Team&) -> std::string { throw ParamError("no such key"); }) ==
        Said(3, ": no such key"));
}

TEST_CASE("errors keep their type, their subject and their step, and nobody meets after one",
          "[team][errors]") {
  const Said said = ThreadTeam::run(2, [](Team& team) -> std::string {
    NumericError error("no convergence", at_sample(7));
    error.step = "step 2 (add)";
    try {
      team.all_gather([&]() -> std::string {
        if (team.is_first()) throw error;
        return "";
      });
    } catch (const NumericError& e) {
      const bool is_whole = e.at.subject == TAMIS_SAMPLE && e.at.index == 7 && e.step == "step 2 (add)";
      try {
        team.all_gather("again");
      } catch (const NumericError&) {
        return is_whole ? "heard twice" : "heard half";
      }
    }
    return "not heard";
  });
  CHECK(said == Said(2, "heard twice"));
}

TEST_CASE("one that has come to its end stops the others", "[team]") {
  const Said said = ThreadTeam::run(3, [](Team& team) -> std::string {
    if (team.rank() == 2) {
      team.end(BudgetSpent("the time is up"));
      return "ended";
    }
    try {
      team.all_gather("");
    } catch (const BudgetSpent& e) {
      return e.what();
    }
    return "met";
  });
  CHECK(said == Said{"the time is up", "the time is up", "ended"});
}

TEST_CASE("processes that are not at the same place end, and do not take one thing for another",
          "[team][errors]") {
  const Said said = ThreadTeam::run(3, [](Team& team) -> std::string {
    team.all_gather("12345678", team.rank() == 1 ? "a round of tasks" : "scores");
    return "met";
  });
  CHECK(said == Said(3,
                     ": the processes of the run are at different places (scores, a round of tasks, scores); "
                     "give all of them the same command, config and files"));
}

TEST_CASE("an error after the end of a team is told as it is", "[team][errors]") {
  const Said said = ThreadTeam::run(2, [](Team& team) -> std::string {
    try {
      team.all_gather([&]() -> std::string {
        if (team.is_first()) throw Cancelled("stopped by the user");
        return "";
      });
    } catch (const Cancelled&) {
      throw DataError("the disk is full");
    }
    return "met";
  });
  CHECK(said == Said(2, ": the disk is full"));
}

TEST_CASE("tasks of a team that is over are left out", "[team]") {
  const Said said = ThreadTeam::run(2, [](Team& team) -> std::string {
    team.end(BudgetSpent("the time is up"));
    RuntimeOptions options;
    options.team = &team;
    Observer silent;
    int done = 0;
    shared_tasks(
        3, options, silent, [&](std::size_t, const RuntimeOptions&) { return std::to_string(++done); },
        [](std::size_t, std::string_view) {});
    return fmt::format("{} done", done);
  });
  CHECK(said == Said(2, "0 done"));
}

TEST_CASE("a difference between hosts is refused by name", "[team][errors]") {
  const Said versions = ThreadTeam::run(3, [](Team& team) -> std::string {
    expect_equal_in(team, "the version of tamis", team.rank() == 2 ? "0.2.0" : "0.1.0");
    return "";
  });
  CHECK(versions == Said(3,
                         ": the version of tamis is not the same in all processes: host0 has 0.1.0, host2 "
                         "has 0.2.0; install the same on all hosts"));
  const Said files = ThreadTeam::run(2, [](Team& team) -> std::string {
    check_same_files(team, {{"a.csv", "1"}, {"b.csv", team.is_first() ? "2" : "3"}});
    return "";
  });
  CHECK(files == Said(2,
                      ": b.csv is not the same on host0 and on host1: its SHA-256 is another one; give all "
                      "hosts the same file"));
}

TEST_CASE("a team does each task once, and all know what was found", "[team]") {
  for (const std::size_t n : {1u, 2u, 5u}) {
    std::mutex mutex;
    std::map<std::size_t, int> done;
    const Said said = ThreadTeam::run(n, [&](Team& team) {
      Observer silent;
      std::string found(23, '-');
      shared_tasks(
          23, options_of(team), silent,
          [&](std::size_t i, const RuntimeOptions& alone) {
            const std::scoped_lock lock(mutex);
            ++done[i];
            return std::string(alone.team ? 0 : i, 'x');
          },
          [&](std::size_t i, std::string_view bytes) { found[i] = static_cast<char>('a' + bytes.size()); });
      return found;
    });
    CHECK(said == Said(n, "abcdefghijklmnopqrstuvw"));
    for (std::size_t i = 0; i < 23; ++i) CHECK(done[i] == 1);
  }
}

TEST_CASE("a task that fails in one process fails in all", "[team][errors]") {
  const Said said = ThreadTeam::run(2, [](Team& team) -> std::string {
    Observer silent;
    shared_tasks(
        8, options_of(team), silent,
        [](std::size_t i, const RuntimeOptions&) -> std::string {
          if (i == 5) throw DataError("task 5");
          return "";
        },
        [](std::size_t, std::string_view) {});
    return "all done";
  });
  CHECK(said[0] == said[1]);
  CHECK(said[0].find("task 5") != std::string::npos);
}

TEST_CASE("tasks that are cut short in one process end the round in all", "[team]") {
  const Said said = ThreadTeam::run(2, [](Team& team) -> std::string {
    RuntimeOptions options = options_of(team);
    options.threads = 1;
    Observer silent;
    std::size_t found = 0;
    shared_tasks(
        100, options, silent,
        [](std::size_t i, const RuntimeOptions&) -> std::string {
          if (i == 40) throw Cancelled("stopped");
          return "x";
        },
        [&](std::size_t, std::string_view) { ++found; });
    return found >= 30 && found < 100 ? "some" : fmt::format("{}", found);
  });
  CHECK(said == Said(2, "some"));
}

TEST_CASE("what the first process remembers all recall, and it alone keeps", "[team]") {
  struct Map final : Memory {
    std::map<MemoryKey, std::string> all;
    bool is_awake() const override { return true; }
    std::optional<std::string> recall(const MemoryKey& key) override {
      return all.contains(key) ? std::optional(all[key]) : std::nullopt;
    }
    void keep(const MemoryKey& key, std::string_view bytes) override { all[key] = bytes; }
  } map;
  map.all[{1, 1}] = "one";
  const Said said = ThreadTeam::run(3, [&](Team& team) {
    Memory* const first = team.is_first() ? &map : nullptr;
    TeamMemory memory(team, first, team.is_first()), empty(team, first, false);
    memory.keep({3, 3}, "three");
    return memory.recall({1, 1}).value_or("none") + memory.recall({2, 2}).value_or("none") +
           empty.recall({1, 1}).value_or("none");
  });
  CHECK(said == Said(3, "onenonenone"));
  CHECK(map.all.size() == 2);
}

}  // namespace team_test
