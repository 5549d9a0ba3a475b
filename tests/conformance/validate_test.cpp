// What the kit says, and to whom.
#include "../framework/fixture.hpp"

#include <tamis/framework/conformance/validate.hpp>

#include <catch2/catch.hpp>

#include <cmath>

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
  options.settings = toml::table{{"variance", toml::table{{"dof", 1}}}};
  CHECK_THROWS_WITH(validate(options), Contains("--set variance.dof is no option of 'variance'"));
  options = options_for(kGood);
  options.cases = {"nosuch.toml"};
  CHECK_THROWS_WITH(validate(options), Contains("nosuch.toml: there is no such file"));
  CHECK_THROWS_WITH(validate(ValidateOptions()), Contains("no file; name a plugin library"));
}

TEST_CASE("a test is looked for in the component that is named", "[validate]") {
  ValidateOptions options = options_for(FAULTY_PLUGINS "/faulty_metrics.so");
  options.test = "geometry_is_what_it_claims";
  options.component = "test.faulty_classes";
  CHECK_THROWS_WITH(validate(options), Contains("this component has no test 'geometry_is_what_it_claims'"));
}

TEST_CASE("a test that is asked for decides the level, and none that leaves it out is taken", "[validate]") {
  ValidateOptions options = options_for(kGood);
  options.test = "loads_quickly";
  for (const TestResult& result : validate(options).results) CHECK(result.level == 1);
  options.test = "repeats_itself";
  options.level = 2;
  CHECK_THROWS_WITH(validate(options), Contains("--test repeats_itself is of level 4, which --level 2"));
}

TEST_CASE("a time limit is more than nothing and at most a day", "[validate]") {
  for (const double seconds : {0.0, -1.0, 86401.0, 1e300, std::nan("")}) {
    ValidateOptions options = options_for(kGood);
    options.time_limit = seconds;
    CHECK_THROWS_WITH(validate(options), Contains("more than 0 and at most 86400 seconds"));
  }
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

TEST_CASE("a test can be excepted, for all components or for one, and the reason is printed", "[validate]") {
  ValidateOptions options = options_for(kFaulty);
  options.settings = toml::table{{"test", toml::table{{"faulty_feature", toml::table{{"fault", "block"}}}}}};
  const auto verdict = [&](const std::string& exception) {
    options.exceptions = {parse_exception(exception)};
    options.component = "test.faulty_feature";
    const Validation validation = validate(options);
    for (const TestResult& r : validation.results)
      if (r.component == "test.faulty_feature" && r.test == "block_equals_one_by_one") {
        if (r.verdict == Verdict::excepted)
          CHECK_THAT(to_text(validation),
                     Contains("    excepted block_equals_one_by_one: candidates compete\n"));
        return r.verdict;
      }
    return Verdict::skipped;
  };
  CHECK(verdict("block_equals_one_by_one=candidates compete") == Verdict::excepted);
  CHECK(verdict("test.faulty_feature.block_equals_one_by_one=candidates compete") == Verdict::excepted);
  CHECK(verdict("test.faulty_subset.block_equals_one_by_one=candidates compete") == Verdict::failed);
}

TEST_CASE("an exception has a reason, of a test that is there and that no other rests on", "[validate]") {
  CHECK_THROWS_WITH(parse_exception("repeats_itself"), Contains("expected NAME=REASON"));
  CHECK_THROWS_WITH(parse_exception("repeats_itself= "), Contains("expected NAME=REASON"));
  const auto refused = [](const std::string& exception, const std::string& why) {
    ValidateOptions options = options_for(kGood);
    options.exceptions = {parse_exception(exception)};
    CHECK_THROWS_WITH(validate(options),
                      Contains("--except " + exception.substr(0, exception.find('='))) && Contains(why));
  };
  refused("repeats_itsel=so", "no test 'repeats_itsel' of a component; did you mean 'repeats_itself'?");
  refused("varianc.repeats_itself=so", "no component 'varianc'; did you mean 'variance'?");
  refused("works_on_plain_data=so", "the other tests rest on it");
}

TEST_CASE("the kit says the same each time", "[validate]") {
  ValidateOptions options = options_for(kFaulty);
  options.component = "test.faulty_feature";
  options.time_limit = 600;  // so that a busy machine leaves no table out
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
