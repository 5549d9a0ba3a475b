// What a user sees who sits at a terminal: stdout and stderr are one screen.
#include "tamis_program.hpp"

#include <pty.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

/// All that the program writes to a terminal of its own, control characters and all.
std::string on_a_terminal(std::vector<std::string> arguments, const char* kind = "xterm",
                          unsigned short columns = 80) {
  arguments.insert(arguments.begin(), TAMIS_PROGRAM);
  std::vector<char*> words;
  for (std::string& a : arguments) words.push_back(a.data());
  words.push_back(nullptr);
  int screen = -1;
  winsize size{};
  size.ws_col = columns;
  const pid_t child = ::forkpty(&screen, nullptr, nullptr, &size);
  if (child == 0) {
    ::setenv("TERM", kind, 1);
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

/// A run whose criterion takes its time over the selected subset, and says how far it is.
const std::vector<std::string> kSlow{"select",       kIris,
                                     "-t",           "class",
                                     "-c",           "test.memberships",
                                     "--plugin-dir", TAMIS_TEST_PLUGINS,
                                     "--set",        "criterion.form=none",
                                     "--set",        "criterion.slow=30",
                                     "--set",        "criterion.nap=50",
                                     "--keep",       "2",
                                     "--search",     "forward",
                                     "--threads",    "1"};

}  // namespace

TEST_CASE("the line of progress is gone before the result is printed", "[cli][terminal]") {
  const std::string written = on_a_terminal(kSlow);
  REQUIRE(has(written, "reporting on the selected features: "));
  bool header = false;
  for (const std::string& line : screen_of(written)) {
    INFO(line);
    CHECK_FALSE(has(line, "reporting on"));
    header = header || line.starts_with("rank  feature");
  }
  CHECK(header);
}

TEST_CASE("a terminal that is dumb is sent no escape sequence", "[cli][terminal]") {
  const std::string written = on_a_terminal(kSlow, "dumb");
  CHECK(has(written, "rank  feature"));
  CHECK_FALSE(has(written, "\x1b"));
  for (std::size_t at = written.find('\r'); at != std::string::npos; at = written.find('\r', at + 1))
    REQUIRE(written.substr(at, 2) == "\r\n");  // the terminal's own end of a line
}

TEST_CASE("the line of progress stays on one line of the terminal", "[cli][terminal]") {
  constexpr std::size_t kColumns = 30;
  const std::string written = on_a_terminal(kSlow, "xterm", kColumns);
  constexpr std::string_view kDrawn = "\r\x1b[K";
  std::size_t longest = 0;
  for (std::size_t at = written.find(kDrawn); at != std::string::npos; at = written.find(kDrawn, at + 1)) {
    const std::size_t begin = at + kDrawn.size();
    const std::string line = written.substr(begin, written.find('\r', begin) - begin);
    if (line.starts_with("reporting on")) longest = std::max(longest, line.size());
  }
  CHECK(longest == kColumns - 1);
}
