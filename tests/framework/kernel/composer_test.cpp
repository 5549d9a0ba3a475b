#include "fixture.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;
using test::message_of;

namespace {

Plan plan(const std::string& text, std::string_view interface_id = "criterion/1") {
  static const Registry registry = test::test_registry();
  const toml::table config = toml::parse(text, std::string_view("run.toml"));
  return plan_component(registry, config.get("criterion"), "criterion", interface_id);
}
std::string refusal(const std::string& text, std::string_view interface_id = "criterion/1") {
  return message_of<ParamError>([&] { plan(text, interface_id); });
}

struct Wide final : UnivariateCriterion {
  struct Options {
    std::int64_t size = 1;
    std::size_t count = 3;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Wide>("test.wide", "")
        .better(Better::lower)
        .option<&Options::size>("size", between(1, 1e18), "")
        .option<&Options::count>("count", anything, "");
  }
  Score score_column(Column, const Target&) const override { return 0; }
};

/// The score says which of its parts are there.
struct Choosy final : UnivariateCriterion {
  struct Options {
    Ref<NoiseModel> wanted = nullptr;
    Ref<NoiseModel> noise = "test.noise";
  } options;
  static constexpr auto describe() {
    return tamis::describe<Choosy>("test.choosy", "")
        .better(Better::lower)
        .option<&Options::wanted>("wanted", "")
        .option<&Options::noise>("noise", "");
  }
  Score score_column(Column, const Target&) const override {
    return (options.wanted ? 2.0 : 0.0) + (options.noise ? 1.0 : 0.0);
  }
};

/// The score is the sum of the rates of its noise models, each weighted by its place.
struct Panel final : UnivariateCriterion {
  struct Options {
    RefList<NoiseModel> models;
    Ref<NoiseModel> last = "test.noise";
  } options;
  static constexpr auto describe() {
    return tamis::describe<Panel>("test.panel", "")
        .better(Better::lower)
        .option<&Options::models>("models", PartTraits{.fits = true}, "")
        .option<&Options::last>("last", PartTraits{.fits = true}, "");
  }
  Score score_column(Column, const Target&) const override {
    const auto rate = [](const NoiseModel& model) {
      double r = 0;
      model.parameters({&r, 1});
      return r;
    };
    double sum = 0;
    for (std::size_t i = 0; i < options.models.size(); ++i)
      sum += std::pow(10, static_cast<double>(i)) * rate(options.models[i]);
    return sum + 100 * rate(*options.last);
  }
  void prepare(const Dataset& data, const Runtime& runtime) override {
    UnivariateCriterion::prepare(data, runtime);
    for (std::size_t i = 0; i < options.models.size(); ++i) options.models[i].prepare(data, runtime);
    options.last->prepare(data, runtime);
  }
};

/// |difference| times the number of the feature, of which it knows how many there are.
struct ByNumber final : PointMetric {
  static constexpr auto describe() { return tamis::describe<ByNumber>("test.by_number", ""); }
  void prepare(const Dataset& data, const Runtime&) override { features_ = data.features(); }
  void distances(ConstMatrix, ConstMatrix, Matrix out) const override { out(0, 0) = -1; }
  void feature_distances(std::span<const Feature> features, ConstMatrix from, ConstMatrix to,
                         Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        out(j, i) = 1000.0 * features_;
        for (std::size_t f = 0; f < features.size(); ++f)
          out(j, i) += features[f] * std::abs(from(f, i) - to(f, j));
      }
  }

 private:
  Feature features_ = 0;
};

double score_of_first(Registry& registry, const Plan& plan, const LoadedData& data) {
  Composed<Criterion> criterion(registry, plan);
  Observer silent;
  KernelRuntime kernel({}, silent);
  criterion->prepare(data.view(), kernel.runtime());
  double value = -1;
  Scores scores({&value, 1}, nullptr, -1);
  const Feature first = 0;
  criterion->score({}, Move::add, {&first, 1}, scores);
  return value;
}

}  // namespace

TEST_CASE("an option may be a list of components", "[composer]") {
  Registry registry = test::test_registry();
  registry.add<Panel>();
  const auto planned = [&](const std::string& models) {
    const toml::table config =
        toml::parse("[criterion]\nuse = 'test.panel'\n" + models, std::string_view("run.toml"));
    return plan_component(registry, config.get("criterion"), "criterion", "criterion/1");
  };
  const Plan two = planned(
      "models = ['test.noise', { use = 'test.noise', rate = 0.5 }]\nlast = { use = 'test.noise', rate = 0.25 }");
  CHECK(two.effective() == nlohmann::json::parse(R"({"use": "test.panel",
    "models": [{"use": "test.noise", "rate": 0.1}, {"use": "test.noise", "rate": 0.5}],
    "last": {"use": "test.noise", "rate": 0.25}})"));
  CHECK(two.parts[1].path == "criterion.models[1]");
  CHECK(two.parts[2].path == "criterion.last");
  CHECK(two.parts_of(0).size() == 2);
  CHECK(two.parts_of(1).size() == 1);
  const LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2}}, {}, {});
  CHECK(score_of_first(registry, two, data) == Approx(0.1 + 10 * 0.5 + 100 * 0.25));

  const Plan none = planned("");
  CHECK(none.effective()["models"] == nlohmann::json::array());
  CHECK(score_of_first(registry, none, data) == Approx(10));
  const auto refusal = [&](const std::string& models) {
    return message_of<ParamError>([&] { planned(models); });
  };
  CHECK(
      refusal("models = 'test.noise'") ==
      "run.toml:3:10: criterion.models is \"test.noise\", a string; expected a list of noise models, as [\"...\", "
      "{ use = \"...\" }]");
  CHECK(refusal("models = ['test.noise', 'test.metric']") ==
        "run.toml:3:25: criterion.models[1] is 'test.metric', a point metric; expected a noise model");
  CHECK(refusal("models = [{ use = 'test.noise', rate = 2 }]")
            .find("criterion.models[0].rate is 2, an integer; expected") != std::string::npos);
}

TEST_CASE("a part has the traits that its option asks for", "[composer][errors]") {
  Registry registry = test::test_registry();
  registry.add<Panel>();
  const auto refusal = [&](const std::string& text) {
    const toml::table config =
        toml::parse("[criterion]\nuse = 'test.panel'\n" + text, std::string_view("run.toml"));
    return message_of<ParamError>(
        [&] { plan_component(registry, config.get("criterion"), "criterion", "criterion/1"); });
  };
  CHECK(refusal("last = 'known_rates'")
            .find("run.toml:3:8: criterion.last is 'known_rates', which cannot be fitted to labels; use '") ==
        0);
  CHECK(refusal("models = ['test.noise', 'known_rates']")
            .find("run.toml:3:25: criterion.models[1] is 'known_rates', which cannot be fitted") == 0);
  CHECK(refusal("last = 'known_rates'").find("'uniform_flip'") != std::string::npos);
}

TEST_CASE("a point metric is prepared with the data and told which features the rows are", "[composer]") {
  Registry registry = test::test_registry();
  registry.add<ByNumber>();
  const toml::table config = toml::parse("metric = 'test.by_number'");
  const Composed<PointMetric> metric(
      registry, plan_component(registry, config.get("metric"), "metric", "point_metric/1"));
  const LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>(4, {1, 2}), {}, {});
  Observer silent;
  KernelRuntime kernel({}, silent);
  metric->prepare(data.view(), kernel.runtime());
  const double from[] = {1, 1}, to[] = {2, 3};
  const Feature features[] = {3, 1};
  double d = 0;
  metric->feature_distances(features, {from, 2, 1}, {to, 2, 1}, Matrix(&d, 1, 1));
  CHECK(d == 4000 + 3 * 1 + 1 * 2);
}

TEST_CASE("a component that has no default is there only where the config names it", "[composer]") {
  Registry registry = test::test_registry();
  registry.add<Choosy>();
  const auto planned = [&](const std::string& text) {
    const toml::table config =
        toml::parse("[criterion]\nuse = 'test.choosy'\n" + text, std::string_view("run.toml"));
    return plan_component(registry, config.get("criterion"), "criterion", "criterion/1");
  };
  const LoadedData data = LoadedData::from_columns(std::vector<std::vector<double>>{{1, 2}}, {}, {});
  const auto score = [&](const Plan& plan) { return score_of_first(registry, plan, data); };
  const Plan without = planned(""), with = planned("wanted = { use = 'test.noise', rate = 0.2 }");
  CHECK_FALSE(without.effective().contains("wanted"));
  CHECK(without.effective()["noise"]["use"] == "test.noise");
  CHECK(without.parts.size() == 1);
  CHECK(score(without) == 1);
  CHECK(planned("wanted = ''").effective() == without.effective());  // a flag takes back what a file says
  CHECK(with.effective()["wanted"]["rate"] == 0.2);
  CHECK(score(with) == 3);
  CHECK(message_of<ParamError>([&] { planned("wanted = { rate = 0.2 }"); }) ==
        "run.toml:3:10: criterion.wanted names no component; add use = \"...\" (`tamis plugins` lists them)");
}

TEST_CASE("a plan fills in every default, to any depth", "[composer]") {
  const Plan p = plan("criterion = 'test.judge'");
  CHECK(p.effective() == nlohmann::json::parse(R"({
    "use": "test.judge", "neighbours": 5, "mutual": false, "misbehaviour": "none", "label": "plain \"quoted\"",
    "metric": {"use": "test.metric", "factor": 1.0, "fail_after": -1},
    "noise": {"use": "test.noise", "rate": 0.1},
    "divergence": {"use": "test.divergence", "ground": {"use": "test.ground", "weights": [0.5, 0.25]}}})"));
  CHECK(p.parts[2].parts[0].path == "criterion.divergence.ground");
}

TEST_CASE("an option may be a component's id, or a table with its options", "[composer]") {
  const Plan p = plan(
      "[criterion]\nuse = 'test.judge'\nnoise = 'test.noise'\n"
      "metric = { use = 'test.metric', factor = 2 }\nneighbours = 7");
  CHECK(p.effective()["metric"]["factor"] == 2.0);
  CHECK(p.effective()["neighbours"] == 7);
}

TEST_CASE("a mistake in a config is named with its place, what was expected and the nearest name",
          "[composer][errors]") {
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nneighbors = 3") ==
        "run.toml:3:13: criterion.neighbors is no option of 'test.judge'; did you mean 'neighbours'? "
        "(`tamis plugins describe test.judge` lists them)");
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nneighbours = 0") ==
        "run.toml:3:14: criterion.neighbours is 0, an integer; expected an integer of at least 1");
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nneighbours = 2.5")
            .find("expected an integer of at least 1") != std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nmisbehaviour = 'nam'")
            .find("expected one of none, not_a_number, throws_int, throws_data, undefined") !=
        std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nmutual = 1").find("expected true or false") !=
        std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nlabel = 1").find("expected a text") != std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nmetric = { use = 'test.metric', factor = 0.0 }")
            .find("criterion.metric.factor is 0.0, a floating-point number; expected a number above 0") !=
        std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nmetric = { use = 'test.metric', factor = nan }")
            .find("expected a number above 0") != std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\ndivergence = { ground = 'test.ground' }")
            .find("criterion.divergence names no component; add use = \"test.divergence\", the default") !=
        std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\ndivergence.use = 'test.divergence'\n"
                "divergence.ground = { use = 'test.ground', weights = [1, 'x'] }")
            .find("weights[1] is \"x\", a string; expected a number") != std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\ndivergence.use = 'test.divergence'\n"
                "divergence.ground = { use = 'test.ground', weights = [nan] }")
            .find("weights[0] is nan; expected a number") != std::string::npos);
  CHECK(refusal("[criterion]\nuse = 'test.judge'\ndivergence.use = 'test.divergence'\n"
                "divergence.ground = { use = 'test.ground', weights = 3 }")
            .find("weights is 3, an integer; expected a list of numbers") != std::string::npos);
}

TEST_CASE("random streams may be keyed by another place than the one in the config", "[composer]") {
  Plan p = plan("[criterion]\nuse = 'test.judge'");
  CHECK(p.stream_path == "criterion");
  CHECK(p.parts[2].parts[0].stream_path == "criterion.divergence.ground");
  key_streams_by(p, "elsewhere");
  CHECK(p.path == "criterion");
  CHECK(p.stream_path == "elsewhere");
  CHECK(p.parts[2].parts[0].path == "criterion.divergence.ground");
  CHECK(p.parts[2].parts[0].stream_path == "elsewhere.divergence.ground");
}

TEST_CASE("a component of the wrong kind is refused", "[composer][errors]") {
  CHECK(refusal("criterion = 'test.noise'") ==
        "run.toml:1:13: criterion is 'test.noise', a noise model; expected a criterion");
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nmetric = 'test.ground'") ==
        "run.toml:3:10: criterion.metric is 'test.ground', a class metric; expected a point metric");
  CHECK(refusal("criterion = 3").find("expected the id of a criterion") != std::string::npos);
  CHECK(refusal("criterion = 'test.juge'")
            .find("run.toml:1:13: criterion: no component is called 'test.juge'") == 0);
}

TEST_CASE("a number that the author's type cannot hold is refused by the manifest's range",
          "[composer][errors]") {
  CHECK(refusal("[criterion]\nuse = 'test.judge'\nneighbours = 5000000000") ==
        "run.toml:3:14: criterion.neighbours is 5000000000, an integer; expected an integer of at least 1 "
        "and at most 2147483647");
}

TEST_CASE("an integer of 64 bits goes from the config to the author's option, with its limits",
          "[composer]") {
  Registry registry;
  registry.add<Wide>();
  const auto planned = [&](const std::string& size) {
    const toml::table config = toml::parse("[criterion]\nuse = 'test.wide'\nsize = " + size);
    return plan_component(registry, config.get("criterion"), "criterion", "criterion/1");
  };
  CHECK(planned("9007199254740993").effective()["size"] == 9007199254740993);  // 2^53 + 1
  CHECK(message_of<ParamError>([&] {
          planned("2_000_000_000_000_000_000");
        }).find("expected an integer of at least 1 and at most 1e+18") != std::string::npos);
  CHECK(registry.at("test.wide").descriptor.find_option("count")->expected() == "an integer of at least 0");
}

TEST_CASE("a component that is its own default is refused, not followed for ever", "[composer][errors]") {
  const Registry registry = test::test_registry();
  const toml::table config = toml::parse("use = 'test.own_default'");
  CHECK(message_of<PluginError>([&] { plan_component(registry, &config, "ground", "class_metric/1"); })
            .find("test.own_default is nested too deep, as a component that is its own default is; name "
                  "another one there: ground.part.part") == 0);
}
