// What the kit says, and to whom.
#include "../framework/fixture.hpp"

#include <tamis/framework/conformance/validate.hpp>

#include <catch2/catch.hpp>

using Catch::Contains;
using namespace tamis::framework;

namespace {

const std::string kGood = OUR_PLUGINS "/baselines.so";
const std::string kFaulty = FAULTY_PLUGINS "/faulty_criteria.so";

ValidateOptions options_for(const std::string& file) {
  ValidateOptions options;
  options.file = file;
  return options;
}

}  // namespace

TEST_CASE("names that do not exist are refused before anything runs", "[validate]") {
  ValidateOptions options = options_for(kGood);
  options.test = "prints_nothin";
  CHECK_THROWS_WITH(validate(options), Contains("no test 'prints_nothin'; did you mean 'prints_nothing'?"));
  options = options_for(kGood);
  options.component = "varianc";
  CHECK_THROWS_WITH(validate(options), Contains("no component 'varianc'; did you mean 'variance'?"));
  options = options_for(kGood);
  options.settings = toml::table{{"other", toml::table{{"k", 1}}}};
  CHECK_THROWS_WITH(validate(options), Contains("--set other: no component of this file"));
}

TEST_CASE("a setting that the component has no option for fails its creation", "[validate]") {
  ValidateOptions options = options_for(kGood);
  options.component = "variance";
  options.settings = toml::table{{"variance", toml::table{{"dof", 1}}}};
  const Validation validation = validate(options);
  CHECK_THAT(validation.results.back().text, Contains("criterion.dof is no option of 'variance'"));
  CHECK(validation.results.back().test == "created_with_its_defaults");
}

TEST_CASE("nothing is tried of a component that failed what all else rests on", "[validate]") {
  ValidateOptions options = options_for(FAULTY_PLUGINS "/loose_factories.so");
  options.component = "test.never";
  CHECK(validate(options).results.back().test == "created_with_its_defaults");
  options = options_for(FAULTY_PLUGINS "/faulty_undefined.so");
  CHECK(validate(options).results.size() == 1);
}

TEST_CASE("a component that does nothing without an option is skipped, with the remedy", "[validate]") {
  ValidateOptions options = options_for(OUR_PLUGINS "/noise_models.so");
  options.component = "known_rates";
  const TestResult last = validate(options).results.back();
  CHECK(last.verdict == Verdict::skipped);
  CHECK_THAT(last.text, Contains("--set known_rates.OPTION=VALUE"));
}

TEST_CASE("the kit says the same each time", "[validate]") {
  ValidateOptions options = options_for(kFaulty);
  options.settings = toml::table{{"test", toml::table{{"faulty_feature", toml::table{{"fault", "block"}}}}}};
  CHECK(to_text(validate(options)) == to_text(validate(options)));
}

TEST_CASE("a plugin's own cases are run, beside their data", "[validate][cases]") {
  const test::TemporaryFolder folder;
  folder.write("data.csv", "wide,narrow,class\n1,5,a\n9,5.5,b\n4,6,a\n7,5.2,b\n");
  const auto run = [&](const std::string& expect) {
    ValidateOptions options = options_for(kGood);
    options.level = 1;
    options.cases.emplace_back(
        folder.write("case.toml",
                     "[data]\npath = 'data.csv'\ntarget = 'class'\n"
                     "[criterion]\nuse = 'variance'\n[search]\nuse = 'rank'\nkeep = 1\n" +
                         expect));
    return validate(options).results.back();
  };
  const TestResult good =
      run("[expect]\nranking = ['wide', 'narrow']\nscores = [12.25, 0.18916666666666668]\n");
  INFO(good.text);
  CHECK(good.verdict == Verdict::passed);
  CHECK(good.test == "case.toml");
  CHECK(run("[expect]\nselected = ['wide']\n").verdict == Verdict::passed);

  CHECK_THAT(run("[expect]\nranking = ['narrow']\n").text, Contains("the ranking is wide; expected narrow"));
  CHECK_THAT(run("[expect]\nselected = ['narrow']\n").text, Contains("it selected wide; expected narrow"));
  CHECK_THAT(run("[expect]\nranking = ['wide']\nscores = [12]\n").text,
             Contains("the score of 'wide' is 12.25; expected 12"));
  CHECK(run("[expect]\nranking = ['wide']\nscores = [12]\ntolerance = 0.1\n").verdict == Verdict::passed);
  CHECK_THAT(run("").text, Contains("the case expects nothing"));
  CHECK_THAT(run("[expect]\nranking = ['wide']\nscores = [1, 2]\n").text,
             Contains("lists 2 numbers for a ranking of 1"));
  CHECK_THAT(run("[expect]\nrankings = ['wide']\n").text, Contains("expect.rankings"));
  CHECK_THAT(run("[expect]\nranking = 'wide'\n").text, Contains("expected a list of names of features"));
}
