#include "fixture.hpp"

#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/study/study.hpp>
#include <tamis/rng.hpp>

#include <nlohmann/json.hpp>

#include <regex>
#include <set>

using namespace tamis;
using namespace tamis::framework;
using nlohmann::json;
using test::contains;
using test::message_of;

namespace {

/// Feature 0, whose name would be HTML, tells the class; feature 1 is nearly the same, 2 is noise.
LoadedData table() {
  Rng rng(1);
  std::vector<std::vector<double>> columns(3);
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"<script>alert(1)</script>", "b & \"c\""};
  for (std::size_t i = 0; i < 60; ++i) {
    const auto c = static_cast<std::int32_t>(i % 2);
    columns[0].push_back(c + rng.uniform());
    columns[1].push_back(columns[0].back() + 0.01 * rng.uniform());
    columns[2].push_back(rng.uniform());
    target.labels.push_back(i == 10 ? 1 - c : c);
  }
  return LoadedData::from_columns(columns, {"<img src=x onerror=alert(1)>", "copy", "noise"}, target);
}

json selection(const std::string& config) {
  Registry registry = test::test_registry();
  const StudyConfig parsed = parse_study_config(toml::parse(config, std::string_view("run.toml")));
  Observer silent;
  return to_json(study(registry, Defaults(), parsed, table(), parsed.runtime_options(), silent));
}

json label_noise(const std::string& noise = "") {
  Registry registry = test::test_registry();
  const LabelNoiseConfig config = parse_label_noise_config(
      toml::parse("criterion = { use = 'neighbour_labels', noise = 'pooled_flip' }\n" + noise,
                  std::string_view("run.toml")));
  Observer silent;
  return to_json(
      estimate_label_noise(registry, Defaults(), config, table(), config.runtime_options(), silent));
}

std::string page_of(const json& result) {
  const NamedResult named{"r.json", &result};
  return html_report({&named, 1});
}

const char* kWhole = R"(
criterion = { use = 'knn_error' }
search = { use = 'forward', keep = 2 }
evaluate = { folds = 3 }
stability = { resamples = 4 }
noise_sweep = { noise = 'uniform_flip', vary = 'rate', values = [0.1, 0.3], repeats = 2 }
)";

}  // namespace

TEST_CASE("a report shows each part of a result that is there", "[report]") {
  const std::string whole = page_of(selection(kWhole));
  for (const char* part :
       {"The path of the search", "Steps of the search", "predicting samples that were not used",
        "Features that say the same", "How often each feature is selected", "Which ranks each feature has",
        "What is selected again", "What it was made from", "To run it again"})
    CHECK(contains(whole, part));
  const std::string ranked =
      page_of(selection("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }"));
  CHECK(contains(ranked, "1 of 3 features selected"));
  CHECK(contains(ranked, "Scores of the features"));
  CHECK_FALSE(contains(ranked, "The path of the search"));
  CHECK_FALSE(contains(ranked, "Would other samples"));
}

TEST_CASE("features of several columns that are selected as one are counted once in a report",
          "[report][groups]") {
  const std::string grouped =
      page_of(selection("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }\n"
                        "data.feature_groups = { pair = ['copy', 'noise'] }"));
  CHECK(contains(grouped, "60 samples, 2 features in 3 columns"));
  CHECK(contains(grouped, "1 of 2 features selected"));
}

TEST_CASE("bars begin at 0 where some scores are a little below it", "[report]") {
  json result = selection("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 1 }");
  result["ranking"][2]["score"] = -0.001;
  const std::string page = page_of(result);
  const auto place_of = [&](const char* element) {
    std::smatch found;
    REQUIRE(std::regex_search(page, found, std::regex(element)));
    return found[1].str();
  };
  CHECK(place_of("<rect x=\"([0-9.]+)\"[^>]*height=\"12") == place_of("<text x=\"([0-9.]+)\"[^>]*>0</text>"));
}

TEST_CASE("the report of a ranking marks no size that was chosen", "[report]") {
  Registry registry = test::test_registry();
  StudyConfig config = parse_study_config(toml::parse(kWhole, std::string_view("run.toml")));
  config.stability.reset();  // they compare selections
  config.noise_sweep.reset();
  const auto is_marked = [&](bool order_all) {
    config.order_all = order_all;
    Observer silent;
    const std::string page = page_of(to_json(study(registry, Defaults(), config, table(), {}, silent)));
    CHECK(contains(page, "The path of the search"));
    return contains(page, "the size that was chosen");
  };
  CHECK(is_marked(false));
  CHECK_FALSE(is_marked(true));
}

TEST_CASE("names of data are texts in a report, whatever they are", "[report]") {
  for (const json& result : {selection(kWhole), label_noise()}) {
    const std::string page = page_of(result);
    CHECK_FALSE(contains(page, "<img"));
    CHECK_FALSE(contains(page, "<script>alert"));
    CHECK_FALSE(contains(page, "b & \"c\""));
    CHECK(contains(page, "&lt;"));
  }
}

TEST_CASE("a report needs nothing else, and is the same each time", "[report]") {
  const json result = label_noise();
  const std::string page = page_of(result);
  CHECK(page == page_of(json::parse(result.dump())));
  const std::regex loads("(src|href|url)\\s*[=(]\\s*[\"']?(https?:|//)");
  CHECK_FALSE(std::regex_search(page, loads));
  std::smatch ids;
  std::set<std::string> seen;
  for (std::string rest = page; std::regex_search(rest, ids, std::regex(" id=\"([^\"]*)\""));
       rest = ids.suffix())
    CHECK(seen.insert(ids[1]).second);
}

TEST_CASE("the report of label noise has the suspects and where they lie", "[report]") {
  const json result = label_noise();
  REQUIRE(result.at("suspects").size() >= 1);
  const std::string page = page_of(result);
  CHECK(contains(page, "looks wrong"));
  CHECK(contains(page, "Which class is labelled as which"));
  CHECK(contains(page, "Samples and their labels"));
  CHECK(contains(page, "<td class=\"number\" data-value=\"11\">11</td>"));
}

TEST_CASE(
    "the report of label noise has the cells by which rows are judged, and all labels where they are listed",
    "[report]") {
  json result = label_noise("noise = { all = true }");
  CHECK(result.at("all").size() == 60);
  CHECK(contains(page_of(result), "All labels, the most doubtful first"));
  result.erase("all");
  result["cell_columns"] = {"name", "length"};
  for (json& suspect : result["suspects"]) suspect["cells"] = {"<b>ann", 0.1};
  const std::string page = page_of(result);
  CHECK(contains(page, "<th scope=\"col\">name</th><th scope=\"col\" class=\"number\">length</th>"));
  CHECK(contains(page, "<td>&lt;b&gt;ann</td><td class=\"number\" data-value=\"0.1\">0.1</td>"));
  CHECK_FALSE(contains(page, "All labels"));
  for (json& suspect : result["suspects"]) suspect["cells"] = {"ann"};
  CHECK_THROWS_AS(page_of(result), DataError);
  for (const char* key : {"cell_columns", "found", "tells_nothing", "two_readings", "none"})
    result.erase(key);
  const std::string older = page_of(result);
  CHECK(contains(older, "P(likelier)</th></tr>"));
  CHECK(contains(older, " of the labels are wrong, by the fit. "));
  CHECK(contains(older, "estimated flip rate"));
}

TEST_CASE("the report of votes has all annotators, and what the votes alone say of a suspect", "[report]") {
  Registry registry = test::test_registry();
  const LabelNoiseConfig config = parse_label_noise_config(
      toml::parse("[data]\npath = '" TAMIS_TEST_DATA "/wine.csv'\ntarget_path = '" TAMIS_TEST_DATA
                  "/wine_votes.csv'\nannotators = '*'\nignore = 'class'\n"));
  Observer silent;
  const json result = to_json(estimate_label_noise(registry, Defaults(), config, {}, silent));
  const std::string page = page_of(result);
  CHECK(contains(page, "Majorities that look wrong"));
  CHECK(contains(page, "How good the annotators are"));
  for (const char* name : {"ann", "ben", "cem", "dan", "eve", "flo"})
    CHECK(contains(page, "<td>" + std::string(name) + "</td>"));
  CHECK(contains(page, "by votes alone"));
  json damaged = result;
  damaged["suspects"][0].erase("by_votes");
  CHECK_THAT(message_of<DataError>([&] { page_of(damaged); }), Catch::StartsWith("r.json: a damaged result"));
}

TEST_CASE("several results are compared before each is shown", "[report]") {
  const json one = selection(kWhole),
             other = selection("criterion = 'fisher_score'\nsearch = { use = 'rank', keep = 2 }"),
             noise = label_noise();
  const NamedResult all[] = {{"one.json", &one}, {"other.json", &other}, {"noise.json", &noise}};
  const std::string page = html_report(all);
  CHECK(contains(page, "How much the selections share"));
  CHECK(contains(page, "rank in other.json"));
  CHECK(page.find("Side by side") < page.find("one.json: Features of"));
  CHECK(contains(page, "noise.json: Labels of"));
}

TEST_CASE("the ranks of the best thirty features are drawn, and of a result that has none nothing",
          "[report]") {
  json result = selection(kWhole);
  json many = json::array(), ranks = json::array();
  for (int k = 0; k < 40; ++k) {
    json row = result["ranking"][2];
    row["feature"] = "g" + std::to_string(k);
    row["column"] = 39 - k;
    many.push_back(row);
    ranks.push_back({{"feature", "g" + std::to_string(39 - k)},
                     {"column", k},
                     {"selected_in", 0.5},
                     {"rank_median", 40 - k},
                     {"rank_low", k == 39 ? 1 : 39 - k},
                     {"rank_high", 40 - k}});
  }
  result["ranking"] = many;
  result["stability"]["features"] = ranks;
  const std::string page = page_of(result);
  CHECK(contains(page, "The first 30 of 40; the result has all."));
  CHECK(contains(page, ">1, median 1<"));
  CHECK(contains(page, ">1 to 2, median 2<"));
  CHECK(contains(page, ">29 to 30, median 30<"));
  CHECK_FALSE(contains(page, "median 31"));
  for (json& row : result["stability"]["features"])
    for (const char* key : {"rank_median", "rank_low", "rank_high"}) row.erase(key);
  CHECK_FALSE(contains(page_of(result), "Which ranks each feature has"));
}

TEST_CASE("what is reported along a path is drawn, whoever reports it", "[report]") {
  json result = selection(kWhole);
  json& diagnostics = result["diagnostics"];
  diagnostics["step_size_path"] = {{"rows", "other"},
                                   {"columns", {"penalty", "<b>first", "second"}},
                                   {"values", {{1, 0, 0}, {0.1, 2, -1}, {0.01, 3, nullptr}}}};
  diagnostics["penalty"] = 0.1;
  diagnostics["step_size_path_caption"] = "What is <i>to be seen</i>.";
  std::string page = page_of(result);
  for (const char* part : {"Step size by penalty</h2>", "penalty (logarithmic)", "&lt;b&gt;first", ">second<",
                           "penalty = 0.1", "What is &lt;i&gt;to be seen"})
    CHECK(contains(page, part));
  CHECK(contains(page, "Step size by penalty"));
  json noise = label_noise();
  noise["diagnostics"] = diagnostics;
  CHECK(contains(page_of(noise), "Step size by penalty"));

  diagnostics["step_size_path"]["values"][2][0] = 0;  // has no logarithm
  page = page_of(result);
  CHECK(contains(page, ">penalty<"));
  CHECK_FALSE(contains(page, "logarithmic"));
  diagnostics["step_size_path"]["values"].erase(1);
  diagnostics["step_size_path"]["values"].erase(1);
  CHECK_FALSE(contains(page_of(result), "Step size by penalty"));
  diagnostics["step_size_path"]["values"][0] = {1, 2};
  CHECK(contains(message_of<DataError>([&] { page_of(result); }), "r.json: a damaged result"));
}

TEST_CASE("what a criterion notes is shown below the ranking", "[report]") {
  json result = selection(kWhole);
  result["diagnostics"]["pairs_note"] = "x1 & x2 act together.";
  result["diagnostics"]["pairs_notes"] = "not this";
  result["diagnostics"]["number_note"] = 5;
  const std::string page = page_of(result);
  CHECK(page.find("x1 &amp; x2 act together.") > page.find("remark of the criterion"));
  CHECK_FALSE(contains(page, "not this"));
}

TEST_CASE("the paths of every stage are drawn, with the stage in their headings", "[report]") {
  const std::string page = page_of(selection(R"(
[[stage]]
criterion = { use = 'robust_lasso', flips = 'none' }
search = { use = 'rank', keep = 2 }
[[stage]]
criterion = { use = 'variance' }
search = { use = 'rank', keep = 1 }
)"));
  CHECK(contains(page, "Stage 1, robust_lasso: Coefficient by lambda</h2>"));
  CHECK_FALSE(contains(page, "Stage 2, variance: "));
}

TEST_CASE("what is no result, or a damaged one, is refused by name", "[report][errors]") {
  const json nothing = {{"a", 1}};
  CHECK_THAT(message_of<DataError>([&] { page_of(nothing); }),
             Catch::StartsWith("r.json is no result of tamis"));
  for (const char* key : {"ranking", "path", "criterion", "data"}) {
    json damaged = selection(kWhole);
    damaged[key] = 7;
    CHECK_THAT(message_of<DataError>([&] { page_of(damaged); }),
               Catch::StartsWith("r.json: a damaged result: a number is where "));
  }
  const auto refusal = [](const char* where, const json& what) {
    json damaged = selection(kWhole);
    damaged[json::json_pointer(where)] = what;
    return message_of<DataError>([&] { page_of(damaged); });
  };
  CHECK(refusal("/better", nullptr) == "r.json: a damaged result: null is where a text is expected");
  CHECK(refusal("/data", "x") == "r.json: a damaged result: a text is where an object is expected");
  CHECK(refusal("/notes", json::object()) ==
        "r.json: a damaged result: an object is where a list is expected");
  json without = selection(kWhole);
  without.erase("better");
  CHECK(message_of<DataError>([&] { page_of(without); }) ==
        "r.json: a damaged result: the key 'better' is missing");
  json damaged = label_noise();
  damaged["scatter"]["points"][0] = "gone";
  CHECK_THAT(message_of<DataError>([&] { page_of(damaged); }), Catch::StartsWith("r.json: a damaged result"));
}
