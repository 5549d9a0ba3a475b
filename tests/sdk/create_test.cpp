// What create() does between the host's values and the author's object.
#include <tamis/sdk.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using Catch::Matchers::Equals;

namespace {

struct Base : UnivariateCriterion {
  Score score_column(Column, const Target&) const override { return 0; }
};

/// Made as a host makes it.
/// \throws what create() reports.
template <class T>
std::unique_ptr<T> made(std::vector<tamis_value> values) {
  const tamis_creation creation{sizeof creation, {}, values.data(), values.size()};
  void* self = nullptr;
  const tamis_component& component = detail::Factory<T>::kComponent;
  detail::call("", component.create, component.context, &creation, &self);
  return std::unique_ptr<T>(static_cast<T*>(static_cast<Criterion*>(self)));
}
tamis_value integer(std::int64_t v) {
  tamis_value value{};
  value.type = TAMIS_T_INTEGER;
  value.as.integer = v;
  return value;
}
tamis_value real(double v) {
  tamis_value value{};
  value.type = TAMIS_T_REAL;
  value.as.real = v;
  return value;
}

struct Wide final : Base {
  struct Options {
    std::size_t size = 1;
    std::int64_t whole = 0;
    float single = 1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Wide>("org.example.wide", "")
        .better(Better::lower)
        .option<&Options::size>("size", at_least(1), "")
        .option<&Options::whole>("whole", anything, "")
        .option<&Options::single>("single", anything, "");
  }
};

/// Two options that depend on each other, and what follows from them.
struct Band final : Base {
  struct Options {
    double from = 0.25, to = 0.75;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Band>("org.example.band", "")
        .better(Better::lower)
        .option<&Options::from>("from", between(0, 1), "")
        .option<&Options::to>("to", between(0, 1), "");
  }
  void configured() override {
    ++times_configured;
    if (options.from >= options.to) throw ParamError("`from` is not below `to`");
    width = options.to - options.from;
  }
  double width = 0;
  int times_configured = 0;
};

}  // namespace

TEST_CASE("an option of 64 bits arrives as it was written", "[create]") {
  constexpr std::int64_t kOdd = (std::int64_t{1} << 53) + 1;  // which no double holds
  const auto wide = made<Wide>({integer(kOdd), integer(std::numeric_limits<std::int64_t>::min()), real(0.1)});
  CHECK(wide->options.size == static_cast<std::size_t>(kOdd));
  CHECK(wide->options.whole == std::numeric_limits<std::int64_t>::min());
  CHECK(wide->options.single == 0.1f);
}

TEST_CASE("a number that the member cannot hold is refused", "[create][errors]") {
  CHECK_THROWS_WITH(made<Wide>({integer(-1), integer(0), real(1)}),
                    Equals("option 'size' is outside its range"));
  CHECK_THROWS_WITH(made<Wide>({integer(1), integer(0), real(1e300)}),
                    Equals("option 'single' is outside its range"));
  CHECK_THROWS_AS(made<Wide>({integer(1), integer(0), real(-1e300)}), ParamError);
}

TEST_CASE("an object is told once that its options are set, and may refuse them", "[create]") {
  const auto band = made<Band>({real(0.25), real(0.5)});
  CHECK(band->times_configured == 1);
  CHECK(band->width == 0.25);
  CHECK_THROWS_AS(made<Band>({real(0.5), real(0.25)}), ParamError);
  CHECK_THROWS_WITH(made<Band>({real(0.5), real(0.25)}), Equals("`from` is not below `to`"));
}
