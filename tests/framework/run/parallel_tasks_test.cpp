#include <tamis/errors.hpp>
#include <tamis/framework/run/parallel_tasks.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <string>
#include <vector>

using namespace tamis;
using namespace tamis::framework;

namespace parallel_tasks_test {
namespace {
Observer silent;
}

TEST_CASE("each task is done once, whatever the number of threads, and has one for itself",
          "[parallel_tasks]") {
  for (const int threads : {1, 3, 40}) {
    std::vector<std::atomic<int>> done(20);
    std::atomic<int> wrong{0};
    RuntimeOptions options;
    options.threads = threads;
    parallel_tasks(done.size(), options, silent, [&](std::size_t i, const RuntimeOptions& alone) {
      ++done[i];
      wrong += alone.threads != 1;
    });
    for (const auto& times : done) CHECK(times == 1);
    CHECK(wrong == 0);
  }
}

TEST_CASE("of several tasks that fail the first one is told", "[parallel_tasks][errors]") {
  RuntimeOptions options;
  options.threads = 4;
  std::atomic<int> begun{0};
  const auto fail_together = [&](std::size_t i, const RuntimeOptions&) {
    ++begun;
    while (begun < 4) {
    }
    throw DataError("task " + std::to_string(i));
  };
  CHECK_THROWS_WITH(parallel_tasks(4, options, silent, fail_together), "task 0");
}

TEST_CASE("a task that is stopped ends its thread without a failure", "[parallel_tasks]") {
  for (const bool by_user : {true, false}) {
    RuntimeOptions options;
    options.threads = 1;
    std::size_t done = 0;
    parallel_tasks(9, options, silent, [&](std::size_t i, const RuntimeOptions&) {
      if (i == 3 && by_user) throw Cancelled("stopped");
      if (i == 3) throw BudgetSpent("late");
      ++done;
    });
    CHECK(done == 3);
  }
  std::atomic<bool> interrupted{true};
  RuntimeOptions options;
  options.interrupted = &interrupted;
  CHECK_NOTHROW(
      parallel_tasks(2, options, silent, [](std::size_t, const RuntimeOptions&) { throw DataError("ran"); }));
}

}  // namespace parallel_tasks_test
