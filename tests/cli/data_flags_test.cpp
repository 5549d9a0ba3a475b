// The flags that say how data are read, as a user meets them.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace data_flags_test {
namespace {

const std::string kBlanket = " --criterion markov_blanket ";

/// Six samples, two counts, one class.
const char* kTable = "low,high,y\n0,1,a\n1,5,b\n2,1,a\n3,7,b\n4,0,a\n5,9,b\n";

nlohmann::json json_of(const Ran& r) {
  INFO(r.err);
  REQUIRE(r.code == 0);
  return nlohmann::json::parse(r.out);
}

/// How a run that must fail ended.
void check_fails(const Ran& r, int code, const std::string& sentence) {
  INFO(r.err);
  CHECK(r.code == code);
  CHECK(r.out.empty());
  CHECK(has(r.err, sentence));
}

}  // namespace

TEST_CASE("--discretise and --bins make codes, and say which", "[cli][data]") {
  const Folder folder;
  const std::string base = "rank " + folder.write("d.csv", kTable) + " -t y" + kBlanket;
  CHECK(has(tamis(base).err,
            "reads codes: 1 feature of at most 5 values keeps one code per value, 1 feature is cut into 5 "
            "quantile bins; --discretise and --bins choose otherwise"));
  const Ran cut = tamis(base + "--discretise uniform --bins 3 --json");
  CHECK(has(cut.err, "reads codes: 2 features are cut into 3 bins of equal width"));
  const auto options = json_of(cut)["data"]["options"];
  CHECK(options["discretise"] == "uniform");
  CHECK(options["bins"] == 3);
  CHECK(has(tamis(base + "--discretise integers").err, "reads codes: 2 features are taken as the codes"));
  const std::string edges =
      folder.write("e.toml", "criterion = 'markov_blanket'\n[data]\npath = '" + folder.at("d.csv") +
                                 "'\ntarget = 'y'\ndiscretise = { edges = [1.5, 4.5] }\n");
  CHECK(has(tamis("rank " + edges).err, "reads codes: 2 features are cut at 2 given edges"));
  CHECK(has(tamis("rank " + folder.at("d.csv") + " -t y -c variance --bins 3").err,
            "--discretise and --bins have no effect on criterion 'variance', which reads no codes"));
}

TEST_CASE("what ends in .TOML is a config too, and --max-gigabytes bounds what a pipe gives", "[cli][data]") {
  const Folder folder;
  const std::string config =
      folder.write("RUN.TOML", "criterion = 'variance'\n[data]\npath = '" + folder.write("d.csv", kTable) +
                                   "'\ntarget = 'y'\n");
  CHECK(tamis("rank " + config).code == 0);
  const std::string pipe = folder.at("pipe");
  REQUIRE(std::system(("mkfifo " + pipe).c_str()) == 0);
  // Its own output goes nowhere: a writer that nobody reads would hold that of the tests open.
  REQUIRE(std::system(("timeout 60 sh -c 'cat " + folder.at("d.csv") + " > " + pipe + "' > /dev/null 2>&1 &")
                          .c_str()) == 0);
  check_fails(
      tamis("rank " + pipe + " -t y --max-gigabytes 1e-8"), 3,
      "gives more than 1e-08 GB; write what it gives to a file, or allow more with --max-gigabytes 2e-08");
}

TEST_CASE("mistakes of --discretise and --bins are sentences", "[cli][data][errors]") {
  const Folder folder;
  const std::string base = "rank " + folder.write("d.csv", "x,y\n1,a\n2.5,b\n3,b\n") + " -t y" + kBlanket;
  check_fails(tamis(base + "--bins 1"), 2, "--bins: data.bins is 1; expected 2 to 256");
  check_fails(tamis(base + "--bins 999999999999"), 2, "expected 2 to 256");
  check_fails(tamis(base + "--bins many"), 2, "data.bins is \"many\", a string; expected a whole number");
  check_fails(tamis(base + "--discretise quantle"), 2, "did you mean 'quantile'?");
  check_fails(tamis(base + "--discretise integers --bins 4"), 2, "data.bins has no meaning");
  check_fails(
      tamis(base + "--discretise integers"), 3,
      "d.csv:3: feature 'x' is 2.5; --discretise integers expects codes, whole numbers from 0 to 255");
  check_fails(
      tamis("rank " + folder.write("e.toml", "[data]\npath = '" + folder.at("d.csv") +
                                                 "'\ntarget = 'y'\ndiscretise = { edges = [2, 1] }\n")),
      2, "data.discretise.edges: 1 does not ascend");
}

TEST_CASE("--target-kind sets reads several labels per sample, apart at --label-separator", "[cli][data]") {
  const Folder folder;
  const std::string base = "rank " + folder.write("d.csv", "x,y\n0,a|b\n1,b\n0,a\n1,\n") + " -t y";
  CHECK(
      has(tamis(base + " -c variance").err, "3 classes, 1 with '|' inside; if samples have several labels"));
  const Ran sets = tamis(base + kBlanket + "--target-kind sets --json");
  CHECK(sets.err.find("target 'y': sets of labels, 2 classes, 1.0 labels per sample, 1 without a label") ==
        0);
  CHECK(json_of(sets)["data"]["options"]["target_kind"] == "sets");
  const Ran other = tamis("rank " + folder.write("o.csv", "x,y\n0,a+b\n1,b\n0,a\n1,b\n") + " -t y" +
                          kBlanket + "--target-kind sets --label-separator + --json");
  CHECK(has(other.err, "sets of labels, 2 classes"));
  CHECK(json_of(other)["data"]["options"]["label_separator"] == "+");

  check_fails(tamis(base + " -c fisher_score --target-kind sets"), 3,
              "target 'y' has sets of labels, but criterion 'fisher_score' needs classes");
  check_fails(tamis(base + kBlanket + "--label-separator ,"), 2, "say target_kind = \"sets\"");
  check_fails(
      tamis("rank " + folder.write("e.csv", "x,y\n0,a|b\n1,b||a\n") + " -t y --target-kind sets" + kBlanket),
      3, "e.csv:3:2 (y): 'b||a' holds an empty label");
  check_fails(tamis("noise " + folder.at("d.csv") + " -t y --target-kind sets"), 3,
              "target 'y': label noise is that of class labels, and these are none");
}

TEST_CASE("--label-columns reads one column of 0 and 1 per label", "[cli][data]") {
  const Folder folder;
  const std::string base = "rank " + folder.write("d.csv", "x,red,round\n0,1,0\n1,1,1\n0,0,1\n") + kBlanket;
  const Ran r = tamis(base + "--label-columns red,round --json");
  CHECK(r.err.find("target: sets of labels, from 2 columns, 2 classes, 1.3 labels per sample") == 0);
  CHECK(json_of(r)["ranking"].size() == 1);
  check_fails(tamis(base + "--label-columns red,round -t x"), 2, "both target and label_columns are given");
  check_fails(tamis("rank " + folder.write("e.csv", "x,red,round\n0,1,0\n1,1,2\n") + kBlanket +
                    "--label-columns red,round"),
              3, "e.csv:3:3 (round): 2 is neither 1, for a sample that has the label, nor 0");
}

TEST_CASE("--ancestors adds the levels above a label", "[cli][data]") {
  const Folder folder;
  const Ran r = tamis("rank " + folder.write("d.csv", "x,y\n0,a/b\n1,a/c\n0,d\n1,d\n") +
                      " -t y --ancestors --json" + kBlanket);
  CHECK(has(r.err, "ancestors: each class became a set with its ancestors; 1 class added, now 4 classes"));
  CHECK(json_of(r)["data"]["options"]["ancestors"] == true);
  check_fails(tamis("rank " + folder.write("e.csv", "x,y\n0,a//b\n1,b\n") + " -t y --ancestors" + kBlanket),
              3, "the label 'a//b' has an empty level");
  check_fails(tamis("rank " + folder.at("d.csv") + " --ancestors" + kBlanket), 2,
              "data.ancestors adds labels to labels, but there are none");
}

TEST_CASE("--tf-idf and --top-terms treat features as counts of words", "[cli][data]") {
  const Folder folder;
  const std::string base = "rank " + folder.write("d.csv", kTable) + " -t y -c variance ";
  const Ran r = tamis(base + "--tf-idf --top-terms 1 --json");
  CHECK(has(r.err, "top terms: the 1 feature with the largest sum of 2 were kept"));
  CHECK(has(r.err, "tf-idf: counts were multiplied by ln(samples / samples with the word), over 6 samples"));
  const auto j = json_of(r);
  REQUIRE(j["ranking"].size() == 1);
  CHECK(j["ranking"][0]["feature"] == "high");
  check_fails(tamis(base + "--top-terms 0"), 2, "--top-terms: data.top_terms is 0; expected");
  check_fails(tamis("rank " + folder.write("n.csv", "x,y\n1,a\n-2,b\n") + " -t y -c variance --tf-idf"), 3,
              "n.csv:3: feature 'x' is -2, but --tf-idf reads features as counts of words");
}

TEST_CASE("groups are kept whole where a config asks for an evaluation, and refused where nothing uses them",
          "[cli][data][groups]") {
  const Folder folder;
  std::string table = "x,w,y,g\n";
  for (int i = 0; i < 24; ++i)
    table += std::to_string(i * 7 % 24) + ",1" + (i % 2 ? ",a,g" : ",b,g") + std::to_string(i % 6) + "\n";
  const std::string data = folder.write("d.csv", table);
  const std::string config =
      folder.write("run.toml", "[data]\npath = '" + data +
                                   "'\ntarget = 'y'\ngroups = 'g'\nignore = ['w']\n[criterion]\nuse = "
                                   "'fisher_score'\n[evaluate]\nfolds = 3\n");
  const Ran r = tamis("select " + config);
  CHECK(r.code == 0);
  CHECK(has(r.out, "3 folds, groups kept whole"));
  check_fails(
      tamis("rank " + data + " -t y --groups g"), 3,
      "nothing uses the groups: criterion 'forest_and_lasso' does not; leave out --groups, or ask for "
      "[evaluate], [stability] or --keep auto, which keep them whole");
  check_fails(tamis("rank " + data + " -t y -c chi_squared --weights w --ignore g"), 3,
              "criterion 'chi_squared' does not use weights; leave out --weights");
}

TEST_CASE("who types flags is told of flags, who writes a config of its keys", "[cli][data]") {
  const Folder folder;
  const std::string data = folder.write("d.csv", "x,my col,y\n1,red,0.5\n2,blue,0.75\n3,red,0.5\n");
  check_fails(tamis("rank " + data + " -t y"), 3,
              "'red' is not a number; use --ignore 'my col', --categorical 'my col', or name");
  const std::string config = folder.write("run.toml", "[data]\npath = '" + data + "'\ntarget = 'y'\n");
  check_fails(
      tamis("rank " + config), 3,
      "'red' is not a number; use `data.ignore = [\"my col\"]`, `data.categorical = [\"my col\"]`, or");
  CHECK(has(tamis("rank " + data + " -t y --ignore 'my col' -c laplacian_score").err,
            "deviation); --standardise none measures on the values as given"));
  CHECK(has(tamis("rank " + config + " --ignore 'my col' -c laplacian_score").err,
            "deviation); `data.standardise = \"none\"` measures on the values as given"));
}

TEST_CASE("mistakes of a search and a criterion name their stage", "[cli][errors]") {
  const Folder folder;
  const std::string config = folder.write(
      "run.toml", "[data]\npath = '" + kIris +
                      "'\ntarget = 'class'\n"
                      "[[stage]]\ncriterion = 'fisher_score'\nsearch = { use = 'rank', keep = 3 }\n"
                      "[[stage]]\ncriterion = 'markov_blanket'\nsearch = { use = 'forward', keep = 2 }\n");
  check_fails(tamis("select " + config), 2,
              "stage[2]: search 'forward' adds features; criterion 'markov_blanket'");
}

TEST_CASE("a folder of plugins may be relative to the current one", "[cli][plugins]") {
  const std::string relative = std::filesystem::relative(TAMIS_TEST_PLUGINS).string();
  const Ran r = tamis("plugins describe test.judge --plugin-dir " + relative);
  CHECK(r.code == 0);
  CHECK(r.err.empty());
  CHECK(tamis("rank " + kIris + " -t class -c test.judge --plugin-dir " + relative).code == 0);
}

TEST_CASE("--format says what a file is written in, where its name does not", "[cli][data]") {
  const Folder folder;
  const std::string svm = "1 1:2 3:1\n2 2:1\n1 1:1\n2 2:3\n";
  const Ran named = tamis("rank " + folder.write("a.svm", svm) + " -c variance");
  CHECK(named.code == 0);
  CHECK(has(named.err, "sparse features: 5 values of 3 features, called f1, f2, ..."));
  CHECK(tamis("rank " + folder.write("a.txt", svm) + " -c variance --format libsvm").out == named.out);
  CHECK(
      has(tamis("rank " + folder.at("a.svm") + kBlanket).err, "reads codes: 3 features of at most 5 values"));

  const std::string arff = "@relation r\n@attribute x numeric\n@attribute y {p,q}\n@data\n1,p\n5,q\n2,p\n";
  const Ran table = tamis("rank " + folder.write("a.arff", arff) + " -t y -c fisher_score");
  CHECK(table.code == 0);
  CHECK(table.err.find("target 'y': 2 classes (p 2, q 1)") == 0);
  CHECK(tamis("rank " + folder.write("b.txt", arff) + " -t y -c fisher_score --format arff").out ==
        table.out);
}

TEST_CASE("mistakes in LIBSVM and ARFF files name the place", "[cli][data][errors]") {
  const Folder folder;
  check_fails(tamis("rank " + folder.write("a.svm", "1 1:2\n2 0:1\n")), 3,
              "a.svm:2: '0:1': indices count from 1; add 1 to all of them");
  check_fails(tamis("rank " + folder.write("b.svm", "1 1:2\nnan 1:1\n")), 3,
              "b.svm:2:1 (label): 'nan' is not a finite number");
  check_fails(tamis("rank " + folder.at("a.svm") + " -t 1"), 2,
              "data.target means nothing for a LIBSVM file");
  check_fails(tamis("rank " +
                    folder.write("a.arff",
                                 "@relation r\n@attribute x real\n@attribute y {p,q}\n@data\n"
                                 "1,p\n2,r\n") +
                    " -t y"),
              3, "a.arff:6:2 (y): 'r' is not among the values of the attribute: p, q");
  check_fails(tamis("rank " + folder.write("empty.arff", "")), 3, "empty.arff: has no @data");
  check_fails(tamis("rank " + folder.write("d.csv", kTable) + " --format arff"), 3,
              "d.csv:1: 'low,high,y' is no part of an ARFF header");
  check_fails(tamis("rank " + folder.at("d.csv") + " --format libsv"), 2, "did you mean 'libsvm'?");
}

TEST_CASE("--clean compares the target with the truth", "[cli][data]") {
  const std::string wine = "select " TAMIS_TEST_DATA "/wine_wrong_labels.csv ";
  const Ran r = tamis(wine + "--target class --clean true_class --keep 5 --json" + kBlanket);
  CHECK(has(r.err, "clean labels 'true_class': differ from the target in 18 of 178 samples"));
  const auto j = json_of(r);
  // classes are 1 apart, so the mean distance of the labels is the share of wrong ones
  CHECK(j["diagnostics"]["label_noise_bound"] == 18.0 / 178);
  CHECK(j["data"]["options"]["clean"] == "true_class");
  CHECK(j["ranking"].size() == 13);
  check_fails(tamis(wine + "--target class --clean true_clas" + kBlanket), 2, "did you mean 'true_class'?");
  check_fails(
      tamis(wine + "--clean true_class" + kBlanket), 2,
      "data.clean holds the true labels beside the observed ones; name the column of those with target");
  check_fails(tamis(wine + "--target proline --ignore class --clean true_class" + kBlanket), 3,
              "clean labels 'true_class' are classes, but target 'proline' was read as real values");
}

TEST_CASE("sparse features and sets go through samples, stages and soft labels from a fit", "[cli][data]") {
  const Folder folder;
  std::string classes, sets;
  for (int i = 0; i < 60; ++i) {
    const std::string cells = std::to_string(1 + i % 2) + ":" + std::to_string(1 + i % 5) +
                              " 3:" + std::to_string(1 + i % 7) + "\n";
    classes += (i % 10 == 9 ? "" : std::to_string(i % 2) + " ") + cells;
    sets += (i % 3 ? "0,1 " : std::to_string(i % 2) + " ") + cells;
  }
  folder.write("sets.svm", sets);
  folder.write("classes.svm", classes);
  const auto config = [&](const std::string& file, const std::string& data) {
    return folder.write(
        "run.toml", "[data]\npath = '" + folder.at(file) + "'\nsample = 50\n" + data +
                        "[[stage]]\ncriterion = 'variance'\nsearch = { use = 'rank', keep = 2 }\n"
                        "[[stage]]\ncriterion = 'markov_blanket'\nsearch = { use = 'backward', keep = 1 }\n");
  };
  const std::string plugins = " --json --plugin-dir " TAMIS_TEST_PLUGINS;
  const std::string fit = "soft = { from = { use = 'test.memberships', form = 'random' } }\n";
  CHECK(json_of(tamis("select " + config("sets.svm", "") + plugins))["stages"].size() == 2);
  const Ran soft = tamis("select " + config("classes.svm", fit) + plugins);
  CHECK(has(soft.err, "50 of 60 rows were drawn at random (seed 0), by class"));
  // memberships are found for samples without a label too
  CHECK(json_of(soft)["stages"][1]["data"]["samples"] == 50);
  const auto labelled = json_of(tamis("select " + config("classes.svm", "") + plugins));
  CHECK(labelled["stages"][0]["data"]["samples"] == 50);
  CHECK(labelled["stages"][1]["data"]["samples"] == 45);
  check_fails(tamis("select " + config("sets.svm", fit) + plugins), 3,
              "data.soft.from is fitted to class labels, and these are none");
}

TEST_CASE("--feature-group names features that are selected as one", "[cli][data]") {
  const Folder folder;
  const std::string table = folder.write("d.csv", "a1,a2,b,y\n0,1,5,p\n1,0,1,q\n0,2,4,p\n1,1,2,q\n0,0,6,p\n");
  const std::string base = "rank " + table + " -t y -c fisher_score ";
  const Ran r = tamis(base + "--feature-group 'a=a1,a2' --json");
  const auto ranking = json_of(r)["ranking"];
  REQUIRE(ranking.size() == 2);
  CHECK(has(r.err, "group 'a': 2 features, selected as one"));
  CHECK(has(tamis(base + "--feature-group 'a=a*'").out, "a (group of 2)"));
  check_fails(tamis(base + "--feature-group a1"), 2, "--feature-group a1: expected NAME=COLUMNS");
  check_fails(tamis(base + "--feature-group a=a1 --feature-group a=a2"), 2,
              "--feature-group a is given twice");
  check_fails(tamis(base + "--feature-group a=a3"), 2,
              "group 'a' of --feature-group names 'a3', which is the name of no feature");
  check_fails(tamis("select " + table + " -t y -c markov_blanket -k 1 --feature-group 'a=a*'"), 2,
              "leave out --feature-group and --categories");
  check_fails(
      tamis("select " + table + " -t y -c markov_blanket -k 1 --categorical a1,b --categories together"), 2,
      "leave out --feature-group and --categories");
  REQUIRE(tamis("select " + table + " -t y -c fisher_score -k 1 --always a2 --feature-group 'a=a*' --table " +
                folder.at("s.csv"))
              .code == 0);
  CHECK(folder.read("s.csv").starts_with("a1,a2,y\n"));
}

TEST_CASE("--feature-cost and --max-cost select what a budget allows, --one-from-each one of a group",
          "[cli][data]") {
  const Folder folder;
  const std::string table =
      folder.write("d.csv", "a1,a2,b,y\n0,1,5,p\n1,0,1,q\n0,2,4,p\n1,1,2,q\n0,0,6,p\n1,2,1,q\n");
  const std::string base = "select " + table + " -t y -c fisher_score ";
  const Ran r = tamis(base + "--feature-cost 'a1=5,a2=2' --max-cost 3");
  CHECK(has(r.out, "cost of the selected features: 3 of at most 3"));
  CHECK(has(r.out, "costs 5, more than 3 in all"));
  CHECK(has(r.err, "costs: 1 feature that --feature-cost does not name costs 1"));
  CHECK(has(r.err, "keeps: at most 3 of 3 features, of a cost of at most 3 together"));
  const auto result = json_of(tamis(base + "--feature-cost 'a*=5,a2=2' --max-cost 3 --json"));
  CHECK(result["cost"] == 3);
  CHECK(result["goal"]["max_cost"] == 3);
  CHECK(result["data"]["options"]["feature_cost"]["a*"] == 5);
  CHECK(result["ranking"][2]["cost"] == 5);
  CHECK(json_of(tamis(base + "--max-cost .5 --feature-cost b=.25 --json"))["cost"] == 0.25);
  const std::string costs = folder.write("costs.csv", "feature,cost\na*,5\na2,2\n");
  CHECK(json_of(tamis(base + "--feature-cost " + costs + " --max-cost 3 --json"))["ranking"] ==
        result["ranking"]);
  const Ran one = tamis(base + "--feature-group 'a=a*' --one-from-each");
  CHECK(has(one.out, "a1 of the same group is selected"));
  CHECK(has(one.err, "group 'a': 2 features, at most one of which is selected"));
  check_fails(tamis(base + "--feature-cost a1 --max-cost 3"), 2, "--feature-cost a1: expected NAME=NUMBER");
  check_fails(tamis(base + "--feature-cost a1=1 --feature-cost a1=2"), 2, "--feature-cost a1 is given twice");
  check_fails(tamis(base + "--feature-cost a1=0"), 2, "expected a finite number above 0");
  check_fails(tamis(base + "--max-cost 3 -k auto"), 2,
              "--max-cost limits what is selected, and --keep leaves");
  check_fails(tamis(base + "--one-from-each"), 2, "which names none");
}

}  // namespace data_flags_test
