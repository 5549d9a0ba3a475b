#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/experiment/output.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

ExperimentConfig with_data(const std::string& text) {
  return parse_experiment(
      [text] { return toml::parse("data.generate = 'y1'\n" + text, std::string_view("s.toml")); });
}

/// Two repeats at each of two points; losses of one and two features.
const std::string kText =
    "repeats = 2\n[vary]\nsearch.keep = [1, 2]\n[[method]]\nname = 'A'\n[[method]]\nname = 'B, the other'\n";

ExperimentResult made() {
  ExperimentResult r;
  for (const double base : {0.1, 0.2, 0.3, 0.5})
    r.repeats.push_back({{0, "loss", 1, 1, base},
                         {0, "loss", 2, 1, base / 2},
                         {1, "loss", 1, 1, base + 0.1},
                         {1, "loss", 2, 1, std::numeric_limits<double>::quiet_NaN()}});
  r.done = 4;
  return r;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the table shows means with standard errors, and paired differences", "[tables]") {
  const std::string table = to_table(with_data(kText + "[table]\nfeatures = [1]\npercent = true\n"), made());
  CHECK(has(table, "loss (%): means of 2 repeats, ± standard error\n"));
  CHECK(has(table, "search.keep  features  A        B, the other\n"));
  CHECK(has(table, "1            1         15 ± 5   25 ± 5\n"));
  CHECK(has(table, "2            1         40 ± 10  50 ± 10\n"));
  CHECK(has(table, "B, the other minus A\n"));
  CHECK(has(table, "+10.000  no spread, no p\n"));
}

TEST_CASE("a difference that is the same in every repeat has neither interval nor p, and the reason is said",
          "[tables]") {
  const ExperimentConfig config = with_data(kText + "[table]\nfeatures = [1, 2]\n");
  const auto rows = to_json(config, made())["table"]["rows"];
  const auto& equal = rows[0]["methods"]["B, the other"]["minus_reference"];
  CHECK(equal["mean"] == Approx(0.1));
  for (const char* key : {"low", "high", "p"}) CHECK(equal[key].is_null());
  CHECK(equal["reason"] == "all differences are equal, so how far they spread is not known");
  CHECK(rows[1]["methods"]["B, the other"]["minus_reference"]["reason"] ==
        "there are fewer than two differences");
  const std::string csv = table_csv(config, made());
  const std::size_t at = csv.find("1,1,\"B, the other\"");
  const std::string line = csv.substr(at, csv.find('\n', at) - at);
  CHECK(line.ends_with(",,,"));
  CHECK_FALSE(line.ends_with(",,,,"));  // the mean is there

  ExperimentResult same = made();
  for (auto& repeat : same.repeats) repeat[2].value = repeat[0].value;
  const auto none = to_json(config, same)["table"]["rows"][0]["methods"]["B, the other"]["minus_reference"];
  CHECK(none["p"] == 1);
  CHECK(none["low"] == 0);
  CHECK_FALSE(none.contains("reason"));
  CHECK(has(to_table(config, same), "+0.000 ± 0.000  p = 1.000"));
}

TEST_CASE("a loss is averaged over the sizes that were asked for", "[tables]") {
  const auto mean = [](const std::string& table, std::size_t method) {
    return estimate(summary_table(with_data(kText + table), made()).rows[0].values[method]).mean;
  };
  CHECK(mean("", 0) == Approx((0.1 + 0.05 + 0.2 + 0.1) / 4));
  CHECK(mean("[table]\nmean_over = [1, -1]\n", 0) == Approx(0.15));
  CHECK(mean("[table]\nmean_over = [2, 2]\n", 0) == Approx(0.075));
  CHECK(has(to_table(with_data(kText + "[table]\nmean_over = [1, -1]\n"), made()),
            "loss, mean over sizes 1 to all but 1: means"));
}

TEST_CASE("a paper's number agrees within two standard errors of the difference", "[tables]") {
  const std::string paper =
      "[table]\nfeatures = [1]\n[paper]\nsource = 'P'\nrepeats = 8\nvalues = { A = [0.27, 0.7] }\n";
  const auto rows = to_json(with_data(kText + paper), made())["table"]["rows"];
  // ours 0.15 and 0.4 with deviations 0.0707 and 0.1414; theirs are means of 8
  CHECK(rows[0]["methods"]["A"]["z"] == Approx(0.12 / std::hypot(0.05, 0.07071068 / std::sqrt(8.0))));
  CHECK(rows[0]["methods"]["A"]["agrees"] == false);
  CHECK(rows[1]["methods"]["A"]["z"] == Approx(0.3 / std::hypot(0.1, 0.1414214 / std::sqrt(8.0))));
  CHECK(!rows[0]["methods"]["B, the other"].contains("z"));
  const std::string table = to_table(with_data(kText + paper), made());
  CHECK(has(table, "0.15 ± 0.05 (0.27, z +2.1)"));
  CHECK(has(table, "0 of 2 agree"));
}

TEST_CASE("where all repeats are equal and the paper says otherwise, no error is known to judge it by",
          "[tables]") {
  ExperimentResult equal = made();
  for (auto& repeat : equal.repeats)
    for (Measurement& m : repeat) m.value = 1;
  const ExperimentConfig config =
      with_data(kText + "[table]\nfeatures = [1]\n[paper]\nvalues = { A = [0.98, 1] }\n");
  const auto rows = to_json(config, equal)["table"]["rows"];
  CHECK(rows[0]["methods"]["A"]["z"].is_null());
  CHECK(rows[0]["methods"]["A"]["agrees"] == false);
  CHECK(rows[1]["methods"]["A"]["z"] == 0);
  CHECK(has(to_table(config, equal), "(0.98, no spread)"));
  CHECK(has(to_table(config, equal), "1 of 2 agree"));
}

TEST_CASE("the test of a difference counts the splits of repeats that share samples", "[tables]") {
  // two repeats of two folds of one file: training samples are test samples of the other fold
  const ExperimentConfig config = parse_experiment([] {
    return toml::parse(
        "repeats = 2\n[data]\npath = 'x.csv'\ntarget = 'y'\n[evaluate]\nfolds = 2\n[table]\nfeatures = [1]\n"
        "[[method]]\nname = 'A'\n[[method]]\nname = 'B'\n",
        std::string_view("s.toml"));
  });
  ExperimentResult r;
  for (const double base : {0.0, 2.0})
    r.repeats.push_back({{0, "loss", 1, 1, 0},
                         {0, "loss", 1, 2, 0},
                         {1, "loss", 1, 1, base + 1},
                         {1, "loss", 1, 2, base + 2}});
  r.done = 2;
  const auto cell = to_json(config, r)["table"]["rows"][0]["methods"]["B"];
  CHECK(cell["n"] == 2);
  CHECK(cell["mean"] == 2.5);
  CHECK(cell["standard_error"] == Approx(1));  // of 1.5 and 3.5
  // Bouckaert, Frank (2004): differences 1, 2, 3, 4, and (1/4 + 1) 5/3 is the variance of their mean
  CHECK(cell["minus_reference"]["p"] == paired_test(std::vector<double>{1, 2, 3, 4}, 1));
  CHECK(cell["minus_reference"]["standard_error"] == Approx(1));
}

TEST_CASE("every number stands in the CSV, once", "[tables]") {
  const std::string csv = to_csv(with_data(kText), made());
  CHECK(csv.rfind("search.keep,repeat,split,method,measure,features,value\n1,1,1,A,loss,1,0.1\n", 0) == 0);
  CHECK(has(csv, "2,2,1,\"B, the other\",loss,1,0.6\n"));
  CHECK(has(csv, "2,2,1,\"B, the other\",loss,2,\n"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 17);
}

TEST_CASE("names of methods and values read back from the CSV as they are", "[tables][csv]") {
  const std::vector<std::string> names{" A ", "a;b;c;d;e;f;g;h", "say \"hi\", twice", "two\nlines", "\ttab"};
  std::string text = "repeats = 1\n";
  for (const std::string& name : names) text += "[[method]]\nname = '''" + name + "'''\n";
  const ExperimentConfig config = with_data(text);
  ExperimentResult r;
  r.repeats.resize(1);
  for (std::size_t m = 0; m < names.size(); ++m) r.repeats[0].push_back({m, "loss", 1, 1, 0.5});
  r.done = 1;
  const test::TemporaryFolder folder;
  ReadOptions options;
  options.all_texts = true;
  const Table raw = read_table(folder.write("raw.csv", to_csv(config, r)).string(), options);
  CHECK(raw.columns[raw.find("method", "method")].texts == names);
  const Table shown = read_table(folder.write("table.csv", table_csv(config, r)).string(), options);
  CHECK(shown.columns[shown.find("method", "method")].texts == names);
}

TEST_CASE("the table as CSV has a line for each mean, with its interval and its difference", "[tables]") {
  const ExperimentConfig config =
      with_data(kText + "[table]\nfeatures = [1]\n[paper]\nrepeats = 8\nvalues = { A = [0.27, 0.7] }\n");
  const std::string csv = table_csv(config, made());
  CHECK(csv.rfind(
            "search.keep,features,method,n,mean,standard_error,low,high,paper,z,difference,difference_low,"
            "difference_high,p\n1,1,A,2,0.15",
            0) == 0);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
  for (std::size_t at = 0, end = csv.find('\n'); end != std::string::npos;
       at = end + 1, end = csv.find('\n', at)) {
    const std::string line = csv.substr(at, end - at);
    CHECK(std::count(line.begin(), line.end(), ',') == (has(line, "other") ? 14 : 13));  // one in its name
  }
}

TEST_CASE("a figure has a panel per point against features, or per other axis against an axis", "[figure]") {
  const auto panels = [](const std::string& svg) {
    std::size_t n = 0;
    for (std::size_t at = svg.find("<g>"); at != std::string::npos; at = svg.find("<g>", at + 1)) ++n;
    return n;
  };
  const std::string curves = to_svg(with_data(kText), made());
  CHECK(panels(curves) == 2);
  CHECK(has(curves, ">B, the other</text>"));
  CHECK(has(curves, ">search.keep = 1</text>"));
  CHECK(panels(to_svg(with_data(kText + "[figure]\nx = 'search.keep'\n"), made())) == 1);
  CHECK(has(to_svg(with_data("title = 'a < b & c'\n" + kText), made()), "a &lt; b &amp; c"));
}

TEST_CASE("what was not measured cannot be shown", "[tables][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<ParamError>(
        [&] { to_table(with_data(kText + text), made()) + to_svg(with_data(kText + text), made()); });
  };
  CHECK(refusal("[table]\nmeasure = 'score'\n") ==
        "table.measure is 'score', which was not measured; there are loss");
  CHECK(refusal("[table]\nreference = 'C'\n").find("no method is called so") != std::string::npos);
  CHECK(refusal("[paper]\nvalues = { A = [1, 2, 3] }\n") ==
        "paper.values.A has 3 numbers; expected one per row of the table, 2");
  CHECK(refusal("[paper]\nvalues = { Z = [1, 2] }\n").find("paper.values.Z: no method is called so") !=
        std::string::npos);
  CHECK(refusal("[figure]\nx = 'keep'\n").find("expected features, search.keep") != std::string::npos);
}
