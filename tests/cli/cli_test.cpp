// The command line as a user meets it: what stands on stdout, what on stderr, and the exit code.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

TEST_CASE("rank prints a table on stdout, and what it took the target as first on stderr", "[cli]") {
  const Ran r = tamis("rank " + kIris + " --target class");
  CHECK(r.code == 0);
  CHECK(has(r.out, "rank  feature"));
  CHECK(has(r.out, "(higher is better)"));
  CHECK(r.err.find("target 'class': 3 classes (") == 0);
  CHECK(std::count(r.out.begin(), r.out.end(), '\n') == 5);
}

TEST_CASE("select keeps what is asked for and says what was left out", "[cli]") {
  const Ran r = tamis("select " + kSonar + " --target class --criterion fisher_score --keep 3 --json");
  CHECK(r.code == 0);
  const auto j = nlohmann::json::parse(r.out);
  CHECK(j["ranking"].size() == 60);
  CHECK(j["ranking"][2]["selected"] == true);
  CHECK(j["ranking"][3]["selected"] == false);
  CHECK(j["status"] == "complete");
}

TEST_CASE("the same bytes come out for 1, 2 and 8 threads", "[cli]") {
  for (const char* criterion : {"laplacian_score", "weighted_laplacian", "fisher_score"}) {
    INFO(criterion);
    const std::string command = "rank " + kSonar + " -t class --json -c " + criterion + " --threads ";
    const std::string reference = tamis(command + "1").out;
    CHECK(reference.size() > 1000);
    CHECK(tamis(command + "2").out == reference);
    CHECK(tamis(command + "8").out == reference);
  }
}

TEST_CASE("a config file, flags and --set make one config, the later over the earlier", "[cli]") {
  const Folder folder;
  const std::string config =
      folder.write("run.toml", "[data]\npath = '" + kIris +
                                   "'\ntarget = 'class'\n[criterion]\nuse = 'laplacian_score'\n"
                                   "neighbours = 4\n[search]\nuse = 'rank'\nkeep = 2\n");
  const Ran r = tamis("select " + config +
                      " --keep 1 --set criterion.neighbours=6 --set criterion.metric=manhattan --json");
  REQUIRE(r.code == 0);
  const auto j = nlohmann::json::parse(r.out);
  CHECK(j["criterion"]["neighbours"] == 6);
  CHECK(j["criterion"]["metric"]["use"] == "manhattan");
  CHECK(j["goal"]["keep"] == 1);
}

TEST_CASE("-o writes the JSON file whole", "[cli]") {
  const Folder folder;
  const Ran r = tamis("rank " + kIris + " -t class -o " + folder.at("result.json"));
  CHECK(r.code == 0);
  CHECK(nlohmann::json::parse(folder.read("result.json"))["tamis_result"] == 1);
  CHECK(has(r.out, "rank  feature"));
  const Ran bad = tamis("rank " + kIris + " -t class -o " + folder.at("none/result.json"));
  CHECK(bad.code == 3);
  CHECK(has(bad.err, "none/result.json: cannot be written"));
  CHECK(tamis("rank " + kIris + " -t class -o " + folder.at("2025")).code ==
        0);  // a text, whatever it looks like
}

TEST_CASE("usage and config mistakes exit with 2 and a sentence", "[cli][errors]") {
  const Ran nothing = tamis("");
  CHECK(nothing.code == 2);
  CHECK(has(nothing.out, "Examples"));
  CHECK(tamis("selct x").code == 2);
  CHECK(tamis("select").code == 2);
  CHECK(tamis("rank " + kIris + " --frob").code == 2);
  const Ran criterion = tamis("rank " + kIris + " -t class -c laplacian_scor");
  CHECK(criterion.code == 2);
  CHECK(has(criterion.err, "did you mean 'laplacian_score'?"));
  const Ran set = tamis("rank " + kIris + " -t class -c laplacian_score --set criterion.neighbors=3");
  CHECK(set.code == 2);
  CHECK(has(set.err, "criterion.neighbors is no option of 'laplacian_score'; did you mean 'neighbours'?"));
  CHECK(has(tamis("rank " + kIris + " -t class --set x").err, "--set x: expected KEY=VALUE"));
  CHECK(has(tamis("bogus").err, "bogus"));
  const Ran empty = tamis("rank " + kIris + " --target ''");
  CHECK(empty.code == 2);
  CHECK(has(empty.err, "--target is empty"));
  for (const std::string rows : {"0", "-3", "1.5", "many"}) {
    const Ran r = tamis("rank " + kIris + " -t class --rows " + rows);
    CHECK(r.code == 2);
    CHECK(has(r.err, "--rows: '" + rows + "' is no number of rows; give a whole one of at least 1"));
  }
  CHECK(has(tamis("rank " + kIris + " -t class --plugin-dir relative").err,
            "relative is not searched for plugins"));
  const Folder folder;
  const std::string shorthand =
      folder.write("s.toml", "search = 'forward'\n[data]\npath = '" + kIris + "'\ntarget = 'class'\n");
  CHECK(tamis("rank " + shorthand).code == 0);
  CHECK(has(tamis("rank " + shorthand + " --set search.keep=2 --json").out, "\"use\": \"forward\""));
  CHECK(tamis("rank " + folder.write("n.toml", "search = 3\n[data]\npath = 'x'\n")).code == 2);
  const Ran toml = tamis("select " + folder.write("bad.toml", "[data\n"));
  CHECK(toml.code == 2);
  CHECK(has(toml.err, "bad.toml:1:"));
  CHECK(tamis("select " + folder.at("none.toml")).code == 2);
}

TEST_CASE("data mistakes exit with 3 and name the place", "[cli][errors]") {
  const Folder folder;
  const auto run = [&](const std::string& csv, const std::string& more = "--target y") {
    return tamis("rank " + folder.write("d.csv", csv) + " " + more);
  };
  const Ran ragged = run("a,b,y\n1,2,0\n3,1\n4,4,1\n");
  CHECK(ragged.code == 3);
  CHECK(has(ragged.err, "d.csv:3"));
  const Ran text = run("a,b,y\n1,2,0\n3,red,1\n4,4,1\n");
  CHECK(text.code == 3);
  CHECK(has(text.err, "d.csv:3:2"));
  CHECK(has(text.err, "--ignore"));
  CHECK(has(text.err, "--categorical"));
  CHECK(run("a,b,y\n1,inf,0\n3,2,1\n").code == 3);
  CHECK(run("a,b,y\n1,,0\n3,2,1\n").code == 3);
  CHECK(run("").code == 3);
  const Ran column = run("aa,bb,class\n1,2,0\n3,1,1\n", "--target clas");
  CHECK(column.code != 0);
  CHECK(has(column.err, "did you mean 'class'?"));
  const Ran missing = tamis("rank " + folder.at("nothing.csv") + " -t y");
  CHECK(missing.code == 3);
  CHECK(has(missing.err, "nothing.csv"));
  const Ran soft = run("a,b,p_x,p_y\n1,2,0.5,0.5\n3,1,0.9,0.9\n2,2,0,1\n", "--soft p_x,p_y");
  CHECK(soft.code == 3);
  CHECK(has(soft.err, "d.csv:3"));
}

TEST_CASE("a run that finds nothing within its budget says so and fails", "[cli]") {
  const Ran r = tamis("rank " + kIris + " -t class --max-evaluations 1");
  CHECK(r.code == 1);
  CHECK(r.out == "");
  CHECK(has(r.err, "the budget of 1 evaluations is spent; nothing was found until then"));
}

TEST_CASE("a closed or full output is an error, not a crash", "[cli][errors]") {
  const auto status = [](const std::string& redirect) {
    const int s = std::system(("'" TAMIS_PROGRAM "' rank " + kIris + " -t class " + redirect).c_str());
    return WIFEXITED(s) ? WEXITSTATUS(s) : -1;
  };
  CHECK(status(">/dev/full 2>/dev/null") == 3);
  CHECK(status(">&- 2>/dev/null") == 3);
  CHECK(status(">/dev/null 2>&-") == 0);
}

TEST_CASE("plugins lists, describes and says where it looked", "[cli]") {
  const Ran list = tamis("plugins");
  CHECK(list.code == 0);
  CHECK(has(list.out, "laplacian_score"));
  CHECK(has(list.out, "search strategy"));
  CHECK(tamis("plugins list").out == list.out);
  const Ran described = tamis("plugins describe laplacian_score");
  CHECK(has(described.out, "an integer of at least 1; default 5"));
  CHECK(has(described.out, "cites"));
  CHECK(has(tamis("plugins describe forest").out, "a noise model; default none\n"));
  CHECK(nlohmann::json::parse(tamis("plugins --json").out).size() > 10);
  const auto traits = [](const std::string& id) {
    return nlohmann::json::parse(
        tamis("plugins describe " + id + " --json --plugin-dir " TAMIS_TEST_PLUGINS).out);
  };
  CHECK(traits("markov_blanket")["discrete"] == true);
  CHECK(traits("chi_squared")["weights"] == false);
  CHECK(traits("test.weighted")["weights"] == true);
  CHECK(traits("test.grouped")["groups"] == true);
  CHECK(traits("test.judge")["tolerance"] == 1e-12);
  CHECK(traits("laplacian_score")["own_column"] == true);
  CHECK(traits("laplacian_score")["monotone"] == false);
  CHECK(traits("test.noise")["fits"] == true);
  CHECK(traits("test.noise")["corrupts"] == false);
  CHECK(traits("test.divergence")["metric"] == true);
  CHECK(traits("rank")["any_move"] == true);
  CHECK(traits("exhaustive")["subset_only"] == true);
  CHECK(nlohmann::json::parse(tamis("plugins describe laplacian_score --json").out)["id"] ==
        "laplacian_score");
  CHECK(has(tamis("plugins --paths").out, "(installed)"));
  CHECK(has(tamis("plugins --paths --plugin-dir /tmp").out,
            "refused   /tmp (named by the user: others can write to it"));
  CHECK(tamis("plugins describe nothing").code == 2);
}

TEST_CASE("a broken library in a plugin folder costs one line, not the run", "[cli][errors]") {
  const Folder folder;
  folder.write("broken.so", "this is no library");
  const Ran r =
      tamis("rank " + kIris + " -t class --plugin-dir " + fs::path(folder.at("x")).parent_path().string());
  CHECK(r.code == 0);
  CHECK(r.err.find("target 'class'") == 0);  // warnings come after what the target was taken as
  CHECK(has(
      r.err,
      "broken.so: it is not a shared library (no ELF header); copy it again, or take it out of the folder"));
  CHECK(has(r.out, "rank  feature"));
}

TEST_CASE("a component that fails names itself and exits with its code", "[cli][errors]") {
  const std::string judge = "rank " + kIris + " -t class --plugin-dir " TAMIS_TEST_PLUGINS " -c test.judge ";
  const Ran data = tamis(judge + "--set criterion.misbehaviour=throws_data");
  CHECK(data.code == 3);
  CHECK(has(data.err, "tamis: criterion = test.judge ("));
  CHECK(has(data.err, "step 1 (add): the column is odd (feature '"));
  CHECK(tamis(judge + "--set criterion.misbehaviour=not_a_number").code == 5);
  CHECK(tamis(judge + "--set criterion.misbehaviour=throws_int").code == 4);
  const Ran rogue = tamis(judge + "--search test.rogue --set search.rule=twice");
  CHECK(rogue.code == 4);
  CHECK(has(rogue.err, "a subset that holds feature 0 twice"));
}

TEST_CASE("a component that calls exit() has failed, from wherever it does", "[cli][errors]") {
  const std::string run =
      "rank " + kIris + " -t class -c test.exits --plugin-dir " TAMIS_HOSTILE "/exits --quiet";
  for (const std::string in : {"prepare", "score", "report", "destroy"}) {
    INFO(in);
    const Ran r = tamis(run + " --set criterion.in=" + in);
    CHECK(r.code == 4);
    CHECK(r.err ==
          "tamis: a component ended the program by exit(), where it should have returned an error; `tamis "
          "validate FILE` finds the place in a plugin\n");
    CHECK(r.out.empty());
  }
  CHECK(tamis(run).code == 0);
}

TEST_CASE("a time that nobody knows is not told", "[cli]") {
  const std::string select = "select " + kIris + " -t class -c mi -s floating_forward -k 2";
  const Ran r = tamis(select);
  CHECK(has(r.err, "how long this takes depends on the scores; --max-time SECONDS bounds it"));
  CHECK_FALSE(has(r.err, "this will take"));
  CHECK_FALSE(has(tamis(select + " --quiet").err, "how long"));
}

TEST_CASE("a time that nobody lives to see is not told in digits", "[cli]") {
  const Ran r = tamis("rank " + kIris +
                      " -t class -c test.returns --plugin-dir " TAMIS_HOSTILE
                      "/returns --quiet --set criterion.what=huge_cost");
  CHECK(r.code == 0);
  CHECK(r.err.find("this will take more than a hundred years; --max-time SECONDS bounds it") == 0);
}

TEST_CASE("Ctrl-C ends with 130 and what was found until then", "[cli]") {
  const Folder folder;
  std::ofstream csv(folder.at("big.csv"));
  for (int i = 0; i < 20000; ++i) {
    for (int j = 0; j < 40; ++j) csv << (i * 7919 + j * 104729) % 10007 << ',';
    csv << i % 2 << '\n';
  }
  csv.close();
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen(folder.at("out").c_str(), "w", stdout);
    std::freopen(folder.at("err").c_str(), "w", stderr);
    ::execl(TAMIS_PROGRAM, "tamis", "rank", folder.at("big.csv").c_str(), "--target=-1", "-c",
            "laplacian_score", "--threads", "1", "-o", folder.at("r.json").c_str(), nullptr);
    ::_exit(127);
  }
  // the note about the criterion comes just before the neighbour search, which takes seconds here
  for (int i = 0; i < 600 && !has(folder.read("err"), "criterion '"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(has(folder.read("err"), "stopped by the user; nothing was found until then"));
  CHECK(nlohmann::json::parse(folder.read("r.json"))["status"] == "interrupted");
}

TEST_CASE("the help teaches with examples", "[cli]") {
  const Ran r = tamis("--help");
  CHECK(r.code == 0);
  CHECK(has(r.out, "tamis rank data.csv --target class"));
  CHECK(has(tamis("select --help").out, "--standardise"));
  CHECK(has(tamis("--version").out, "tamis 0."));
}

TEST_CASE("a locked result is made again to the byte, or refused with what differs", "[cli][locked]") {
  const Folder folder;
  const std::string data = folder.write("data.csv", "a,b,class\n1,4,x\n2,3,y\n3,5,x\n4,1,y\n5,5,x\n");
  const std::string result = folder.at("result.json");
  REQUIRE(tamis("select " + data + " -t class -k 1 -o " + result).code == 0);
  const Ran again = tamis("select --locked " + result + " --json --threads 2");
  CHECK(again.code == 0);
  CHECK(again.out == folder.read("result.json"));

  const auto refused = [&](const std::string& flags, const std::string& sentence, int code) {
    const Ran ran = tamis("select --locked " + result + " " + flags);
    INFO(ran.err);
    CHECK(ran.code == code);
    CHECK(has(ran.err, sentence));
    CHECK(ran.out.empty());
  };
  refused("--keep 2", "--locked takes this from the result; drop --keep", 2);
  refused("--set seed=2", "drop --set", 2);
  refused(data, "drop '" + data + "'", 2);
  folder.write("data.csv", "a,b,class\n1,4,x\n2,3,y\n3,5,x\n4,1,y\n5,6,x\n");
  refused("", "data.csv has changed", 3);
}

TEST_CASE("a locked stability and noise sweep are made again to the byte, and drawn", "[cli][locked]") {
  const Folder folder;
  const std::string result = folder.at("result.json"), figure = folder.at("figure.svg");
  const std::string select = "select " + kIris + " -t class -c fisher_score -k 2 ";
  const Ran first = tamis(select +
                          "--set stability.resamples=4 --set noise_sweep.noise=uniform_flip --set "
                          "noise_sweep.values=[0.1,0.3] --set noise_sweep.repeats=2 -o " +
                          result);
  INFO(first.err);
  REQUIRE(first.code == 0);
  CHECK(has(first.out, "selected in"));
  CHECK(has(first.out, "where uniform_flip makes labels wrong"));
  const Ran again = tamis("select --locked " + result + " --json --threads 2 --figure " + figure);
  CHECK(again.code == 0);
  CHECK(again.out == folder.read("result.json"));
  CHECK(has(again.err, "figure written to " + figure));
  CHECK(has(folder.read("figure.svg"), "</svg>"));
  const Ran nothing = tamis(select + "--figure " + figure);
  CHECK(nothing.code == 2);
  CHECK(has(nothing.err, "output.figure has nothing to draw"));
}

TEST_CASE("why a plugin is not used is told check by check", "[cli][plugins]") {
  const std::string help = tamis("plugins --help").out;
  CHECK(has(help, "only --why-not loads one"));
  CHECK_FALSE(has(help, "loads none"));
  const Ran unused = tamis("plugins --why-not " TAMIS_TEST_PLUGINS "/every_interface.so");
  CHECK(unused.code == 4);
  CHECK(has(unused.out, "refused folder"));
  const Ran used = tamis("plugins --why-not test.judge --plugin-dir " TAMIS_TEST_PLUGINS);
  CHECK(used.code == 0);
  CHECK(has(used.out, "so it can be used"));
  const auto findings = nlohmann::json::parse(
      tamis("plugins --json --why-not test.judge --plugin-dir " TAMIS_TEST_PLUGINS).out);
  CHECK(findings[0]["usable"] == true);
  CHECK(findings[0]["findings"].size() == 5);
  CHECK(tamis("plugins --why-not test.jduge --plugin-dir " TAMIS_TEST_PLUGINS).code == 2);
}

TEST_CASE("a ranking of losses says that it walks, by which search, and how long", "[cli]") {
  const Ran r = tamis("rank " + kSonar + " -t class -c markov_blanket --rows 1");
  CHECK(r.code == 0);
  CHECK(has(
      r.err,
      "search 'backward': Sequential backward elimination: removes the least useful feature, one at a time (the "
      "default); the criterion scores no single features, so the ranking is found by a search through subsets: at most 1830 scores\n"));
  CHECK(has(r.err, "this will take less than a second\n"));
}

TEST_CASE("a flag or a command that is misspelt is answered with the nearest one", "[cli][errors]") {
  CHECK(has(tamis("rank x.csv --taget y").err, "--taget; did you mean '--target'?\n"));
  CHECK(has(tamis("select x.csv --kepe=3").err, "--kepe=3; did you mean '--keep'?\n"));
  CHECK(has(tamis("slect").err, "slect; did you mean 'select'?\n"));
  CHECK(has(tamis("plugins descrbe mi").err, "; did you mean 'describe'?\n"));
  CHECK_FALSE(has(tamis("rank x.csv --zzzzzzzz").err, "did you mean"));
}

TEST_CASE("names and CSV are printed alone, to carry on with", "[cli]") {
  const std::string select = "select " + kSonar + " -t class -c fisher_score -k 2 -q ";
  CHECK(tamis(select + "--names").out == "V11\nV12\n");
  CHECK(tamis(select + "--names --rows 1").out == "V11\n");
  CHECK(has(tamis("rank " + kIris + " -t class -c fisher_score --names -q").out, "petal_length\n"));
  const std::string csv = tamis(select + "--csv --rows 3").out;
  CHECK(csv.starts_with("rank,feature,selected,score,reason\n1,V11,1,"));
  CHECK(has(csv, "\n3,V49,0,"));
  CHECK(tamis(select + "--csv --names").code == 2);
}

TEST_CASE("--table writes the input reduced to what was selected, over no table that is another's",
          "[cli][outputs]") {
  const Folder folder;
  const std::string run =
      "select " + kIris + " -t class -c fisher_score -k 1 -q --table " + folder.at("t.csv");
  CHECK(tamis(run).code == 0);
  CHECK(folder.read("t.csv").starts_with("petal_length,class\n1.4,setosa\n"));
  CHECK(tamis("rank " + folder.at("t.csv") + " -t class -q --names").out == "petal_length\n");
  folder.write("t.csv", "mine\n");
  const Ran again = tamis(run);
  CHECK(again.code == 2);
  CHECK(folder.read("t.csv") == "mine\n");
  CHECK(has(again.err, "--table: "));
  CHECK(tamis(run + " --force").code == 0);
}

TEST_CASE("lists that are given twice add up, a share of 1.0 is all, and - is the standard input", "[cli]") {
  const Ran r = tamis("select " + kIris +
                      " -t class --ignore sepal_length --ignore petal_width,petal_length "
                      "--keep 1.0 --names -q");
  CHECK(r.out == "sepal_width\n");
  const Folder folder;
  const std::string command =
      "'" TAMIS_PROGRAM "' rank - -t class --names -q <'" + kIris + "' >'" + folder.at("out") + "'";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(folder.read("out") == tamis("rank " + kIris + " -t class --names -q").out);
}
