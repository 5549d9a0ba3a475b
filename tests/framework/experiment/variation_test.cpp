#include "fixture.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/experiment/experiment_config.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

ConfigSource source_of(const std::string& text) {
  return [text] { return toml::parse(text, std::string_view("sweep.toml")); };
}

toml::table config_of(const std::string& text, std::vector<std::size_t> point, std::size_t method = 0) {
  const toml::table read = source_of(text)();
  return variation(source_of(text)(), axes_of(read), point, method);
}

}  // namespace

TEST_CASE("axes are the lists under vary, in the order of the file, whatever their keys look like",
          "[experiment]") {
  const auto axes =
      axes_of(source_of("hide_labels = [7, 70]\n"
                        "[vary]\nsearch.keep = [3, 5]\n'corrupt.rate' = [0.1, 0.2, 0.4]\n"
                        "data = [{ name = 'Iris', path = 'a/iris.csv' }, { path = 'b/wine.csv.gz' }]\n")());
  REQUIRE(axes.size() == 4);
  CHECK(axes[0].key == "hide_labels");
  CHECK(axes[1].key == "search.keep");
  CHECK(axes[2].key == "corrupt.rate");
  CHECK(axes[2].labels == std::vector<std::string>{"0.1", "0.2", "0.4"});
  CHECK(axes[2].numbers == std::vector<double>{0.1, 0.2, 0.4});
  CHECK(axes[3].labels == std::vector<std::string>{"Iris", "wine"});
  CHECK(axes[3].numbers.empty());
}

TEST_CASE("a varied key is found however its dots are quoted", "[experiment]") {
  for (const char* vary :
       {"[vary]\ndata.generate.irrelevant = [3, 30]\n", "[vary]\n'data.generate'.irrelevant = [3, 30]\n",
        "[vary.'data.generate']\nirrelevant = [3, 30]\n", "[vary.data]\n'generate.irrelevant' = [3, 30]\n",
        "[vary]\n'data.generate.irrelevant' = [3, 30]\n"}) {
    INFO(vary);
    const std::string text = std::string("[data]\ngenerate = 'spheres'\n") + vary;
    CHECK(axes_of(source_of(text)()).at(0).key == "data.generate.irrelevant");
    const toml::table second = config_of(text, {1});
    CHECK(second["data"]["generate"]["use"].value<std::string>() == "spheres");
    CHECK(second["data"]["generate"]["irrelevant"].value<int>() == 30);
  }
  // two tables of one beginning
  const std::string both = "[vary]\n'data.generate'.irrelevant = [3]\ndata.sample = [10, 20]\n";
  CHECK(config_of(both, {0, 1})["data"]["sample"].value<int>() == 20);
}

TEST_CASE("a table that varies as a whole is put in place before the keys in it", "[experiment]") {
  const std::string text = "[vary]\n'criterion.neighbours' = [7]\ncriterion = ['mi', 'knn_error']\n";
  const toml::table second = config_of(text, {0, 1});
  CHECK(second["criterion"]["use"].value<std::string>() == "knn_error");
  CHECK(second["criterion"]["neighbours"].value<int>() == 7);
}

TEST_CASE("points are all combinations, the last axis fastest", "[experiment]") {
  CHECK(points_of({}) == std::vector<std::vector<std::size_t>>{{}});
  CHECK(points_of({{"a", {"1", "2"}, {}}, {"b", {"x", "y"}, {}}}) ==
        std::vector<std::vector<std::size_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}});
}

TEST_CASE("more combinations than anybody runs are refused before they fill the memory",
          "[experiment][errors]") {
  std::vector<framework::Axis> axes(40,
                                    framework::Axis{"data.sample", std::vector<std::string>(10, "1"), {}});
  CHECK(message_of<ParamError>([&] { points_of(axes); }).find("more than 100000 combinations") !=
        std::string::npos);
  axes.resize(5);
  CHECK(points_of(axes).size() == 100'000);
}

TEST_CASE("a value is put in its place: over a table, or for one that names a component", "[experiment]") {
  const std::string text =
      "[data]\npath = 'x.csv'\ntarget = 'y'\n[criterion]\nuse = 'mi'\nneighbours = 4\n"
      "[vary]\ndata = [{ path = 'z.csv', name = 'Z' }]\ncriterion = [{ use = 'lnt_mi' }, { neighbours = 9 "
      "}]\n";
  toml::table first = config_of(text, {0, 0}), second = config_of(text, {0, 1});
  CHECK(first["data"]["path"].value<std::string>() == "z.csv");
  CHECK(first["data"]["target"].value<std::string>() == "y");
  CHECK(!first["data"]["name"]);
  CHECK(first["criterion"]["use"].value<std::string>() == "lnt_mi");
  CHECK(!first["criterion"]["neighbours"]);
  CHECK(second["criterion"]["use"].value<std::string>() == "mi");
  CHECK(second["criterion"]["neighbours"].value<int>() == 9);
  CHECK(!second.contains("vary"));
}

TEST_CASE("a part that is named by its id alone can vary in its options", "[experiment]") {
  const toml::table config = config_of("corrupt = 'uniform_flip'\n[vary]\ncorrupt.rate = [0.1, 0.3]\n", {1});
  CHECK(config["corrupt"]["use"].value<std::string>() == "uniform_flip");
  CHECK(config["corrupt"]["rate"].value<double>() == 0.3);
}

TEST_CASE("what a method says stands over the top, and its lines are still known", "[experiment]") {
  const std::string text =
      "search = 'rank'\n[criterion]\nuse = 'mi'\n[[method]]\nname = 'A'\n[[method]]\nname = 'B'\nlabels = "
      "'clean'\n"
      "criterion = 'lnt_mi'\n";
  CHECK(methods_of(source_of(text)()) == 2);
  CHECK(config_of(text, {}, 0)["criterion"]["use"].value<std::string>() == "mi");
  toml::table second = config_of(text, {}, 1);
  CHECK(second["criterion"].value<std::string>() == "lnt_mi");
  CHECK(second["search"].value<std::string>() == "rank");
  CHECK(second.get("criterion")->source().begin.line == 9);
  CHECK(!second.contains("labels"));
}

TEST_CASE("an experiment reads its own keys and hands the rest to the runs", "[experiment]") {
  const ExperimentConfig config = parse_experiment(
      source_of(
          "title = 'T'\nrepeats = 3\nseed = 5\nhide_labels = [4, 8]\n[data]\npath = 'x.csv'\ntarget = 'y'\n"
          "target_path = '/abs/y.csv'\n[corrupt]\nuse = 'uniform_flip'\n[evaluate]\nfolds = 3\n"
          "[[method]]\ncriterion = 'mi'\n[[method]]\nname = 'kept'\nlabels = 'soft'\ncriterion = 'mi'\n"
          "search = { use = 'forward', keep = 2 }\n[paper]\nvalues = { mi = [1, 2] }\n"),
      "folder");
  CHECK(config.title == "T");
  CHECK(config.repeats == 3);
  CHECK(config.seed == 5);
  CHECK(config.methods == std::vector<std::string>{"mi", "kept"});
  REQUIRE(config.points.size() == 2);
  CHECK(config.points[1].known_labels == 8);
  CHECK(config.points[1].values == std::vector<std::string>{"8"});
  CHECK(config.points[0].data.path == "folder/x.csv");
  CHECK(config.points[0].data.target_path == "/abs/y.csv");
  CHECK(config.points[0].evaluate->splits.folds == 3);
  CHECK(config.points[0].corrupt->contains("corrupt"));
  CHECK(config.points[0].methods[0].labels == Labels::observed);
  CHECK(config.points[0].methods[0].select.order_all);
  CHECK(config.points[0].methods[1].labels == Labels::soft);
  CHECK(!config.points[0].methods[1].select.order_all);
  CHECK(!config.asked->contains("repeats"));
  CHECK(!config.asked->contains("paper"));
  CHECK(config.asked["hide_labels"] == std::vector<int>{4, 8});
}

TEST_CASE("where the criterion varies, no table says that it is the config's", "[experiment]") {
  const auto names = [](const std::string& text) {
    return parse_experiment(source_of("criterion = 'mi'\n[data]\ngenerate = 'spheres'\n" + text)).methods;
  };
  CHECK(names("") == std::vector<std::string>{"mi"});
  CHECK(names("[vary]\ncriterion = ['fisher_score', 'mi']\n") == std::vector<std::string>{"the method"});
  CHECK(names("[vary]\ncriterion.use = ['fisher_score', 'mi']\n") == std::vector<std::string>{"the method"});
  CHECK(names("[vary]\ncriterion.neighbours = [2, 4]\n") == std::vector<std::string>{"mi"});
}

TEST_CASE("a key that varies twice is refused, in whatever spellings", "[experiment][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<ParamError>([&] { axes_of(source_of(text)()); });
  };
  CHECK(refusal("[vary]\n'corrupt.mean' = [0.3]\ncorrupt.mean = [0.3, 0.4]\n") ==
        "sweep.toml:3:16: vary.corrupt.mean varies already, at sweep.toml:2:18; keep one of the two lists");
  CHECK(refusal("hide_labels = [4, 8]\n[vary]\nhide_labels = [4, 8]\n") ==
        "sweep.toml:3:15: vary.hide_labels varies already, at sweep.toml:1:15; keep one of the two lists");
}

TEST_CASE("a key of a thousand parts under vary is refused", "[experiment][errors]") {
  std::string key = "data";
  for (int i = 0; i < 1000; ++i) key += ".a";
  for (const std::string& vary : {key, "'" + key + "'"})
    CHECK(message_of<ParamError>([&] {
            axes_of(source_of("[vary]\n" + vary + " = [1]\n")());
          }).find("a key under [vary] has more than") != std::string::npos);
}

TEST_CASE("an empty key under vary is refused, wherever it stands", "[experiment][errors]") {
  for (const char* key : {"''.search.keep", "search.''", "search.''.keep"})
    CHECK(message_of<ParamError>([&] {
            axes_of(source_of(std::string("[vary]\n") + key + " = [5, 30]\n")());
          }).find("a key under [vary] is empty") != std::string::npos);
}

TEST_CASE("what is wrong with the config of an experiment is told with its place", "[experiment][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<ParamError>(
        [&] { parse_experiment(source_of("[data]\ngenerate = 'spheres'\n" + text)); });
  };
  CHECK(refusal("[vary]\nseed = [1, 2]\n") ==
        "sweep.toml:4:8: vary.seed: cannot vary; keys of data, corrupt, criterion, search and evaluate can, "
        "and hide_labels");
  CHECK(refusal("[vary]\ncorrupt.rate = 0.1\n") ==
        "sweep.toml:4:16: vary.corrupt.rate is 0.1, a floating-point number; expected a list of the values "
        "that it takes in "
        "turn");
  CHECK(refusal("[vary]\ncorrupt.rate = []\n").find("is an empty list; expected a list") !=
        std::string::npos);
  CHECK_THROWS_WITH(axes_of(source_of("hide_labels = []\n")()),
                    "sweep.toml:1:15: hide_labels is an empty list; expected numbers that it takes in turn");
  CHECK(refusal("[[method]]\nsearch = 'rank'\n") ==
        "sweep.toml:3:1: method[1] has neither a name nor a criterion; name it");
  CHECK(refusal("[[method]]\ncriterion = 'mi'\n[[method]]\ncriterion = 'mi'\n")
            .find("'mi' as an earlier one is") != std::string::npos);
  CHECK(refusal("[[method]]\nname = 'a'\nlabel = 'soft'\n").find("did you mean 'labels'?") !=
        std::string::npos);
  CHECK(refusal("[[method]]\nname = 'a'\ndata = { path = 'x' }\n").find("method[1].data.path") !=
        std::string::npos);
  CHECK(refusal("[[method]]\nname = 'a'\ndata = { soft = ['p', 'q'] }\n")
            .find("a method can only have soft labels from a fit") != std::string::npos);
  CHECK(refusal("[table]\nmean_over = [2]\n").find("table.mean_over is no range") != std::string::npos);
  CHECK(refusal("[table]\nmean_over = [2, -1]\nfeatures = [3]\n").find("contradicts table.features") !=
        std::string::npos);
  CHECK(refusal("[paper.values]\nmi = 'x'\n").find("paper.values.mi") != std::string::npos);
  CHECK_THROWS_AS(parse_experiment(source_of("repeats = 0\n")), ParamError);
  CHECK_THROWS_AS(parse_experiment(source_of("hide_labels = 0\n[data]\ngenerate = 'y1'\n")), ParamError);
}
