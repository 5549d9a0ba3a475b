#include <tamis/errors.hpp>
#include <tamis/framework/data/data_options.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tamis::framework;
using namespace std::string_view_literals;

namespace data_options_test {
namespace {

DataOptions parsed(const std::string& body) {
  const toml::table table = toml::parse(body, "run.toml"sv);
  return parse_data_options(table, "data");
}

std::string error_of(const std::string& body) {
  try {
    parsed(body);
  } catch (const tamis::ParamError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the data table is read with its defaults", "[data_options]") {
  const DataOptions o = parsed("path = 'a.csv'");
  CHECK(o.path == "a.csv");
  CHECK_FALSE(o.has_target());
  CHECK(o.target_kind == TargetReading::automatic);
  CHECK(o.missing == Missing::error);
  CHECK(o.header == HeaderMode::automatic);
  CHECK(o.standardise == Standardise::automatic);
  CHECK(o.delimiter == '\0');
}

TEST_CASE("every key of the data table is read", "[data_options]") {
  const DataOptions o = parsed(
      "path = 'a.csv'\ntarget = -1\ntarget_path = 'y.csv'\ntarget_kind = 'class'\ncertainty = 'sure'\nharden "
      "= true\n"
      "unknown = ['NA', -999]\nignore = ['id', 3]\ncategorical = 'colour'\nmissing = 'median'\nheader = "
      "true\n"
      "delimiter = 'tab'\nweights = 'w'\ngroups = 'g'\nstandardise = 'sample'\n");
  CHECK(o.target == "-1");
  CHECK(o.target_path == "y.csv");
  CHECK(o.target_kind == TargetReading::classes);
  CHECK(o.certainty == "sure");
  CHECK(o.harden);
  CHECK(o.unknown == std::vector<std::string>{"NA", "-999"});
  CHECK(o.ignore == std::vector<std::string>{"id", "3"});
  CHECK(o.categorical == std::vector<std::string>{"colour"});
  CHECK(o.missing == Missing::median);
  CHECK(o.header == HeaderMode::yes);
  CHECK(o.delimiter == '\t');
  CHECK(o.weights == "w");
  CHECK(o.groups == "g");
  CHECK(o.standardise == Standardise::sample);
  CHECK(parsed("path = 'a'\nunknown = 'NA, ?'").unknown == std::vector<std::string>{"NA", "?"});
  CHECK(parsed("path = 'a'\nstandardise = true").standardise == Standardise::population);
  CHECK(parsed("path = 'a'\nstandardise = false").standardise == Standardise::none);
  CHECK(parsed("path = 'a'\nstandardise = 'auto'").standardise == Standardise::automatic);
  CHECK(parsed("path = 'a'\nheader = 'auto'").header == HeaderMode::automatic);
  CHECK(parsed("path = 'a'\nsoft = ['p', 'q']").soft.size() == 2);
}

TEST_CASE("annotators are a list of columns or a table of votes", "[data_options]") {
  CHECK(parsed("path = 'a'\nannotators = ['x', 'y']").annotators.size() == 2);
  const DataOptions o = parsed("path='a'\nannotators = {path='v.csv', sample='s', annotator=2, label='l'}");
  REQUIRE(o.votes);
  CHECK(o.votes->path == "v.csv");
  CHECK(o.votes->annotator == "2");
  CHECK_FALSE(o.votes->first_row);
  CHECK(parsed("path='a'\nannotators = {path='v', sample='s', annotator=2, label='l', first_row=0}")
            .votes->first_row == 0);
  CHECK(parsed("path='a'\ntarget_path='b'\nannotators = '*'").all_annotators());
  CHECK_FALSE(parsed("path='a'\nannotators = ['*', 'b']").all_annotators());
}

TEST_CASE("mistakes in the data table are named with their place", "[data_options][errors]") {
  CHECK(error_of("path = 'a'\nstandardize = true") ==
        "run.toml:2:1: data.standardize is not a key of [data]; did you mean 'standardise'?");
  CHECK(error_of("path = 'a'\nstandardise = 'yes'") ==
        "run.toml:2:15: data.standardise is \"yes\", a string; expected true, false, \"population\", "
        "\"sample\", \"none\" or \"auto\"");
  CHECK_THAT(error_of("path = 'a'\nmissing = 'drop'"),
             Catch::Contains("expected \"error\", \"drop_rows\", \"median\""));
  CHECK_THAT(error_of("path = 'a'\nheader = 1"),
             Catch::Contains("run.toml:2:10: data.header is 1, an integer"));
  CHECK_THAT(error_of("path = 'a'\ndelimiter = '5'"), Catch::Contains("data.delimiter is \"5\""));
  CHECK_THAT(error_of("path = 3"), Catch::Contains("data.path is 3, an integer; expected a string"));
  CHECK_THAT(error_of("target = 'y'"), Catch::Contains("data.path is missing"));
  CHECK_THAT(error_of("path = 'a'\nannotators = { path = 'v' }"),
             Catch::Contains("data.annotators.sample is missing"));
  CHECK_THAT(error_of("path = 'a'\nannotators = { path = 'v', sampel = 's' }"),
             Catch::Contains("data.annotators.sample is missing"));
  const std::string votes = "path='a'\nannotators = {path='v', sample='s', annotator=2, label='l', ";
  CHECK_THAT(
      error_of(votes + "first_row=2}"),
      Catch::Contains("data.annotators.first_row is 2; expected 0 or 1, the number that the first row"));
  CHECK_THAT(error_of(votes + "first_row=0, id='who'}"),
             Catch::Contains("finds samples by a column; keep one"));
  CHECK(error_of("path = 'a'\nsoft = {}") ==
        "run.toml:2:8: data.soft.from is missing; name the criterion, or of votes the noise model, whose "
        "memberships become the soft labels: from = { use = \"...\" }");
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nsoft = { from = 'x', form = 'x' }"),
             Catch::Contains("data.soft.form is not a key of [data.soft]; did you mean 'from'?"));
  CHECK(error_of("path = 'a'\nsample = 1") ==
        "run.toml:2:10: data.sample is 1; expected a number of samples of at least 2");
  CHECK_THAT(error_of("path = 'a'\nsample = 0.5"), Catch::Contains("expected a whole number"));
  CHECK(error_of("path = 'a'\nmax_gigabytes = 0") ==
        "run.toml:2:17: data.max_gigabytes is 0; expected a number above 0, of 10^9 bytes each");
  CHECK(parse_data_options(toml::parse("path = 'a'\nmax_gigabytes = 0.5")).max_bytes == 500000000);
}

TEST_CASE("options that contradict each other are refused", "[data_options][errors]") {
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nsoft = ['p', 'q']"),
             Catch::Contains("both target and soft"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nannotators = ['p', 'q']"),
             Catch::Contains("both target and annotators"));
  CHECK_THAT(error_of("path = 'a'\nsoft = ['x', 'y']\nannotators = ['p', 'q']"),
             Catch::Contains("both soft and annotators"));
  CHECK_THAT(error_of("path = 'a'\nannotators = '*'"),
             Catch::Contains("takes every column of the file in target_path, which is not named"));
  CHECK_THAT(error_of("path = 'a'\nsoft = ['p']"), Catch::Contains("at least two"));
  CHECK_THAT(error_of("path = 'a'\ncertainty = 'p'"),
             Catch::StartsWith("run.toml:2:13: data.certainty needs the labels"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nsoft = ['p', 'q']"),
             Catch::StartsWith("run.toml:3:8: data: both target and soft"));
  CHECK_THAT(error_of("path = 'a.svm'\nmissing = 'median'"),
             Catch::StartsWith("run.toml:2:11: data.missing means nothing for a LIBSVM file"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\ncertainty = 'p'\ntarget_kind = 'real'"),
             Catch::Contains("target_kind is \"real\""));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nharden = true"), Catch::Contains("there are none"));
  CHECK_THAT(error_of("path = 'a'\nsoft = ['p', 'q']\ntarget_kind = 'class'"), Catch::Contains("drop it"));
}

TEST_CASE("soft labels from a fit need class labels or votes, and nothing else that says how sure they are",
          "[data_options][errors]") {
  const std::string fit = "path = 'a'\nsoft = { from = 'x' }\n";
  CHECK(error_of(fit + "target = 'y'") == "");
  CHECK(error_of(fit + "target_path = 'y.csv'") == "");
  CHECK(error_of(fit + "target = 'y'\nharden = true") == "");
  CHECK_THAT(error_of(fit), Catch::Contains("data.soft.from is fitted to the labels that were observed; name "
                                            "their column with target"));
  CHECK_THAT(error_of(fit + "target = 'y'\ncertainty = 'c'"),
             Catch::Contains("certainty states it; keep one"));
  CHECK(error_of(fit + "annotators = ['c', 'd']") == "");
  CHECK(error_of(fit + "annotators = {path='v', sample='s', annotator='a', label='l'}") == "");
  CHECK_THAT(error_of(fit + "target = 'y'\ntarget_kind = 'real'"),
             Catch::Contains("target_kind is \"real\"; drop one of them"));
}

TEST_CASE("options as JSON hold every default, and leave out what was not named", "[data_options][json]") {
  CHECK(to_json(parsed("path = 'a.csv'")) == nlohmann::json::parse(R"({
    "path": "a.csv", "target_kind": "auto", "harden": false, "unknown": [], "ignore": [], "categorical": [],
    "missing": "error", "header": "auto", "delimiter": null, "standardise": "auto",
    "decimal": "auto", "merge_spellings": false, "categories": "auto", "nominal": "category",
    "format": "auto", "discretise": "auto", "bins": 5, "ancestors": false, "tf_idf": false})"));
}

TEST_CASE("options as JSON hold what was given, in the words of the config", "[data_options][json]") {
  CHECK(
      to_json(parsed(
          "path = 'a.csv'\ntarget = -1\ntarget_path = 'y.csv'\ntarget_kind = 'class'\n"
          "certainty = 'sure'\nharden = true\nunknown = ['NA', -999]\nignore = ['id', 3]\n"
          "categorical = 'colour'\nmissing = 'median'\nheader = false\ndelimiter = 'tab'\ndecimal = 'comma'\nmerge_spellings = true\nnominal = 'number'\n"
          "weights = 'w'\ngroups = 'g'\nstandardise = false\n")) == nlohmann::json::parse(R"({
    "path": "a.csv", "target": "-1", "target_path": "y.csv", "target_kind": "class", "certainty": "sure",
    "harden": true, "unknown": ["NA", "-999"], "ignore": ["id", "3"], "categorical": ["colour"],
    "missing": "median", "header": false, "delimiter": "tab", "weights": "w", "groups": "g",
    "decimal": "comma", "merge_spellings": true, "categories": "auto", "nominal": "number",
    "standardise": "none", "format": "auto", "discretise": "auto", "bins": 5, "ancestors": false,
    "tf_idf": false})"));
  const nlohmann::json soft =
      to_json(parsed("path = 'a'\nsoft = ['p', 'q']\nheader = true\ndelimiter = ';'\nmissing = 'drop_rows'\n"
                     "standardise = 'sample'"));
  CHECK(soft["soft"] == nlohmann::json{"p", "q"});
  CHECK(soft["header"] == true);
  CHECK(soft["delimiter"] == ";");
  CHECK(soft["missing"] == "drop_rows");
  CHECK(soft["standardise"] == "sample");
  CHECK_FALSE(soft.contains("sample"));
  CHECK(to_json(parsed("path = 'a'\nsample = 300"))["sample"] == 300);
  CHECK(to_json(parsed(
            "path = 'a'\ntarget = 'y'\ntarget_kind = 'real'\nstandardise = true"))["target_kind"] == "real");
  CHECK(to_json(parsed("path = 'a'\nannotators = ['x', 'y']"))["annotators"] == nlohmann::json{"x", "y"});
  const char* votes = "path='a'\nannotators = {path='v.csv', sample='s', annotator=2, label='l'";
  CHECK(to_json(parsed(std::string(votes) + "}"))["annotators"] ==
        nlohmann::json::parse(R"({"path": "v.csv", "sample": "s", "annotator": "2", "label": "l"})"));
  CHECK(to_json(parsed(std::string(votes) + ", id='who'}"))["annotators"]["id"] == "who");
  CHECK(to_json(parsed(std::string(votes) + ", first_row=0}"))["annotators"]["first_row"] == 0);
}

TEST_CASE("a path that is not UTF-8 does not break the JSON", "[data_options][json]") {
  DataOptions o;
  o.path = "caf\xE9.csv";
  o.unknown = {"\xFF"};
  CHECK(to_json(o)["path"] == "caf\\xe9.csv");
  CHECK_NOTHROW(to_json(o).dump());
}

TEST_CASE("what is done to features and which labels there are is read and written back",
          "[data_options][json]") {
  const DataOptions o = parsed(
      "path = 'a'\nformat = 'arff'\ntarget = 'y'\ntarget_kind = 'sets'\nlabel_separator = ';'\nancestors = "
      "true\n"
      "discretise = 'uniform'\nbins = 10\ntf_idf = true\ntop_terms = 1000\n");
  CHECK(o.format == Format::arff);
  CHECK(o.target_kind == TargetReading::sets);
  CHECK(o.label_separator == ";");
  CHECK(o.ancestors);
  CHECK(o.discretise.binning == Binning::uniform);
  CHECK(o.discretise.bins == 10u);
  CHECK(o.tf_idf);
  CHECK(o.top_terms == 1000u);
  const nlohmann::json written = to_json(o);
  CHECK(written["format"] == "arff");
  CHECK(written["target_kind"] == "sets");
  CHECK(written["label_separator"] == ";");
  CHECK(written["ancestors"] == true);
  CHECK(written["discretise"] == "uniform");
  CHECK(written["bins"] == 10);
  CHECK(written["top_terms"] == 1000);

  const DataOptions edges = parsed("path = 'a.svm'\ndiscretise = { edges = [0, 1.5] }\nancestors = true");
  CHECK(edges.is_libsvm());
  CHECK(edges.discretise.edges == std::vector<double>{0, 1.5});
  CHECK(to_json(edges)["discretise"] == nlohmann::json{{"edges", {0.0, 1.5}}});
  CHECK_FALSE(to_json(edges).contains("bins"));
  CHECK(parsed("path = 'a'\nlabel_columns = ['p', 2]\ntarget_kind = 'sets'").label_columns.size() == 2);
  CHECK(to_json(parsed("path = 'a'\nlabel_columns = ['p']"))["label_columns"] == nlohmann::json{"p"});
  CHECK(to_json(parsed("path = 'a'\ndiscretise = 'quantile'"))["discretise"] == "quantile");
  CHECK(to_json(parsed("path = 'a'\ndiscretise = 'integers'"))["discretise"] == "integers");
  for (const char* format : {"csv", "npy", "libsvm", "auto"})
    CHECK(to_json(parsed("path = 'a'\nformat = '" + std::string(format) + "'"))["format"] == format);
}

TEST_CASE("groups of features are lists of names, or a pattern", "[data_options][json]") {
  const DataOptions o =
      parsed("path = 'a'\nfeature_groups = { size = ['height', 'weight'], genes = 'gene_*' }");
  REQUIRE(o.feature_groups.size() == 2);
  CHECK(o.feature_groups[0].name == "genes");
  CHECK(o.feature_groups[0].members == std::vector<std::string>{"gene_*"});
  CHECK(o.feature_groups[1].members == std::vector<std::string>{"height", "weight"});
  CHECK(to_json(o)["feature_groups"] ==
        nlohmann::json{{"size", {"height", "weight"}}, {"genes", nlohmann::json::array({"gene_*"})}});
  CHECK_FALSE(to_json(parsed("path = 'a'")).contains("feature_groups"));
  CHECK_THAT(error_of("path = 'a'\nfeature_groups = ['a']"),
             Catch::StartsWith("run.toml:2:18: data.feature_groups is an array; expected a table of groups"));
  CHECK_THAT(error_of("path = 'a'\nfeature_groups = { g = [1] }"),
             Catch::Contains("data.feature_groups has g = an array; expected names of features"));
}

TEST_CASE("mistakes in how features are cut are named with their place", "[data_options][errors]") {
  CHECK_THAT(
      error_of("path = 'a'\ndiscretise = 'quantiles'"),
      Catch::StartsWith("run.toml:2:14: data.discretise is ") && Catch::Contains("did you mean 'quantile'?"));
  CHECK(error_of("path = 'a'\nbins = 1") == "run.toml:2:8: data.bins is 1; expected 2 to 256");
  CHECK_THAT(error_of("path = 'a'\nbins = 257"), Catch::Contains("expected 2 to 256"));
  CHECK_THAT(error_of("path = 'a'\nbins = 3\ndiscretise = 'integers'"),
             Catch::Contains("takes the values as codes"));
  CHECK_THAT(error_of("path = 'a'\nbins = 3\ndiscretise = { edges = [1] }"),
             Catch::Contains("lists the edges"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = {}"), Catch::Contains("data.discretise.edges is missing"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = 3 }"),
             Catch::Contains("data.discretise.edges is 3"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = ['x'] }"), Catch::Contains("expected numbers"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = [1], edge = 2 }"),
             Catch::Contains("did you mean 'edges'?"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = [] }"),
             Catch::Contains("holds 0 values; expected 1 to 255"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = [1, 1] }"),
             Catch::Contains("edges: 1 does not ascend"));
  CHECK_THAT(error_of("path = 'a'\ndiscretise = { edges = [1, inf] }"), Catch::Contains("finite"));
  CHECK_THAT(error_of("path = 'a'\ntop_terms = 0"), Catch::Contains("data.top_terms is 0; expected"));
  CHECK_THAT(error_of("path = 'a'\nformat = 'xls'"), Catch::Contains("data.format is "));
  DataOptions by_hand;
  by_hand.path = "a";
  by_hand.discretise.bins = 300;
  CHECK_THROWS_AS(check(by_hand), tamis::ParamError);
}

TEST_CASE("options of label sets that contradict each other are refused", "[data_options][errors]") {
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nlabel_columns = ['p']"),
             Catch::Contains("both target and label_columns"));
  CHECK_THAT(error_of("path = 'a'\nlabel_columns = ['p']\ntarget_kind = 'class'"),
             Catch::Contains("target_kind says something else"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\nlabel_separator = ','"),
             Catch::Contains("target_kind = \"sets\""));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\ntarget_kind = 'sets'\nlabel_separator = ''"),
             Catch::Contains("label_separator is empty"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\ntarget_kind = 'sets'\ncertainty = 'c'"),
             Catch::Contains("speaks of one label per sample"));
  CHECK_THAT(error_of("path = 'a'\nancestors = true"), Catch::Contains("there are none"));
  CHECK_THAT(error_of("path = 'a'\nsoft = ['p', 'q']\nancestors = true"),
             Catch::Contains("the target is probabilities"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\ntarget_kind = 'real'\nancestors = true"),
             Catch::Contains("the target is real values"));
  CHECK_THAT(error_of("path = 'a'\ntarget = 'y'\ntarget_kind = 'sets'\nsoft = { from = 'x' }"),
             Catch::Contains("fitted to one label per sample"));
}

}  // namespace data_options_test
