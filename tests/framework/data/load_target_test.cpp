#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace tamis::framework;
using tamis::TargetKind;

namespace load_target_test {
namespace {

using Labels = std::vector<std::int32_t>;
using Names = std::vector<std::string>;

// A file with one feature `x` and the given column `y`.
DataOptions with_target(const TempFiles& files, const std::vector<std::string>& cells) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i < cells.size(); ++i) text += std::to_string(i * i) + ".5," + cells[i] + "\n";
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  return o;
}

DataOptions from_text(const TempFiles& files, const std::string& text) {
  DataOptions o;
  o.path = files.write("a.csv", text);
  return o;
}

std::vector<double> row(const LoadedData& data, std::uint64_t i) {
  std::vector<double> out;
  const tamis::ConstMatrix soft = data.view().target().soft();
  for (std::uint64_t s = 0; s < soft.cols; ++s) out.push_back(soft(i, s));
  return out;
}

}  // namespace

TEST_CASE("0 and 1 are classes, and the note says how to read them as numbers", "[load_data][target]") {
  const TempFiles files;
  const LoadedData data = load_data(with_target(files, {"1", "0", "1"}));
  CHECK(data.parts().target.labels == Labels{1, 0, 1});
  CHECK(data.notes[0] ==
        "target 'y': 2 classes (0 1, 1 2) (auto: 2 distinct integers; `data.target_kind = \"real\"` to read "
        "them as numbers)");
}

TEST_CASE("classes are ordered by value when all are numbers, else by bytes", "[load_data][target]") {
  const TempFiles files;
  CHECK(load_data(with_target(files, {"10", "9", "-1"})).parts().target.class_names ==
        Names{"-1", "9", "10"});
  CHECK(load_data(with_target(files, {"b10", "b9", "B"})).parts().target.class_names ==
        Names{"B", "b10", "b9"});
  CHECK(load_data(with_target(files, {"01", "02", "01"})).parts().target.class_names == Names{"01", "02"});
}

TEST_CASE("many distinct numbers, or fractions, are real values", "[load_data][target]") {
  const TempFiles files;
  std::vector<std::string> cells;
  for (int i = 0; i < 21; ++i) cells.push_back(std::to_string(i));
  const LoadedData data = load_data(with_target(files, cells));
  CHECK(data.parts().target.kind == TargetKind::real);
  CHECK(data.notes[0] ==
        "target 'y': real values (auto: 21 distinct numbers; `data.target_kind = \"class\"` to read them as "
        "classes)");
  CHECK(load_data(with_target(files, {"1", "2.5", ""})).notes[0] ==
        "target 'y': real values; 1 sample is unknown (auto: 2 distinct numbers; `data.target_kind = "
        "\"class\"` to read "
        "them as classes)");
  DataOptions o = with_target(files, cells);
  o.target_kind = TargetReading::classes;
  CHECK(load_data(o).parts().target.class_names.size() == 21);
  CHECK(contains(load_data(o).warnings, "every sample is a class of its own"));
  o = with_target(files, {"1", "2", "1"});
  o.target_kind = TargetReading::real;
  CHECK(load_data(o).parts().target.real == std::vector<double>{1, 2, 1});
  CHECK(load_data(o).notes[0] == "target 'y': real values (2 distinct)");
}

TEST_CASE("empty target cells and unknown tokens are unknown", "[load_data][target]") {
  const TempFiles files;
  DataOptions o = with_target(files, {"p", "", "q", "?"});
  const LoadedData with_mark = load_data(o);
  CHECK(with_mark.parts().target.class_names == Names{"?", "p", "q"});
  CHECK(contains(
      with_mark.warnings,
      "target 'y': '?' is taken as a class of its own; say `data.unknown = [\"?\"]` if it means unknown"));
  o.unknown = {"?"};
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.labels == Labels{0, -1, 1, -1});
  CHECK(data.notes[0] == "target 'y': 2 classes (p 1, q 1); 2 samples are unknown");
  o = with_target(files, {"?", "?"});
  o.unknown = {"?"};
  CHECK(load_data(o).notes[0] == "target 'y': 0 classes; all samples are unknown");
}

TEST_CASE("numbers written in two ways are two classes, with a warning", "[load_data][target]") {
  const TempFiles files;
  DataOptions o = with_target(files, {"1", "1.0", "2"});
  o.target_kind = TargetReading::classes;
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.class_names == Names{"1", "1.0", "2"});
  CHECK(contains(data.warnings, "'1' and '1.0' are one number written in two ways"));
}

TEST_CASE("spellings of one class are warned of, and one class where asked for", "[load_data][target]") {
  const TempFiles files;
  DataOptions o;
  o.path = files.write("a.csv", "x,y\n1,no\n2,No\n3,\"no \"\n1,yes\n5,no\n6,NO\n");
  o.target = "y";
  CHECK(load_data(o).warnings ==
        std::vector<std::string>{
            "target 'y': 'NO', 'No', 'no', 'no ' differ only in capitals or blanks and are taken "
            "as 4 classes; `data.merge_spellings = true` takes them as one"});
  o.merge_spellings = true;
  const LoadedData merged = load_data(o);
  CHECK(merged.warnings.empty());
  CHECK(merged.parts().target.class_names == std::vector<std::string>{"no", "yes"});
  CHECK(merged.parts().target.labels == std::vector<std::int32_t>{0, 0, 0, 1, 0, 0});
  o.merge_spellings = false;
  o.merge = {{"negative", {"NO", "No", "no", "no "}}};
  CHECK(load_data(o).warnings.empty());
}

TEST_CASE("a target that cannot be read as asked is refused", "[load_data][target][errors]") {
  const TempFiles files;
  DataOptions o = with_target(files, {"1", "low", "2"});
  o.target_kind = TargetReading::real;
  CHECK_THAT(files.data_error([&] { load_data(o); }),
             Catch::StartsWith("a.csv:3:2 (y): 'low' is not a number"));
  CHECK_THAT(files.data_error([&] {
    load_data(with_target(files, {"1", "nan", "2"}));
  }),
             Catch::StartsWith("a.csv:3:2 (y): 'nan' is not a finite number; expected a class or a number"));
}

TEST_CASE("no target is allowed and noted", "[load_data][target]") {
  const TempFiles files;
  const LoadedData data = load_data(from_text(files, "a,b\n1,2\n3,5\n"));
  CHECK(data.view().target().kind() == TargetKind::none);
  CHECK(data.notes[0] == "target: none was named");
  CHECK(data.warnings.empty());
  DataOptions named = from_text(files, "a,Class\n1,x\n3,y\n");
  named.categorical = {"Class"};
  CHECK(load_data(named).warnings.size() == 1);
  const LoadedData likely = load_data(from_text(files, "a,Class\n1,2\n3,5\n"));
  REQUIRE(likely.warnings.size() == 1);
  CHECK(
      likely.warnings[0] ==
      "column 'Class' is taken as a feature, since no target was named; if it is the target: `data.target = \"Class\"`");
}

TEST_CASE("soft labels are read, and their shared prefix is no part of the names", "[load_data][soft]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,p_mine,p_rock\n1,0.25,0.75\n2,1,0\n4,,\n");
  o.soft = {"p_mine", "p_rock"};
  const LoadedData data = load_data(o);
  CHECK(data.features() == 1);
  CHECK(data.parts().target.class_names == Names{"mine", "rock"});
  CHECK(row(data, 0) == std::vector<double>{0.25, 0.75});
  CHECK_FALSE(data.view().target().known(2));
  CHECK(std::isnan(row(data, 2)[1]));
  CHECK(
      data.notes[0] ==
      "target: soft labels over 2 classes (mine, rock), from 2 columns p_mine, p_rock; 1 sample is unknown");
  CHECK(data.warnings.empty());
  o = from_text(files, "x,pa,pb\n1,0.25,0.75\n2,1,0\n");
  o.soft = {"pa", "pb"};
  CHECK(load_data(o).parts().target.class_names == Names{"pa", "pb"});
}

TEST_CASE("what the classes of soft labels share in their names stays theirs", "[load_data][soft]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,class_0,class_1\n1,0.25,0.75\n2,1,0\n");
  o.soft = {"class_0", "class_1"};
  CHECK(load_data(o).parts().target.class_names == Names{"class_0", "class_1"});
  o = from_text(files, "x,p_class_0,p_class_1\n1,0.25,0.75\n2,1,0\n");
  o.soft = {"p_class_0", "p_class_1"};
  CHECK(load_data(o).parts().target.class_names == Names{"class_0", "class_1"});
}

TEST_CASE("soft rows near a sum of 1 are divided by it, with one warning", "[load_data][soft]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,a,b,c\n1,0.33,0.33,0.33\n2,0.5,0.25,0.25\n4,0.333,0.333,0.333\n");
  o.soft = {"a", "b", "c"};
  const LoadedData data = load_data(o);
  for (const double p : row(data, 0)) CHECK(p == Approx(1.0 / 3).epsilon(1e-15));
  REQUIRE(data.warnings.size() == 1);
  CHECK_THAT(data.warnings[0],
             Catch::StartsWith("soft labels: 2 rows of 3 did not sum to 1 (off by up to 0.01"));
}

TEST_CASE("soft rows that are no distribution are refused with their row", "[load_data][soft][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& cells) {
    DataOptions o = from_text(files, "x,a,b\n1,0.5,0.5\n2," + cells + "\n");
    o.soft = {"a", "b"};
    return files.data_error([&] { load_data(o); });
  };
  CHECK(error("0.5,0.25") == "a.csv:3: the probabilities (a, b) sum to 0.75; expected 1 within 0.01");
  CHECK(error("1.5,-0.5") == "a.csv:3:2 (a): 1.5 is not a probability; expected 0 to 1");
  CHECK_THAT(error("1,"), Catch::StartsWith("a.csv:3:3 (b): the cell is empty, but other probabilities"));
  CHECK_THAT(error("1,no"), Catch::StartsWith("a.csv:3:3 (b): 'no' is not a number; expected a probability"));
  CHECK_THAT(error("1,nan"), Catch::StartsWith("a.csv:3:3 (b): 'nan' is not a finite number"));
  DataOptions twice = from_text(files, "x,a,b\n1,0.5,0.5\n2,0,1\n");
  twice.soft = {"a", "2"};
  CHECK(files.param_error([&] { load_data(twice); }) == "data.soft names the column 'a' twice");
}

TEST_CASE("soft labels harden to the most probable class, the first on a tie", "[load_data][soft]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,a,b\n1,0.5,0.5\n2,0.2,0.8\n4,,\n");
  o.soft = {"a", "b"};
  o.harden = true;
  const LoadedData data = load_data(o);
  CHECK(data.view().target().kind() == TargetKind::classes);
  CHECK(data.parts().target.labels == Labels{0, 1, -1});
  CHECK(data.parts().target.soft.empty());
  CHECK(contains(data.notes, "of 1 tie the first class was taken"));
}

TEST_CASE("a label with certainty spreads the rest evenly", "[load_data][certainty]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,y,sure\n1,a,0.8\n2,b,1\n4,c,0\n5,,\n");
  o.target = "y";
  o.certainty = "sure";
  const LoadedData data = load_data(o);
  const tamis::Target target = data.view().target();
  CHECK(target.kind() == TargetKind::soft);
  CHECK(row(data, 0)[0] == 0.8);
  CHECK(row(data, 0)[1] == Approx(0.1));
  CHECK(row(data, 2) == std::vector<double>{0.5, 0.5, 0});
  CHECK_FALSE(target.known(3));
  CHECK(target.labels()[1] == 1);
  CHECK(target.certainty()[0] == 0.8);
  CHECK(contains(data.notes, "(our reading)"));
}

TEST_CASE("a label that is unlikely stands unless soft labels are hardened", "[load_data][certainty]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,y,sure\n1,a,0.2\n2,b,1\n4,b,0.9\n5,,\n");
  o.target = "y";
  o.certainty = "sure";
  DataRequirements classes;
  classes.classes = true;
  LoadedData data = load_data(o);
  prepare_data(data, classes, Standardise::automatic, "mine");
  CHECK(data.parts().target.labels == Labels{0, 1, 1});
  CHECK(contains(data.notes, "labels are used without their certainty for criterion 'mine'"));

  o.harden = true;
  LoadedData hard = load_data(o);
  CHECK(hard.parts().target.labels == Labels{1, 1, 1, -1});
  CHECK(hard.parts().target.certainty[0] == 0.8);
  prepare_data(hard, classes, Standardise::automatic, "mine");
  CHECK(hard.parts().target.labels == Labels{1, 1, 1});
  CHECK_FALSE(contains(hard.notes, "without their certainty"));
}

TEST_CASE("a certainty outside 0 to 1, missing or alone is refused", "[load_data][certainty][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& rows) {
    DataOptions o = from_text(files, "x,y,sure\n1,a,1\n" + rows);
    o.target = "y";
    o.certainty = "sure";
    return files.data_error([&] { load_data(o); });
  };
  CHECK(error("2,b,1.5\n") == "a.csv:3:3 (sure): 1.5 is not a certainty; expected 0 to 1");
  CHECK_THAT(error("2,b,\n"),
             Catch::StartsWith("a.csv:3:3 (sure): the certainty is missing, but the label is given"));
  CHECK_THAT(error("2,a,0.5\n"), Catch::Contains("there is only one class"));
  CHECK_THAT(error("2,b,high\n"), Catch::Contains("'high' is not a number; expected a certainty"));
}

TEST_CASE("annotators in columns vote; shares become soft labels and the votes are kept",
          "[load_data][votes]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,ann,bob,cid\n1,p,q,p\n2,q,,\n4,,,\n5,p,p,p\n");
  o.annotators = {"ann", "bob", "cid"};
  const LoadedData data = load_data(o);
  const tamis::Target target = data.view().target();
  CHECK(data.features() == 1);
  CHECK(row(data, 0)[0] == Approx(2.0 / 3));
  CHECK(row(data, 1) == std::vector<double>{0, 1});
  CHECK_FALSE(target.known(2));
  CHECK(target.votes().n_annotators == 3);
  CHECK(target.votes().start[1] == 3);
  CHECK(target.votes().start[4] == 7);
  CHECK(target.votes().annotators[1] == 1);
  CHECK(target.votes().labels[1] == 1);
  CHECK(data.notes[0] ==
        "target: votes of 3 annotators (3 columns) as shares over 2 classes (p, q): 7 votes on 3 samples, 1 "
        "of them disputed; 1 sample is unknown");
}

TEST_CASE("votes in a table find their samples by row number or by id", "[load_data][votes]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x\n1\n2\n4\n");
  o.votes = VoteTable{files.write("v.csv", "s,who,what\n3,bob,q\n1,ann,p\n3,ann,p\n1,bob,\n"), "s", "who",
                      "what", ""};
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.annotator_names == Names{"ann", "bob"});
  CHECK(row(data, 2) == std::vector<double>{0.5, 0.5});
  CHECK_FALSE(data.view().target().known(1));
  CHECK(contains(data.notes, "1 row has no label: no vote"));

  DataOptions by_id = from_text(files, "id,x\nu7,1\nu9,2\n");
  by_id.votes = VoteTable{files.write("w.csv", "s,who,what\nu9,bob,q\nu7,bob,p\n"), "s", "who", "what", ""};
  const LoadedData with_ids = load_data(by_id);
  CHECK(with_ids.features() == 1);
  CHECK(row(with_ids, 1) == std::vector<double>{0, 1});
  CHECK(contains(with_ids.notes, "samples are found by the column 'id', which is not a feature"));
}

TEST_CASE("every column of a file of votes is an annotator, but for those with another role",
          "[load_data][votes]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x\n1\n2\n4\n");
  o.target_path = files.write("v.csv", "ann,truth,bob,site,cid\np,p,q,1,\nq,q,,1,\n,p,p,2,\n");
  o.annotators = {"*"};
  o.clean = "truth";
  o.groups = "site";
  const LoadedData data = load_data(o);
  CHECK(data.features() == 1);
  CHECK(data.parts().target.annotator_names == Names{"ann", "bob", "cid"});
  CHECK(row(data, 0) == std::vector<double>{0.5, 0.5});
  CHECK(row(data, 1) == std::vector<double>{0, 1});
  CHECK(data.parts().clean->labels == Labels{0, 1, 0});
  CHECK(data.parts().group_names == Names{"1", "2"});

  o.clean.reset(), o.groups.reset();
  CHECK(load_data(o).parts().target.annotator_names == Names{"ann", "truth", "bob", "site", "cid"});
}

TEST_CASE("rows of votes may count from 0", "[load_data][votes]") {
  const TempFiles files;
  // the column id names nobody: first_row says that samples are rows
  DataOptions o = from_text(files, "id,x\n7,1\n8,2\n9,4\n");
  o.votes = VoteTable{files.write("v.csv", "s,who,what\n0,ann,p\n2,ann,q\n"), "s", "who", "what", "", 0};
  const LoadedData data = load_data(o);
  CHECK(data.features() == 2);
  CHECK(row(data, 0) == std::vector<double>{1, 0});
  CHECK_FALSE(data.view().target().known(1));
  CHECK(row(data, 2) == std::vector<double>{0, 1});
  o.votes->first_row = 1;
  CHECK(files.data_error([&] { load_data(o); }) ==
        "v.csv:2:1 (s): '0' is not a sample; expected a row number from 1 to 3 (annotators.first_row says "
        "where they begin), or ids and annotators.id with their column in the data");
  o.votes->path = files.write("v.csv", "s,who,what\n3,ann,p\n");
  o.votes->first_row = 0;
  CHECK_THAT(files.data_error([&] { load_data(o); }), Catch::Contains("expected a row number from 0 to 2 ("));
}

TEST_CASE("votes on rows that were dropped are left out", "[load_data][votes]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,z\n1,1\n,2\n4,9\n");
  o.votes = VoteTable{files.write("v.csv", "s,who,what\n1,a,p\n2,a,q\n3,a,r\n"), "s", "who", "what", ""};
  o.missing = Missing::drop_rows;
  const LoadedData data = load_data(o);
  CHECK(data.parts().target.class_names == Names{"p", "r"});
  CHECK(row(data, 1) == std::vector<double>{0, 1});
  CHECK(contains(data.notes, "1 vote on a dropped row was left out"));
}

TEST_CASE("a column of a table of votes has one role", "[load_data][votes][errors]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x\n1\n2\n");
  const std::string path = files.write("v.csv", "s,who,what\n1,a,p\n2,a,q\n");
  for (const VoteTable& votes : {VoteTable{path, "s", "s", "what", ""}, VoteTable{path, "s", "who", "1", ""},
                                 VoteTable{path, "s", "who", "who", ""}}) {
    o.votes = votes;
    CHECK_THAT(files.param_error([&] { load_data(o); }),
               Catch::StartsWith("data.annotators: of v.csv sample is the column 's', annotator '") &&
                   Catch::EndsWith("; each needs one of its own"));
  }
}

TEST_CASE("votes that name no sample, or twice the same, are refused", "[load_data][votes][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& rows, const std::string& table = "x\n1\n2\n") {
    DataOptions o = from_text(files, table);
    o.votes = VoteTable{files.write("v.csv", "s,who,what\n" + rows), "s", "who", "what", ""};
    return files.data_error([&] { load_data(o); });
  };
  CHECK_THAT(error("3,a,p\n"),
             Catch::StartsWith("v.csv:2:1 (s): '3' is not a sample; expected a row number from 1 to 2"));
  CHECK_THAT(error("1.5,a,p\n"), Catch::Contains("'1.5' is not a sample"));
  CHECK_THAT(error("u1,a,p\n"), Catch::Contains("'u1' is not a sample"));
  CHECK_THAT(error(",a,p\n"), Catch::Contains("the sample is missing"));
  CHECK_THAT(error("1,,p\n"), Catch::Contains("the annotator is missing"));
  CHECK(error("1,a,p\n2,a,p\n1,a,q\n") ==
        "v.csv:4: annotator 'a' already voted on this sample in row 2; keep one of the votes");
  CHECK_THAT(error("u3,a,p\n", "id,x\nu1,1\nu2,2\n"),
             Catch::Contains("no sample has the id 'u3' in the column 'id'"));
  CHECK_THAT(error("u1,a,p\n", "id,x\nu1,1\nu1,2\n"), Catch::Contains("the id 'u1' is also that of row 2"));
}

TEST_CASE("a table without any vote leaves all samples unknown", "[load_data][votes]") {
  const TempFiles files;
  DataOptions o = from_text(files, "x,ann,bob\n1,,\n2,,\n");
  o.annotators = {"ann", "bob"};
  const LoadedData data = load_data(o);
  CHECK_FALSE(data.view().target().known(0));
  CHECK_THAT(data.notes[0], Catch::Contains("all samples are unknown"));
}

}  // namespace load_target_test
