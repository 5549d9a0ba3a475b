// Plugins written in C against the tables alone, in the kernel.
#include <tamis/framework/selection/select.hpp>
#include <tamis/sdk.hpp>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace {

Registry plain_c() { return Registry(plugin_folders({TAMIS_PLAIN_C})); }

/// The metric of canberra.c, written again.
struct Canberra final : PointMetric {
  struct Options {
    double offset = 0;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Canberra>("test.canberra", "").option<&Options::offset>("offset", at_least(0), "");
  }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        out(j, i) = 0;
        for (std::uint64_t f = 0; f < from.rows; ++f) {
          const double a = from(f, i), b = to(f, j);
          if (a != b) out(j, i) += std::abs(a - b) / (std::abs(a) + std::abs(b) + options.offset);
        }
      }
  }
};

/// The bytes of a selection with the default criterion that takes a point metric, but for the metric's name.
std::string ranked_with(const std::string& metric) {
  Registry registry = plain_c();
  registry.add<Canberra>();
  const SelectConfig config = parse_select_config(
      toml::parse("data = { path = '" TAMIS_TEST_DATA "/iris.csv', target = 'class' }\nsearch = 'rank'\n"
                  "criterion = { use = 'laplacian_score', metric = " +
                  metric + "}"));
  Observer silent;
  nlohmann::json result = to_json(select(registry, Defaults(), config, {}, silent));
  return result["ranking"].dump();
}

}  // namespace

TEST_CASE("a plugin in C refuses an option that is out of range itself", "[plain_c][errors]") {
  Registry registry = plain_c();
  const auto refusal = [&](const char* id, double value) {
    const tamis_component& component = registry.component(id);
    tamis_value option{};
    option.type = TAMIS_T_REAL;
    option.as.real = value;
    const tamis_creation creation{sizeof creation, {}, &option, 1};
    void* self = nullptr;
    try {
      tamis::detail::call("", component.create, component.context, &creation, &self);
    } catch (const ParamError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  CHECK(refusal("org.example.trimmed_range", 0.5) == "option 'trim' is outside its range, from 0 to 0.49");
  CHECK(refusal("org.example.trimmed_range", std::nan("")) ==
        "option 'trim' is outside its range, from 0 to 0.49");
  CHECK(refusal("org.example.canberra", -1) == "option 'offset' is outside its range, from 0 on");
}

TEST_CASE("a metric in C gives the distances of its definition", "[plain_c]") {
  Registry registry = plain_c();
  const toml::table config = toml::parse("use = 'org.example.canberra'\noffset = 1");
  const Composed<PointMetric> metric(registry, plan_component(registry, &config, "metric", "point_metric/1"));
  const double from[] = {1, 0, -2, 3}, to[] = {1, 0, 3, 1};  // two points of two coordinates each
  double out[4] = {};
  metric->distances(ConstMatrix(from, 2, 2), ConstMatrix(to, 2, 2), Matrix(out, 2, 2));
  CHECK(out[0] == 0.0);
  CHECK(out[1] == 2.0 / 5 + 1.0 / 2);
  CHECK(out[2] == 3.0 / 4 + 3.0 / 4);
  CHECK(out[3] == 5.0 / 6 + 2.0 / 5);
  CHECK(metric->geometry() == Geometry::general);
}

TEST_CASE("a metric in C serves a criterion as one in C++ does, byte for byte", "[plain_c]") {
  const std::string in_c = ranked_with("{ use = 'org.example.canberra', offset = 0.5 }");
  CHECK(in_c == ranked_with("{ use = 'test.canberra', offset = 0.5 }"));
  CHECK(in_c != ranked_with("'euclidean'"));
}
