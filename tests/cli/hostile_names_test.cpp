// Names, cells and texts that were made to be obeyed by a terminal or a shell instead of being read.
#include "tamis_program.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace hostile_names_test {
namespace {

const std::vector<std::string> kHostile{
    "\x1b]0;pwned\x07",  // sets the title of a terminal
    "\xC2\x9B"
    "31m",  // the same escape as one character, U+009B
    "ab\xE2\x80\xAE"
    "dc\xE2\x81\xA6"
    "e",  // turns the direction of writing
    "\r\x7f\x08z",
};

/// The first byte that a terminal would obey, as a number; -1 when there is none. Lines may end.
int obeyed(const std::string& text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = [&](std::size_t ahead) {
      return k + ahead < text.size() ? static_cast<unsigned char>(text[k + ahead]) : 0;
    };
    const int c = byte(0);
    const bool control = (c < 0x20 && c != '\n') || c == 0x7F;
    const bool of_unicode = c == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F;
    const bool turns = c == 0xE2 && ((byte(1) == 0x80 && byte(2) >= 0x8E && byte(2) <= 0xAE &&
                                      byte(2) != 0x90 && (byte(2) <= 0x8F || byte(2) >= 0xA8)) ||
                                     (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9));
    if (control || of_unicode || turns) return c;
  }
  return -1;
}

void check_harmless(const Ran& ran) {
  INFO(ran.code);
  INFO(ran.err);
  CHECK(obeyed(ran.out) == -1);
  CHECK(obeyed(ran.err) == -1);
  CHECK(ran.out.size() + ran.err.size() < 20000);
}

std::string quoted(const std::string& text) {  // as a word of a shell
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

std::string cell(const std::string& text) {  // of a CSV
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string in_toml(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      constexpr const char* kHex = "0123456789abcdef";
      out += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// Twelve samples of two classes with the names given, whose second feature tells them apart.
std::string table(const std::string& name, const std::string& first, const std::string& second,
                  const std::string& odd = "0.5") {
  std::string text = cell(name) + ",b,y\n";
  for (int i = 0; i < 12; ++i)
    text += (i == 4 ? cell(odd) : std::to_string(i * i % 7)) + "," + std::to_string(i % 2 + 0.1 * (i % 5)) +
            "," + cell(i % 2 ? first : second) + "\n";
  return text;
}

}  // namespace

TEST_CASE("a terminal obeys no name, no cell and no class of a table", "[cli][hostile]") {
  const std::string name = GENERATE(from_range(kHostile), std::string(20000, 'x'));
  const Folder folder;
  const std::string odd = folder.write("odd.csv", table(name, "m", "n", name));
  const std::string gap = folder.write("gap.csv", table(name, "m", "n", ""));
  const std::string all = folder.write("all.csv", table(name, name + "1", name + "2"));
  const std::string word = quoted(name);
  check_harmless(tamis("rank " + odd + " -t y"));
  check_harmless(tamis("rank " + odd + " -t y --missing median --unknown " + word));
  check_harmless(tamis("rank " + gap + " -t y"));
  check_harmless(tamis("rank " + gap + " -t y --missing median"));
  check_harmless(tamis("rank " + gap + " -t y --missing drop_rows"));
  check_harmless(tamis("rank " + odd + " -t y --categorical 1"));
  check_harmless(tamis("rank " + odd + " -t nope"));
  check_harmless(tamis("rank " + odd + " -t 1 --soft " + word + ",b"));
  const Ran ranked = tamis("rank " + all + " -t y -c mi");
  CHECK(ranked.code == 0);
  check_harmless(ranked);
  const Ran noise = tamis("noise " + all + " -t y");
  CHECK(noise.code == 0);
  check_harmless(noise);
  check_harmless(tamis("select " + all + " -t y --keep 1 --always nope"));
  check_harmless(tamis("select " + all + " -t y --keep 1 --always " + word));
}

TEST_CASE("a terminal obeys no word of the command line and no key of a config", "[cli][hostile]") {
  const std::string name = GENERATE(from_range(kHostile), std::string(20000, 'x'));
  const Folder folder;
  const std::string word = quoted(name);
  check_harmless(tamis("rank " + kIris + " -t " + word));
  check_harmless(tamis("rank " + kIris + " --unheard-" + word));
  check_harmless(tamis("rank " + kIris + " -t class -c " + word));
  check_harmless(tamis("rank " + kIris + " -t class --set " + word));
  check_harmless(tamis("rank " + kIris + " -t class --set " + word + "=1"));
  check_harmless(tamis("rank " + kIris + " -t class --set criterion." + word + "=1"));
  check_harmless(tamis("rank " + kIris + " -t class --set " + word + "..x=1"));
  check_harmless(tamis("rank " + kIris + " -t class --missing " + word));
  check_harmless(tamis("plugins describe " + word));
  check_harmless(tamis("plugins --why-not " + word));
  const std::string data = "[data]\npath = \"" + kIris + "\"\ntarget = \"class\"\n";
  const std::string key = in_toml(name);
  const std::vector<std::string> configs{key + " = 1\n" + data,
                                         data + key + " = 1\n",
                                         data + "[criterion]\nuse = \"fisher_score\"\n" + key + " = 1\n",
                                         data + "merge = { " + key + " = [\"nope\", " + key + "] }\n",
                                         data + "ignore = [" + key + "]\n",
                                         "seed = " + key + "\n" + data,
                                         data + "[search]\nalways = [" + key + "]\n",
                                         "seed = \x1b]0;x\n"};
  for (const std::string& config : configs) {
    const Ran ran = tamis("rank " + folder.write("config.toml", config));
    CHECK(ran.code != 0);
    check_harmless(ran);
  }
}

TEST_CASE("a terminal obeys no path", "[cli][hostile]") {
  const std::string name = GENERATE(from_range(kHostile));
  const Folder folder;
  const std::string path = quoted(folder.write(name + ".csv", table("a", "m", "n", "word")));
  check_harmless(tamis("rank " + path + " -t y"));
  check_harmless(tamis("rank " + path + " -t y --ignore a -o " + quoted(folder.at(name + ".json"))));
  check_harmless(tamis("rank " + path + " -t y --ignore a -o " + quoted(folder.at(name + "/none.json"))));
  check_harmless(tamis("rank " + quoted(folder.at(name + ".toml"))));
  check_harmless(tamis("select --locked " + quoted(folder.at(name + ".json"))));
  check_harmless(tamis("plugins --paths --plugin-dir " + quoted(folder.at(name))));
  check_harmless(tamis("noise " + path + " -t y --ignore a --selected " + quoted(folder.at(name))));
}

TEST_CASE("a terminal obeys no text of a result that is made again", "[cli][hostile]") {
  const std::string name = GENERATE(from_range(kHostile));
  const Folder folder;
  const std::string result = folder.at("result.json");
  REQUIRE(tamis("select " + kIris + " -t class -k 2 -o " + result).code == 0);
  const std::string text = folder.read("result.json");
  const auto with = [&](const std::string& key, const std::string& value) {
    const std::size_t at = text.find("\"" + key + "\": \"");
    REQUIRE(at != std::string::npos);
    const std::size_t begin = at + key.size() + 5;
    std::string edited = text;
    edited.replace(begin, text.find('"', begin) - begin, value);
    return folder.write("edited.json", edited);
  };
  std::string value = in_toml(name);  // the escapes of JSON are the same
  value = value.substr(1, value.size() - 2);
  for (const char* key : {"version", "sha256", "tamis", "id", "library", "feature", "use"}) {
    INFO(key);
    const Ran ran = tamis("select --locked " + with(key, value));
    CHECK(ran.code != 0);
    check_harmless(ran);
  }
}

TEST_CASE("a terminal obeys no word of an experiment, nor of its journal", "[cli][hostile]") {
  const std::string name = GENERATE(from_range(kHostile));
  const Folder folder;
  const std::string data = folder.write("t.csv", table(name, name + "1", name + "2"));
  const std::string config = folder.write(
      "e.toml", "title = " + in_toml(name) + "\n[data]\npath = \"" + data +
                    "\"\ntarget = \"y\"\n[evaluate]\nfolds = 2\n[[method]]\nname = " + in_toml(name) +
                    "\ncriterion = \"mi\"\n[[method]]\nname = \"b\"\ncriterion = \"fisher_score\"\n");
  const std::string run = "experiment " + config + " -o " + folder.at("results");
  const Ran first = tamis(run);
  CHECK(first.code == 0);
  CHECK(has(first.err, "warning: class '"));  // it has few samples
  check_harmless(first);
  const std::string journal = folder.read("results/journal.jsonl");
  const std::size_t warning = journal.find("\"warnings\":[\"");
  REQUIRE(warning != std::string::npos);
  const std::string text = in_toml(name);  // the escapes of JSON are the same
  folder.write("results/journal.jsonl",
               std::string(journal).insert(warning + 13, text.substr(1, text.size() - 2)));
  check_harmless(tamis(run));
  check_harmless(tamis(run + " --set table.measure=" + quoted(name)));
  check_harmless(tamis(run + " --set table.reference=" + quoted(name)));
  check_harmless(tamis(run + " --set figure.x=" + quoted(name)));
  check_harmless(tamis(run + " --set " + quoted("vary.\"" + name + "\"=[1]")));
}

TEST_CASE("a terminal obeys no text of a plugin", "[cli][hostile]") {
  const Folder folder;
  std::string library;
  for (const auto& entry : fs::directory_iterator(TAMIS_TEST_PLUGINS))
    if (has(entry.path().filename().string(), "memberships")) library = entry.path().string();
  REQUIRE_FALSE(library.empty());
  std::ifstream in(library, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  constexpr std::string_view kEscape = "\\u001b";
  std::size_t edits = 0;
  for (const char* key : {"\"summary\":\"", "\"doc\":\"", "\"compiler\":\""})
    for (std::size_t at = bytes.find(key); at != std::string::npos; at = bytes.find(key, at + 1), ++edits)
      bytes.replace(at + std::string_view(key).size(), kEscape.size(), kEscape);
  REQUIRE(edits >= 3);
  folder.write("libhostile.so", bytes);
  const std::string dir = " --plugin-dir " + folder.at("");
  const Ran listed = tamis("plugins" + dir);
  CHECK(has(listed.out, "\\x1b"));
  check_harmless(listed);
  const Ran described = tamis("plugins describe test.memberships" + dir);
  CHECK(has(described.out, "\\x1b"));
  check_harmless(described);
  check_harmless(tamis("plugins --why-not " + folder.at("libhostile.so") + dir));
  check_harmless(tamis("rank " + kIris + " -t class -c test.memberships" + dir));
}

TEST_CASE("the remedy that names a column can be pasted into a shell", "[cli][hostile]") {
  const std::string name = GENERATE(as<std::string>{}, "plain", "x y", "a,x", "a; touch pwned",
                                    "$(touch pwned)", "`touch pwned`", "it's", "\"q\"", "-x", "a\\", "a\\,b",
                                    "\xC3\xA9", "\x1b]0;pwned\x07", "= [", std::string(300, 'x'));
  const Folder folder;
  const std::string file = folder.write("t.csv", table(name, "m", "n", "word"));
  const Ran refused = tamis("rank " + file + " -t y");
  INFO(refused.err);
  REQUIRE(refused.code == 3);
  const std::size_t begin = refused.err.find("--ignore"), end = refused.err.find(", --categorical", begin);
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const Ran pasted = tamis("rank " + file + " -t y " + refused.err.substr(begin, end - begin));
  INFO(pasted.err);
  CHECK(pasted.code == 0);
  CHECK_FALSE(fs::exists("pwned"));
  CHECK_FALSE(has(pasted.out, name));
}

TEST_CASE("a remedy names a column by its number where another one has its name", "[cli][hostile]") {
  const Folder folder;
  const auto refusal = [&](const std::string& header) {
    std::string text = header + "\n";
    for (int i = 0; i < 8; ++i)
      text += "0.5," + std::string(i == 3 ? "word" : "1") + (i % 2 ? ",m\n" : ",n\n");
    return tamis("rank " + folder.write("t.csv", text) + " -t y").err;
  };
  CHECK(has(refusal("a,a,y"), "use --ignore 2, --categorical 2"));
  CHECK(has(refusal("2,\x1b,y"), "use --ignore=-2, --categorical=-2"));  // 2 is the name of the first
}

}  // namespace hostile_names_test
