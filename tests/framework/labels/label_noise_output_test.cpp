// What is written of a label noise estimate: for people, as JSON, and as CSV that reads back.
#include "label_noise_run.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/read_table.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::Files;
using test::kFit;
using test::run;

TEST_CASE("the forms for people and for programs say the same", "[noise]") {
  const Files files;
  const LabelNoise noise = run(kFit + files.data);
  const nlohmann::json j = to_json(noise);
  CHECK(j["tamis_label_noise"] == kLabelNoiseVersion);
  CHECK(j["classes"][1]["class"] == "b");
  CHECK(j["classes"][1]["observed"] == 3);
  CHECK(j["suspects"][2]["row"] == 2);
  CHECK(j["suspects"][2]["likelier"] == "b");
  CHECK(j["score"] == 3);
  const std::string head = "row,place,label,likelier,wrong,probability,p\n";
  const std::string first = "5," + files.path + ":6,b,a,1,1,1\n",
                    second = "6," + files.path + ":7,a,b,1,1,0\n";
  CHECK(to_csv(noise) == head + first + second + "2," + files.path + ":3,a,b,0.75,0.75,0.25\n");
  CHECK(to_csv(noise, CsvFor::program, 2) == head + first + second);
  const std::string text = to_text(noise, 1);
  CHECK(text.find("class  observed    share  estimated prior  estimated flip rate\n"
                  "a             3  50.00 %          42.86 %              61.90 %\n"
                  "b             3  50.00 %          57.14 %              59.26 %\n"
                  "\n"
                  "About 60.4 % of the labels are wrong.\n"
                  "\n"
                  "3 labels look wrong:\n"
                  "row  place") == 0);
  CHECK(text.find("\n  5  ") != std::string::npos);
  CHECK(text.find("... and 2 more\n") != std::string::npos);
  CHECK(to_text(noise, 0).find("more") == std::string::npos);
}

TEST_CASE("a suspect comes with its ignored cells, and with its values of the features that tell most",
          "[noise]") {
  const test::TemporaryFolder folder;
  const std::string path =
      folder
          .write("d.csv",
                 "p,name,q,class,row\n0.75,ann,0.25,a,01\n,gap,0.5,a,02\n0.25,\"=bob, b\",0.75,a,03\n"
                 "0.125,cem,0.875,b,04\n1,d\xE9"
                 "e,0,b,?\n")
          .string();
  const LabelNoise noise = run(kFit + "[data]\npath = '" + path +
                               "'\ntarget = 'class'\nmissing = 'drop_rows'\nignore = ['name', 'row']\n");
  CHECK(noise.text_columns == std::vector<std::string>{"name", "row"});
  CHECK(noise.telling == std::vector<std::string>{"p"});  // q is 1 - p, and says nothing more
  REQUIRE(noise.suspects.size() == 2);
  CHECK(noise.suspects[0].texts == std::vector<std::string>{"d\xE9"
                                                            "e",
                                                            "?"});
  CHECK(noise.suspects[0].values == std::vector<double>{1});
  CHECK(noise.suspects[1].texts == std::vector<std::string>{"=bob, b", "03"});

  const nlohmann::json j = nlohmann::json::parse(to_json_text(noise));
  CHECK(j["cell_columns"] == nlohmann::json({"name", "row", "p"}));
  CHECK(j["suspects"][1]["cells"] == nlohmann::json({"=bob, b", "03", 0.25}));
  CHECK(to_csv(noise) == "row,place,label,likelier,wrong,probability,name,row_,p\n5," + path +
                             ":6,b,a,1,1,d\xE9"
                             "e,?,1\n3," +
                             path + ":4,a,b,0.75,0.75,\"=bob, b\",03,0.25\n");
  CHECK(to_csv(noise, CsvFor::spreadsheet, 2).find(",\"'=bob, b\",") != std::string::npos);
  CHECK(to_text(noise, 0).find("P(likelier)  name     row     p\n") != std::string::npos);
}

TEST_CASE("columns that do not fit a terminal are left out from the right, and named", "[noise]") {
  LabelNoise noise;
  noise.classes = {{"a", 1, 1, 1, 0}, {"b", 1, 1, 1, 0}};
  noise.text_columns = {"name"};
  noise.telling = {"width", "height"};
  Suspect suspect;
  suspect.row = 7;
  suspect.place = "a/folder/of/long/names/d.csv:8";
  suspect.likelier = 1;
  suspect.texts = {"the first of all names in the file"};
  suspect.values = {0.1, 100000};
  noise.suspects = {suspect};
  // 7, a place of 20, a, b, and the probabilities take 66 columns, a name of 20 takes 22
  const auto head = [&](std::size_t columns) {
    const std::string text = to_text(noise, 0, columns);
    const std::size_t begin = text.find("row  place");
    for (std::size_t at = begin, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
      if (text[at] != '.') CHECK(end - at <= columns);
    std::string line = text.substr(begin, text.find('\n', begin) - begin);
    return line.substr(line.find("P(likelier)"));
  };
  const auto tail = [&](std::size_t columns) {
    const std::string text = to_text(noise, 0, columns);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  CHECK(head(70) == "P(likelier)");
  CHECK(tail(70) == "... and no room for name, width, height\n");
  CHECK(head(90).find("width") == std::string::npos);
  CHECK(head(90).find("name") != std::string::npos);
  CHECK(tail(90) == "... and no room for width, height\n");
  CHECK(head(120).find("height") != std::string::npos);
  CHECK(tail(0).find("0.1  100000\n") != std::string::npos);
}

TEST_CASE("all labels are listed where that is asked for, the most doubtful first", "[noise]") {
  const Files files;
  const LabelNoise noise = run(kFit + files.data + "[noise]\nall = true\n");
  REQUIRE(noise.all.size() == 6);  // the seventh has no label
  CHECK(noise.suspects.size() == 3);
  std::vector<std::uint64_t> rows;
  for (const Suspect& s : noise.all) {
    rows.push_back(s.row);
    CHECK(s.label != s.likelier);
    CHECK(s.wrong == 1 - noise.membership()(s.sample, s.label));
    CHECK(s.probability == noise.membership()(s.sample, s.likelier));
    CHECK(s.is_suspect == (s.probability > 0.5));
  }
  CHECK(rows == std::vector<std::uint64_t>{5, 6, 2, 4, 1, 3});
  const nlohmann::json j = to_json(noise);
  CHECK(j["suspects"].size() == 3);
  CHECK(j["all"][3]["row"] == 4);
  CHECK(j["all"][3]["suspect"] == false);
  CHECK(j["all"][0]["suspect"] == true);
  CHECK(j["run"]["config"]["noise"]["all"] == true);
  CHECK_FALSE(to_json(run(kFit + files.data)).contains("all"));
  const std::string csv = to_csv(noise, CsvFor::program, 4);
  CHECK(csv.find("row,place,label,likelier,wrong,probability,suspect,p\n5,") == 0);
  CHECK(csv.find("\n4," + files.path + ":5,b,a,0.5,0.5,false,0.5\n") != std::string::npos);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
  const std::string text = to_text(noise, 4);
  CHECK(text.find("\n3 labels look wrong; all 6, the most doubtful first:\nrow  place") != std::string::npos);
  CHECK(text.find("P(other)") != std::string::npos);
  CHECK(text.find("... and 2 more\n") != std::string::npos);
}

TEST_CASE("where no label looks wrong, the text says so", "[noise]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("d.csv", "p,q,class\n0.75,0.25,a\n0.25,0.75,b\n").string();
  const LabelNoise noise = run(kFit + "[data]\npath = '" + path + "'\ntarget = 'class'\n");
  CHECK(to_text(noise, 0).find("\nno label looks wrong\n") != std::string::npos);
  CHECK(to_csv(noise) == "row,place,label,likelier,wrong,probability,p\n");
}

TEST_CASE("names that need quotes in CSV get them", "[noise]") {
  LabelNoise noise;
  noise.classes = {{"a, \"b\"", 1, 1, 1, 0}, {"c", 0, 0, 0, 0}};
  noise.memberships = {0.5, 0.5};
  noise.rows = {1};
  noise.table_rows = 1;
  CHECK(memberships_csv(noise) == "row,\"a, \"\"b\"\"\",c\n1,0.5,0.5\n");
}

TEST_CASE("class names read back from the suspects and the memberships as they are", "[noise][csv]") {
  LabelNoise noise;
  noise.classes = {{" a ", 1, 1, 1, 0}, {"b;c;d;e;f;g;h", 1, 1, 1, 0}, {"say \"hi\"\n", 0, 0, 0, 0}};
  noise.memberships = {0.5, 0.25, 0.25, 0.5, 0.25, 0.25};
  noise.rows = {1, 2};
  noise.table_rows = 2;
  for (std::size_t k = 0; k < 2; ++k) {
    Suspect suspect;
    suspect.place = "two, files";
    suspect.label = k;
    suspect.likelier = 2;
    noise.suspects.push_back(suspect);
  }
  const test::TemporaryFolder folder;
  ReadOptions options;
  options.all_texts = true;
  const Table suspects = read_table(folder.write("s.csv", to_csv(noise)).string(), options);
  CHECK(suspects.columns[1].texts == std::vector<std::string>(2, "two, files"));
  CHECK(suspects.columns[2].texts == std::vector<std::string>{noise.classes[0].name, noise.classes[1].name});
  CHECK(suspects.columns[3].texts == std::vector<std::string>(2, noise.classes[2].name));
  const Table memberships = read_table(folder.write("m.csv", memberships_csv(noise)).string(), options);
  REQUIRE(memberships.columns.size() == 4);
  for (std::size_t s = 0; s < 3; ++s) CHECK(memberships.columns[s + 1].name == noise.classes[s].name);
}

TEST_CASE("memberships of classes whose names begin alike read back under the same names", "[noise]") {
  LabelNoise noise;
  const std::vector<std::string> names =
      GENERATE(std::vector<std::string>{"class_0", "class_1"}, std::vector<std::string>{"p_0", "p_1"},
               std::vector<std::string>{"prob_p_a", "prob_p_b"});
  for (const std::string& name : names) noise.classes.push_back({name});
  noise.rows = {1, 2};
  noise.table_rows = 2;
  noise.memberships = {0.25, 0.5, 0.75, 0.5};
  const test::TemporaryFolder folder;
  const std::string path = folder.write("m.csv", memberships_csv(noise)).string();
  DataOptions options;
  options.path = folder.write("d.csv", "x\n1\n3\n").string();
  options.target_path = path;
  for (std::size_t s = 1; s <= 2; ++s) options.soft.push_back(read_table(path).columns[s].name);
  CHECK(load_data(options).parts().target.class_names == names);
}
