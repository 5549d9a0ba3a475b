#include <tamis/sdk.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace {

using namespace tamis;

struct Everything final : UnivariateCriterion {
  enum class Kernel { plain, squared };
  static constexpr double kEdges[] = {0.5, -0.05};
  struct Options {
    int neighbours = 5;
    double bandwidth = 1e-3;
    bool mutual = true;
    Kernel kernel = Kernel::squared;
    std::string_view label = "a\"b\\c\n";
    std::span<const double> edges = kEdges;
    Ref<PointMetric> metric = "euclidean";
  } options;
  static constexpr auto describe() {
    return tamis::describe<Everything>("org.example.everything", "All kinds of options")
        .better(Better::lower)
        .targets(Targets::soft | Targets::classes)
        .uses_unknown()
        .option<&Options::neighbours>("neighbours", at_least(1), "k")
        .option<&Options::bandwidth>("bandwidth", positive, "t")
        .option<&Options::mutual>("mutual", "both ends ask")
        .option<&Options::kernel>("kernel", one_of("plain", "squared"), "weights")
        .option<&Options::label>("label", "text")
        .option<&Options::edges>("edges", "numbers")
        .option<&Options::metric>("metric", "distance");
  }
  Score score_column(Column, const Target&) const override { return 0; }
};

template <class T>
nlohmann::json line_of() {
  const auto& line = detail::kLine<T>;
  return nlohmann::json::parse(std::string(line.data(), line.size()));
}

struct Base : UnivariateCriterion {
  Score score_column(Column, const Target&) const override { return 0; }
};
struct OutOfRange : Base {
  struct Options {
    int k = 0;
  };
  static constexpr auto describe() {
    return tamis::describe<OutOfRange>("x", "").option<&Options::k>("k", at_least(1), "");
  }
};
struct BadName : Base {
  struct Options {
    int k = 1;
  };
  static constexpr auto describe() {
    return tamis::describe<BadName>("x", "").option<&Options::k>("K", at_least(1), "");
  }
};
struct Twice : Base {
  struct Options {
    int k = 1;
  };
  static constexpr auto describe() {
    return tamis::describe<Twice>("x", "")
        .option<&Options::k>("k", at_least(1), "")
        .option<&Options::k>("k", anything, "");
  }
};
struct TooManyDigits : Base {
  struct Options {
    double t = 0.1 + 0.2;
  };  // 0.30000000000000004
  static constexpr auto describe() {
    return tamis::describe<TooManyDigits>("x", "").option<&Options::t>("t", positive, "");
  }
};
struct BadId : Base {
  static constexpr auto describe() { return tamis::describe<BadId>("Org.Example", ""); }
};
struct NamelessChoice : Base {
  enum class E { a, b, c };
  struct Options {
    E e = E::c;
  };
  static constexpr auto describe() {
    return tamis::describe<NamelessChoice>("x", "").option<&Options::e>("e", one_of("a", "b"), "");
  }
};

}  // namespace

TEST_CASE("a description becomes one line of JSON with every option, default and range", "[describe]") {
  const nlohmann::json j = line_of<Everything>();
  CHECK(j["id"] == "org.example.everything");
  CHECK(j["interface"] == "criterion/1");
  CHECK(j["measures"] == "feature");
  CHECK(j["better"] == "lower");
  CHECK(j["own_column"] == true);
  CHECK(j["uses_unknown"] == true);
  CHECK(j["moves"] == nlohmann::json({"add", "remove"}));
  CHECK(j["targets"] == nlohmann::json({"classes", "soft"}));
  const auto& o = j["options"];
  REQUIRE(o.size() == 7);
  CHECK(o[0] ==
        nlohmann::json::parse(R"({"name":"neighbours","type":"integer","doc":"k","default":5,"min":1,"max":2147483647})"));
  CHECK(o[1]["default"] == 1e-3);
  CHECK(o[1]["above"] == 0);
  CHECK(o[2]["default"] == true);
  CHECK(o[3]["default"] == "squared");
  CHECK(o[3]["choices"] == nlohmann::json({"plain", "squared"}));
  CHECK(o[4]["default"] == "a\"b\\c\n");
  CHECK(o[5]["default"] == nlohmann::json({0.5, -0.05}));
  CHECK(o[6]["default"] == "euclidean");
  CHECK(o[6]["interface"] == "point_metric/1");
}

TEST_CASE("a mistake in a description is data that the compiler can name", "[describe][errors]") {
  STATIC_REQUIRE(Everything::describe().mistake == Mistake::none);
  STATIC_REQUIRE(OutOfRange::describe().mistake == Mistake::range);
  STATIC_REQUIRE(BadName::describe().mistake == Mistake::name);
  STATIC_REQUIRE(Twice::describe().mistake == Mistake::twice);
  STATIC_REQUIRE(Twice::describe().mistaken_option == 1);
  STATIC_REQUIRE(TooManyDigits::describe().mistake == Mistake::digits);
  STATIC_REQUIRE(BadId::describe().mistake == Mistake::id);
  STATIC_REQUIRE(NamelessChoice::describe().mistake == Mistake::choices);
}

TEST_CASE("a number in a manifest reads back as the same double", "[describe][property]") {
  const double values[] = {0,     1,    0.1,     0.3,  1e-3,          50,   1e22,
                           1e-22, 1e-9, 2.5e-10, 1e15, 123456789.123, 0.05, 1.0 / 1024};
  for (double v : values) {
    const detail::Decimal d = detail::to_decimal(v);
    REQUIRE(d.exact);
    const std::string text = std::to_string(d.digits) + "e" + std::to_string(d.exponent);
    CHECK(std::stod(text) == v);
  }
  CHECK_FALSE(detail::to_decimal(0.1 + 0.2).exact);
  CHECK_FALSE(detail::to_decimal(std::numeric_limits<double>::infinity()).exact);
}
