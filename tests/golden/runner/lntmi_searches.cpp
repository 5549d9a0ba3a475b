// The criteria of the label-noise-tolerant family, composed from the registry as any
// host would, and searches.
#include "lntmi_case.hpp"

#include <tamis/framework/selection/select.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

/// A criterion with its options as TOML.
struct MiMethod {
  std::string id, options;
  std::string toml() const { return fmt::format("use = '{}'\n{}", id, options); }
};

std::vector<double> scores(const LntMiCase& c, const LoadedData& data, const MiMethod& method, Subset subset,
                           Move move, const std::vector<Feature>& candidates) {
  const auto criterion = compose<Criterion>(method.toml(), "criterion");
  criterion->prepare(data.view(), c.runtime());
  std::vector<double> out(move == Move::whole ? 1 : candidates.size());
  Scores places(out, nullptr, -std::numeric_limits<double>::infinity());
  criterion->score(subset, move, candidates, places);
  return out;
}

std::vector<double> scores(const LntMiCase& c, const MiMethod& method, Subset subset, Move move,
                           const std::vector<Feature>& candidates) {
  return scores(c, c.load(), method, subset, move, candidates);
}

/// The features in the order in which a search moves them.
std::vector<Feature> walk(const LntMiCase& c, const MiMethod& method, const char* search, std::size_t keep) {
  static const Defaults defaults;
  Observer silent;
  toml::table config;
  config.insert("data", toml::table{{"path", "X.csv"}, {"standardise", "none"}});
  config.insert("criterion", toml::parse(method.toml()));
  config.insert("search", toml::table{{"use", search}, {"keep", static_cast<std::int64_t>(keep)}});
  const SelectionResult result = select(registry(), defaults, parse_select_config(std::move(config)),
                                        c.load(), RuntimeOptions{}, silent);
  std::vector<Feature> features;
  for (const PathStep& step : result.path) features.push_back(step.feature);
  return features;
}

/// The method of a search case with its options; `key` is that of the expected values.
MiMethod method_of(const LntMiCase& c, const std::string& key) {
  if (c.method().starts_with("gomez"))
    return {"mi", fmt::format("jitter = 0\nneighbours = {}", c.param("k").dump())};
  json starts = json::array();
  for (const json& start : c.param("p_e0_restarts")) starts.insert(starts.end(), start.begin(), start.end());
  const bool mixed = key == "em_exclude_mi_include";
  return {
      "lnt_mi",
      fmt::format("jitter = 0\nneighbours = {}\nneighbours_em = {}\nself_in_em = '{}'\nself_in_mi = '{}'\n"
                  "min_class_size = 1\nstarts = {}\ntolerance = {}\niterations = {}",
                  c.param("k_mi").dump(), c.param("k_em").dump(), mixed ? "exclude" : key,
                  mixed ? "include" : key, starts.dump(), c.param("tol").dump(), c.param("max_iter").dump())};
}

/// The fit of a step's subset, as the criterion reports it of features that are all to be kept.
void compare_fit(LntMiCase& c, const MiMethod& method, Subset subset, const json& step) {
  static const Defaults defaults;
  Observer silent;
  LoadedData data = c.load();
  toml::array always;
  for (const Feature f : subset) always.push_back(std::string(data.view().feature_name(f)));
  const auto keep = static_cast<std::int64_t>(always.size());
  toml::table config;
  config.insert("data", toml::table{{"path", "X.csv"}, {"standardise", "none"}});
  config.insert("criterion", toml::parse(method.toml()));
  config.insert("search", toml::table{{"use", "forward"}, {"keep", keep}, {"always", std::move(always)}});
  const Report found = select(registry(), defaults, parse_select_config(std::move(config)), std::move(data),
                              RuntimeOptions{}, silent)
                           .diagnostics;
  const auto column = [&](const char* table, std::size_t j) {
    const Column values = std::get<ReportedTable>(found.at(table)).view().column(j);
    return std::vector<double>(values.begin(), values.end());
  };
  c.compare("loglik", std::get<double>(found.at("log_likelihood")), step.at("loglik"));
  c.same("n_iter", column("fit", 0).size(), step.at("n_iter"));
  c.compare("p_e", column("noise_parameters", 0), step.at("p_e"));
  c.compare("p_S", column("label_noise", 1), step.at("p_S"));
}

/// check(method, expected) for each way in which the case counts a sample as its own neighbour.
template <class Check>
void each_expected(LntMiCase& c, const Check& check) {
  if (c.expected().contains("steps")) return check(method_of(c, ""), c.expected());
  for (const auto& [key, expected] : c.expected().items()) check(method_of(c, key), expected);
}

}  // namespace

void check_gomez(LntMiCase& c) {
  for (std::size_t k : c.neighbours())
    c.compare(
        fmt::format("k{}: mi", k),
        scores(c, {"mi", fmt::format("jitter = 0\nneighbours = {}", k)}, c.all(), Move::whole, {}).front(),
        c.expected().at(fmt::format("k{}", k)).at("mi"));
}

void check_gomez_beside(LntMiCase& c) {
  if (!c.expected().contains("gomez_mi_observed")) return;
  const MiMethod method{"mi", fmt::format("jitter = 0\nneighbours = {}", c.param("k_mi").dump())};
  LoadedData data = c.load();
  const auto compare = [&](const std::string& key) {
    c.compare(key, scores(c, data, method, c.all(), Move::whole, {}).front(), c.expected().at(key));
  };
  compare("gomez_mi_observed");
  data.edit([&](DataTable& parts) { parts.target.labels = c.clean_labels(); });
  compare("gomez_mi_clean");
}

void check_ross(LntMiCase& c) {
  const MiMethod method{"ksg_mi", fmt::format("neighbours = {}", c.param("k").dump())};
  c.compare("mi with nothing", scores(c, method, {}, Move::add, c.all()), c.expected().at("mi_per_feature"));
}

void check_backward(LntMiCase& c) {
  each_expected(c, [&](const MiMethod& method, const json& expected) {
    for (const json& step : expected.at("steps")) {
      const auto features = c.use(step.at("features")).get<std::vector<Feature>>();
      c.compare("mi_without", scores(c, method, features, Move::remove, features), step.at("mi_without"));
      if (step.contains("loglik")) compare_fit(c, method, features, step);
    }
    json order = c.use(expected.at("removal_order"));
    order.erase(order.size() - 1);  // the one that is left
    c.same("removal order", walk(c, method, "backward", 1), order);
  });
}

void check_forward(LntMiCase& c) {
  each_expected(c, [&](const MiMethod& method, const json& expected) {
    const auto order = c.use(expected.at("selection_order")).get<std::vector<Feature>>();
    c.holds("n_select", order.size());
    for (std::size_t size = 0; size < expected.at("steps").size(); ++size) {
      const json& step = expected.at("steps")[size];
      c.compare("mi_with",
                scores(c, method, Subset(order).first(size), Move::add,
                       c.use(step.at("candidates")).get<std::vector<Feature>>()),
                step.at("mi_with"));
      if (step.contains("loglik")) compare_fit(c, method, Subset(order).first(size), step);
    }
    c.same("selection order", walk(c, method, "forward", order.size()), order);
  });
}

}  // namespace tamis::golden
