#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace tamis::framework;
using namespace std::string_view_literals;
using tamis::Column;
using tamis::Feature;
using tamis::TargetKind;

namespace generate_test {
namespace {

using Names = std::vector<std::string>;

DataOptions options_of(const std::string& body) {
  return parse_data_options(toml::parse(body, "run.toml"sv), "data");
}

/// What generate = { use = ... } makes.
LoadedData made(const std::string& recipe, std::uint64_t seed = 1) {
  return load_data(options_of("generate = { use = " + recipe + " }"), seed);
}

std::string error_of(const std::string& body) {
  try {
    options_of(body);
  } catch (const tamis::ParamError& error) {
    return error.what();
  }
  return "";
}

/// The values of one row.
std::vector<double> row(const LoadedData& data, std::uint64_t i) {
  std::vector<double> x;
  for (std::uint32_t j = 0; j < data.features(); ++j) x.push_back(data.view().column(j)[i]);
  return x;
}

/// The target as numbers: classes by their index.
std::vector<double> outcome(const LoadedData& data) {
  const TargetColumn& target = data.parts().target;
  if (target.kind == TargetKind::real) return target.real;
  return {target.labels.begin(), target.labels.end()};
}

double mean(const std::vector<double>& v) {
  double sum = 0;
  for (const double x : v) sum += x;
  return sum / static_cast<double>(v.size());
}

double correlation(Column x, const std::vector<double>& y) {
  const double mx = mean({x.begin(), x.end()}), my = mean(y);
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
    yy += (y[i] - my) * (y[i] - my);
  }
  return xy / std::sqrt(xx * yy);
}

bool same_bytes(const LoadedData& a, const LoadedData& b) { return to_csv(a) == to_csv(b); }

/// Checks that classes are ranges of `value`, of equal size.
template <class Function>
void check_ranks(const LoadedData& data, std::size_t classes, Function value) {
  const auto& labels = data.parts().target.labels;
  std::vector<double> lowest(classes, INFINITY), highest(classes, -INFINITY);
  std::vector<std::size_t> sizes(classes, 0);
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    const auto c = static_cast<std::size_t>(labels[i]);
    const double y = value(row(data, i));
    lowest[c] = std::min(lowest[c], y);
    highest[c] = std::max(highest[c], y);
    ++sizes[c];
  }
  for (std::size_t c = 0; c < classes; ++c) {
    CHECK(sizes[c] == data.samples() / classes);
    if (c > 0) CHECK(highest[c - 1] < lowest[c]);
  }
}

double y4(const std::vector<double>& f) {
  return std::cos(2 * f[0]) * std::cos(2 * f[1]) * std::exp(2 * f[2]) * std::exp(2 * f[3]);
}
double y5(const std::vector<double>& f) {
  return 10 * std::sin(f[0] * f[1]) + 20 * (f[2] - 0.5) * (f[2] - 0.5) + 10 * f[3] + 5 * f[4];
}

}  // namespace

TEST_CASE("each source has the paper's sizes, and says which features matter", "[generate]") {
  struct Paper {
    const char* id;
    std::uint64_t samples, features, relevant, classes;
  };
  const Paper papers[] = {
      {"spheres", 50, 6, 3, 4}, {"squares", 100, 6, 2, 4},      {"circle", 500, 6, 2, 2},
      {"y4", 300, 10, 4, 3},    {"y5", 300, 10, 5, 2},          {"y1", 1000, 8, 4, 0},
      {"y2", 1000, 4, 2, 0},    {"two_gaussians", 40, 1, 1, 2}, {"words", 1648, 300, 156, 39}};
  REQUIRE(generators().size() == std::size(papers) + 1);  // categories, which is ours
  for (const Paper& paper : papers) {
    INFO(paper.id);
    const LoadedData data = made("'" + std::string(paper.id) + "'");
    CHECK(data.samples() == paper.samples);
    CHECK(data.features() == paper.features);
    CHECK(data.parts().relevant_names().size() == paper.relevant);
    for (std::size_t j = 0; j < paper.features; ++j)
      CHECK((data.parts().relevant[j] != 0) == (j < paper.relevant));
    CHECK(data.view().target().classes() == paper.classes);
    CHECK((data.view().target().kind() == TargetKind::real) == (paper.classes == 0));
    const std::set<double> seen = [&] {
      const auto y = outcome(data);
      return std::set<double>(y.begin(), y.end());
    }();
    CHECK(seen.size() == (paper.classes ? paper.classes : paper.samples));
  }
  const LoadedData data = made("'squares', samples = 8");
  CHECK(data.parts().feature_names == Names{"f1", "f2", "f3", "f4", "f5", "f6"});
  CHECK(data.parts().relevant_names() == Names{"f1", "f2"});
  CHECK(data.notes[1] == "'squares' was made: 8 samples, 6 features, of which f1, f2 matter");
  CHECK(data.where(2) == "sample 3");
}

TEST_CASE("every point of spheres lies in the sphere of its class", "[generate]") {
  const double radius = GENERATE(0.25, 0.1);
  const double centres[4][3] = {{.25, .25, .25}, {.25, .75, .75}, {.75, .75, .25}, {.75, .25, .75}};
  const LoadedData data = made("'spheres', samples = 2000, radius = " + std::to_string(radius));
  std::vector<int> within_half(4, 0), sizes(4, 0);
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    const auto c = static_cast<std::size_t>(data.parts().target.labels[i]);
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k) squared += std::pow(row(data, i)[k] - centres[c][k], 2);
    CHECK(squared <= radius * radius);
    ++sizes[c];
    within_half[c] += squared <= radius * radius / 4;
  }
  for (std::size_t c = 0; c < 4; ++c) {  // uniform: an eighth of a ball lies within half its radius
    CHECK(std::abs(sizes[c] - 500) < 4.5 * std::sqrt(2000 * 0.25 * 0.75));
    CHECK(std::abs(within_half[c] - sizes[c] / 8.0) < 4.5 * std::sqrt(sizes[c] * 7 / 64.0));
  }
}

TEST_CASE("the class of squares is the unit square of the block that holds the point", "[generate]") {
  const LoadedData data = made("'squares', samples = 1000");
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    const std::vector<double> x = row(data, i);
    CHECK(data.parts().target.labels[i] == static_cast<int>(x[0]) + 2 * static_cast<int>(x[1]));
    CHECK((x[0] >= 0 && x[0] < 2 && x[1] >= 0 && x[1] < 2));
  }
}

TEST_CASE("no point of circle lies in the ring around it", "[generate]") {
  const double ring = GENERATE(0.05, 0.0, 0.1);
  const LoadedData data = made("'circle', samples = 20000, ring = " + std::to_string(ring));
  double inside = 0;
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    const std::vector<double> x = row(data, i);
    const double r = std::hypot(x[0] - 0.5, x[1] - 0.5);
    const bool is_inside = data.parts().target.labels[i] == 0;
    if (is_inside ? r > 0.4 + 1e-12 : r < 0.4 + ring - 1e-12) FAIL(r);
    inside += is_inside;
  }
  const double pi = std::acos(-1.0), outer = 0.4 + ring;
  const double share = pi * 0.16 / (1 - pi * (outer * outer - 0.16));
  CHECK(std::abs(inside / 20000 - share) < 4.5 * std::sqrt(share * (1 - share) / 20000));
  CHECK(data.parts().target.class_names == Names{"inside", "outside"});
}

TEST_CASE("the classes of y4 and y5 are thirds and halves by the rank of the value", "[generate]") {
  check_ranks(made("'y4'"), 3, y4);
  check_ranks(made("'y4', samples = 1000, classes = 10"), 10, y4);
  check_ranks(made("'y5'"), 2, y5);
  const LoadedData wide = made("'y5', range = 1.4, samples = 3000");
  check_ranks(wide, 2, y5);
  for (std::uint32_t j = 0; j < wide.features(); ++j) {
    const Column x = wide.view().column(j);
    CHECK((*std::max_element(x.begin(), x.end()) > 1.39 && *std::max_element(x.begin(), x.end()) <= 1.4));
    CHECK((*std::min_element(x.begin(), x.end()) < 0.01 && *std::min_element(x.begin(), x.end()) > 0));
  }
  // five samples in two classes: 3 and 2
  const LoadedData odd = made("'y5', samples = 5");
  CHECK(std::count(odd.parts().target.labels.begin(), odd.parts().target.labels.end(), 0) == 3);
}

TEST_CASE("y1 and y2 are the paper's functions of their features", "[generate]") {
  const LoadedData first = made("'y1'"), second = made("'y2'");
  const double two_pi = 2 * std::acos(-1.0);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    std::vector<double> x = row(first, i);
    CHECK(outcome(first)[i] ==
          Approx(std::cos(two_pi * x[0] * x[1]) * std::sin(two_pi * x[2] * x[3])).margin(1e-14));
    x = row(second, i);
    CHECK(outcome(second)[i] == Approx(x[0] * x[0] / (x[1] * x[1])).epsilon(1e-14));
  }
}

TEST_CASE("two_gaussians are two normal halves", "[generate]") {
  const double centre = GENERATE(1.5, 0.0);
  const LoadedData data = made("'two_gaussians', samples = 20000, centre = " + std::to_string(centre));
  for (const int c : {0, 1}) {
    double sum = 0, squares = 0;
    for (std::uint64_t i = 0; i < data.samples(); ++i) {
      if (data.parts().target.labels[i] != c) continue;
      const double z = data.view().column(0)[i] - (c == 0 ? -centre : centre);
      sum += z, squares += z * z;
    }
    const double n = 10000;
    CHECK(std::abs(sum / n) < 4.5 / std::sqrt(n));
    CHECK(std::abs(squares / n - 1) < 4.5 * std::sqrt(2 / n));
  }
  CHECK(std::count(data.parts().target.labels.begin(), data.parts().target.labels.end(), 0) == 10000);
}

TEST_CASE("a word of a topic is used more by texts of it and below it, and by no others",
          "[generate][words]") {
  const LoadedData data =
      made("'words', samples = 20000, layers = 2, branches = 2, words = 2, irrelevant = 5");
  const TargetColumn& target = data.parts().target;
  REQUIRE(target.class_names == Names{"1", "1/1", "1/2", "2", "2/1", "2/2"});
  REQUIRE(data.parts().feature_names[16] == "w17");
  std::vector<double> sizes(6, 0.0);
  for (const auto label : target.labels) ++sizes[static_cast<std::size_t>(label)];
  for (std::uint32_t j = 0; j < data.features(); ++j) {
    std::vector<double> used(6, 0.0);
    for (std::uint64_t i = 0; i < data.samples(); ++i)
      used[static_cast<std::size_t>(target.labels[i])] += data.view().column(j)[i];
    for (std::size_t c = 0; c < 6; ++c) used[c] /= sizes[c];
    const double least = *std::min_element(used.begin(), used.end());
    for (std::size_t c = 0; c < 6; ++c) {
      INFO("word " << j + 1 << ", topic " << target.class_names[c]);
      const bool of_it = j < 12 && target.class_names[c].rfind(target.class_names[j / 2], 0) == 0;
      // 60 words, of which a share of 0.3 is of the topics on the way, 1 or 2, each of 2 words
      const double more = of_it ? 60 * 0.3 / (c % 3 == 0 ? 1 : 2) / 2 : 0;
      CHECK(std::abs(used[c] - least - more) < 0.5);  // 7 standard errors of a mean count at most
    }
  }
  for (std::uint64_t i = 0; i < 100; ++i) {
    const std::vector<double> counts = row(data, i);
    CHECK(mean(counts) * static_cast<double>(counts.size()) == Approx(60));
  }
}

TEST_CASE("words take what is done to counts and to trees of classes, and the truth goes along",
          "[generate][words]") {
  const std::string recipe = "generate = { use = 'words', samples = 200 }\n";
  const LoadedData few = load_data(options_of(recipe + "top_terms = 20\ntf_idf = true"), 1);
  CHECK(few.features() == 20);
  CHECK(few.parts().relevant.size() == 20);
  for (const std::string& name : few.parts().relevant_names()) CHECK(std::stoi(name.substr(1)) <= 156);
  CHECK(few.parts().relevant_names().size() < 20);
  const LoadedData sets = load_data(options_of(recipe + "ancestors = true"), 1);
  CHECK(sets.view().target().kind() == TargetKind::sets);
  CHECK(sets.parts().target.class_names == made("'words'").parts().target.class_names);
  CHECK_THROWS_AS(load_data(options_of("generate = 'y1'\nancestors = true")), tamis::DataError);
}

TEST_CASE("categories are columns of values beside numbers, of which the first of each kind matter",
          "[generate]") {
  const LoadedData data = made("'categories', samples = 20000, levels = 4, irrelevant = 5, strength = 2");
  const DataTable& t = data.parts();
  CHECK(t.category_columns == Names{"c1", "c2", "c3", "c4", "c5", "c6"});
  REQUIRE(t.feature_names.size() == 4 + 6 * 4);
  CHECK(t.feature_names[3] == "n4");
  CHECK(t.feature_names[4] == "c1=a");
  CHECK(t.relevant_names().size() == 2 + 3 * 4);
  const std::vector<double> y = outcome(data);
  for (std::uint64_t i = 0; i < 20; ++i) {
    const std::vector<double> x = row(data, i);
    for (std::size_t j = 4; j < x.size(); j += 4) CHECK(x[j] + x[j + 1] + x[j + 2] + x[j + 3] == 1);
  }
  const double bound = 4.5 / std::sqrt(20000.0);
  std::map<std::int32_t, double> strongest;  // by column
  for (Feature j = 0; j < data.features(); ++j) {
    const double r = std::abs(correlation(data.view().column(j), y));
    if (!t.relevant[j]) CHECK(r < bound);
    if (j < 2) CHECK(r > 0.2);
    if (j >= 4) strongest[t.feature_groups[j]] = std::max(strongest[t.feature_groups[j]], r);
    if (j >= 4 && (j - 4) % 4 == 0)  // 1 / (1 + 1/2 + 1/3 + 1/4) of the samples have the most frequent value
      CHECK(mean({data.view().column(j).begin(), data.view().column(j).end()}) == Approx(0.48).margin(0.015));
  }
  for (std::int32_t c = 0; c < 3; ++c) CHECK(strongest[c] > 2 * bound);
  const LoadedData few = made("'categories', irrelevant = 1"), many = made("'categories', irrelevant = 6");
  CHECK(outcome(few) == outcome(many));
  CHECK(few.parts().relevant_names() == many.parts().relevant_names());
}

TEST_CASE("irrelevant features tell nothing of the target, and one of them nothing of another",
          "[generate][property]") {
  constexpr double kSamples = 20000;
  for (const Generator& generator : generators()) {
    if (generator.id == "categories") continue;  // whose features of one column exclude each other
    INFO(generator.id);
    const LoadedData data = made("'" + generator.id + "', samples = 20000, irrelevant = 3");
    const std::uint32_t d = data.features();
    const std::vector<double> y = outcome(data);
    const double bound = 4.5 / std::sqrt(kSamples);
    for (std::uint32_t j = d - 3; j < d; ++j) {
      // y2 has no variance: its rank would do, but its bounded form does as well
      std::vector<double> bounded = y;
      for (double& v : bounded) v = v / (1 + std::abs(v));
      CHECK(std::abs(correlation(data.view().column(j), bounded)) < bound);
      const Column first = data.view().column(0), other = data.view().column(j == d - 1 ? d - 2 : j + 1);
      if (generator.id == "words") continue;  // a text that uses one word more uses another less
      CHECK(std::abs(correlation(data.view().column(j), {first.begin(), first.end()})) < bound);
      CHECK(std::abs(correlation(data.view().column(j), {other.begin(), other.end()})) < bound);
    }
  }
}

TEST_CASE("a seed makes the same bytes again, and another one others", "[generate]") {
  for (const Generator& generator : generators()) {
    INFO(generator.id);
    const std::string recipe = "'" + generator.id + "', samples = 30";
    CHECK(same_bytes(made(recipe, 7), made(recipe, 7)));
    CHECK_FALSE(same_bytes(made(recipe, 7), made(recipe, 8)));
  }
}

TEST_CASE("a seed makes the same bytes on every machine", "[generate]") {
  const std::map<std::string, std::string> second_row{
      {"spheres", "0.1713577472488761,0.22892206206465793,0.258998398360194,a\n"},
      {"squares", "1.1333429253863674,1.1214559228625844,d\n"},
      {"circle", "0.5666714626931837,0.5607279614312922,inside\n"},
      {"y4", "0.12367277289063161,0.23384346152192914,0.9854876555565628,0.7779073323103255,2\n"},
      {"y5",
       "0.23384346152192914,0.9854876555565628,0.7779073323103255,0.7478091662231795,0.5020716872397926,2\n"},
      {"y1",
       "0.12367277289063161,0.23384346152192914,0.9854876555565628,0.7779073323103255,-0.9781795162238841\n"},
      {"y2", "0.4333285373068163,0.4392720385687078,0.9731223845870557\n"},
      {"two_gaussians", "3.435060780077479,1\n"}};
  for (const auto& [id, line] : second_row) {
    const std::string text = to_csv(made("'" + id + "', samples = 2, irrelevant = 0"));
    CHECK(text.substr(text.find('\n', text.find('\n') + 1) + 1) == line);
  }
  CHECK(to_csv(made("'words', samples = 2, irrelevant = 3, layers = 1, words = 1")) ==
        "w1,w2,w3,w4,w5,w6,class\n5,31,0,6,6,12,2\n4,23,4,7,8,14,2\n");
}

TEST_CASE("more irrelevant features leave the others and the target as they are", "[generate]") {
  for (const Generator& generator : generators()) {
    if (generator.id == "words" || generator.id == "categories") continue;  // see their own tests
    INFO(generator.id);
    const LoadedData few = made("'" + generator.id + "', irrelevant = 1");
    const LoadedData many = made("'" + generator.id + "', irrelevant = 4");
    REQUIRE(many.features() == few.features() + 3);
    CHECK(outcome(few) == outcome(many));
    for (std::uint32_t j = 0; j < few.features(); ++j) {
      const Column a = few.view().column(j), b = many.view().column(j);
      CHECK(std::equal(a.begin(), a.end(), b.begin()));
    }
  }
}

TEST_CASE("what is written as CSV is read as the same data", "[generate]") {
  const TempFiles files;
  for (const Generator& generator : generators()) {
    INFO(generator.id);
    const LoadedData data = made("'" + generator.id + "', samples = 500");  // of words, each class occurs
    DataOptions o;
    o.path = files.write("made.csv", to_csv(data));
    o.target = "-1";
    o.categorical = data.parts().category_columns;
    const LoadedData read = load_data(o);
    CHECK(read.parts().feature_groups == data.parts().feature_groups);
    CHECK(read.parts().category_columns == data.parts().category_columns);
    CHECK(read.parts().feature_names == data.parts().feature_names);
    CHECK(std::ranges::equal(read.parts().values.span(), data.parts().values.span()));
    CHECK(read.parts().target.class_names == data.parts().target.class_names);
    CHECK(outcome(read) == outcome(data));
  }
}

TEST_CASE("the effective options stand among those of the data", "[generate]") {
  CHECK(to_json(options_of("generate = { use = 'circle', samples = 9, ring = 0 }"))["generate"] ==
        nlohmann::json{{"use", "circle"}, {"samples", 9}, {"irrelevant", 4}, {"ring", 0.0}});
  CHECK(to_json(options_of("generate = 'y2'"))["generate"] ==
        nlohmann::json{{"use", "y2"}, {"samples", 1000}, {"irrelevant", 2}});
  std::vector<InputFile> read;
  load_data(options_of("generate = 'y2'"), 0, &read);
  CHECK(read.empty());
}

TEST_CASE("a recipe that cannot be followed is refused with its place", "[generate][errors]") {
  CHECK(error_of("generate = 'sphere'") ==
        "run.toml:1:12: data.generate is \"sphere\", a string; expected spheres, squares, circle, y4, y5, "
        "y1, y2, two_gaussians, words, categories; did you mean 'spheres'?");
  CHECK_THAT(error_of("generate = { use = 7 }"),
             Catch::StartsWith("run.toml:1:20: data.generate.use is 7, an integer; expected spheres, "));
  CHECK_THAT(error_of("generate = { samples = 7 }"),
             Catch::Contains("data.generate.use is missing; name the"));
  CHECK(error_of("generate = { use = 'y4', clases = 2 }") ==
        "run.toml:1:26: data.generate.clases is not a key of [data.generate]; did you mean 'classes'?");
  CHECK_THAT(error_of("generate = { use = 'y1', classes = 2 }"),
             Catch::Contains(
                 "data.generate.classes is not a key of [data.generate]; it takes irrelevant, samples, use"));
  CHECK_THAT(error_of("generate = { use = 'y1', samples = 1 }"),
             Catch::Contains("data.generate.samples is 1; expected a whole number, 2 to 10000000"));
  CHECK_THAT(error_of("generate = { use = 'y1', samples = 2.5 }"),
             Catch::Contains("expected a whole number"));
  CHECK_THAT(error_of("generate = { use = 'circle', ring = 0.2 }"),
             Catch::Contains("data.generate.ring is 0.2; expected a number, 0 to 0.1"));
  CHECK_THAT(error_of("generate = { use = 'circle', ring = nan }"), Catch::Contains("expected a number"));
}

TEST_CASE("names of a table that is written read back as they are", "[generate][csv]") {
  const TempFiles files;
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.name = "the, target ";
  target.class_names = {"a ", "say \"b\""};
  target.labels = {0, 1};
  const LoadedData table =
      LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2}, {3, 4}}, {" x", "y;z;\n"}, target);
  DataOptions o;
  o.path = files.write("made.csv", to_csv(table));
  o.target = "the, target ";
  const LoadedData read = load_data(o);
  CHECK(read.parts().feature_names == std::vector<std::string>{" x", "y;z;\n"});
  CHECK(read.parts().target.class_names == target.class_names);
}

TEST_CASE("a table that no memory holds is refused before it is made", "[generate][errors]") {
  const TempFiles files;
  CHECK(
      files.data_error([] { made("'y1', samples = 10000000, irrelevant = 1000000"); }) ==
      "a table of 10000000 samples and 1000004 features cannot be made; expected at most 1000000000 values");
}

TEST_CASE("keys that speak of a file beside made data are refused", "[generate][errors]") {
  const std::string recipe = "generate = 'y4'\n";
  CHECK_THAT(error_of(recipe + "path = 'a.csv'"),
             Catch::Contains("data.path names a file, but data.generate makes the data; drop one of them"));
  const std::pair<const char*, const char*> keys[] = {
      {"target", "'y'"},          {"target_path", "'a'"},     {"soft", "['a', 'b']"},
      {"certainty", "'a'"},       {"clean", "'a'"},           {"annotators", "['a']"},
      {"label_columns", "['a']"}, {"label_separator", "'a'"}, {"ignore", "'a'"},
      {"categorical", "'a'"},     {"missing", "'median'"},    {"header", "true"},
      {"delimiter", "';'"},       {"weights", "'a'"},         {"groups", "'a'"},
      {"format", "'csv'"},        {"target_kind", "'real'"},  {"unknown", "'NA'"}};
  for (const auto& [key, value] : keys)
    CHECK_THAT(error_of(recipe + key + " = " + value),
               Catch::Contains("data." + std::string(key) +
                               " means nothing where data.generate makes the table and its target; drop it"));
  CHECK(error_of(recipe + "standardise = 'none'\nbins = 3\nsample = 10") == "");
}

}  // namespace generate_test
