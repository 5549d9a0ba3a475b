// `tamis new`: what an author gets, and which ids and folders are refused.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>
#include <vector>

namespace new_test {
namespace {

const std::vector<std::string> kKinds{"class_metric", "criterion", "distribution_metric",
                                      "metric",       "noise",     "search"};

/// Runs `tamis new` so that the project is made at `folder`.
Ran tamis_new(const std::string& kind, const std::string& id, const std::string& folder,
              const std::string& flags = "") {
  return tamis("new '" + kind + "' '" + id + "' --dir '" + folder + "' " + flags);
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool has_placeholders(const Folder& folder) {
  for (const auto& file : fs::recursive_directory_iterator(folder.at("mine")))
    if (file.is_regular_file() && has(folder.read(file.path().string()), "@")) return true;
  return false;
}

std::string without_comments(const std::string& toml) {
  std::string code;
  std::istringstream lines(toml);
  for (std::string line; std::getline(lines, line);) code += line.substr(0, line.find('#')) + "\n";
  return code;
}

}  // namespace

TEST_CASE("tamis new writes a project of each kind, with nothing left to fill in", "[new]") {
  for (const std::string& kind : kKinds) {
    INFO(kind);
    const Folder folder;
    const Ran r = tamis_new(kind, "org.example.fast_score2", folder.at("mine"));
    REQUIRE(r.code == 0);
    CHECK(r.err == "");
    CHECK(has(r.out, folder.at("mine") + " is a project with the " + kind + " org.example.fast_score2:"));
    CHECK(has(r.out, "\n  fast_score2.cpp\n"));
    CHECK(names_in(folder.at("mine")) ==
          std::vector<std::string>{".gitignore", "CMakeLists.txt", "README.md", "fast_score2.cpp", "tests"});
    CHECK(names_in(folder.at("mine/tests")) == std::vector<std::string>{"case.toml", "data.csv"});
    CHECK(has(folder.read("mine/fast_score2.cpp"), "describe<FastScore2>(\"org.example.fast_score2\""));
    CHECK(
        has(folder.read("mine/CMakeLists.txt"), "tamis_add_plugin(org.example.fast_score2 fast_score2.cpp"));
    CHECK(has(folder.read("mine/tests/case.toml"), "use = \"org.example.fast_score2\""));
    CHECK(has(folder.read("mine/README.md"), "## Use it"));
    CHECK_FALSE(has_placeholders(folder));
  }
}

TEST_CASE("a criterion begins with what it judges", "[new]") {
  const std::pair<std::string, std::string> bases[] = {
      {"", "final : tamis::UnivariateCriterion"},
      {" --base univariate", "final : tamis::UnivariateCriterion"},
      {" --base features", ".measures(tamis::Measures::feature)"},
      {" --base subset", "final : tamis::SubsetCriterion"},
      {" --base whole", ".measures(tamis::Measures::subset)"}};
  for (const auto& [flag, says] : bases) {
    INFO(flag);
    const Folder folder;
    REQUIRE(tamis_new("criterion", "org.example.mine", folder.at("mine"), flag).code == 0);
    CHECK(names_in(folder.at("mine")) ==
          std::vector<std::string>{".gitignore", "CMakeLists.txt", "README.md", "mine.cpp", "tests"});
    CHECK(has(folder.read("mine/mine.cpp"), says));
    CHECK(has(folder.read("mine/README.md"), "## Other criteria"));
    CHECK_FALSE(has_placeholders(folder));
  }
}

TEST_CASE("a project in C has a source in C and a build without C++", "[new]") {
  for (const std::string kind : {"criterion", "metric"}) {
    INFO(kind);
    const Folder folder;
    const Ran r = tamis_new(kind, "org.example.mine", folder.at("mine"), "--language c");
    REQUIRE(r.code == 0);
    CHECK(names_in(folder.at("mine")) ==
          std::vector<std::string>{".gitignore", "CMakeLists.txt", "README.md", "mine.c", "tests"});
    CHECK(has(folder.read("mine/mine.c"), "#include <tamis/plain_c.h>"));
    CHECK(has(folder.read("mine/CMakeLists.txt"), "LANGUAGES C)"));
    CHECK(has(folder.read("mine/CMakeLists.txt"), "tamis_add_plugin(org.example.mine mine.c"));
    CHECK(has(folder.read("mine/README.md"), "`mine.c` says what it does"));
    CHECK_FALSE(has_placeholders(folder));
  }
}

TEST_CASE("the example of a project sets no option, which may go with its formula", "[new]") {
  for (const std::string& kind : kKinds) {
    INFO(kind);
    const Folder folder;
    REQUIRE(tamis_new(kind, "org.example.mine", folder.at("mine")).code == 0);
    for (const char* option : {"outside", "limit", "guessed", "tries", "within"})
      for (const char* set : {" = ", "="})
        CHECK_FALSE(has(without_comments(folder.read("mine/tests/case.toml")), std::string(option) + set));
  }
}

TEST_CASE("a template that there is not is refused with those that there are", "[new][errors]") {
  const auto refusal = [](const std::string& kind, const std::string& flags) {
    const Folder folder;
    const Ran r = tamis_new(kind, "org.example.mine", folder.at("mine"), flags);
    CHECK(r.code == 2);
    CHECK(names_in(folder.at("")).empty());
    return r.err;
  };
  CHECK(has(
      refusal("criterion", "--base subsets"),
      "--base is 'subsets'; expected one of features, subset, univariate, whole; did you mean 'subset'?"));
  CHECK(has(refusal("criterion", "--base common"), "expected one of features, subset, univariate, whole"));
  CHECK(has(refusal("search", "--base subset"), "there is one template for a search; leave out --base"));
  CHECK(has(refusal("search", "--language c"),
            "there is no template in 'c' for a search; there is one in c++"));
  CHECK(has(refusal("criterion", "--base whole --language c"),
            "there is no template in 'c' for a criterion of the base whole; there is one in c++"));
  CHECK(has(refusal("metric", "--language rust"),
            "there is no template in 'rust' for a metric; there is one in c++, c"));
}

TEST_CASE("an id that is no third party's is refused with one that is", "[new][errors]") {
  const std::pair<std::string, std::string> ids[] = {
      {"range", "org.example.range"},     {"Org.Example.My-Range", "org.example.my_range"},
      {"org..range", "org.range"},        {"org.example.", "org.example"},
      {"", "org.example.mine"},           {"org.example.3d", "org.example.my_3d"},
      {"org.example._", "org.example"},   {"org.example.options", "org.example.my_options"},
      {"../../evil", "org.example.evil"}, {"org.example.größe", "org.example.gr____e"}};
  const Folder folder;
  for (const auto& [id, nearest] : ids) {
    INFO(id);
    const Ran r = tamis_new("criterion", id, folder.at("mine"));
    CHECK(r.code == 2);
    CHECK(has(r.err, "cannot be the id of a method of your own"));
    CHECK(has(r.err, "'" + nearest + "' would do"));
    CHECK(names_in(folder.at("")).empty());
    CHECK(tamis_new("criterion", nearest, Folder().at("mine")).code == 0);
  }
}

TEST_CASE("a kind without a template is refused with those that have one", "[new][errors]") {
  const Ran r = tamis_new("criteria", "org.example.mine", Folder().at("mine"));
  CHECK(r.code == 2);
  CHECK(has(r.err,
            "there is no template for 'criteria'; there are class_metric, criterion, distribution_metric, "
            "metric, noise, search"));
  CHECK(has(r.err, "did you mean 'criterion'?"));
  CHECK(tamis_new("common", "org.example.mine", Folder().at("mine")).code == 2);
}

TEST_CASE("a project never overwrites what is there, and leaves nothing where it cannot be made",
          "[new][errors]") {
  const Folder folder;
  const std::string taken = folder.at("taken");
  fs::create_directory(taken);
  CHECK(tamis_new("search", "org.example.mine", taken).code == 0);  // it was empty
  const auto before = names_in(taken);
  const Ran again = tamis_new("search", "org.example.other", taken);
  CHECK(again.code == 2);
  CHECK(has(again.err, taken + " exists and is not an empty folder; name another one with --dir"));
  CHECK(names_in(taken) == before);
  CHECK(tamis_new("search", "org.example.mine", folder.write("file", "x")).code == 2);
  const Ran nowhere = tamis_new("search", "org.example.mine", folder.at("no/where"));
  CHECK(nowhere.code == 2);
  CHECK(has(nowhere.err, "no/where cannot be made (No such file or directory)"));
  CHECK(tamis_new("search", "org.example.mine", folder.at("slash/")).code == 0);
  CHECK(names_in(folder.at("")) == std::vector<std::string>{"file", "slash", "taken"});
}

TEST_CASE("an empty folder of one's own becomes the project, also the one that one is in", "[new]") {
  const Folder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.at(""));
  const Ran r = tamis_new("metric", "org.example.mine", ".");
  fs::current_path(before);
  CHECK(r.code == 0);
  CHECK(names_in(folder.at("")) ==
        std::vector<std::string>{".gitignore", "CMakeLists.txt", "README.md", "mine.cpp", "tests"});
}

TEST_CASE("a link to nothing is in the way of a project", "[new][errors]") {
  const Folder folder;
  fs::create_symlink(folder.at("nothing"), folder.at("link"));
  const Ran r = tamis_new("metric", "org.example.mine", folder.at("link"));
  CHECK(r.code == 2);
  CHECK(has(r.err, "link exists and is not an empty folder; name another one with --dir"));
  CHECK(names_in(folder.at("")) == std::vector<std::string>{"link"});
}

TEST_CASE("of a project that cannot be written to its end nothing is left", "[new][errors]") {
  const Folder folder;
  const std::string id = "org.example." + std::string(253, 'x');  // too long for the name of its source
  fs::create_directory(folder.at("empty"));
  for (const char* name : {"new", "empty"}) {
    const Ran r = tamis_new("metric", id, folder.at(name));
    CHECK(r.code == 2);
    CHECK(has(r.err, std::string(name) + " cannot be made ("));
  }
  CHECK(names_in(folder.at("")) == std::vector<std::string>{"empty"});
  CHECK(names_in(folder.at("empty")).empty());
}

TEST_CASE("a shell that runs the printed commands enters the project, whatever its folder is called",
          "[new]") {
  for (const std::string name :
       {"-mine", "two words", "$(exit 3)", "`exit 3`", "it'\\''s", "it is \"mine\";"}) {
    INFO(name);
    const Folder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.at(""));
    const Ran r = tamis("new metric org.example.mine '--dir=" + name + "'");
    fs::current_path(before);
    REQUIRE(r.code == 0);
    const std::size_t cd = r.out.find("\n  cd ") + 3;
    const std::string enter = r.out.substr(cd, r.out.find(" && ", cd) - cd);
    CHECK(std::system(("cd '" + folder.at("") + "' && " + enter + " && test -f mine.cpp").c_str()) == 0);
  }
}

}  // namespace new_test
