// `tamis noise` as a user meets it.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace noise_test {
namespace {

/// The features are the memberships that the fixture reports.
const char* kTable = "p,q,class\n0.75,0.25,a\n0.25,0.75,a\n0.125,0.875,b\n1,0,b\n";
const std::string kFit = " --plugin-dir " TAMIS_TEST_PLUGINS " -c test.memberships ";

}  // namespace

TEST_CASE("noise prints the classes and the suspects, and first on stderr what it took the target as",
          "[cli][noise]") {
  const Folder folder;
  const Ran r = tamis("noise " + folder.write("d.csv", kTable) + " -t class" + kFit);
  CHECK(r.code == 0);
  CHECK(r.err.find("target 'class': 2 classes (a 2, b 2)") == 0);
  CHECK(r.out.find("class  observed") == 0);
  CHECK(has(r.out, "2 labels look wrong:"));
  CHECK(has(r.out, "d.csv:5"));
}

TEST_CASE("noise prints JSON or CSV, and writes files", "[cli][noise]") {
  const Folder folder;
  const std::string base = "noise " + folder.write("d.csv", kTable) + " -t class" + kFit;
  const Ran json = tamis(base + "--json");
  CHECK(nlohmann::json::parse(json.out)["suspects"].size() == 2);
  const Ran csv = tamis(base + "--csv -o " + folder.at("r.json") + " --memberships " + folder.at("m.csv"));
  CHECK(csv.out.find("row,place,label,likelier,wrong,probability,p\n4,") == 0);
  CHECK(nlohmann::json::parse(folder.read("r.json"))["tamis_label_noise"] == 1);
  CHECK(folder.read("m.csv") == "row,a,b\n1,0.75,0.25\n2,0.25,0.75\n3,0.125,0.875\n4,1,0\n");
  CHECK(has(csv.err, "memberships written to"));
  CHECK(tamis(base + "--csv --json").code == 2);
  const Ran one = tamis(base + "--rows 1");
  CHECK(has(one.out, "... and 1 more"));
  const std::string first = csv.out.substr(0, csv.out.find('\n', csv.out.find('\n') + 1) + 1);
  CHECK(tamis(base + "--csv --rows 1").out == first);
}

TEST_CASE("noise lists what a row is known by, from a file, a gzipped one, or the standard input",
          "[cli][noise]") {
  const Folder folder;
  const std::string file = folder.write(
      "d.csv", "name,p,q,class\nann,0.75,0.25,a\nbob,0.25,0.75,a\n\"c, d\",0.125,0.875,b\neve,1,0,b\n");
  REQUIRE(std::system(("gzip -k '" + file + "'").c_str()) == 0);
  const std::string flags = " -t class --ignore name --csv" + kFit;
  const std::string of_file = tamis("noise " + file + flags).out;
  CHECK(has(of_file, ",probability,name,p\n4,"));
  CHECK(has(of_file, ":5,b,a,1,1,eve,1\n"));
  const std::string of_gzipped = tamis("noise " + file + ".gz" + flags).out;
  CHECK(has(of_gzipped, ":5,b,a,1,1,eve,1\n"));
  REQUIRE(std::system(("cat '" + file + "' | '" TAMIS_PROGRAM "' noise -" + flags + " > '" +
                       folder.at("piped") + "' 2>/dev/null")
                          .c_str()) == 0);
  CHECK(has(folder.read("piped"), "stdin:5,b,a,1,1,eve,1\n"));
}

TEST_CASE("noise --all lists every label", "[cli][noise]") {
  const Folder folder;
  const std::string base = "noise " + folder.write("d.csv", kTable) + " -t class --all" + kFit;
  const Ran text = tamis(base);
  CHECK(has(text.out, "2 labels look wrong; all 4, the most doubtful first:"));
  const Ran csv = tamis(base + "--csv");
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 5);
  CHECK(has(csv.out, ",false,"));
  CHECK(nlohmann::json::parse(tamis(base + "--json").out)["all"].size() == 4);
}

TEST_CASE("noise judges the majority of votes, and says who votes how well", "[cli][noise]") {
  const std::string data =
      TAMIS_TEST_DATA "/wine.csv --target-path " TAMIS_TEST_DATA "/wine_votes.csv --annotators ";
  const Ran r = tamis("noise " + data + "'*' --clean class");
  REQUIRE(r.code == 0);
  CHECK(has(r.err, "of 41 ties the class was taken that 'dawid_skene' finds likelier from the votes alone"));
  CHECK(has(r.out, " % of the majorities are wrong."));
  CHECK(has(r.out, "annotator  votes   right  kappa\nflo "));
  CHECK(has(r.out, "likelier  P(wrong)  P(likelier)   votes  by votes alone  P(by votes)  "));
  const nlohmann::json found = nlohmann::json::parse(tamis("noise " + data + "'*' --clean class --json").out);
  CHECK(found["crowd"]["clean"]["samples"] == 178);
  CHECK(found["crowd"]["clean"]["majority"] < 0.85);
  CHECK(found["crowd"]["clean"]["estimated"] > 0.95);
  const Ran named = tamis("noise " + data + "ann,ben,cem --ignore class --csv --quiet");
  CHECK(named.out.find("row,place,label,likelier,wrong,probability,votes,votes_for_label,by_votes,") == 0);
  const Ran hardened = tamis("noise " + data + "'*' --ignore class --harden");
  CHECK(hardened.code == 0);
  CHECK(has(hardened.out, "class_2        25"));  // of a tie the first class
  CHECK_FALSE(has(hardened.out, "majorit"));
  const Ran deaf = tamis("noise " + data + "'*' --ignore class --plugin-dir " TAMIS_TEST_PLUGINS + kFit);
  CHECK(deaf.code == 2);
  CHECK(has(deaf.err, "cannot read the votes of annotators"));
  CHECK(has(deaf.err, "--harden"));
}

TEST_CASE("noise takes the features that a selection found", "[cli][noise]") {
  const Folder folder;
  const std::string data = folder.write("d.csv", kTable) + " -t class --plugin-dir " TAMIS_TEST_PLUGINS;
  CHECK(tamis("select " + data + " -c fisher_score -k 1 -o " + folder.at("r.json")).code == 0);
  const Ran r = tamis("noise " + data + " -c test.memberships --selected " + folder.at("r.json") + " --json");
  REQUIRE(r.code == 0);
  CHECK(nlohmann::json::parse(r.out)["features"].size() == 1);
  const Ran named = tamis("noise " + data + " -c test.memberships --features q,p --json");
  CHECK(nlohmann::json::parse(named.out)["features"] == nlohmann::json({"p", "q"}));
}

TEST_CASE("noise runs from a config file", "[cli][noise]") {
  const Folder folder;
  const std::string config = folder.write(
      "run.toml", "criterion = 'test.memberships'\n[data]\npath = '" + folder.write("d.csv", kTable) +
                      "'\ntarget = 'class'\n[noise]\nmemberships = '" + folder.at("m.csv") + "'\n");
  CHECK(tamis("noise " + config + " --plugin-dir " TAMIS_TEST_PLUGINS).code == 0);
  CHECK(has(folder.read("m.csv"), "row,a,b\n"));
}

TEST_CASE("mistakes of noise exit with their code and a sentence", "[cli][noise][errors]") {
  const Folder folder;
  const std::string file = folder.write("d.csv", kTable);
  const Ran none = tamis("noise " + file + " -t class" + kFit + "--set criterion.form=none");
  CHECK(none.code == 2);
  CHECK(has(none.err, "reports no memberships"));
  CHECK(tamis("noise " + file + kFit + "--ignore class").code == 3);
  CHECK(tamis("noise " + file + " -t class" + kFit + "--memberships " + folder.at("none/m.csv")).code == 3);
  CHECK(tamis("noise " + file + " -t class" + kFit + "--selected " + file).code == 3);
  CHECK(tamis("noise " + file + " -t class" + kFit + "--keep 3").code == 2);
  CHECK(has(tamis("noise --help").out, "--memberships"));
}

TEST_CASE("data that cannot show label noise are data errors, and no fault of the criterion",
          "[cli][noise][errors]") {
  const Folder folder;
  const auto refusal = [&](const std::string& rows) {
    const Ran r = tamis("noise " + folder.write("d.csv", "f,g,y\n" + rows) + " -t y");
    CHECK(r.code == 3);
    return r.err;
  };
  CHECK(has(refusal("1,2,a\n2,1,a\n3,5,a\n4,4,a\n"),
            "tamis: target 'y': all labels are 'a', and wrong labels"));
  CHECK(has(refusal("1,2,a\n2,1,b\n3,5,a\n"),
            "tamis: target 'y': only class 'a' has more than one sample, and wrong labels show"));
  CHECK(has(refusal("1,2,a\n1,2,b\n1,2,a\n1,2,b\n1,2,a\n1,2,b\n"), "tamis: every feature is constant"));
}

TEST_CASE("Ctrl-C ends noise with 130, and nothing is written", "[cli][noise]") {
  const Folder folder;
  const std::string data = folder.write("d.csv", kTable);
  const pid_t child = ::fork();
  if (child == 0) {
    std::freopen(folder.at("out").c_str(), "w", stdout);
    std::freopen(folder.at("err").c_str(), "w", stderr);
    ::execl(TAMIS_PROGRAM, "tamis", "noise", data.c_str(), "--target=class", "--plugin-dir",
            TAMIS_TEST_PLUGINS, "-c", "test.memberships", "--set", "criterion.slow=2000000000",
            "--memberships", folder.at("m.csv").c_str(), nullptr);
    ::_exit(127);
  }
  for (int i = 0; i < 600 && !has(folder.read("err"), "criterion '"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(has(folder.read("err"), "stopped by the user"));
  CHECK(folder.read("out").empty());
  CHECK_FALSE(std::filesystem::exists(folder.at("m.csv")));
}

TEST_CASE("soft labels from a fit and stages run from a config file", "[cli]") {
  const Folder folder;
  const std::string config =
      folder.write("run.toml", "[data]\npath = '" + folder.write("d.csv", kTable) +
                                   "'\ntarget = 'class'\nsoft = { from = 'test.memberships' }\n"
                                   "[[stage]]\ncriterion = 'variance'\nsearch = { use = 'rank', keep = 2 }\n"
                                   "[[stage]]\ncriterion = 'weighted_laplacian'\nsearch = { keep = 1 }\n");
  const std::string plugins = " --plugin-dir " TAMIS_TEST_PLUGINS;
  const Ran table = tamis("select " + config + plugins);
  CHECK(table.code == 0);
  CHECK(has(table.out, "-- selected by stage 2: weighted_laplacian"));
  CHECK(has(table.err, "soft labels are the memberships that criterion 'test.memberships' found"));
  const Ran json = tamis("rank " + config + plugins + " --json");
  CHECK(nlohmann::json::parse(json.out)["stages"].size() == 2);
  const Ran beside = tamis("select " + config + plugins + " --keep 1");
  CHECK(beside.code == 2);
  CHECK(has(beside.err, "search is given beside [[stage]]"));
}

TEST_CASE("--sample draws rows, and says so", "[cli]") {
  const Ran r = tamis("rank " + kIris + " -t class --sample 60 --json");
  CHECK(has(r.err, "60 of 150 rows were drawn at random (seed 0), by class"));
  const auto j = nlohmann::json::parse(r.out);
  CHECK(j["data"]["samples"] == 60);
  CHECK(j["data"]["options"]["sample"] == 60);
  CHECK(tamis("rank " + kIris + " -t class --sample 60 --json --seed 1").out != r.out);
}

}  // namespace noise_test
