// What tamis does when the system fails it: each call of write, rename, fsync, mmap, malloc and
// pthread_create in turn (fail_call.c). A run ends with a result, or with a sentence and a documented exit
// code; files are the earlier ones or the new ones, whole; an experiment goes on to the same bytes.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../cli/tamis_program.hpp"

namespace {

const std::string kEarlier = "{\n  \"tamis_result\": 1\n}\n";  // a file that tamis may replace

using Files = std::map<std::string, std::string>;  ///< all of a folder

Files files_in(const fs::path& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) {
      std::ifstream in(entry.path(), std::ios::binary);
      files[fs::relative(entry.path(), folder).string()] = {std::istreambuf_iterator<char>(in), {}};
    }
  return files;
}

/// A fault in the environment of the programs that are started while it lives.
class Fault {
 public:
  /// \param lasts  each later call fails, too.
  Fault(const std::string& function, long at, const Folder& notes, bool lasts = false)
      : notes_(notes), at_(at) {
    fs::remove(notes_.at("calls"));
    ::setenv("TAMIS_FAULT", function.c_str(), 1);
    ::setenv("TAMIS_FAULT_AT", std::to_string(at).c_str(), 1);
    ::setenv("TAMIS_FAULT_CALLS", notes_.at("calls").c_str(), 1);
    if (lasts) ::setenv("TAMIS_FAULT_LASTS", "1", 1);
    ::setenv("LD_PRELOAD", TAMIS_FAIL_CALL, 1);
  }
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;
  ~Fault() {
    ::unsetenv("LD_PRELOAD");
    ::unsetenv("TAMIS_FAULT_LASTS");
  }

  /// How often the function was called, up to the fault.
  long calls() const { return std::atol(notes_.read("calls").c_str()); }
  bool met() const { return calls() == at_; }

 private:
  const Folder& notes_;
  long at_;
};

/// A command that writes files into the folder in which it stands.
struct Command {
  std::string arguments;
  std::set<std::string> writes;  ///< of them, those that are replaced as a whole
  bool resumes = false;          ///< finishes what an earlier run began
};

class Trials {
 public:
  explicit Trials(Command command) : command_(std::move(command)) {
    const Folder folder;
    const Ran run = run_in(folder);  // the plugins have been met from here on
    INFO(run.err);
    REQUIRE(run.code == 0);
    expected_ = files_in(folder.at(""));
    for (const std::string& file : command_.writes) REQUIRE(expected_.count(file) == 1);
  }

  long calls_of(const std::string& function) const {
    const Folder folder, notes;
    const Fault none(function, 0, notes);
    REQUIRE(run_in(folder).code == 0);
    return none.calls();
  }

  /// \returns whether the run came as far as the call.
  bool fail(const std::string& function, long at, bool lasts = false) const {
    const Folder folder, notes;
    if (!command_.resumes)
      for (const std::string& file : command_.writes) folder.write(file, kEarlier);
    Ran run;
    bool met = false;
    {
      const Fault fault(function, at, notes, lasts);
      run = run_in(folder);
      met = fault.met();
    }
    INFO(command_.arguments << ": " << function << " fails at call " << at << "\nexit code " << run.code
                            << '\n'
                            << run.err);
    CHECK((run.code >= 0 && run.code <= 5));
    if (function == "pthread_create") CHECK(run.code == 0);  // fewer threads do the same
    if (run.code != 0) CHECK(has(run.err, "tamis: "));
    check_files(files_in(folder.at("")), run.code);
    if (command_.resumes) {
      const Ran again = run_in(folder);
      INFO("again: " << again.err);
      CHECK(again.code == 0);
      CHECK((files_in(folder.at("")) == expected_));
    }
    return met;
  }

 private:
  Ran run_in(const Folder& folder) const {
    const fs::path before = fs::current_path();
    fs::current_path(folder.at(""));
    Ran run = tamis(command_.arguments);
    fs::current_path(before);
    return run;
  }

  void check_files(const Files& found, int code) const {
    for (const auto& [file, text] : found) {
      INFO(file);
      CHECK(expected_.count(file) == 1);  // and no temporary one is left
      if (command_.writes.count(file) == 0) continue;
      const bool is_new = text == expected_.at(file);
      CHECK((is_new || (code != 0 && !command_.resumes && text == kEarlier)));
    }
  }

  Command command_;
  Files expected_;
};

const std::string kSmall = "'" TAMIS_TEST_DATA "/iris.csv'";

Trials select() {
  return Trials({"select " + kSmall + " -t class -c mi -s forward -k 2 --threads 2 -o r.json", {"r.json"}});
}
Trials noise() {
  return Trials(
      {"noise " + kSmall + " -t class --threads 2 --memberships m.csv -o r.json", {"m.csv", "r.json"}});
}
Trials experiment() {
  static const Folder folder;
  const std::string config =
      folder.write("doubts.toml",
                   "repeats = 6\n[data]\ngenerate = 'spheres'\n[corrupt]\nuse = 'expert_beta'\n[vary]\n"
                   "corrupt.mean = [0.3, 0.4]\n[[method]]\nname = 'a'\nlabels = 'soft'\ncriterion = "
                   "'weighted_laplacian'\n[[method]]\nname = 'b'\ncriterion = 'laplacian_score'\n");
  return Trials({"experiment '" + config + "' --threads 2 -o out",
                 {"out/table.txt", "out/table.csv", "out/raw.csv", "out/summary.json", "out/figure.svg"},
                 true});
}

void fail_each_call(const Trials& trials) {
  for (const char* function : {"write", "rename", "fsync", "mmap", "pthread_create"}) {
    long at = 1;
    while (trials.fail(function, at)) ++at;
    INFO(function);
    CHECK(at > 1);  // the run does call it
  }
}

/// A run allocates too often to fail at each: at `many` places that are spread over it.
/// \param lasts  each later one fails, too.
void fail_allocations(const Trials& trials, long many, bool lasts = false) {
  const long calls = trials.calls_of("malloc");
  REQUIRE(calls > many);
  for (long i = 0; i < many; ++i) trials.fail("malloc", 1 + calls * i / many, lasts);
}

}  // namespace

TEST_CASE("a selection survives each call that fails, or says why not", "[faults]") {
  fail_each_call(select());
  fail_allocations(select(), 20);
}

TEST_CASE("a report on noise survives each call that fails, or says why not", "[faults]") {
  fail_each_call(noise());
  fail_allocations(noise(), 20);
}

TEST_CASE("an experiment survives each call that fails, or says why not and goes on", "[faults]") {
  fail_each_call(experiment());
  fail_allocations(experiment(), 10);
}

TEST_CASE("where the system makes no more threads, a run ends with its result", "[faults]") {
  for (const Trials& trials : {select(), noise(), experiment()}) {
    long at = 1;
    while (trials.fail("pthread_create", at, true)) ++at;
    CHECK(at > 1);
  }
}

TEST_CASE("where no memory is left for good, a run ends with a sentence", "[faults]") {
  for (const Trials& trials : {select(), noise(), experiment()}) fail_allocations(trials, 8, true);
}

TEST_CASE("no allocation that fails ends the program otherwise than with a sentence", "[.nightly][faults]") {
  fail_allocations(select(), 1500);
  fail_allocations(noise(), 1500);
  fail_allocations(experiment(), 500);
}
