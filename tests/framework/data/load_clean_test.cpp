#include "temp_files.hpp"

#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/preparation_undo.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tamis::framework;
using tamis::TargetKind;

namespace load_clean_test {
namespace {

using Labels = std::vector<std::int32_t>;
using Names = std::vector<std::string>;

DataOptions with_columns(const TempFiles& files, const std::string& text) {
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "seen";
  o.clean = "truth";
  return o;
}

Labels clean_labels(const LoadedData& data) {
  REQUIRE(data.view().has_clean_target());
  const tamis::Target clean = data.view().clean_target();
  REQUIRE(clean.kind() == TargetKind::classes);
  REQUIRE(clean.samples() == data.samples());
  return {clean.labels().begin(), clean.labels().end()};
}

/// x is the number of the sample; clean labels are those of its remainder by 3, observed ones differ where it
/// is a multiple of 5, and are unknown where it is one of 7.
LoadedData numbered(const TempFiles& files, int n) {
  std::string text = "x,truth,seen,z\n";
  for (int i = 0; i < n; ++i)
    text += std::to_string(i) + ".5," + "abc"[i % 3] + "," +
            (i % 7 == 0 ? "" : std::string(1, "abc"[(i + (i % 5 == 0)) % 3])) + ",1\n";
  return load_data(with_columns(files, text));
}

void check_truth(const LoadedData& data) {
  const Labels clean = clean_labels(data);
  for (std::uint64_t i = 0; i < data.samples(); ++i)
    CHECK(clean[i] == static_cast<int>(data.view().column(0)[i]) % 3);
}

}  // namespace

TEST_CASE("clean labels stand beside the observed ones, and are no feature", "[load_data][clean]") {
  const TempFiles files;
  const LoadedData data = load_data(with_columns(files, "x,seen,truth\n1,a,a\n2,b,a\n5,b,b\n"));
  CHECK(data.parts().target.labels == Labels{0, 1, 1});
  CHECK(clean_labels(data) == Labels{0, 0, 1});
  CHECK(data.parts().feature_names == Names{"x"});
  CHECK(data.notes[0] == "target 'seen': 2 classes (a 1, b 2)");
  CHECK(data.notes[1] == "clean labels 'truth': differ from the target in 1 of 3 samples");
  CHECK_FALSE(load_data([&] {
                DataOptions o = with_columns(files, "x,seen\n1,a\n2,b\n");
                o.clean.reset();
                return o;
              }())
                  .view()
                  .has_clean_target());
}

TEST_CASE("observed and clean labels share one list of classes, in the order of classes",
          "[load_data][clean]") {
  const TempFiles files;
  const LoadedData data =
      load_data(with_columns(files, "x,seen,truth\n1,10,9\n2,7,7\n5,10,\n7,,8\n9,7,10\n"));
  CHECK(data.parts().target.class_names == Names{"7", "8", "9", "10"});
  CHECK(data.parts().clean->class_names == data.parts().target.class_names);
  CHECK(data.view().clean_target().class_name(1) == "8");
  CHECK(data.parts().target.labels == Labels{3, 0, 3, -1, 0});
  CHECK(clean_labels(data) == Labels{2, 0, -1, 1, 3});
  CHECK(data.notes[1] ==
        "clean labels 'truth': differ from the target in 2 of 3 samples; 1 sample is unknown");
  CHECK(data.notes[2] ==
        "clean labels 'truth': classes '8', '9' occur among them alone, and are classes of the target too");
  const LoadedData one = load_data(with_columns(files, "x,seen,truth\n1,a,c\n2,b,b\n"));
  CHECK(one.notes[2] ==
        "clean labels 'truth': class 'c' occurs among them alone, and is a class of the target too");
}

TEST_CASE("one number written in two ways is doubted across both columns", "[load_data][clean]") {
  const TempFiles files;
  const LoadedData data = load_data(with_columns(files, "x,seen,truth\n1,1,1.0\n2,2,2\n"));
  REQUIRE(data.warnings.size() == 1);
  CHECK_THAT(data.warnings[0], Catch::Contains("'1' and '1.0' are one number written in two ways"));
}

TEST_CASE("clean labels may stand in either file beside a target of its own", "[load_data][clean]") {
  const TempFiles files;
  DataOptions o;
  o.path = files.write("x.csv", "x,truth\n1,a\n2,b\n");
  o.target_path = files.write("y.csv", "seen\nb\nb\n");
  o.clean = "truth";
  CHECK(clean_labels(load_data(o)) == Labels{0, 1});
  CHECK(load_data(o).parts().feature_names == Names{"x"});
  o.path = files.write("x.csv", "x\n1\n2\n");
  o.target_path = files.write("y.csv", "seen,truth\nb,a\nb,b\n");
  o.target = "seen";
  CHECK(clean_labels(load_data(o)) == Labels{0, 1});
  o.clean = "true";
  CHECK_THAT(files.param_error([&] { load_data(o); }),
             Catch::StartsWith("clean: x.csv has no column 'true'"));
}

TEST_CASE("clean labels stay with their samples: drawn, dropped and put back", "[load_data][clean]") {
  const TempFiles files;
  LoadedData data = numbered(files, 90);
  check_truth(data);
  draw_sample(data, 40, 3);
  REQUIRE(data.samples() == 40);
  check_truth(data);
  PreparationUndo loaded(data);
  DataRequirements needs;
  needs.soft = true;
  loaded.prepare(data, needs, Standardise::none, "some");
  REQUIRE(data.samples() < 40);
  check_truth(data);
  loaded.restore(data, std::vector<tamis::Feature>{0});
  REQUIRE(data.samples() == 40);
  check_truth(data);
  const std::string table = "x,truth,seen\n1,a,a\n,b,a\n3,b,b\n";
  DataOptions o = with_columns(files, table);
  o.missing = Missing::drop_rows;
  CHECK(clean_labels(load_data(o)) == Labels{0, 1});
}

TEST_CASE("clean labels need a target of classes and some label to compare with",
          "[load_data][clean][errors]") {
  const TempFiles files;
  const auto error = [&](const std::string& text) {
    return files.data_error([&] { load_data(with_columns(files, text)); });
  };
  CHECK(error("x,seen,truth\n1,0.5,a\n2,1.5,b\n") ==
        "clean labels 'truth' are classes, but target 'seen' was read as real values; `data.target_kind = "
        "\"class\"` reads classes");
  CHECK(
      error("x,seen,truth\n1,a,\n2,,b\n") ==
      "clean labels 'truth': no sample has both a clean label and one in target 'seen'; drop clean, or name "
      "another column");
  DataOptions arff;
  arff.path = files.write(
      "a.arff",
      "@relation r\n@attribute x real\n@attribute seen hierarchical a,a/b\n@attribute truth {a}\n@data\n"
      "1,a@a/b,a\n2,a,a\n");
  arff.target = "seen";
  arff.clean = "truth";
  CHECK_THAT(files.data_error([&] { load_data(arff); }),
             Catch::Contains("target 'seen' was read as sets of labels"));
}

TEST_CASE("clean labels beside votes are compared with the class of most votes",
          "[load_data][clean][votes]") {
  const TempFiles files;
  // a majority that is right, a wrong one, a tie whose first class is wrong, and nobody who was asked
  DataOptions o = with_columns(files, "x,truth,ann,bob,cid\n1,q,q,q,p\n2,p,q,q,\n4,q,p,q,\n5,r,,,\n");
  o.target.reset();
  o.annotators = {"ann", "bob", "cid"};
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names == Names{"x"});
  CHECK(data.parts().target.class_names == Names{"p", "q", "r"});
  CHECK(clean_labels(data) == Labels{1, 0, 1, 2});
  CHECK(data.notes[1] ==
        "clean labels 'truth': differ from the class with most votes (the first on a tie) in 2 of 3 samples");
  CHECK(data.notes[2] ==
        "clean labels 'truth': class 'r' occurs among them alone, and is a class of the target "
        "too");

  o.harden = true;
  const LoadedData hard = load_data(o);
  CHECK(hard.parts().target.labels == Labels{1, 1, 0, -1});
  CHECK(clean_labels(hard) == Labels{1, 0, 1, 2});
  CHECK(hard.view().target().votes().start[4] == 7);  // a noise model still sees them
}

TEST_CASE("clean beside a target that is no column of classes contradicts itself",
          "[data_options][clean][errors]") {
  const TempFiles files;
  const auto error = [&](const auto& change) {
    DataOptions o = with_columns(files, "x\n1\n");
    change(o);
    return files.param_error([&] { check(o); });
  };
  CHECK(error([](DataOptions&) {}).empty());
  CHECK_THAT(error([](DataOptions& o) { o.target.reset(); }),
             Catch::StartsWith("data.clean holds the true labels beside the observed ones; name"));
  for (const TargetReading kind : {TargetReading::real, TargetReading::sets})
    CHECK_THAT(
        error([&](DataOptions& o) { o.target_kind = kind; }),
        Catch::StartsWith("data.clean compares one class per sample with another, but the target is "));
  CHECK_THAT(error([](DataOptions& o) { o.ancestors = true; }), Catch::Contains("is sets of labels"));
  CHECK_THAT(error([](DataOptions& o) { o.certainty = "c"; }),
             Catch::Contains("certainty makes the target soft labels"));
  const auto other = [&](const auto& change) {
    return error([&](DataOptions& o) {
      o.target.reset();
      change(o);
    });
  };
  const std::string sentence =
      "data.clean holds the true classes beside those of target, but the target is no column of classes; "
      "drop it";
  CHECK(other([](DataOptions& o) { o.soft = {"p", "q"}; }) == sentence);
  CHECK(other([](DataOptions& o) { o.label_columns = {"p", "q"}; }) == sentence);
  CHECK_THAT(other([](DataOptions& o) { o.path = "a.svm"; }),
             Catch::StartsWith("data.clean means nothing for a LIBSVM file"));
  CHECK(to_json(with_columns(files, "x\n1\n"))["clean"] == "truth");
  CHECK(parse_data_options(toml::parse("path = 'a'\ntarget = 'y'\nclean = 3")).clean == "3");
}

}  // namespace load_clean_test
