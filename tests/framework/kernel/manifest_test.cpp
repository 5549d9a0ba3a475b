#include "fixture.hpp"

#include <tamis/framework/kernel/elf_note.hpp>

#include <fmt/format.h>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

const std::filesystem::path kPlugin = std::filesystem::path(TAMIS_TEST_PLUGINS) / "every_interface.so";

/// The manifest's text, or the sentence that refuses the file.
std::string note_or_refusal(const std::filesystem::path& file) {
  try {
    return parse_manifest(read_manifest_note(file)).text;
  } catch (const PluginError& e) {
    return std::string("refused: ") + e.what();
  }
}

}  // namespace

TEST_CASE("a manifest is read from the file and lists every component with its interface", "[manifest]") {
  const Manifest m = parse_manifest(read_manifest_note(kPlugin));
  CHECK(m.revision == TAMIS_SDK_REVISION);
  REQUIRE(m.components.size() == 6);
  CHECK(m.components[0].interface_id == "point_metric/1");
  CHECK(m.components[1].interface_id == "class_metric/1");
  CHECK(m.components[2].interface_id == "distribution_metric/1");
  CHECK(m.components[2].traits.metric);
  CHECK(m.components[3].traits.fits);
  const Descriptor& judge = m.components[4];
  CHECK(judge.id == "test.judge");
  CHECK(judge.traits.better == Better::higher);
  CHECK(judge.traits.tolerance == 1e-12);
  CHECK(judge.traits.targets == Targets::classes);
  CHECK(judge.find_option("metric")->interface_id == "point_metric/1");
  CHECK(judge.find_option("neighbours")->expected() == "an integer of at least 1");
  CHECK(m.components[5].kind() == "search strategy");
}

TEST_CASE("a plugin file cut short at any place is refused, never misread", "[manifest][property]") {
  const test::TemporaryFolder folder;
  const std::string whole = test::read_file(kPlugin);
  const std::string note = read_manifest_note(kPlugin);
  for (std::size_t size = 0; size < whole.size(); size += size < 4096 ? 7 : 997) {
    // the cut may lie behind all that the file's headers name
    const std::string seen = note_or_refusal(folder.write("cut.so", whole.substr(0, size)));
    REQUIRE((seen == note || seen.starts_with("refused: it is ")));
  }
}

TEST_CASE("a plugin file with one byte changed gives a manifest or a sentence", "[manifest][property]") {
  const test::TemporaryFolder folder;
  const std::string whole = test::read_file(kPlugin), note = read_manifest_note(kPlugin);
  for (std::size_t at = 0; at < 1024; ++at) {  // the ELF and program headers, and the first notes
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xA5);
    const std::string seen = note_or_refusal(folder.write("changed.so", changed));
    REQUIRE((seen == note || seen.starts_with("refused: ") || seen.starts_with("{\"tamis\":")));
  }
}

TEST_CASE("files that are no plugin are refused with what they are", "[manifest][errors]") {
  const test::TemporaryFolder folder;
  const auto why = [](const std::filesystem::path& file) {
    return message_of<PluginError>([&] { read_manifest_note(file); });
  };
  CHECK(why(folder.path / "missing.so") == "it cannot be opened (No such file or directory)");
  CHECK(why(folder.write("empty.so", "")) == "it is empty; copy it again");
  CHECK(why(folder.write("text.so", "hello")) ==
        "it is not a shared library (no ELF header); copy it again, or take it out of the folder");
  CHECK(why(folder.path) == "it is not a regular file; copy the library itself there");
  CHECK(why("/proc/self/exe").find("holds no tamis manifest") != std::string::npos);
}

TEST_CASE("a manifest for another kernel says all that is wrong, and what to do", "[manifest][errors]") {
  const std::string message = message_of<PluginError>([] {
    parse_manifest(
        "{\"tamis\":9,\"compiler\":\"GCC 20\"}\n"
        "{\"id\":\"a\",\"interface\":\"criterion/7\",\"options\":[]}\n"
        "{\"id\":\"b\",\"interface\":\"oracle/1\",\"options\":[]}\n");
  });
  CHECK(message ==
        "'a' offers the interface criterion/7, which this tamis does not know; 'b' offers the interface "
        "oracle/1, which this tamis does not know; it was built for SDK revision 9 by GCC 20, we offer "
        "revision 2: install a newer tamis");
  const auto criterion = [](const std::string& rest) {
    return message_of<PluginError>([&] {
      parse_manifest("{\"tamis\":1}\n{\"id\":\"a\",\"interface\":\"criterion/1\"," + rest + "}\n");
    });
  };
  const std::string good = "\"measures\":\"feature\",\"better\":\"lower\",\"moves\":[\"add\"],";
  CHECK(criterion("\"measures\":\"pair\",\"better\":\"lower\",\"moves\":[\"add\"],\"options\":[]") ==
        "its manifest says measures \"pair\", which this tamis does not know (it knows feature, subset, "
        "loss, gain); install a newer tamis, or mend the manifest");
  CHECK(criterion(good + "\"targets\":[\"intervals\"],\"options\":[]") ==
        "its manifest says target \"intervals\", which this tamis does not know (it knows none, classes, "
        "soft, real, sets); install a newer tamis, or mend the manifest");
  CHECK(criterion("\"measures\":\"feature\",\"moves\":[\"add\"],\"options\":[]")
            .find("line 2 of its manifest is damaged (") == 0);
  CHECK(criterion(good + "\"options\":[{\"name\":\"k\",\"type\":\"integer\",\"default\":\"x\",\"min\":1}]") ==
        "its manifest gives option 'k' the default \"x\"; expected an integer of at least 1");
  CHECK(criterion(good + "\"options\":[{\"name\":\"k\",\"type\":\"complex\",\"default\":1}]") ==
        "its manifest says type \"complex\", which this tamis does not know (it knows integer, real, bool, "
        "choice, text, reals, component, components); install a newer tamis, or mend the manifest");
  CHECK(criterion(good + "\"options\":[{\"name\":\"p\",\"type\":\"components\",\"default\":[\"a\"],"
                         "\"interface\":\"noise_model/1\"}]") ==
        "its manifest gives option 'p', a list of components, the default [\"a\"]; only [] is possible");
  CHECK(
      criterion(good + "\"options\":[{\"name\":\"p\",\"type\":\"component\",\"default\":\"a\","
                       "\"interface\":\"noise_model/1\",\"part\":[\"learns\"]}]") ==
      "its manifest says part \"learns\", which this tamis does not know (it knows fits, corrupts, metric, given); "
      "install a newer tamis, or mend the manifest");
  CHECK(message_of<PluginError>([] {
          parse_manifest(
              "{\"tamis\":1}\n{\"id\":\"two\\nlines\",\"interface\":\"point_metric/1\",\"options\":[]}\n");
        }) ==
        "its manifest has the id \"two\\nlines\"; an id is snake_case, with dots between parts: "
        "org.example.name");
  CHECK(message_of<PluginError>([] { parse_manifest("{\"tamis\":0}\n"); }) ==
        "its manifest names no SDK revision; its manifest lists no component; it was built for SDK revision "
        "0 by an "
        "unnamed compiler, we offer revision 2: rebuild the plugin");
  CHECK(message_of<PluginError>([] {
          parse_manifest("{\"tamis\":");
        }).find("line 1 of its manifest is damaged (") == 0);
  CHECK(message_of<PluginError>([] { parse_manifest("{\"tamis\":1}\n{\"id\":3}\n"); }).find("damaged") !=
        std::string::npos);
}

TEST_CASE(
    "a manifest with deep brackets or a revision that no int holds is damaged, not the end of the process",
    "[manifest][errors]") {
  const auto refusal = [](const std::string& text) {
    return message_of<PluginError>([&] { parse_manifest(text); });
  };
  const std::size_t deep = 300000;
  const std::string nested = std::string(deep, '[') + std::string(deep, ']');
  const std::string head = "{\"tamis\":1}\n{\"id\":\"a\",\"interface\":\"point_metric/1\",";
  for (const std::string& line :
       {head + "\"options\":[{\"name\":\"k\",\"type\":\"integer\",\"default\":" + nested + "}]}\n",
        head + "\"moves\":" + nested + ",\"options\":[]}\n"})
    CHECK_THAT(refusal(line), Catch::Contains("line 2 of its manifest is damaged") &&
                                  Catch::Contains("nested deeper than 100 levels"));
  CHECK(refusal("{\"tamis\":1e300}\n") ==
        "its manifest names the SDK revision 1e+300; build the plugin again");
  CHECK(refusal("{\"tamis\":-3000000000}\n") ==
        "its manifest names the SDK revision -3000000000; build the plugin again");
}

namespace {

/// The manifest of one component of an interface with these keys.
Manifest of(const std::string& interface_id, const std::string& keys) {
  return parse_manifest("{\"tamis\":1}\n{\"id\":\"a\",\"interface\":\"" + interface_id + "\"," + keys +
                        "}\n");
}

}  // namespace

TEST_CASE("a manifest with one id or one name of an option twice, or a tolerance below 0, is refused",
          "[manifest][errors]") {
  const std::string component = "{\"id\":\"a\",\"interface\":\"point_metric/1\",\"options\":[]}\n";
  CHECK(message_of<PluginError>([&] { parse_manifest("{\"tamis\":1}\n" + component + component); }) ==
        "its manifest lists two components called 'a'; give one of them another id");
  CHECK(message_of<PluginError>([] {
          const std::string k = R"({"name":"k","type":"integer","default":1})";
          of("point_metric/1", "\"options\":[" + k + "," + k + "]");
        }) == "its manifest gives 'a' two options called 'k'; rename one of them");
  CHECK(message_of<PluginError>([] { of("point_metric/1", R"("tolerance":-1,"options":[])"); }) ==
        "its manifest says that scores within -1 of each other are equal; a tolerance is 0 or more");
  CHECK_THAT(message_of<PluginError>([] { of("point_metric/1", R"("tolerance":1e999,"options":[])"); }),
             Catch::Contains("damaged"));
}

TEST_CASE("a manifest whose option is a criterion or a search is refused, and one that names a part is not",
          "[manifest][errors]") {
  const auto option = [](const std::string& interface_id) {
    return R"("options":[{"name":"base","type":"component","default":"b","interface":")" + interface_id +
           "\"}]";
  };
  const auto refusal = [&](const std::string& interface_id) {
    return message_of<PluginError>([&] { of("noise_model/1", option(interface_id)); });
  };
  const std::string why =
      ", which no component may contain: data and moves are those of the component that the user chose; an "
      "option may name a noise model or a metric";
  CHECK(refusal("criterion/1") == "its manifest makes option 'base' a criterion" + why);
  CHECK(refusal("search_strategy/1") == "its manifest makes option 'base' a search strategy" + why);
  for (const char* part : {"noise_model/1", "point_metric/1", "class_metric/1", "distribution_metric/1"})
    CHECK(of("noise_model/1", option(part)).components[0].options[0].interface_id == part);
}

TEST_CASE("a library that needs what a later host has is refused", "[manifest][errors]") {
  const std::string component = R"("id":"a","interface":"point_metric/1","options":[])";
  const auto refusal = [&](const std::string& of_library, const std::string& of_component) {
    return message_of<PluginError>(
        [&] { parse_manifest("{\"tamis\":1" + of_library + "}\n{" + component + of_component + "}\n"); });
  };
  CHECK(refusal(R"(,"needs":["units"])", "") ==
        "the library needs \"units\" of its host, which this tamis does not know; install a newer tamis");
  CHECK(refusal("", R"(,"needs":["gpu"])") ==
        "'a' needs \"gpu\" of its host, which this tamis does not know; install a newer tamis");
  CHECK(refusal("", R"(,"needs":"gpu")") == refusal("", R"(,"needs":["gpu"])"));
  CHECK(of("point_metric/1", R"("needs":[],"uses_gpu":true,"options":[])").components.size() == 1);
}

TEST_CASE("a manifest that asks for data in the name of a part is refused", "[manifest][errors]") {
  const auto refusal = [](const std::string& interface_id, const std::string& trait) {
    return message_of<PluginError>([&] { of(interface_id, trait + ",\"options\":[]"); });
  };
  CHECK(refusal("noise_model/1", R"("discrete":true)") ==
        "its manifest says \"discrete\" of noise model \"a\", but what the data must be is said of criteria "
        "only: others see the data as the criterion that uses them gets them; leave it out");
  for (const char* interface_id :
       {"search_strategy/1", "noise_model/1", "point_metric/1", "class_metric/1", "distribution_metric/1"}) {
    for (const char* key : {"uses_unknown", "distances", "discrete", "sparse", "groups", "missing"})
      CHECK(refusal(interface_id, fmt::format("\"{}\":true", key)).starts_with("its manifest says"));
    if (std::string_view(interface_id) != "noise_model/1")  // whose fit may take weights
      CHECK(refusal(interface_id, R"("weights":true)").starts_with("its manifest says"));
    CHECK(refusal(interface_id, R"("targets":["real"])").starts_with("its manifest says"));
    CHECK_NOTHROW(of(interface_id, R"("targets":[],"discrete":false,"options":[])"));
  }
}
