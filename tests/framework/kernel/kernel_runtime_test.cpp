#include "fixture.hpp"

#include <tamis/framework/kernel/kernel_runtime.hpp>
#include <tamis/framework/run/cell_reader.hpp>

#include <mutex>
#include <numeric>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

RuntimeOptions with_threads(int threads) {
  RuntimeOptions options;
  options.threads = threads;
  return options;
}

}  // namespace

TEST_CASE("parallel_for does each item once, in blocks that do not depend on the threads", "[runtime]") {
  Observer silent;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reference;
  for (int threads : {1, 2, 8}) {
    KernelRuntime kernel(with_threads(threads), silent);
    std::vector<int> hits(1003);
    std::mutex mutex;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> blocks;
    kernel.runtime().parallel_blocks(
        hits.size(),
        [&](std::uint64_t first, std::uint64_t last) {
          for (std::uint64_t i = first; i < last; ++i) ++hits[i];
          const std::scoped_lock lock(mutex);
          blocks.emplace_back(first, last);
        },
        10);
    CHECK(std::count(hits.begin(), hits.end(), 1) == 1003);
    std::sort(blocks.begin(), blocks.end());
    if (reference.empty()) reference = blocks;
    CHECK(blocks == reference);
  }
}

TEST_CASE("of several failures the lowest is reported, whatever the number of threads", "[runtime][errors]") {
  Observer silent;
  for (int threads : {1, 2, 8})
    for (int repeat = 0; repeat < 50; ++repeat) {
      KernelRuntime kernel(with_threads(threads), silent);
      const std::string message = message_of<DataError>([&] {
        kernel.runtime().parallel_for(1000, [](std::uint64_t i) {
          if (i % 100 == 37) throw DataError("item " + std::to_string(i));
        });
      });
      REQUIRE(message == "item 37");
    }
}

TEST_CASE("parallel_for of nothing returns, and a loop inside a loop works", "[runtime]") {
  Observer silent;
  KernelRuntime kernel(with_threads(2), silent);
  const Runtime runtime = kernel.runtime();
  runtime.parallel_for(0, [](std::uint64_t) { FAIL("there is no item"); });
  std::vector<std::atomic<int>> sums(20);
  runtime.parallel_for(20,
                       [&](std::uint64_t i) { runtime.parallel_for(30, [&](std::uint64_t) { ++sums[i]; }); });
  for (const auto& sum : sums) CHECK(sum == 30);
}

TEST_CASE("an interrupt stops a loop with Cancelled, and the time limit with BudgetSpent",
          "[runtime][errors]") {
  Observer silent;
  std::atomic<bool> interrupted{false};
  RuntimeOptions options = with_threads(2);
  options.interrupted = &interrupted;
  KernelRuntime kernel(options, silent);
  std::atomic<int> done{0};
  CHECK_THROWS_AS(kernel.runtime().parallel_for(100000,
                                                [&](std::uint64_t) {
                                                  if (++done == 10) interrupted = true;
                                                }),
                  Cancelled);
  CHECK(done < 100000);
  CHECK_THROWS_AS(kernel.runtime().check_cancelled(), Cancelled);

  RuntimeOptions hurried = with_threads(1);
  hurried.max_seconds = 0;
  KernelRuntime late(hurried, silent);
  CHECK_THROWS_AS(late.runtime().check_cancelled(), BudgetSpent);
}

TEST_CASE("a warning is heard once, however often it is given", "[runtime]") {
  struct Listener : Observer {
    int heard = 0;
    void warning(std::string_view) override { ++heard; }
  } listener;
  KernelRuntime kernel(with_threads(1), listener);
  kernel.runtime().warn("twice");
  kernel.runtime().warn("twice");
  kernel.runtime().warn("once");
  CHECK(listener.heard == 2);
  CHECK(kernel.warnings() == std::vector<std::string>{"twice", "once"});
}

TEST_CASE(
    "of warnings that differ in numbers and quoted names the first few are heard, and the others counted",
    "[runtime]") {
  struct Listener : Observer {
    std::vector<std::string> heard;
    void warning(std::string_view text) override { heard.emplace_back(text); }
  } listener;
  constexpr std::uint64_t kMany = 100000;  // each compared with all would take minutes
  const auto of_class = [](std::uint64_t i) {
    return "class 'c" + std::to_string(i) + "' has " + std::to_string(i % 3) + " samples";
  };
  for (const int threads : {1, 4}) {
    KernelRuntime kernel(with_threads(threads), listener);
    listener.heard.clear();
    kernel.warn("before");
    for (int repeat = 0; repeat < 2; ++repeat)
      kernel.runtime().parallel_for(kMany, [&](std::uint64_t i) { kernel.runtime().warn(of_class(i)); });
    kernel.warn("after 3 loops");
    kernel.warn("after 4 loops");
    CHECK(listener.heard.size() == 8);
    CHECK(kernel.warnings() == std::vector<std::string>{"before", of_class(0), of_class(1), of_class(2),
                                                        of_class(3), of_class(4) + " (and 99995 like it)",
                                                        "after 3 loops", "after 4 loops"});
    kernel.say_counts();
    CHECK(listener.heard.back() == of_class(4) + " (and 99995 like it)");
  }
}

TEST_CASE("something that is no exception becomes a sentence, not a crash", "[runtime][errors]") {
  Observer silent;
  KernelRuntime kernel(with_threads(2), silent);
  CHECK(message_of<PluginError>([&] { kernel.runtime().parallel_for(4, [](std::uint64_t) { throw 42; }); }) ==
        "threw something that is not a std::exception; throw one of tamis/errors.hpp, with a sentence");
}

TEST_CASE("what a component says is one line of a sensible length, which no terminal obeys", "[runtime]") {
  struct Listener : Observer {
    std::vector<std::string> heard;
    void warning(std::string_view text) override { heard.emplace_back(text); }
    void progress(std::string_view what, std::uint64_t, std::uint64_t) override { heard.emplace_back(what); }
  } observer;
  KernelRuntime kernel({}, observer);
  kernel.runtime().warn("class '\x1b[31m'\nhas 2 samples");
  kernel.runtime().warn(std::string(5000, 'x'));
  kernel.runtime().progress("\x1b[31m", 1, 2);
  const std::vector<std::string> warned{"class '\\x1b[31m'\\nhas 2 samples", std::string(1000, 'x') + "..."};
  CHECK(kernel.warnings() == warned);
  CHECK(observer.heard == std::vector<std::string>{warned[0], warned[1], "\\x1b[31m"});
}

TEST_CASE("what an observer throws on progress or on a warning is dropped, and the work goes on",
          "[runtime][errors]") {
  struct Thrower : Observer {
    std::atomic<int> calls{0};
    void warning(std::string_view) override { ++calls, throw std::runtime_error("no room for warnings"); }
    void progress(std::string_view, std::uint64_t, std::uint64_t) override {
      ++calls, throw std::runtime_error("no room for progress");
    }
  } thrower;
  KernelRuntime kernel(with_threads(2), thrower);
  std::atomic<int> done{0};
  kernel.runtime().parallel_for(100, [&](std::uint64_t) { ++done; });
  kernel.runtime().progress("work", 1, 2);
  kernel.runtime().warn("from a component");
  kernel.warn("from the kernel");
  CHECK(done == 100);
  CHECK(thrower.calls == 103);
  CHECK(kernel.warnings() == std::vector<std::string>{"from a component", "from the kernel"});
}

TEST_CASE("a file that components read is named with the digest of what they read", "[runtime][provenance]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("ground.csv", "abc").string();
  Observer silent;
  KernelRuntime kernel(with_files(with_threads(1)), silent);
  CHECK(kernel.files().empty());
  kernel.runtime().read_cells(path);
  std::filesystem::remove(path);
  kernel.runtime().read_cells(path);  // read once
  REQUIRE(kernel.files().size() == 1);
  CHECK(kernel.files()[0].path == path);
  CHECK(kernel.files()[0].sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  // one that cannot be read is none that was
  CHECK_THROWS_AS(kernel.runtime().read_cells(path + "2"), DataError);
  CHECK(kernel.files().size() == 1);
}

TEST_CASE("a kernel that was given no reader reads no file", "[runtime]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("ground.csv", "abc").string();
  Observer silent;
  KernelRuntime kernel(with_threads(1), silent);
  CHECK(message_of<DataError>([&] { kernel.runtime().read_cells(path); }) ==
        path + ": this program reads no files");
  CHECK(kernel.files().empty());
}
