// `tamis new`: what an author gets, and which ids and folders are refused.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

namespace {

const std::vector<std::string> kKinds{"class_metric", "criterion", "distribution_metric",
                                      "metric",       "noise",     "search"};

/// Runs `tamis new` so that the project is made at `folder`.
Ran tamis_new(const std::string& kind, const std::string& id, const std::string& folder) {
  return tamis("new '" + kind + "' '" + id + "' --dir '" + folder + "'");
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
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
    for (const auto& file : fs::recursive_directory_iterator(folder.at("mine")))
      if (file.is_regular_file()) CHECK_FALSE(has(folder.read(file.path().string()), "@"));
  }
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
