// Files are whole or not written, whatever fails and whenever the process is killed.
#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/run/output_files.hpp>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <vector>

using namespace tamis::framework;
using namespace tamis;
using test::message_of;

namespace {

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

/// How a child process ends that does `work`: its wait status; exit code 1 where an Error is thrown.
int in_child(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    try {
      work();
    } catch (const Error&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

/// From now on a system call of this process is answered by `action`; where `mask` is not 0, when its
/// argument has one of the bits.
void answer(long call, std::uint32_t action, unsigned argument = 0, std::uint32_t mask = 0) {
  std::vector<sock_filter> program{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                                   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0,
                                            static_cast<std::uint8_t>(mask ? 4 : 1))};
  if (mask) {
    const std::size_t at = offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);
    program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(at)));
    program.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, action));
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
    ::_exit(77);
}

void let_fail(long call, int error) { answer(call, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error)); }

/// The file systems that know no files without a name.
void without_nameless_files() {
  answer(SYS_openat, SECCOMP_RET_ERRNO | EOPNOTSUPP, 2, O_TMPFILE & ~O_DIRECTORY);
}

}  // namespace

TEST_CASE("a file appears whole, or an error says why not", "[write_file][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "r.json";
  for (const char* text : {"first", "second"}) {
    write_file(file, text);
    CHECK(test::read_file(file) == text);
    CHECK(names_in(folder.path) == std::vector<std::string>{"r.json"});
  }
  CHECK(message_of<DataError>([&] {
          write_file(folder.path / "no" / "r.json", "x");
        }).find("r.json: cannot be written (No such file or directory)") != std::string::npos);
  CHECK(message_of<DataError>([&] { write_file(folder.path, "x"); }).find("is a folder") !=
        std::string::npos);
  CHECK(message_of<DataError>([&] { write_file(folder.path / "", "x"); }).find("is a folder") !=
        std::string::npos);
}

TEST_CASE("a name as long as a file may have can be written", "[write_file]") {
  const test::TemporaryFolder folder;
  const std::string name(255, 'n');
  for (const char* text : {"first", "second"}) write_file(folder.path / name, text);
  CHECK(test::read_file(folder.path / name) == "second");
}

TEST_CASE("a process that is killed while it writes leaves the old file, and nothing else", "[write_file]") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("r.json", "old");
  const int status = in_child([&] {
    std::signal(SIGXFSZ, SIG_DFL);
    const rlimit small{100, 100};
    ::setrlimit(RLIMIT_FSIZE, &small);
    write_file(file, std::string(1000, 'x'));
  });
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGXFSZ);
  CHECK(test::read_file(file) == "old");
  CHECK(names_in(folder.path) == std::vector<std::string>{"r.json"});
}

TEST_CASE("what a process left that was killed between two names is taken away", "[write_file]") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("r.json", "old");
  const int status = in_child([&] {
    for (const long call : {SYS_renameat, SYS_renameat2}) answer(call, SECCOMP_RET_KILL_PROCESS);
    write_file(file, "lost");
  });
  CHECK(WIFSIGNALED(status));
  CHECK(test::read_file(file) == "old");
  CHECK(names_in(folder.path).size() == 2);
  write_file(file, "new");
  CHECK(test::read_file(file) == "new");
  CHECK(names_in(folder.path) == std::vector<std::string>{"r.json"});
}

TEST_CASE("where a file system knows no files without a name, one beside the file has its place",
          "[write_file]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "r.json";
  for (const bool cannot_link : {true, false})
    for (const char* text : {"first", "second"}) {
      CHECK(exit_code(in_child([&] {
              if (cannot_link)
                let_fail(SYS_linkat, EPERM);
              else
                without_nameless_files();
              write_file(file, text);
            })) == 0);
      CHECK(test::read_file(file) == text);
      CHECK(names_in(folder.path) == std::vector<std::string>{"r.json"});
    }
}

TEST_CASE("what cannot be synced, written or renamed is not called saved, and the old file stays",
          "[write_file][errors]") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("r.json", "old");
  const std::vector<std::function<void()>> faults{[] { let_fail(SYS_fsync, EIO); },
                                                  [] { let_fail(SYS_fchmod, EIO); },
                                                  [] {
                                                    let_fail(SYS_renameat, EIO);
                                                    let_fail(SYS_renameat2, EIO);
                                                  }};
  for (std::size_t f = 0; f < faults.size(); ++f)
    for (const bool nameless : {true, false}) {
      INFO(f << nameless);
      CHECK(exit_code(in_child([&] {
              if (!nameless) without_nameless_files();
              faults[f]();
              write_file(file, "new");
            })) == 1);
      CHECK(test::read_file(file) == "old");
      CHECK(names_in(folder.path) == std::vector<std::string>{"r.json"});
    }
}

TEST_CASE("a cache is not synced, and is written into files alone", "[write_file]") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "cache.json", pipe = folder.path / "pipe";
  CHECK(exit_code(in_child([&] {
          let_fail(SYS_fsync, EIO);
          write_cache(file, "text");
        })) == 0);
  CHECK(test::read_file(file) == "text");
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(write_cache(pipe, "text"), DataError);
}

TEST_CASE("the mode of the old file is kept", "[write_file]") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("r.json", "old");
  for (const mode_t mode : {0600u, 0664u}) {
    ::chmod(file.c_str(), mode);
    write_file(file, "new");
    struct stat status {};
    REQUIRE(::stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == mode);
  }
}

TEST_CASE("a link on the way through a folder that others can write to is refused", "[write_file][errors]") {
  const test::TemporaryFolder folder;
  const auto shared = folder.path / "shared", own = folder.path / "own";
  std::filesystem::create_directory(shared);
  std::filesystem::create_directory(own);
  std::filesystem::create_symlink(own / "target", shared / "link");
  std::filesystem::create_symlink(own, shared / "folder");
  std::filesystem::create_symlink("link", shared / "to_link");
  write_file(shared / "link", "mine");  // nobody else writes here yet
  CHECK(test::read_file(own / "target") == "mine");
  ::chmod(shared.c_str(), 01777);
  for (const char* way : {"link", "folder/target", "to_link"})
    CHECK(message_of<DataError>([&] { write_file(shared / way, "theirs"); }).find("symbolic link") !=
          std::string::npos);
  CHECK(test::read_file(own / "target") == "mine");
  write_file(shared / "plain", "fine");
  CHECK(test::read_file(shared / "plain") == "fine");
  std::filesystem::create_symlink("round", own / "round");
  CHECK_THROWS_AS(write_file(own / "round", "x"), DataError);
}

TEST_CASE("results are known by what stands in them", "[output_files]") {
  const test::TemporaryFolder folder;
  const auto is = [&](const std::string& text) { return is_result(folder.write("f", text)); };
  CHECK(is("{\n  \"ranking\": [],\n  \"tamis_result\": 1\n}\n"));
  CHECK(is("{\n  \"tamis_label_noise\": 1\n}\n"));
  CHECK_FALSE(is("{\n  \"mine\": {\n    \"tamis_result\": 1\n  }\n}\n"));
  CHECK_FALSE(is("{\"tamis_experiment\":{}}\n"));  // a journal: it can be gone on from
  CHECK_FALSE(is("row,a,b\n1,0.5,0.5\n"));
  CHECK_FALSE(is("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><path/></svg>\n"));
  CHECK_FALSE(is(""));
  CHECK_FALSE(is_result(folder.path / "none"));
}

TEST_CASE("the files that a config names are those under its keys of paths", "[output_files]") {
  const auto named = files_named_in(nlohmann::json::parse(
      R"({"data":{"path":"d.csv","target":"y","target_path":"t.csv"},"noise":{"selected":"r.json"},
          "criterion":{"use":"c","metric":{"path":"m.csv"}},"vary":{"data.path":["a.csv","b.csv"]},
          "stage":[{"criterion":{"path":"s.csv"}}]})"));
  const std::vector<std::filesystem::path> expected{"m.csv", "d.csv", "t.csv", "r.json",
                                                    "s.csv", "a.csv", "b.csv"};
  CHECK(std::is_permutation(named.begin(), named.end(), expected.begin(), expected.end()));
}
