/// Level 2: components are made from options, and unmade.
#include "block_orders.hpp"
#include "component_driver.hpp"
#include "each_table.hpp"
#include "memory.hpp"
#include "process_state.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/detail/guard.hpp>
#include <tamis/framework/support/text.hpp>

#include <cmath>
#include <limits>

namespace tamis::framework::conformance {
namespace life_cycle {

/// create() with some values; what it made is destroyed at the end.
class Attempt {
 public:
  Attempt(const ComponentUnderTest& subject, std::span<const tamis_value> values)
      : component_(subject.registry.component(subject.descriptor.id)) {
    constexpr std::string_view kPath = "component";
    const tamis_creation creation{
        sizeof creation, {kPath.data(), kPath.size()}, values.data(), values.size()};
    tamis::detail::clear_error(error_);
    code_ = component_.create(component_.context, &creation, &self_, &error_);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    if (made()) component_.destroy(self_);
  }
  bool made() const { return code_ == TAMIS_OK; }
  bool said_why() const { return error_.text[0] != '\0'; }

 private:
  const tamis_component& component_;
  void* self_ = nullptr;
  std::int32_t code_;
  tamis_error error_;
};

void expect_refused(const ComponentUnderTest& subject, std::span<const tamis_value> values,
                    const std::string& what) {
  const Attempt attempt(subject, values);
  if (attempt.made()) fail("it was created with {}; check each value against its option", what);
  if (!attempt.said_why()) fail("it refused {}, but did not say why: fill in the error's text", what);
}

/// For each option: `corrupt` gives what to try in its place, with its name.
template <class Corrupt>
void expect_options_refused(const ComponentUnderTest& subject, Corrupt corrupt) {
  const Plan plan = subject.plan();
  const tamis::framework::detail::OptionValues arguments(subject.registry, plan);
  for (std::size_t i = 0; i < arguments.values().size(); ++i)
    for (const auto& [value, what] : corrupt(plan.descriptor().options[i])) {
      std::vector<tamis_value> values = arguments.values();
      values[i] = value;
      expect_refused(subject, values, fmt::format("{} = {}", plan.descriptor().options[i].name, what));
    }
}

using Corrupted = std::vector<std::pair<tamis_value, std::string>>;

tamis_value integer(tamis_type type, std::int64_t value) {
  tamis_value v{};
  v.type = type;
  v.as.integer = value;
  return v;
}
tamis_value real(double value) {
  tamis_value v{};
  v.type = TAMIS_T_REAL;
  v.as.real = value;
  return v;
}

/// What lies just outside the range, where it has ends.
Corrupted out_of_range(const OptionDescriptor& option) {
  Corrupted corrupted;
  const auto try_value = [&](double value) {
    if (!std::isfinite(value) || option.range.holds(value)) return;
    if (option.type == TAMIS_T_REAL)
      corrupted.emplace_back(real(value), shortest(value));
    else if (std::abs(value) < 0x1p62)
      corrupted.emplace_back(integer(TAMIS_T_INTEGER, static_cast<std::int64_t>(value)), shortest(value));
  };
  if (option.type == TAMIS_T_INTEGER || option.type == TAMIS_T_REAL) {
    for (const double past : {0.0, 1.0}) {
      try_value(option.range.low - past);
      try_value(option.range.high + past);
    }
    if (option.type == TAMIS_T_REAL) corrupted.emplace_back(real(std::nan("")), "nan");
  }
  if (option.type == TAMIS_T_CHOICE)
    for (const std::int64_t place : {std::int64_t{-1}, static_cast<std::int64_t>(option.choices.size())})
      corrupted.emplace_back(integer(TAMIS_T_CHOICE, place), fmt::format("choice number {}", place));
  return corrupted;
}

Corrupted wrong_type(const OptionDescriptor& option) {
  Corrupted corrupted;
  if (option.type != TAMIS_T_REAL) corrupted.emplace_back(real(1), "a real number");
  if (option.type != TAMIS_T_INTEGER) corrupted.emplace_back(integer(TAMIS_T_INTEGER, 1), "an integer");
  return corrupted;
}

void created_with_its_defaults(const ComponentUnderTest& subject) {
  try {
    const tamis::framework::detail::ComponentInstance live(subject.registry, subject.plan());
  } catch (const Error& e) {
    fail("it cannot be created with the defaults of its own manifest: {}", e.what());
  }
}

void refuses_options_out_of_range(const ComponentUnderTest& subject) {
  expect_options_refused(subject, out_of_range);
}
void refuses_options_of_wrong_type(const ComponentUnderTest& subject) {
  expect_options_refused(subject, wrong_type);
}

void refuses_wrong_number_of_options(const ComponentUnderTest& subject) {
  const tamis::framework::detail::OptionValues arguments(subject.registry, subject.plan());
  std::vector<tamis_value> values = arguments.values();
  values.push_back(integer(TAMIS_T_INTEGER, 1));
  expect_refused(subject, values, "an option more than its manifest lists");
  values.resize(values.size() - 1);
  if (values.empty()) return;
  values.pop_back();
  expect_refused(subject, values, "an option less than its manifest lists");
}

void expect_nothing_left(const std::function<void()>& work, const char* what, const char* remedy) {
  if (const std::size_t bytes = left_by_each(work); bytes > 0)
    fail("{} leaves {} bytes of memory behind, time after time; {}", what, bytes, remedy);
}

void created_and_destroyed_often(const ComponentUnderTest& subject) {
  constexpr int kTimes = 1000;
  const tamis::framework::detail::OptionValues arguments(subject.registry, subject.plan());
  const auto make = [&] {
    if (const Attempt attempt(subject, arguments.values()); !attempt.made())
      fail(
          "it was created once, but not again and again: create() must not depend on what was created "
          "before");
  };
  if (!is_sanitized())
    expect_nothing_left(make, "an instance that is created and destroyed",
                        "the destructor frees what the constructor took");
  const std::size_t files = open_files().size(), running = threads().size();
  for (int i = 0; i < kTimes; ++i) make();
  if (const std::size_t now = open_files().size(); now > files)
    fail("after {} instances were created and destroyed {} more files are open; close them in the destructor",
         kTimes, now - files);
  if (const std::size_t now = threads().size(); now > running)
    fail("after {} instances were created and destroyed {} more threads run; use Runtime::parallel_for",
         kTimes, now - running);
}

/// The first time that the component meets data: without that, no other test can tell anything.
void works_on_plain_data(const ComponentUnderTest& subject) {
  try {
    for (const TestTable& table : tables_for(subject, subject.seed)) answers_on(subject, table);
  } catch (const ParamError& e) {
    if (subject.settings.empty() && !subject.descriptor.options.empty())
      skip("its defaults do not go with made-up data ({}); give options, --set {}.OPTION=VALUE", e.what(),
           subject.descriptor.id);
    throw;
  }
}

/// What it does on tables of other shapes, or that it refuses them in words.
void works_on_drawn_tables(const ComponentUnderTest& subject) {
  for_each_table(
      subject, drawn_tables_for(subject), [&](const TestTable& table) { answers_on(subject, table); },
      Pace::kLongShare);
}

void instances_are_independent(const ComponentUnderTest& subject) {
  const TestTable table = tables_for(subject, subject.seed).front();
  const LoadedData data = data_of(table, subject.descriptor);
  const LoadedData other_data = data_of(tables_for(subject, subject.seed + 1).front(), subject.descriptor);
  const Services services(subject.seed);
  const std::vector<double> alone = answers_on(subject, table);
  if (answers_on(subject, table) != alone)
    skip("it does not repeat itself when it is alone either; mend that first (repeats_itself, level 4)");
  const auto one = drive(subject), other = drive(subject);
  one->prepare(data.view(), services.runtime());
  other->prepare(other_data.view(), services.runtime());
  other->answers();
  if (one->answers() != alone)
    fail(
        "an instance gives other numbers when a second one works beside it on other data: keep nothing in "
        "globals");
}

void frees_its_memory(const ComponentUnderTest& subject) {
  if (is_sanitized()) skip("a sanitizer is at work, which keeps what is freed");
  const LoadedData data = data_of(tables_for(subject, subject.seed).front(), subject.descriptor);
  const Services services(subject.seed);
  OrderedRuntime runtime(services.runtime(), BlockOrder::forward);
  expect_nothing_left(
      [&] {
        const auto driver = drive(subject);
        driver->prepare(data.view(), runtime.runtime());
        driver->answers();
      },
      "an instance that is prepared, asked and destroyed", "the destructor frees what it took");
  const auto driver = drive(subject);
  driver->prepare(data.view(), runtime.runtime());
  expect_nothing_left([&] { driver->answers(); }, "the same question, asked again,",
                      "what is kept to be faster is kept once");
}

constexpr ComponentTest kTests[] = {
    {2, "created_with_its_defaults", true, always, created_with_its_defaults},
    {2, "refuses_options_out_of_range", false, always, refuses_options_out_of_range},
    {2, "refuses_options_of_wrong_type", false, always, refuses_options_of_wrong_type},
    {2, "refuses_wrong_number_of_options", false, always, refuses_wrong_number_of_options},
    {2, "created_and_destroyed_often", false, always, created_and_destroyed_often},
    {2, "works_on_plain_data", true, always, works_on_plain_data},
    {2, "works_on_drawn_tables", false, sees_tables, works_on_drawn_tables},
    {2, "instances_are_independent", false, always, instances_are_independent},
    {2, "frees_its_memory", false, always, frees_its_memory}};

}  // namespace life_cycle

std::span<const ComponentTest> life_cycle_tests() { return life_cycle::kTests; }

}  // namespace tamis::framework::conformance
