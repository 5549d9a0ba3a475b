// Each test of the kit catches what it is there for, and nothing is said of a component without fault.
#include <tamis/framework/conformance/validate.hpp>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <thread>

using namespace tamis::framework;

namespace {

ValidateOptions faulty(const std::string& library) {
  ValidateOptions options;
  options.file = fmt::format("{}/{}.so", FAULTY_PLUGINS, library);
  options.time_limit = 20;
  return options;
}

toml::table fault(const std::string& component, const std::string& name) {
  return toml::table{{"test", toml::table{{component, toml::table{{"fault", name}}}}}};
}

const TestResult& result_of(const Validation& validation, const std::string& test) {
  for (const TestResult& r : validation.results)
    if (r.test == test) return r;
  FAIL("the test " << test << " did not run: " << to_text(validation));
  return validation.results.front();
}

struct Fault {
  const char *component, *fault, *test, *sentence;
};

void check_caught(const std::string& library, const std::vector<Fault>& faults) {
  for (const Fault& f : faults) {
    INFO(library << ": " << f.component << ", " << f.fault);
    ValidateOptions options = faulty(library);
    options.component = fmt::format("test.{}", f.component);
    options.test = f.test;
    options.settings = fault(f.component, f.fault);
    if (std::string(f.fault) == "hang" || std::string(f.fault) == "never_stops") options.time_limit = 0.5;
    const TestResult caught = result_of(validate(options), f.test);
    CHECK(caught.verdict == Verdict::failed);
    CHECK_THAT(caught.text, Catch::Contains(f.sentence));
    CHECK_THAT(caught.replay,
               Catch::EndsWith(fmt::format("--test {} --component test.{} --seed 0", f.test, f.component)));
  }
}

/// What a test says of one of the loose factories.
std::string caught_of_factories(const char* component, const char* test) {
  ValidateOptions options = faulty("loose_factories");
  options.component = component;
  options.test = test;
  const TestResult result = result_of(validate(options), test);
  CHECK(result.verdict == Verdict::failed);
  return result.text;
}

}  // namespace

TEST_CASE("a component without fault passes every test", "[conformance]") {
  for (const char* library : {"faulty_criteria", "faulty_metrics", "faulty_noise", "faulty_search"}) {
    ValidateOptions options = faulty(library);
    options.exceptions = {{"", "tolerance_parts_scores", "one component is there to fail it"}};
    if (std::string(library) != "faulty_criteria") options.exceptions.clear();
    const Validation validation = validate(options);
    INFO(to_text(validation));
    CHECK(validation.count(Verdict::failed) == 0);
    for (const TestResult& r : validation.results)  // which skips itself under a sanitizer
      CHECK((r.verdict == Verdict::passed || r.verdict == Verdict::excepted || r.test == "frees_its_memory"));
    CHECK(validation.count(Verdict::passed) > 20);
  }
}

TEST_CASE("what a component does to the process is caught", "[conformance]") {
  check_caught(
      "faulty_criteria",
      {{"faulty_feature", "crash", "works_on_plain_data", "crashed (Segmentation fault)"},
       {"faulty_feature", "crash", "works_on_plain_data", "the address of a Dataset"},
       {"faulty_feature", "unknown_index", "works_on_plain_data",
        "an unknown label, -1, was taken for an index"},
       {"faulty_feature", "exit", "works_on_plain_data", "ended the process"},
       {"faulty_feature", "hang", "works_on_plain_data", "did not come to an end within 0.5 s"},
       {"faulty_feature", "refuses_defaults", "works_on_plain_data", "it wants something else"},
       {"faulty_feature", "shared", "instances_are_independent", "keep nothing in globals"},
       {"faulty_feature", "rounding", "works_on_plain_data", "changed the floating-point mode"},
       {"faulty_feature", "locale", "keeps_locale", "changed the locale from C to C.UTF-8"},
       {"faulty_feature", "directory", "keeps_working_directory", "changed the working directory to /"},
       {"faulty_feature", "environment", "keeps_environment", "TAMIS_TEST_FAULT"},
       {"faulty_feature", "signal", "keeps_signal_handlers", "User defined signal 1"},
       {"faulty_feature", "umask", "keeps_file_mode_mask", "to 777"},
       {"faulty_feature", "file", "leaves_no_file_open", "/dev/null"},
       {"faulty_feature", "thread", "leaves_no_thread", "threads running"},
       {"faulty_feature", "print", "prints_nothing", "\"hello\\n"},
       {"faulty_feature", "print_at_exit", "prints_nothing_at_the_end", "it printed \"goodbye\\n"},
       {"faulty_feature", "mask", "keeps_signal_mask", "it blocks the signal"},
       {"faulty_feature", "stream_locale", "keeps_locale_of_streams", "the global one of C++"},
       {"faulty_feature", "terminate", "keeps_last_resorts", "the terminate handler"},
       {"faulty_feature", "new_handler", "keeps_last_resorts", "the new handler"},
       {"faulty_feature", "nice", "keeps_priority", "(nice) of the process from"},
       {"faulty_feature", "limit", "keeps_resource_limits", "to 64"},
       {"faulty_feature", "srand", "leaves_rand_alone", "it calls rand() or srand()"},
       {"faulty_feature", "srand48", "leaves_rand_alone", "it calls drand48() or srand48()"},
       {"faulty_feature", "alarm", "leaves_no_timer", "of real time"},
       {"faulty_feature", "timer", "leaves_no_timer", "timer_create"},
       {"faulty_feature", "thread_name", "keeps_thread_name", "to \"renamed\""},
       {"faulty_feature", "mallopt", "keeps_allocator", "mallopt()"},
       {"faulty_feature", "reads_input", "leaves_standard_input_alone", "the standard input"},
       {"faulty_feature", "writes_file", "leaves_files_alone", "it writes files: dropped.txt"},
       {"faulty_feature", "looks_for_file", "leaves_files_alone", "it looks for files"},
       {"faulty_feature", "keeps_scores", "stays_inside_its_buffers", "the scores of an earlier call"},
       {"faulty_feature", "two_classes", "works_on_drawn_tables", "of 2 classes"},
       {"faulty_feature", "close", "closes_no_file", "it closed what it did not open: 0 ("},
       {"faulty_feature", "process", "leaves_no_process", "it left a child process running"},
       {"faulty_feature", "zombie", "leaves_no_process", "it left a child process"},
       {"faulty_feature", "reads_behind", "stays_inside_its_buffers", "reached outside the features"},
       {"faulty_feature", "writes_behind", "stays_inside_its_buffers", "reached outside the scores"},
       {"faulty_feature", "writes_before", "stays_inside_its_buffers", "reached outside the scores"},
       {"faulty_feature", "writes_input", "leaves_its_input_alone", "wrote into the features"}});
}

TEST_CASE("a criterion whose scores mean something else is caught", "[conformance]") {
  check_caught(
      "faulty_criteria",
      {{"faulty_feature", "nan", "works_on_plain_data", "is not a number"},
       {"faulty_feature", "counter", "repeats_itself", "for the same question"},
       {"faulty_feature", "threads", "same_with_any_number_of_threads", "with 1 and 4 threads"},
       {"faulty_feature", "scratch", "blocks_may_run_at_once", "two at once"},
       {"faulty_feature", "previous", "blocks_may_run_in_any_order", "backward"},
       {"faulty_feature", "peeks", "clean_labels_do_not_matter", "without clean labels"},
       {"faulty_feature", "time", "same_in_another_process", "in one process and"},
       {"faulty_feature", "home", "same_in_another_process", "the environment"},
       {"faulty_feature", "once", "same_in_another_process", "what was asked before"},
       {"faulty_feature", "long", "learns_nothing_from_its_first_call", "after many questions"},
       {"faulty_feature", "many_samples", "informative_feature_is_better", "samples and"},
       {"faulty_feature", "unknown_first", "unknown_is_no_class", "of class 0"},
       {"faulty_subset", "one_pair", "learns_nothing_from_its_first_call", "is not a number"},
       {"faulty_subset", "last_of_several", "subsets_equal_one_by_one",
        "several subsets are scored by one call"},
       {"faulty_subset", "large", "moves_lead_to_the_same_score", "declared to measure subsets"},
       {"faulty_feature", "reason_bytes", "speaks_in_words", "expected UTF-8"},
       {"faulty_feature", "reason_endless", "speaks_in_words", "has no end"},
       {"faulty_feature", "report_bytes", "speaks_in_words", "what it reports as note"},
       {"faulty_feature", "report_nameless", "speaks_in_words", "without a name"},
       {"faulty_feature", "floods", "speaks_in_words", "it warns 2000 times"},
       {"faulty_feature", "p_above_one", "p_values_are_probabilities", "is 2, "},
       {"faulty_feature", "p_counter", "p_values_are_probabilities", "when it is asked again"},
       {"faulty_feature", "p_of_others", "p_values_are_probabilities", "without the others"},
       {"faulty_feature", "p_bold", "p_values_are_uniform_by_chance", "that tell nothing"},
       {"faulty_feature", "gamma_sums", "memberships_are_probabilities", "of sample 1 sum to "},
       {"faulty_feature", "gamma_nan", "memberships_are_probabilities", "of sample 1 is nan"},
       {"faulty_feature", "gamma_counter", "memberships_are_probabilities", "asked for again"},
       {"faulty_subset", "cost", "cost_is_a_number", "nan operations"},
       {"faulty_subset", "cost_changes", "cost_is_a_number", "asked twice"},
       {"faulty_feature", "learns", "learns_nothing_from_its_first_call", "what was asked before"},
       {"faulty_feature", "weights_ignored", "weight_two_is_the_row_twice", "that occur twice"},
       {"faulty_feature", "weight_of_zero", "weight_zero_is_no_row", "that are left out"},
       {"faulty_feature", "sum_of_weights", "unit_of_weights_does_not_matter", "multiplied by 64"},
       {"faulty_feature", "reads_missing", "missing_cells_are_not_read", "stand in missing cells"},
       {"faulty_feature", "offset", "order_is_immune_as_declared", "so their order changes"},
       {"faulty_feature", "groups_ignored", "groups_matter", "the same without groups"},
       {"faulty_feature", "first_of_equals", "sample_order_does_not_matter_with_ties", "whose values tie"},
       {"faulty_subset", "gain", "moves_lead_to_the_same_score", "declared to measure subsets"},
       {"faulty_feature", "sample_order", "sample_order_does_not_matter", "the order of the samples"},
       {"faulty_feature", "class_number", "class_numbers_do_not_matter", "numbered otherwise"},
       {"faulty_feature", "soft", "one_hot_equals_labels", "differs between labels and soft labels"},
       {"faulty_feature", "unknown_class", "unknown_is_no_class", "a class of their own"},
       {"faulty_feature", "weights", "weights_of_one_change_nothing", "given the weight 1"},
       {"faulty_feature", "group_number", "group_numbers_do_not_matter", "groups are numbered otherwise"},
       {"faulty_feature", "index", "copy_scores_as_its_original", "a copy of feature 0"},
       {"faulty_feature", "constant", "constant_feature_is_never_the_best",
        "no feature beats one that is always 0.1"},
       {"faulty_feature", "block", "block_equals_one_by_one", "what else is asked"},
       {"faulty_feature", "no_reason", "undefined_scores_have_a_reason", "without a reason"},
       {"faulty_feature", "best_infinity", "undefined_scores_have_a_reason", "the best there is"},
       {"faulty_feature", "direction", "informative_feature_is_better", "higher is declared to be better"},
       {"faulty_feature", "subset", "feature_score_ignores_the_subset", "declared to measure features"},
       {"faulty_feature", "other_column", "reads_its_own_column_only", "read another feature"},
       {"faulty_subset", "other_column", "reads_its_own_column_only", "read another feature"},
       {"faulty_feature", "looks_early", "prepares_from_the_target", "read a feature while it prepared"},
       {"faulty_subset", "not_monotone", "monotone_as_declared", "gets worse by feature"},
       {"faulty_gain", "rises", "gains_diminish_as_declared", "gets better when feature"},
       {"faulty_codes", "reads_values", "codes_are_enough", "the codes alone"},
       {"faulty_sparse", "forgets_zeros", "sparse_columns_are_enough", "dense columns and sparse ones"},
       {"faulty_sparse", "reads_dense", "sparse_columns_are_enough", "these data have none"}});
}

TEST_CASE("metrics that are none are caught", "[conformance]") {
  check_caught(
      "faulty_metrics",
      {{"faulty_points", "stride", "stays_inside_its_buffers", "between the columns of the distances"},
       {"faulty_points", "reads_behind", "stays_inside_its_buffers", "reached outside the points"},
       {"faulty_points", "learns", "learns_nothing_from_its_first_call", "first asked about another block"},
       {"faulty_points", "scratch", "may_be_called_at_once", "two calls of distances() at once"},
       {"faulty_classes", "scratch", "may_be_called_at_once", "disturb each other"},
       {"faulty_distributions", "learns", "learns_nothing_from_its_first_call", "as pair"},
       {"faulty_distributions", "scratch", "may_be_called_at_once", "disturb each other"},
       {"faulty_points", "negative", "is_a_distance", "expected 0 or more"},
       {"faulty_points", "itself", "is_a_distance", "to itself"},
       {"faulty_points", "asymmetric", "is_a_distance", "back"},
       {"faulty_points", "triangle", "is_a_distance", "shorter"},
       {"faulty_points", "block", "block_equals_one_by_one", "in a block"},
       {"faulty_points", "geometry_changes", "geometry_is_what_it_claims", "when it is asked again"},
       {"faulty_points", "one_feature", "is_a_distance", "expected 0 or more"},
       {"faulty_points", "infinite", "is_a_distance", "where a double can hold it"},
       {"faulty_points", "address", "addresses_do_not_matter", "at the same address before"},
       {"faulty_points", "order", "feature_order_does_not_matter", "the order of its"},
       {"faulty_points", "wide", "block_equals_one_by_one", "in a block of"},
       {"faulty_points", "geometry", "geometry_is_what_it_claims", "claims the geometry l2"},
       {"faulty_classes", "itself", "is_a_distance", "to itself"},
       {"faulty_classes", "asymmetric", "is_a_distance", "back"},
       {"faulty_classes", "triangle", "is_a_distance", "shorter"},
       {"faulty_classes", "shape", "shape_is_what_it_claims", "claims the shape 'equal distances'"},
       {"faulty_classes", "tree", "shape_is_what_it_claims", "node 1 of its tree hangs from node 1"},
       {"faulty_classes", "class_number", "class_numbers_do_not_matter", "the numbers of the classes"},
       {"faulty_classes", "sample_order", "sample_order_does_not_matter", "the order of the samples"},
       {"faulty_distributions", "itself", "is_a_distance", "to itself"},
       {"faulty_distributions", "asymmetric", "is_a_distance", "back"},
       {"faulty_distributions", "triangle", "is_a_distance", "shorter"},
       {"faulty_distributions", "counts", "counts_equal_masses", "as counts"},
       {"faulty_distributions", "difference", "difference_only_as_it_claims", "p - q alone"}});
}

TEST_CASE("noise models that are none are caught", "[conformance]") {
  check_caught(
      "faulty_noise",
      {{"faulty_noise", "range", "likelihoods_are_probabilities", "expected 0 to 1"},
       {"faulty_noise", "unknown", "likelihoods_are_probabilities", "has no label"},
       {"faulty_noise", "sum", "observed_labels_sum_to_one", "expected 1"},
       {"faulty_noise", "forgets", "parameters_can_be_restored", "does not restore"},
       {"faulty_noise", "many_classes", "observed_labels_sum_to_one", "of 12"},
       {"faulty_noise", "stale", "likelihood_follows_its_parameters", "not that of its parameters"},
       {"faulty_noise", "start_narrow", "start_draws_from_its_seed", "the seeds 0 and 4294967296"},
       {"faulty_noise", "start_stays", "start_draws_from_its_seed", "the seeds 0 and 1"},
       {"faulty_noise", "history", "update_keeps_no_history", "asked again"},
       {"faulty_noise", "counts_rows", "rows_of_zeros_are_no_samples", "count masses, not rows"},
       {"faulty_noise", "floor", "update_makes_labels_likeliest", "start() draws make it"},
       {"faulty_noise", "in_pairs", "corrupts_as_its_likelihood_says", "each by itself"},
       {"faulty_noise", "parity", "corrupts_as_its_likelihood_says", "the seeds 0 and 2"},
       {"faulty_noise", "call", "corruption_repeats_itself", "corrupted again"},
       {"faulty_noise", "fit", "known_rates_are_recovered", "in the data it is"},
       {"faulty_noise", "invents", "corrupts_labels_only", "the unknown label of sample 0 became 0"},
       {"faulty_noise", "beyond", "corrupts_labels_only", "expected 0 to 2"},
       {"faulty_noise", "expert", "corrupts_labels_only", "sums to 2"},
       {"faulty_noise", "drawn", "corruption_repeats_itself", "corrupted again"},
       {"faulty_noise", "never", "corrupts_as_its_likelihood_says", "gave 1200 the label 0"},
       {"faulty_noise", "squared", "corrupts_as_its_likelihood_says", "by likelihood() 960 are expected"},
       {"faulty_noise", "one_stream", "corrupts_as_its_likelihood_says", "are expected"},
       {"faulty_noise", "same_seed", "corrupts_as_its_likelihood_says", "whatever the seed"},
       {"faulty_noise", "start", "repeats_itself", "for the same question"},
       {"faulty_noise", "peeks", "clean_labels_do_not_matter", "without clean labels"},
       {"faulty_noise", "scratch", "may_be_called_at_once", "disturb each other"}});
}

TEST_CASE("searches that go astray are caught", "[conformance]") {
  check_caught(
      "faulty_search",
      {{"faulty_search", "gives_up_always", "accepts_what_is_offered", "must always stay"},
       {"faulty_search", "too_few", "reaches_its_goal", "expected 1"},
       {"faulty_search", "maximises", "follows_the_scores", "no better than a draw"},
       {"faulty_search", "word", "follows_the_scores", "of 65 features"},
       {"faulty_search", "skips", "asks_of_every_feature", "of feature 0"},
       {"faulty_search", "keeps", "another_run_begins_anew", "that has run before"},
       {"faulty_search", "ignores_until", "stops_where_the_score_is_good", "adds all features"},
       {"faulty_search", "stops_early", "stops_where_the_score_is_good", "worse than `until`"},
       {"faulty_search", "ignores_budget", "stops_when_the_budget_is_spent", "after its budget"},
       {"faulty_search", "ignores_cancellation", "stops_when_cancelled", "when it is cancelled"},
       {"faulty_search", "never_stops", "stops_when_cancelled", "did not come to an end"},
       {"faulty_search", "lies", "accepts_scores_it_was_given", "the score 42, which it never got"},
       {"faulty_search", "unasked", "accepts_scores_it_was_given", "of which it never asked the score"},
       {"faulty_search", "strays", "asks_from_its_own_thread", "called score() of the space"},
       {"faulty_search", "no_number", "evaluations_are_bounded_as_it_says", "said at most nan"},
       {"faulty_search", "underestimates", "evaluations_are_bounded_as_it_says", "said at most 1"},
       {"faulty_search", "underestimates_many", "evaluations_are_bounded_as_it_says", "said at most 64"}});
  // what no search may do ends its first walk
  ValidateOptions options = faulty("faulty_search");
  options.settings = fault("faulty_search", "invents");
  CHECK_THAT(result_of(validate(options), "works_on_plain_data").text,
             Catch::Contains("which is not possible there"));
}

TEST_CASE("a noise model whose wrong labels are not spread evenly passes every test", "[conformance]") {
  const Validation validation = validate(faulty("pair_flip"));
  INFO(to_text(validation));
  CHECK(validation.count(Verdict::failed) == 0);
  CHECK(result_of(validation, "known_rates_are_recovered").verdict == Verdict::passed);
}

TEST_CASE("a component that keeps its caller to one processor is caught", "[conformance]") {
  if (std::thread::hardware_concurrency() < 2) return;  // there it changes nothing
  check_caught("faulty_criteria",
               {{"faulty_feature", "processors", "keeps_processors", "may run on 1 processor"}});
}

TEST_CASE("what a child wrote to stderr is shown where its test ends badly", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_feature";
  options.test = "works_on_plain_data";
  options.settings = fault("faulty_feature", "last_words");
  const Validation validation = validate(options);
  CHECK(result_of(validation, options.test).printed == "first words\nlast words");
  CHECK_THAT(to_text(validation), Catch::Contains("      stderr: first words\n              last words\n"));
}

TEST_CASE("the report of a sanitizer fails the test in which it was written", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_feature";
  options.test = "works_on_plain_data";
  options.settings = fault("faulty_feature", "sanitizer");
  const TestResult result = result_of(validate(options), options.test);
  CHECK(result.verdict == Verdict::failed);
  CHECK(result.text == "a sanitizer found something wrong");
  CHECK_THAT(result.printed, Catch::StartsWith("==1==ERROR: AddressSanitizer: heap-use-after-free"));
}

TEST_CASE("scores that are drawn are not held to symmetries, and it is said", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_feature";
  options.settings = fault("faulty_feature", "seed");
  const Validation validation = validate(options);
  const TestResult& skipped = result_of(validation, "sample_order_does_not_matter");
  CHECK(skipped.verdict == Verdict::skipped);
  CHECK_THAT(skipped.text, Catch::Contains("depend on the seed"));
}

TEST_CASE("of a component that does not repeat itself nothing is said of two instances", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_feature";
  options.settings = fault("faulty_feature", "counter");
  const Validation validation = validate(options);
  CHECK(result_of(validation, "instances_are_independent").verdict == Verdict::skipped);
  CHECK_THAT(result_of(validation, "instances_are_independent").text, Catch::Contains("repeats_itself"));
  CHECK(result_of(validation, "repeats_itself").verdict == Verdict::failed);
}

TEST_CASE("a failure says on which data it was seen", "[conformance]") {
  const auto sentence = [](const char* how, const char* test) {
    ValidateOptions options = faulty("faulty_criteria");
    options.component = "test.faulty_feature";
    options.test = test;
    options.settings = fault("faulty_feature", how);
    return result_of(validate(options), options.test).text;
  };
  CHECK_THAT(sentence("first_known", "sample_order_does_not_matter"),
             Catch::Contains(", with class labels, some of them unknown: "));
  CHECK_THAT(sentence("first_weight", "sample_order_does_not_matter"),
             Catch::Contains(", with class labels, with weights: "));
  CHECK_THAT(sentence("group_number", "group_numbers_do_not_matter"),
             Catch::Contains(", with class labels, with groups: "));
}

TEST_CASE("factories that take anything are caught", "[conformance]") {
  const auto caught = caught_of_factories;
  CHECK_THAT(caught("test.unchecked", "refuses_options_out_of_range"),
             Catch::Contains("created with count = 0"));
  CHECK_THAT(caught("test.unchecked", "refuses_options_of_wrong_type"),
             Catch::Contains("count = a real number"));
  CHECK_THAT(caught("test.unchecked", "refuses_wrong_number_of_options"), Catch::Contains("an option more"));
  CHECK_THAT(caught("test.silent", "refuses_options_out_of_range"), Catch::Contains("did not say why"));
  CHECK_THAT(caught("test.never", "created_with_its_defaults"), Catch::Contains("not today"));
  CHECK_THAT(caught("test.nothing", "created_with_its_defaults"), Catch::Contains("gives no instance"));
  CHECK_THAT(caught("test.leaking", "created_and_destroyed_often"),
             Catch::Contains("1000 more files are open"));
}

// a sanitizer keeps what is freed, so that nothing can be told under one
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("memory that is not freed is caught", "[conformance]") {
  check_caught(
      "faulty_criteria",
      {{"faulty_feature", "leak_by_instance", "created_and_destroyed_often", "leaves 10"},
       {"faulty_feature", "leak_by_data", "frees_its_memory", "prepared, asked and destroyed leaves 1"},
       {"faulty_feature", "leak_by_score", "frees_its_memory", "bytes of memory behind"}});
  // 1000 bytes, and what malloc adds
  CHECK_THAT(caught_of_factories("test.forgetful", "created_and_destroyed_often"),
             Catch::Contains("leaves 10"));
  CHECK_THAT(caught_of_factories("test.hoarding", "created_and_destroyed_often"),
             Catch::Contains("leaves 100"));
}
#endif

TEST_CASE("a tolerance that makes all scores equal is caught", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_tolerance";
  options.test = "tolerance_parts_scores";
  const TestResult result = result_of(validate(options), options.test);
  CHECK(result.verdict == Verdict::failed);
  CHECK_THAT(result.text, Catch::Contains("makes all of its scores equal"));
}

TEST_CASE("after three tests that do not come to an end the others are not tried", "[conformance]") {
  ValidateOptions options = faulty("faulty_search");
  options.settings = fault("faulty_search", "never_stops_when_all");
  options.time_limit = 0.5;
  const Validation validation = validate(options);
  CHECK(validation.count(Verdict::failed) == 3);
  CHECK(validation.results.back().verdict == Verdict::skipped);
  CHECK_THAT(validation.results.back().text, Catch::Contains("3 tests before did not come to an end"));
}

TEST_CASE("what there is no time for is left out, and said", "[conformance]") {
  ValidateOptions options = faulty("faulty_criteria");
  options.component = "test.faulty_feature";
  options.test = "sample_order_does_not_matter";
  options.settings = fault("faulty_feature", "slow");
  options.time_limit = 10;
  const Validation validation = validate(options);
  const TestResult& result = result_of(validation, options.test);
  CHECK(result.verdict == Verdict::passed);
  CHECK(result.left_out == "some of the drawn tables");
  CHECK_THAT(
      to_text(validation),
      Catch::Contains("passed sample_order_does_not_matter, for lack of time without some of the drawn"));
}

TEST_CASE("libraries that are wrong as a whole are caught", "[conformance]") {
  const auto caught = [](const std::string& file, const char* test) {
    ValidateOptions options;
    options.file = file;
    options.level = 1;
    options.test = test;
    const TestResult result = result_of(validate(options), test);
    CHECK(result.verdict == Verdict::failed);
    return result.text;
  };
  const std::string faulty = FAULTY_PLUGINS "/faulty_";
  CHECK_THAT(caught(faulty + "undefined.so", "loads"), Catch::Contains("tamis_test_nowhere"));
  CHECK_THAT(caught(faulty + "slow.so", "loads_quickly"), Catch::Contains("more than 1 s"));
  CHECK_THAT(caught(faulty + "second_symbol.so", "exports_one_symbol"),
             Catch::Contains("tamis_test_second_symbol"));
  CHECK_THAT(caught(faulty + "once.so", "loads_again_after_closing"), Catch::Contains("crashed (Aborted)"));
  CHECK_THAT(caught(TAMIS_TEST_PLUGINS "/lies.so", "manifest_equals_table"),
             Catch::Contains("build it again"));

  ValidateOptions options;
  options.file = TAMIS_TEST_PLUGINS "/flushes_to_zero.so";
  CHECK_THAT(result_of(validate(options), "keeps_floating_point_mode").text,
             Catch::Contains("loading it changes the floating-point mode"));
}
