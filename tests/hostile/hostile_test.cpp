// Plugins that break the contract: each is refused or contained with one clear line, the host goes on, and
// what honest plugins find does not change.
//
// What cannot be contained in the host's own process is for `tamis validate`, which runs a plugin in another
// one: a crash or an endless loop in other functions than the constructors, memory written far from what was
// offered, an exception out of `destroy` (nothing is left that it could spoil, so a host lets it pass),
// threads and files left open.
#include "../framework/fixture.hpp"

#include <tamis/framework/selection/select.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cfenv>

using namespace tamis;
using namespace tamis::framework;

namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

const fs::path kHostile = fs::weakly_canonical(TAMIS_TEST_PLUGINS);

/// The honest plugin beside those of `folder`; a probe waits `seconds`, and leaves no verdict behind.
Registry beside_honest(const fs::path& folder, double seconds = 10) {
  return Registry(plugin_folders({folder, kHostile / "honest"}), Probe{true, seconds, {}});
}

/// Why the one file of a folder is not used, or why its component cannot be had.
std::string refusal(const fs::path& folder, const std::string& id, double seconds = 10) {
  Registry registry = beside_honest(folder, seconds);
  CHECK(registry.find("test.honest") != nullptr);
  if (!registry.refused().empty()) return registry.refused().front().reason;
  const std::string file = (folder / (folder.filename().string() + ".so")).string();
  const std::string line = test::message_of<PluginError>([&] { registry.component(id); });
  CHECK(line.starts_with(file + ": "));
  return line.substr(file.size() + 2);
}

/// Four features with the first values 4, 3, 2, 1.
LoadedData four_features() {
  return LoadedData::from_columns(
      std::vector<std::vector<double>>{{4, 1, 1}, {3, 1, 1}, {2, 1, 1}, {1, 1, 1}});
}

/// The result of a selection, or "origin, step: sentence", with FILE for the path of the hostile library.
std::string selection(Registry& registry, const std::string& id, const std::string& options = "") {
  const SelectConfig config = parse_select_config(toml::parse(fmt::format(
      "data = {{ path = 'memory' }}\nsearch = 'rank'\ncriterion = {{ use = '{}'{} }}", id, options)));
  Observer silent;
  try {
    return to_json(select(registry, Defaults(), config, four_features(), {}, silent))["ranking"].dump();
  } catch (const Error& e) {
    std::string origin = e.origin;
    if (const auto at = origin.find(kHostile.string()); at != std::string::npos)
      origin.replace(at, origin.rfind(')') - at, "FILE");
    return fmt::format("{}{}{}: {}", origin, e.step.empty() ? "" : ", ", e.step, e.what());
  }
}

/// Numbers that another floating-point mode would change.
std::string arithmetic() {
  const volatile double tiny = 5e-324, third = 3;
  const volatile long double long_third = 3;
  return fmt::format("{} {} {} {} {:#x}", tiny * 1.0, 1.0 / third, -1.0 / third, 1 / long_third,
                     fegetexcept());
}

/// A selection with the hostile component, between two honest ones that must agree to the byte.
std::string contained(const std::string& name, const std::string& options) {
  Registry registry = beside_honest(kHostile / name);
  CHECK(registry.refused().empty());
  const std::string honest = selection(registry, "test.honest"), numbers = arithmetic();
  CHECK(honest.starts_with("[{"));
  const std::string line = selection(registry, "test." + name, ", " + options);
  CHECK(selection(registry, "test.honest") == honest);
  CHECK(arithmetic() == numbers);
  CHECK(std::fegetround() == FE_TONEAREST);
  CHECK(line.find('\n') == std::string::npos);
  return line;
}

/// What an honest criterion's run looks like, for those that do no harm in the end.
std::string harmless(const std::string& name) {
  Registry registry = beside_honest(kHostile / name);
  return selection(registry, "test.honest");
}

}  // namespace

TEST_CASE("a library without the symbol is refused", "[hostile]") {
  CHECK(refusal(kHostile / "no_symbol", "test.no_symbol") ==
        "it does not export tamis_plugin_1; build it with tamis_add_plugin, or make the symbol visible");
}

TEST_CASE("a library that lacks a function is refused in the words of the system", "[hostile]") {
  const fs::path folder = kHostile / "lacks_symbol";
  CHECK(refusal(folder, "test.lacks_symbol") ==
        fmt::format(
            "it does not load: {}: undefined symbol: test_function_that_is_nowhere; `ldd -r` on it lists "
            "what it lacks",
            (folder / "lacks_symbol.so").string()));
}

TEST_CASE("a library for another contract is refused with what it wants and what we offer", "[hostile]") {
  CHECK(refusal(kHostile / "other_abi", "test.other_abi") ==
        "'test.other_abi' offers the interface criterion/9, which this tamis does not know; it was built for "
        "SDK revision 9 by GCC 20, we offer revision 2: install a newer tamis");
}

TEST_CASE("a file that is cut short is refused wherever it is cut", "[hostile]") {
  const TemporaryFolder folder;
  const std::string whole = test::read_file(kHostile / "honest" / "honest.so");
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{10}, std::size_t{1000}, whole.size() / 2, whole.size() - 1}) {
    folder.write("cut.so", whole.substr(0, size));
    const Registry registry(plugin_folders({folder.path}));
    REQUIRE(registry.refused().size() == 1);
    CHECK(registry.refused().front().reason ==
          (size == 0 ? "it is empty; copy it again"
           : size == 10
               ? "it is not a shared library (no ELF header); copy it again, or take it out of the folder"
               : "it is cut short; copy or build it again"));
    CHECK(registry.find("test.honest") == nullptr);
  }
}

TEST_CASE("a library whose constructors crash or hang is refused, and the host goes on", "[hostile]") {
  const auto after = [](const std::string& name) {
    return ", in a process made to try it; rebuild it or ask its author (it is tried again when the file "
           "changes, or by "
           "`tamis plugins --why-not " +
           (kHostile / name / (name + ".so")).string() + "`)";
  };
  CHECK(refusal(kHostile / "crashes_on_load", "test.crashes_on_load") ==
        "it crashed (Aborted) when it was loaded" + after("crashes_on_load"));
  const std::string created =
      "it crashed (Aborted) when 'test.crashes_in_create' was created with its defaults" +
      after("crashes_in_create");
  CHECK(refusal(kHostile / "crashes_in_create", "test.crashes_in_create") == created);
  CHECK(refusal(kHostile / "crashes_in_create", "test.crashes_not") == created);  // of the same library
  CHECK(refusal(kHostile / "hangs_on_load", "test.hangs_on_load", 0.3) ==
        "it did not come to an end within 0.3 s when it was loaded" + after("hangs_on_load"));
}

TEST_CASE("a library that is not what its manifest says is refused", "[hostile]") {
  CHECK(refusal(kHostile / "lies_id", "test.lies_promised") ==
        "its manifest promises criterion/1 'test.lies_promised', but the library offers criterion/1 "
        "'test.lies_given'; build it again");
  CHECK(refusal(kHostile / "lies_fewer", "test.lies_first") ==
        "its manifest lists 2 components, but the library offers 1; build it again");
  CHECK(refusal(kHostile / "lies_options", "test.lies_options") ==
        "when 'test.lies_options' was created with its defaults: its manifest lists 2 options, but its code "
        "has 1; build the plugin again");
}

TEST_CASE("what a table throws becomes an error of the component, from wherever it comes", "[hostile]") {
  const std::string sentence =
      "threw an exception out of a function of its table, which must catch it and return a code: ";
  for (const std::string from : {"create", "prepare", "score", "loop", "report", "cost"}) {
    INFO(from);
    const std::string where = std::string("criterion = test.throws (FILE)") +
                              (from == "score" || from == "loop" ? ", step 1 (add)" : "") + ": " + sentence;
    CHECK(contained("throws", "from = '" + from + "'") == where + "thrown by hand");
    CHECK(contained("throws", "what = 'number', from = '" + from + "'") ==
          where + "something that is not a std::exception");
  }
  CHECK(contained("throws", "from = 'destroy'") == harmless("throws"));
}

TEST_CASE("a component that finds no memory when it is created ends the run as no memory does", "[hostile]") {
  Registry registry = beside_honest(kHostile / "throws");
  CHECK_THROWS_AS(selection(registry, "test.throws", ", what = 'memory', from = 'create'"), std::bad_alloc);
  CHECK(selection(registry, "test.honest").starts_with("[{"));
}

TEST_CASE("a component that is said to be created and is not there is refused", "[hostile]") {
  CHECK(
      refusal(kHostile / "creates_nothing", "test.creates_nothing") ==
      "when 'test.creates_nothing' was created with its defaults: create() reports success, but gives no instance");
}

TEST_CASE("what a class of the SDK throws becomes an error, whatever it is", "[hostile]") {
  for (const char* what : {"number", "text", "foreign"}) {
    INFO(what);
    CHECK(
        contained("throws_foreign", fmt::format("what = '{}'", what)) ==
        "criterion = test.throws_foreign (FILE), step 1 (add): threw something that is not a std::exception; "
        "throw one of tamis/errors.hpp, with a sentence");
  }
}

TEST_CASE("an end of the run that a component makes up is an error of the component", "[hostile]") {
  for (const char* what : {"cancelled", "budget"}) {
    INFO(what);
    CHECK(
        contained("throws_foreign", fmt::format("what = '{}'", what)) ==
        "criterion = test.throws_foreign (FILE), step 1 (add): ended the run (made up), which the user, the "
        "time and the budget alone do; a method lets Cancelled and BudgetSpent pass, and throws neither");
  }
}

TEST_CASE("a floating-point mode left changed is put back, and an error of the component", "[hostile]") {
  const std::string sentence =
      ": changed the floating-point mode (rounding or flush to zero) and did not put it back; the mode is "
      "restored, but its numbers cannot be trusted";
  for (const std::string in : {"create", "prepare", "score", "report"}) {
    INFO(in);
    for (const std::string mode : {"rounding", "traps", "long_double"}) {
      INFO(mode);
      CHECK(contained("changes_mode", "mode = '" + mode + "', in = '" + in + "'") ==
            "criterion = test.changes_mode (FILE)" + (in == "score" ? ", step 1 (add)" : std::string()) +
                sentence);
    }
  }
  CHECK(contained("changes_mode", "in = 'nothing'") == harmless("changes_mode"));  // but when it was loaded
  CHECK(contained("changes_mode", "in = 'destroy'") == harmless("changes_mode"));
}

TEST_CASE("a place written beside the scores is seen, and an error of the component", "[hostile]") {
  for (const char* where : {"before", "behind", "reason"}) {
    INFO(where);
    CHECK(
        contained("writes_outside", fmt::format("where = '{}'", where)) ==
        "criterion = test.writes_outside (FILE), step 1 (add): wrote outside the 4 scores that it was asked "
        "for, so none of its numbers can be trusted; tell its author to run `tamis validate`, which finds "
        "the place");
  }
  CHECK(contained("writes_outside", "where = 'nowhere'") == harmless("writes_outside"));
}

TEST_CASE("a score that is no number, or was not written, is an error that names the feature", "[hostile]") {
  for (const char* what : {"nan", "nothing"}) {
    INFO(what);
    CHECK(contained("returns", fmt::format("what = '{}'", what)) ==
          "criterion = test.returns (FILE), step 1 (add): the score is not a number, or was not written; a "
          "score that does not exist must be -infinity, the worst, with a reason (feature 'c2')");
  }
}

TEST_CASE("a cost that is no number of operations is an error of the component", "[hostile]") {
  const auto line = [](const std::string& what) { return contained("returns", "what = '" + what + "'"); };
  const std::string head = "criterion = test.returns (FILE): expects ",
                    tail = " operations; an estimate is a number, 0 or more";
  CHECK(line("nan_cost") == head + "nan" + tail);
  CHECK(line("infinite_cost") == head + "inf" + tail);
  CHECK(line("negative_cost") == head + "-1e+30" + tail);
  CHECK(line("huge_cost").starts_with("[{"));
}

TEST_CASE("a cost that reads features before a later stage has them is an error, no crash", "[hostile]") {
  CHECK(contained("returns", "what = 'cost_of_a_column'").starts_with("[{"));
  Registry registry = beside_honest(kHostile / "returns");
  const SelectConfig config = parse_select_config(toml::parse(R"(
      [[stage]]
      criterion = "test.honest"
      search = { use = "rank", keep = 2 }
      [[stage]]
      criterion = { use = "test.returns", what = "cost_of_a_column" }
      search = { use = "rank", keep = 1 })"));
  Observer silent;
  CHECK(test::message_of<PluginError>([&] {
          select(registry, Defaults(), config, four_features(), {}, silent);
        }).starts_with("reads a feature's numbers, and these data have none: ask has_dense() first"));
}

TEST_CASE("odd scores that are numbers rank as numbers do", "[hostile]") {
  const auto order = [](const std::string& what) {
    std::string names;
    for (const auto& f : nlohmann::json::parse(contained("returns", "what = '" + what + "'"))) {
      names += f["feature"].get<std::string>();
      if (f.contains("reason")) names += "(" + f["reason"].get<std::string>() + ")";
    }
    return names;
  };
  CHECK(order("number") == "c1c2c3c4");
  CHECK(order("minus_zero") == "c1c3c4c2");
  CHECK(order("infinity") == "c2c1c3c4");
  CHECK(order("minus_infinity") == "c1c3c4c2");
  CHECK(order("endless_reason") == "c1c3c4c2(" + std::string(64, 'x') + ")");
}
