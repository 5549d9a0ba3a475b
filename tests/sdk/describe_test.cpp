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

struct ScoresNothing : UnivariateCriterion {
  Score score_column(Column, const Target&) const override { return 0; }
};
struct OutOfRange : ScoresNothing {
  struct Options {
    int k = 0;
  };
  static constexpr auto describe() {
    return tamis::describe<OutOfRange>("x", "").option<&Options::k>("k", at_least(1), "");
  }
};
struct BadName : ScoresNothing {
  struct Options {
    int k = 1;
  };
  static constexpr auto describe() {
    return tamis::describe<BadName>("x", "").option<&Options::k>("K", at_least(1), "");
  }
};
struct Twice : ScoresNothing {
  struct Options {
    int k = 1;
  };
  static constexpr auto describe() {
    return tamis::describe<Twice>("x", "")
        .option<&Options::k>("k", at_least(1), "")
        .option<&Options::k>("k", anything, "");
  }
};
struct TooManyDigits : ScoresNothing {
  struct Options {
    double t = 0.1 + 0.2;
  };  // 0.30000000000000004
  static constexpr auto describe() {
    return tamis::describe<TooManyDigits>("x", "").option<&Options::t>("t", positive, "");
  }
};
struct LongLimit : ScoresNothing {
  struct Options {
    double t = 1;
  };
  static constexpr auto describe() {
    return tamis::describe<LongLimit>("x", "").option<&Options::t>("t", between(0.123456789012345678, 2), "");
  }
};
struct Huge : ScoresNothing {
  struct Options {
    double t = 1e300;
  };
  static constexpr auto describe() {
    return tamis::describe<Huge>("x", "").option<&Options::t>("t", anything, "");
  }
};
struct Tiny : ScoresNothing {
  struct Options {
    double t = 1e-30;
  };
  static constexpr auto describe() {
    return tamis::describe<Tiny>("x", "").option<&Options::t>("t", anything, "");
  }
};
struct LongList : ScoresNothing {
  static constexpr double kEdges[] = {0.5, 0.1 + 0.2};
  struct Options {
    std::span<const double> t = kEdges;
  };
  static constexpr auto describe() { return tamis::describe<LongList>("x", "").option<&Options::t>("t", ""); }
};
struct LongTolerance : ScoresNothing {
  static constexpr auto describe() { return tamis::describe<LongTolerance>("x", "").tolerance(1e-30); }
};
struct NegativeTolerance : ScoresNothing {
  static constexpr auto describe() { return tamis::describe<NegativeTolerance>("x", "").tolerance(-1); }
};
struct BeyondConfigs : ScoresNothing {
  struct Options {
    std::uint64_t k = 1ull << 63;
  };
  static constexpr auto describe() {
    return tamis::describe<BeyondConfigs>("x", "").option<&Options::k>("k", anything, "");
  }
};
struct WideNumbers final : ScoresNothing {
  struct Options {
    std::size_t size = 5;
    long signed_long = -3;
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::int64_t beyond_double = (std::int64_t{1} << 53) + 1;
    std::uint32_t half = 7;
    float single = 0.1f;
  } options;
  static constexpr auto describe() {
    return tamis::describe<WideNumbers>("org.example.wide", "Numbers of all widths")
        .better(Better::lower)
        .option<&Options::size>("size", at_least(1), "")
        .option<&Options::signed_long>("signed_long", anything, "")
        .option<&Options::least>("least", anything, "")
        .option<&Options::most>("most", positive, "")
        .option<&Options::beyond_double>("beyond_double", at_least(-1e18), "")
        .option<&Options::half>("half", anything, "")
        .option<&Options::single>("single", between(-0.3, 0.3), "");
  }
};
struct BadId : ScoresNothing {
  static constexpr auto describe() { return tamis::describe<BadId>("Org.Example", ""); }
};
struct NamelessChoice : ScoresNothing {
  enum class E { a, b, c };
  struct Options {
    E e = E::c;
  };
  static constexpr auto describe() {
    return tamis::describe<NamelessChoice>("x", "").option<&Options::e>("e", one_of("a", "b"), "");
  }
};
template <class Interface>
struct Wrapping : ScoresNothing {
  struct Options {
    Ref<Interface> part = "another";
  };
  static constexpr auto describe() {
    return tamis::describe<Wrapping>("x", "").template option<&Options::part>("part", "");
  }
};

template <class Interface>
struct Listing : ScoresNothing {
  struct Options {
    RefList<Interface> parts;
  };
  static constexpr auto describe() {
    return tamis::describe<Listing>("x", "").template option<&Options::parts>(
        "parts", PartTraits{.corrupts = true}, "");
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
  CHECK(j["prepares_from_target"] == true);
  CHECK(j["sparse"] == true);
  CHECK(j["uses_unknown"] == true);
  CHECK(j["moves"] == nlohmann::json({"add", "remove"}));
  CHECK(j["targets"] == nlohmann::json({"classes", "soft"}));
  const auto& o = j["options"];
  REQUIRE(o.size() == 7);
  CHECK(o[0] ==
        nlohmann::json::parse(
            R"({"name":"neighbours","type":"integer","doc":"k","default":5,"min":1,"max":2147483647})"));
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

TEST_CASE("a list of components names their interface and the traits that they must have", "[describe]") {
  CHECK(line_of<Listing<NoiseModel>>()["options"] ==
        nlohmann::json::parse(R"([{"name":"parts","type":"components",
    "doc":"","default":[],"interface":"noise_model/1","part":["corrupts"]}])"));
}

TEST_CASE("integers of 64 bits and floats are written exactly, with no limit that a config cannot pass",
          "[describe]") {
  STATIC_REQUIRE(WideNumbers::describe().mistake == DescriptionError::none);
  const auto options = line_of<WideNumbers>()["options"];
  const auto is = [&](std::size_t i, const char* text) {
    nlohmann::json without_name = options[i];
    without_name.erase("name"), without_name.erase("doc");
    CHECK(without_name == nlohmann::json::parse(text));
  };
  is(0, R"({"type":"integer","default":5,"min":1})");
  is(1, R"({"type":"integer","default":-3})");
  is(2, R"({"type":"integer","default":-9223372036854775808})");
  is(3, R"({"type":"integer","default":9223372036854775807,"above":0})");
  is(4, R"({"type":"integer","default":9007199254740993,"min":-1e18})");
  is(5, R"({"type":"integer","default":7,"min":0,"max":4294967295})");
  is(6, R"({"type":"real","default":0.1,"min":-0.3,"max":0.3})");
}

TEST_CASE("a mistake in a description is data that the compiler can name", "[describe][errors]") {
  STATIC_REQUIRE(Everything::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(OutOfRange::describe().mistake == DescriptionError::range);
  STATIC_REQUIRE(BadName::describe().mistake == DescriptionError::name);
  STATIC_REQUIRE(Twice::describe().mistake == DescriptionError::twice);
  STATIC_REQUIRE(Twice::describe().mistaken_option == 1);
  STATIC_REQUIRE(TooManyDigits::describe().mistake == DescriptionError::digits);
  STATIC_REQUIRE(LongLimit::describe().mistake == DescriptionError::digits);
  STATIC_REQUIRE(LongList::describe().mistake == DescriptionError::digits);
  STATIC_REQUIRE(Huge::describe().mistake == DescriptionError::digits);
  STATIC_REQUIRE(Tiny::describe().mistake == DescriptionError::digits);
  STATIC_REQUIRE(LongTolerance::describe().mistake == DescriptionError::tolerance);
  STATIC_REQUIRE(NegativeTolerance::describe().mistake == DescriptionError::tolerance);
  STATIC_REQUIRE(BeyondConfigs::describe().mistake == DescriptionError::range);
  STATIC_REQUIRE(BadId::describe().mistake == DescriptionError::id);
  STATIC_REQUIRE(NamelessChoice::describe().mistake == DescriptionError::choices);
}

TEST_CASE("an option may name a noise model or a metric, but no criterion and no search",
          "[describe][errors]") {
  STATIC_REQUIRE(Wrapping<Criterion>::describe().mistake == DescriptionError::part);
  STATIC_REQUIRE(Wrapping<SearchStrategy>::describe().mistake == DescriptionError::part);
  STATIC_REQUIRE(Wrapping<NoiseModel>::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(Wrapping<PointMetric>::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(Wrapping<ClassMetric>::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(Wrapping<DistributionMetric>::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(Listing<Criterion>::describe().mistake == DescriptionError::part);
  STATIC_REQUIRE(Listing<NoiseModel>::describe().mistake == DescriptionError::none);
  STATIC_REQUIRE(Listing<NoiseModel>::describe().options[0].type == TAMIS_T_COMPONENTS);
  STATIC_REQUIRE(Listing<NoiseModel>::describe().options[0].part.corrupts);
}

TEST_CASE("what the data must be is asked by each trait that says so, and by no other", "[describe]") {
  const auto asks = [](const Description<Criterion>& d) {
    return detail::asks_for_data<Criterion>(d.traits);
  };
  const Description<Criterion> plain = tamis::describe<Criterion>("x", "");
  CHECK_FALSE(asks(plain.fits().corrupts().metric().any_move().subset_only().tolerance(1)));
  CHECK(asks(plain.targets(Targets::sets)));
  CHECK(asks(plain.uses_unknown()));
  CHECK(asks(plain.distances()));
  CHECK(asks(plain.discrete()));
  CHECK(asks(plain.sparse()));
  CHECK(asks(plain.uses_weights()));
  CHECK_FALSE(detail::asks_for_data<NoiseModel>(plain.uses_weights().traits));
  CHECK(detail::asks_for_data<PointMetric>(plain.uses_weights().traits));
  CHECK(asks(plain.uses_groups()));
}

TEST_CASE("numbers or codes that the data do not have are an error that names the feature",
          "[dataset][errors]") {
  const double numbers[] = {0.5, 1.5};
  const std::uint8_t codes[] = {0, 1};
  const std::uint32_t levels[] = {2};
  tamis_dataset both{};
  both.size = sizeof both, both.samples = 2, both.features = 1;
  both.dense = {numbers, 2, 1, 2};
  both.codes = {codes, 2, 1, 2, levels};
  CHECK(Dataset(&both).column(0)[1] == 1.5);
  CHECK(Dataset(&both).codes(0)[1] == 1);
  CHECK(Dataset(&both).levels(0) == 2);

  tamis_dataset none{};
  none.size = sizeof none, none.samples = 2, none.features = 9;
  const auto refused = [&](auto&& read) {
    try {
      read(Dataset(&none));
    } catch (const PluginError& e) {
      CHECK(e.at.subject == TAMIS_FEATURE);
      CHECK(e.at.index == 7);
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  const std::string of_numbers = "reads a feature's numbers, and these data have none: ask has_dense() first";
  const std::string of_codes = "reads a feature's codes, and these data have none: ask has_codes() first";
  CHECK(refused([](const Dataset& d) { d.column(7); }).starts_with(of_numbers));
  CHECK(refused([](const Dataset& d) {
          std::vector<double> out(2);
          d.scaled_column(7, out);
        }).starts_with(of_numbers));
  CHECK(refused([](const Dataset& d) { d.codes(7); }).starts_with(of_codes));
  CHECK(refused([](const Dataset& d) { d.levels(7); }).starts_with(of_codes));
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
  for (const float v : {0.1f, 1e-5f, 16777216.0f, 3.14159274f, 0.0f}) {
    const detail::Decimal d = detail::to_decimal(v);
    REQUIRE(d.exact);
    CHECK(static_cast<float>(d.value()) == v);
  }
  CHECK_FALSE(detail::to_decimal(1e300).exact);
  CHECK_FALSE(detail::to_decimal(1e-300).exact);
  CHECK_FALSE(detail::to_decimal(0.1 + 0.2).exact);
  CHECK_FALSE(detail::to_decimal(std::numeric_limits<double>::infinity()).exact);
}
