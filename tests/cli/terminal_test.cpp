// What a user sees who sits at a terminal: stdout and stderr are one screen.
#include "tamis_program.hpp"

#include <pty.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace terminal_test {
namespace {

struct Terminal {
  const char* kind = "xterm";
  unsigned short columns = 80;
  const char* no_color = "1";
  int exit_code = 0;
};

/// All that the program writes to a terminal of its own, control characters and all.
std::string on_a_terminal(std::vector<std::string> arguments, const Terminal& terminal = {}) {
  arguments.insert(arguments.begin(), TAMIS_PROGRAM);
  std::vector<char*> words;
  for (std::string& a : arguments) words.push_back(a.data());
  words.push_back(nullptr);
  int screen = -1;
  winsize size{};
  size.ws_col = terminal.columns;
  const pid_t child = ::forkpty(&screen, nullptr, nullptr, &size);
  if (child == 0) {
    ::setenv("TERM", terminal.kind, 1);
    ::setenv("NO_COLOR", terminal.no_color, 1);
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
  REQUIRE(WEXITSTATUS(status) == terminal.exit_code);
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
  const std::string written = on_a_terminal(kSlow, {.kind = "dumb", .no_color = ""});
  CHECK(has(written, "rank  feature"));
  CHECK_FALSE(has(written, "\x1b"));
  for (std::size_t at = written.find('\r'); at != std::string::npos; at = written.find('\r', at + 1))
    REQUIRE(written.substr(at, 2) == "\r\n");  // the terminal's own end of a line
}

TEST_CASE("the line of progress stays on one line of the terminal", "[cli][terminal]") {
  constexpr std::size_t kColumns = 30;
  const std::string written = on_a_terminal(kSlow, {.columns = kColumns});
  constexpr std::string_view kDrawn = "\r\x1b[K";
  std::size_t longest = 0;
  for (std::size_t at = written.find(kDrawn); at != std::string::npos; at = written.find(kDrawn, at + 1)) {
    const std::size_t begin = at + kDrawn.size();
    const std::string line = written.substr(begin, written.find('\r', begin) - begin);
    if (line.starts_with("reporting on")) longest = std::max(longest, line.size());
  }
  CHECK(longest == kColumns - 1);
}

TEST_CASE("a search says on a terminal how far it is, the best score and the rate", "[cli][terminal]") {
  const std::string written =
      on_a_terminal({"select", kSonar, "-t", "class", "-c", "knn_error", "-s", "exhaustive", "-k", "4",
                     "--max-time", "1.6", "--set", "search.max_subsets=1000000"},
                    {.columns = 120, .exit_code = 1});
  CHECK(has(written, "exhaustive search: "));
  CHECK(has(written, " of 487635 ("));
  CHECK(has(written, ", best score 0."));
  CHECK(has(written, " scores per second, "));
  CHECK(has(written, " left"));
}

TEST_CASE("colours are for terminals that have them, and for who wants them", "[cli][terminal]") {
  const std::vector<std::string> select{"select", kIris, "-t", "class", "-c", "fisher_score", "-k", "2"};
  const std::string coloured = on_a_terminal(select, {.no_color = ""});
  CHECK(has(coloured, "\x1b[1mrank  feature "));
  CHECK(has(coloured, "\x1b[2m      -- left out --\x1b[0m\r\n\x1b[2m   3  "));
  CHECK(has(coloured, "\n   1  "));
  CHECK_FALSE(has(on_a_terminal(select), "\x1b"));  // NO_COLOR
  CHECK_FALSE(has(on_a_terminal(select, {.kind = "dumb", .no_color = ""}), "\x1b"));
  const Ran piped = tamis("select " + kIris + " -t class -c fisher_score -k 2");
  CHECK_FALSE(has(piped.out + piped.err, "\x1b"));
  const std::string refused = on_a_terminal({"rank", kIris, "-t", "nope"}, {.no_color = "", .exit_code = 2});
  CHECK(has(refused, "\x1b[31mtamis:\x1b[0m "));
}

TEST_CASE("a name of the data brings no colour of its own to a terminal that has them", "[cli][terminal]") {
  const Folder folder;
  std::string table = "\x1b[31mred,b,y\n";
  for (int i = 0; i < 12; ++i)
    table += std::to_string(i * i % 7) + "," + std::to_string(i % 5) + "," + (i % 2 ? "m\n" : "n\n");
  const std::string written =
      on_a_terminal({"rank", folder.write("t.csv", table), "-t", "y"}, {.no_color = ""});
  CHECK(has(written, "\\x1b[31mred"));
  CHECK_FALSE(has(written, "\x1b[31m"));
}

TEST_CASE("long names are shortened to the terminal's width, and whole in a pipe", "[cli][terminal]") {
  const Folder folder;
  const std::string name = "first_" + std::string(100, 'x') + "_last";
  std::string table = name + ",y\n";
  for (int i = 0; i < 12; ++i) table += std::to_string(i * i % 7) + (i % 2 ? ",m\n" : ",n\n");
  const std::string file = folder.write("t.csv", table);
  const std::string written = on_a_terminal({"rank", file, "-t", "y", "-c", "fisher_score", "-q"});
  CHECK(has(written, "first_xxxx"));
  CHECK(has(written, "..."));
  CHECK(has(written, "x_last"));
  for (const std::string& line : screen_of(written)) CHECK(line.size() <= 80);
  CHECK(has(tamis("rank " + file + " -t y -c fisher_score").out, name));
}

}  // namespace terminal_test
