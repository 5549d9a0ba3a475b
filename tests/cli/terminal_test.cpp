// What a user sees who sits at a terminal: stdout and stderr are one screen.
#include "tamis_program.hpp"

#include <pty.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

/// All that the program writes to a terminal of its own, control characters and all.
std::string on_a_terminal(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), TAMIS_PROGRAM);
  std::vector<char*> words;
  for (std::string& a : arguments) words.push_back(a.data());
  words.push_back(nullptr);
  int screen = -1;
  const pid_t child = ::forkpty(&screen, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::execv(TAMIS_PROGRAM, words.data());
    ::_exit(127);
  }
  std::string written;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(screen, buffer, sizeof buffer)) > 0;)  // fails when the program has gone
    written.append(buffer, static_cast<std::size_t>(n));
  ::close(screen);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 0);
  return written;
}

/// The lines that stand there in the end: a return begins a line anew, ESC [ K empties what follows.
std::vector<std::string> screen_of(const std::string& written) {
  std::vector<std::string> lines(1);
  std::size_t column = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    std::string& line = lines.back();
    if (written[i] == '\r') {
      column = 0;
    } else if (written[i] == '\n') {
      lines.emplace_back();
      column = 0;
    } else if (written.compare(i, 3, "\x1b[K") == 0) {
      line.resize(column);
      i += 2;
    } else {
      line.resize(std::max(line.size(), column + 1));
      line[column++] = written[i];
    }
  }
  return lines;
}

}  // namespace

TEST_CASE("the line of progress is gone before the result is printed", "[cli][terminal]") {
  // a criterion that takes its time over the selected subset, and says how far it is
  const std::string written = on_a_terminal({"select",       kIris,
                                             "-t",           "class",
                                             "-c",           "test.memberships",
                                             "--plugin-dir", TAMIS_TEST_PLUGINS,
                                             "--set",        "criterion.form=none",
                                             "--set",        "criterion.slow=30",
                                             "--set",        "criterion.nap=50",
                                             "--keep",       "2",
                                             "--search",     "forward",
                                             "--threads",    "1"});
  REQUIRE(has(written, "reporting on the selected features: "));
  bool header = false;
  for (const std::string& line : screen_of(written)) {
    INFO(line);
    CHECK_FALSE(has(line, "reporting on"));
    header = header || line.starts_with("rank  feature");
  }
  CHECK(header);
}
