// The files that the command line writes: none that was read or is foreign is lost for them, and they are
// there whatever becomes of the screen.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <sys/xattr.h>

#include <algorithm>
#include <csignal>
#include <vector>

namespace outputs_test {
namespace {

const char* kTable = "p,q,class\n0.75,0.25,a\n0.25,0.75,a\n0.125,0.875,b\n1,0,b\n";
const std::string kRank = "rank d.csv -t class -c variance";
const std::string kNoise = "noise d.csv -t class --plugin-dir " TAMIS_TEST_PLUGINS " -c test.memberships";
const std::string kExperiment =
    "repeats = 2\n[data]\npath = 'table.csv'\ntarget = 'class'\n[evaluate]\nfolds = 2\nneighbours = 1\n"
    "[[method]]\nname = 'm'\ncriterion = 'variance'\n";

/// A shell's script in the folder, where $tamis is the program; stdout and stderr are those of the script.
Ran bash(const Folder& folder, const std::string& script) {
  const Folder beside;
  beside.write("script", "tamis='" TAMIS_PROGRAM "'\ncd '" + folder.at("") + "'\n" + script + "\n");
  const int status = std::system(("bash '" + beside.at("script") + "' >'" + beside.at("out") + "' 2>'" +
                                  beside.at("err") + "' </dev/null")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, beside.read("out"), beside.read("err")};
}

std::vector<std::string> names_in(const Folder& folder, const std::string& below = "") {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder.at(below))) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

bool is_json(const std::string& text, const std::string& key) {
  const nlohmann::json read = nlohmann::json::parse(text, nullptr, false);
  return read.is_object() && read.contains(key);
}

mode_t mode_of(const std::string& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

}  // namespace

TEST_CASE("no file that is read is written over, whatever it is called and however it is forced",
          "[cli][outputs][errors]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  folder.write("labels.csv", "class\na\na\nb\nb\n");
  folder.write("metric.csv", "a,b\n0,1\n1,0\n");
  const std::string config = "[data]\npath = 'd.csv'\ntarget = 'class'\n[criterion]\nuse = 'variance'\n";
  folder.write("run.toml", config);
  REQUIRE(bash(folder, "$tamis " + kRank + " -o earlier.json").code == 0);
  const std::string earlier = folder.read("earlier.json");
  fs::create_symlink("d.csv", folder.at("link.csv"));
  fs::create_hard_link(folder.at("d.csv"), folder.at("hard.csv"));
  const std::vector<std::string> commands{
      kRank + " -o d.csv",
      kRank + " -o ./link.csv",
      kRank + " -o hard.csv",
      kRank + " --set evaluate.folds=2 --figure d.csv",
      kRank + " -o /dev/stdout >>d.csv",
      "rank run.toml -o run.toml",
      "rank run.toml -o d.csv",
      "rank run.toml --set criterion.metric.path=metric.csv -o metric.csv",
      "rank d.csv --target-path labels.csv -t class -c variance -o labels.csv",
      "select --locked earlier.json -o earlier.json",
      kNoise + " --memberships d.csv",
      kNoise + " --selected earlier.json -o earlier.json"};
  for (const std::string& command : commands) {
    for (const char* force : {"", " --force"}) {
      INFO(command + force);
      const std::size_t end = std::min(command.find(" >>"), command.size());
      const Ran r = bash(folder, "$tamis " + command.substr(0, end) + force + command.substr(end));
      CHECK(r.code == 2);
      CHECK(has(r.err, "is read by this run"));
      CHECK(r.out.empty());
      CHECK(folder.read("d.csv") == kTable);
      CHECK(folder.read("labels.csv") == "class\na\na\nb\nb\n");
      CHECK(folder.read("metric.csv") == "a,b\n0,1\n1,0\n");
      CHECK(folder.read("run.toml") == config);
      CHECK(folder.read("earlier.json") == earlier);
    }
  }
}

TEST_CASE("two outputs of one name are refused", "[cli][outputs][errors]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  for (const std::string& command :
       {kRank + " --set evaluate.folds=2 -o x --figure ./x", kNoise + " -o x --memberships x"}) {
    INFO(command);
    const Ran r = bash(folder, "$tamis " + command);
    CHECK(r.code == 2);
    CHECK(has(r.err, "are one file"));
    CHECK(names_in(folder) == std::vector<std::string>{"d.csv"});
  }
}

TEST_CASE("a file that is no result is replaced with --force alone", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  folder.write("thesis.tex", "years of work");
  const Ran refused = bash(folder, "$tamis " + kRank + " -o thesis.tex");
  CHECK(refused.code == 2);
  CHECK(has(refused.err,
            "thesis.tex is there, and nothing in it says that tamis wrote it; name another file, "
            "or replace it with --force"));
  CHECK(folder.read("thesis.tex") == "years of work");
  CHECK(bash(folder, "$tamis " + kRank + " --force -o thesis.tex").code == 0);
  CHECK(is_json(folder.read("thesis.tex"), "tamis_result"));
  CHECK(bash(folder, "$tamis " + kRank + " -o thesis.tex").code == 0);  // a result by now
  folder.write("empty", "");
  CHECK(bash(folder, "$tamis " + kNoise + " --memberships empty").code == 0);
  const bool has_attributes = ::setxattr(folder.at("empty").c_str(), "user.tamis.test", "1", 1, 0) == 0;
  for (const std::string& command : {kNoise + " --memberships m.csv", kRank + " --table t.csv",
                                     std::string("generate spheres -o made.csv")}) {
    INFO(command);
    CHECK(bash(folder, "$tamis " + command).code == 0);
    CHECK(bash(folder, "$tamis " + command).code == (has_attributes ? 0 : 2));
    for (const char* table : {"m.csv", "t.csv", "made.csv"})  // is somebody's from here on
      if (has(command, table)) folder.write(table, folder.read(table) + "1,2,3\n");
    CHECK(bash(folder, "$tamis " + command).code == 2);
  }
  const std::string figure = kRank + " --set evaluate.folds=2 --set evaluate.neighbours=1 --figure f.svg";
  CHECK(bash(folder, "$tamis " + figure).code == 0);
  CHECK(bash(folder, "$tamis " + figure).code == 0);
}

TEST_CASE("tamis generate replaces no foreign table and no foreign truth", "[cli][generate][outputs]") {
  const Folder folder;
  folder.write("made.csv", kTable);
  folder.write("other.truth.json", "{\"mine\": 1}");
  CHECK(bash(folder, "$tamis generate y1 -o made.csv").code == 2);
  CHECK(bash(folder, "$tamis generate y1 -o other.csv").code == 2);
  CHECK(folder.read("made.csv") == kTable);
  CHECK(folder.read("other.truth.json") == "{\"mine\": 1}");
  CHECK(names_in(folder) == std::vector<std::string>{"made.csv", "other.truth.json"});
  CHECK(bash(folder, "$tamis generate y1 -o made.csv --force").code == 0);
  CHECK(is_json(folder.read("made.truth.json"), "tamis_truth"));
  const Ran piped = bash(folder, "$tamis generate y1 --samples 2 -o /dev/stdout | wc -l");
  CHECK(piped.out == "3\n");
  CHECK_FALSE(fs::exists("/dev/stdout.truth.json"));
}

TEST_CASE("an experiment replaces its own files alone", "[cli][experiment][outputs]") {
  const Folder folder;
  folder.write("table.csv", kTable);
  folder.write("s.toml", kExperiment);
  const Ran here = bash(folder, "$tamis experiment s.toml -o . --force");
  CHECK(here.code == 2);
  CHECK(has(here.err, "table.csv is read by this run"));
  CHECK(folder.read("table.csv") == kTable);
  fs::create_directory(folder.at("out"));
  folder.write("out/figure.svg", "<svg>mine</svg>");
  const Ran foreign = bash(folder, "$tamis experiment s.toml -o out");
  CHECK(foreign.code == 2);
  CHECK(has(foreign.err, "figure.svg is there, and nothing in it says that tamis wrote it"));
  CHECK(names_in(folder, "out") == std::vector<std::string>{"figure.svg"});
  CHECK(bash(folder, "$tamis experiment s.toml -o out --force").code == 0);
  CHECK(bash(folder, "$tamis experiment s.toml -o out").code == 0);  // its own by now
}

TEST_CASE("a stdout that is full, closed or without a reader costs the printing, and no file",
          "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  folder.write("table.csv", kTable);
  folder.write("s.toml", kExperiment);
  const auto check = [&](const std::string& redirected, int code) {
    INFO(redirected);
    CHECK(bash(folder, "$tamis " + kRank + " -o r.json " + redirected).code == code);
    CHECK(is_json(folder.read("r.json"), "tamis_result"));
    CHECK(bash(folder, "$tamis " + kRank + " --json -o j.json " + redirected).code == code);
    CHECK(is_json(folder.read("j.json"), "tamis_result"));
    CHECK(bash(folder, "$tamis " + kNoise + " -o n.json --memberships m.csv " + redirected).code == code);
    CHECK(is_json(folder.read("n.json"), "tamis_label_noise"));
    CHECK(has(folder.read("m.csv"), "row,a,b\n1,"));
    CHECK(bash(folder, "$tamis experiment s.toml -o out " + redirected).code == code);
    CHECK(is_json(folder.read("out/summary.json"), "tamis_experiment"));
    for (const char* file : {"r.json", "j.json", "n.json", "m.csv", "out"}) fs::remove_all(folder.at(file));
  };
  check(">/dev/full", 3);
  check(">&-", 3);
}

TEST_CASE("who loses its readers ends by SIGPIPE, with its file written and without a sentence",
          "[cli][outputs]") {
  const Folder folder;
  const std::string data = folder.write("d.csv", kTable), result = folder.at("r.json"),
                    err = folder.at("err");
  for (const bool also_stderr : {false, true}) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    ::close(ends[0]);
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(SIGPIPE, SIG_DFL);
      ::dup2(ends[1], STDOUT_FILENO);
      if (also_stderr)
        ::dup2(ends[1], STDERR_FILENO);
      else
        std::freopen(err.c_str(), "w", stderr);
      ::execl(TAMIS_PROGRAM, "tamis", "rank", data.c_str(), "-t", "class", "-c", "variance", "-o",
              result.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGPIPE);
    CHECK(is_json(folder.read("r.json"), "tamis_result"));
    fs::remove(result);
  }
  CHECK_FALSE(has(folder.read("err"), "tamis:"));
}

TEST_CASE("a closed stdin, stdout or stderr lends its number to no file", "[cli][experiment][outputs]") {
  const Folder folder;
  folder.write("table.csv", kTable);
  folder.write("s.toml", kExperiment);
  for (const std::string closed : {"2>&-", "<&- >/dev/null 2>&-", ">&- 2>&-"}) {
    INFO(closed);
    // killed twice: a run that ends leaves a clean journal, and the second one says that it goes on
    for (const char* lines : {"20", "40"})
      bash(folder, "$tamis experiment s.toml --set repeats=100000 -o out " + closed +
                       " &\nfor i in $(seq 600); do [ $(cat out/journal.jsonl 2>&1 | wc -l) -gt " + lines +
                       " ] && break; sleep 0.05; done\nkill -9 $!");
    const std::string journal = folder.read("out/journal.jsonl");
    CHECK(has(journal, "\n{"));
    CHECK_FALSE(has(journal, "target 'class'"));
    CHECK_FALSE(has(journal, "were done before"));
    fs::remove_all(folder.at("out"));
  }
}

TEST_CASE("a result keeps the mode of the one before", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  REQUIRE(bash(folder, "umask 022; $tamis " + kRank + " -o r.json").code == 0);
  CHECK(mode_of(folder.at("r.json")) == 0644);
  fs::permissions(folder.at("r.json"), fs::perms(0600));
  REQUIRE(bash(folder, "umask 022; $tamis " + kRank + " -o r.json").code == 0);
  CHECK(mode_of(folder.at("r.json")) == 0600);
}

TEST_CASE("links are followed, but for those in a folder that others can write to", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  fs::create_directory(folder.at("own"));
  fs::create_directory(folder.at("shared"));
  fs::create_directory(folder.at("target"));
  fs::create_symlink(folder.at("target/own.json"), folder.at("own/r.json"));
  fs::create_symlink(folder.at("target/shared.json"), folder.at("shared/r.json"));
  fs::create_symlink(folder.at("target"), folder.at("shared/folder"));
  fs::permissions(folder.at("shared"), fs::perms(01777));
  CHECK(bash(folder, "$tamis " + kRank + " -o own/r.json").code == 0);
  CHECK(fs::is_symlink(folder.at("own/r.json")));
  CHECK(is_json(folder.read("target/own.json"), "tamis_result"));
  for (const char* file : {"shared/r.json", "shared/folder/r.json"}) {
    INFO(file);
    const Ran r = bash(folder, "$tamis " + kRank + " -o " + file);
    CHECK(r.code == 3);
    CHECK(has(r.err, "is a symbolic link in a folder that others can write to"));
  }
  CHECK(names_in(folder, "target") == std::vector<std::string>{"own.json"});
}

TEST_CASE("what stands in a config begins at its folder and stays below it", "[cli][outputs]") {
  const Folder folder;
  fs::create_directories(folder.at("theirs/results"));
  fs::create_directory(folder.at("mine"));
  const std::string table = folder.write("d.csv", kTable);
  fs::create_symlink(folder.at("mine"), folder.at("theirs/link"));
  const auto run = [&](const std::string& output, const std::string& flags = "") {
    folder.write("theirs/run.toml", "[data]\npath = '" + table + "'\ntarget = 'class'\n[criterion]\nuse = " +
                                        "'test.memberships'\n" + output + "\n");
    const std::string command = has(output, "memberships") ? "noise" : "rank";
    return bash(folder,
                "$tamis " + command + " theirs/run.toml --plugin-dir " TAMIS_TEST_PLUGINS " " + flags);
  };
  for (const std::string& output :
       {std::string("[output]\nresult = '../mine/x'"), "[output]\nresult = '" + folder.at("mine/x") + "'",
        std::string("[noise]\nmemberships = '../mine/x'"), std::string("[output]\nresult = 'link/x'")}) {
    INFO(output);
    const Ran r = run(output);
    CHECK(r.code == 2);
    CHECK(has(r.err, "theirs/run.toml:7:"));
    CHECK(has(r.err, "is not below the folder of the config"));
  }
  CHECK(names_in(folder, "mine").empty());
  CHECK(run("[output]\nresult = '../mine/x'", "-o mine/y").code == 0);  // the command line says otherwise
  CHECK(names_in(folder, "mine") == std::vector<std::string>{"y"});
  CHECK(run("[output]\nresult = 'results/r.json'").code == 0);
  CHECK(run("[output]\nresult = '" + folder.at("theirs/s.json") + "'").code == 0);
  CHECK(is_json(folder.read("theirs/results/r.json"), "tamis_result"));
  CHECK(is_json(folder.read("theirs/s.json"), "tamis_result"));
}

TEST_CASE("-o writes into pipes, substitutions and open descriptors", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  const Ran piped = bash(folder, "$tamis " + kRank + " -o /dev/stdout | cat");
  CHECK(piped.out.find("{\n") == 0);
  CHECK(has(piped.out, "rank  feature"));
  CHECK(bash(folder, "$tamis " + kRank + " -o >(cat >substituted) && sleep 1").code == 0);
  CHECK(is_json(folder.read("substituted"), "tamis_result"));
  CHECK(bash(folder, "$tamis " + kRank + " -o /dev/fd/3 3>three").code == 0);
  CHECK(is_json(folder.read("three"), "tamis_result"));
  CHECK(bash(folder, "mkfifo pipe; cat pipe >from_pipe & $tamis " + kRank + " -o pipe && wait").code == 0);
  CHECK(is_json(folder.read("from_pipe"), "tamis_result"));
  CHECK(bash(folder, "$tamis " + kRank + " -o /dev/fd/7").code == 3);
}

TEST_CASE("a file that may not grow costs neither the old one nor what is printed", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  REQUIRE(bash(folder, "$tamis " + kRank + " -o r.json").code == 0);
  const std::string before = folder.read("r.json");
  const std::vector<std::string> names = names_in(folder);
  const Ran r = bash(folder, "(ulimit -f 1; $tamis " + kRank + " --seed 1 -o r.json; echo $? >&2) | cat");
  CHECK(has(r.err, "r.json: cannot be written (File too large)"));
  CHECK(has(r.err, "\n3\n"));
  CHECK(has(r.out, "rank  feature"));
  CHECK(folder.read("r.json") == before);
  CHECK(names_in(folder) == names);
}

TEST_CASE("a pipe in the place of the cache holds nothing up", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", kTable);
  fs::create_directories(folder.at("cache/tamis"));
  const Ran r = bash(folder, "mkfifo cache/tamis/plugins.json; XDG_CACHE_HOME=$PWD/cache timeout 60 $tamis " +
                                 kRank + " --plugin-dir " TAMIS_TEST_PLUGINS);
  CHECK(r.code == 0);
}

TEST_CASE("--spreadsheet leaves no cell of a CSV that a spreadsheet would run", "[cli][noise][outputs]") {
  const Folder folder;
  folder.write("d.csv", "p,q,class\n0.75,0.25,=1+1\n0.25,0.75,=1+1\n0.125,0.875,-2\n1,0,-2\n");
  const std::string command = "$tamis " + kNoise + " --target-kind class --csv --memberships m.csv";
  const Ran exact = bash(folder, command);
  CHECK(has(exact.out, ",=1+1,-2,"));
  CHECK(has(folder.read("m.csv"), "=1+1"));
  const Ran safe = bash(folder, command + " --force --spreadsheet");
  CHECK(has(safe.out, ",'=1+1,-2,"));  // a number is none
  CHECK(has(folder.read("m.csv"), ",'=1+1"));
  CHECK_FALSE(has(folder.read("m.csv"), ",=1+1"));
}

TEST_CASE("--spreadsheet holds for a ranking and for the archive of its scores", "[cli][outputs]") {
  const Folder folder;
  folder.write("d.csv", "=1+1,b,class\n1,5,x\n2,3,x\n3,8,y\n4,1,y\n5,2,y\n1,9,x\n");
  const std::string command =
      "$tamis select d.csv -t class -c mi -s forward -k 2 --threads 1 -q --csv --archive a.csv";
  const Ran exact = bash(folder, command);
  INFO(exact.err);
  CHECK(has(exact.out, ",=1+1,"));
  CHECK(has(folder.read("a.csv"), ",=1+1,"));
  const Ran safe = bash(folder, command + " --force --spreadsheet");
  for (const std::string& csv : {safe.out, folder.read("a.csv")}) {
    CHECK(has(csv, ",'=1+1,"));
    CHECK_FALSE(has(csv, ",=1+1,"));
  }
}

TEST_CASE("a name that a plugin reports and that is no text costs no result", "[cli][outputs]") {
  const Folder folder;
  const Ran r = tamis("select " + kIris +
                      " -t class -k 2 -s forward -c test.memberships --plugin-dir " TAMIS_TEST_PLUGINS
                      " --set criterion.no_text=true -o " +
                      folder.at("r.json") + " --report " + folder.at("r.html"));
  INFO(r.err);
  CHECK(r.code == 0);
  CHECK(has(folder.read("r.json"), "Gr\xEF\xBF\xBD"));  // U+FFFD, for what is none
  CHECK(tamis("report " + folder.at("r.json")).code == 0);
}

}  // namespace outputs_test
