// Blankets, losses, and backward elimination through the public path.
#include "blankets.hpp"
#include "absolute_correlation.hpp"
#include "markov_blanket.hpp"
#include "wasserstein_case.hpp"

#include <tamis/framework/selection/select.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

std::string markov_blanket(int size, double smoothing, const std::string& divergence) {
  return fmt::format("use = 'markov_blanket'\nsize = {}\nsmoothing = {}\ndivergence = {}", size, smoothing,
                     divergence);
}

std::string exact(const std::string& ground) {
  return fmt::format("{{ use = 'wasserstein_exact', ground = {} }}", ground);
}

/// The ground metrics that a case describes: always D, and its hierarchy where the classes have one.
std::vector<std::string> grounds(const WassersteinCase& c) {
  std::vector<std::string> out{fmt::format("{{ use = 'class_matrix', path = '{}' }}", c.path("D"))};
  if (c.has("labels")) out.emplace_back("{ use = 'class_tree' }");
  return out;
}

/// "exact", "sinkhorn lambda=10" or "debiased lambda=10".
std::string divergence_of(const std::string& key, const std::string& ground) {
  if (key == "exact") return exact(ground);
  const std::string sinkhorn = "sinkhorn lambda=", debiased = "debiased lambda=";
  if (!key.starts_with(sinkhorn) && !key.starts_with(debiased))
    throw std::runtime_error(fmt::format("the divergence '{}' is not known", key));
  return fmt::format("{{ use = 'wasserstein_sinkhorn', lambda = {}, debiased = {}, ground = {} }}",
                     key.substr(sinkhorn.size()), key.starts_with(debiased), ground);
}

std::vector<double> losses(const WassersteinCase& c, const std::string& criterion_toml) {
  const auto criterion = compose<Criterion>(criterion_toml, "criterion");
  const LoadedData data = c.coded();
  criterion->prepare(data.view(), c.runtime());
  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), 0u);
  std::vector<double> out(all.size());
  Scores scores(out, nullptr, std::numeric_limits<double>::infinity());
  criterion->score(all, Move::remove, all, scores);
  return out;
}

}  // namespace

void check_blankets(WassersteinCase& c) {
  // neither a target nor D: correlations look at the features alone
  TargetColumn one_class;
  one_class.kind = TargetKind::classes;
  one_class.class_names = {"0"};
  one_class.labels.assign(c.rows("X").size(), 0);
  const LoadedData data = c.coded(std::move(one_class));

  const Feature d = data.features();
  const blanket::CodedFeatures features(data.view(), c.runtime());
  const blanket::ClassMasses labels(data.view().target());
  const blanket::AbsoluteCorrelation correlation(features, labels, c.runtime());
  const Rows rho = c.rows("abs_corr");
  for (Feature i = 0; i < d; ++i) {
    std::vector<blanket::AssociationRow> row(1);
    correlation.fill({&i, 1}, row);
    for (Feature j = 0; j < d; ++j) {
      // strength = C_ij^2 / V_j, and V_i = C_ii
      const double variance = static_cast<double>(row[0].covariance[i]);
      c.compare(fmt::format("rho[{}][{}]", i, j),
                variance > 0 ? std::sqrt(row[0].strength[j] / variance) : 0.0, rho[i][j]);
    }
  }
  std::vector<Feature> all(d);
  std::iota(all.begin(), all.end(), 0u);
  const auto check = [&](const std::string& key, const std::vector<Feature>& remaining) {
    blanket::Blankets blankets(&correlation, c.param("L").get<std::size_t>(), d);
    blankets.begin(remaining, c.runtime());
    for (const Feature i : all) {
      const bool remains = std::find(remaining.begin(), remaining.end(), i) != remaining.end();
      c.same(fmt::format("{}[{}]", key, i), remains ? json(blankets.of(i)) : json(), c.expected().at(key)[i]);
    }
  };
  check("blankets_all", all);
  check("blankets_partial", c.param("alive_partial").get<std::vector<Feature>>());
  check("blankets_few", c.param("alive_few").get<std::vector<Feature>>());
}

void check_losses(WassersteinCase& c) {
  c.holds("n_classes", c.rows("D").size());
  const auto check = [&](const std::string& what, int size, double smoothing, const std::string& divergence,
                         const json& expected) {
    c.compare(what, losses(c, markov_blanket(size, smoothing, divergence)), expected);
  };
  if (c.param("L").is_number()) {
    const std::string ground = grounds(c)[0];
    for (const auto& [key, expected] : c.expected().items()) {
      check(key, c.param("L").get<int>(), c.param("alpha").get<double>(), divergence_of(key, ground),
            expected);
    }
    return;
  }
  for (const json& size : c.param("L"))
    for (const json& smoothing : c.param("alpha")) {
      const std::string key = fmt::format("L={} alpha={}", size.dump(), smoothing.dump());
      const json& expected = c.expected().at(key);
      for (const std::string& ground : grounds(c))
        check(key + " with " + ground, size.get<int>(), smoothing.get<double>(), exact(ground),
              expected.at("wasserstein"));
      check(key + " kl", size.get<int>(), smoothing.get<double>(), "'kl'", expected.at("kl"));
    }
}

/// How many losses the method computes on the way from all features along `path`.
double losses_computed(const WassersteinCase& c, int size, double smoothing, const std::string& divergence,
                       const std::vector<PathStep>& path) {
  const toml::table parsed = toml::parse("divergence = " + divergence);
  const Composed<DistributionMetric> metric(
      registry(), plan_component(registry(), parsed.get("divergence"), "criterion.divergence",
                                 tamis::detail::Abi<DistributionMetric>::kId));
  blanket::MarkovBlanket method;
  method.options.size = size;
  method.options.smoothing = smoothing;
  method.options.divergence = *metric;
  const LoadedData data = c.coded();
  method.prepare(data.view(), c.runtime());
  std::vector<Feature> left(data.features());
  std::iota(left.begin(), left.end(), Feature{0});
  for (const PathStep& step : path) {
    std::vector<double> losses(left.size());
    Scores scores(losses, nullptr, std::numeric_limits<double>::infinity());
    method.score(left, Move::remove, left, scores);
    std::erase(left, step.feature);
  }
  return static_cast<double>(method.losses_computed());
}

void check_elimination(WassersteinCase& c) {
  static const Defaults defaults;
  const auto check = [&](const std::string& divergence) {
    Observer silent;
    const auto keep = c.param("K").get<std::int64_t>();
    toml::table config;
    config.insert("data", toml::table{{"path", "X.csv"}, {"discretise", "integers"}});
    const int size = c.param("L").get<int>();
    const auto smoothing = c.param("alpha").get<double>();
    config.insert("criterion", toml::parse(markov_blanket(size, smoothing, divergence)));
    toml::table search{{"use", "backward"}};
    if (keep > 0) search.insert("keep", keep);
    config.insert("search", std::move(search));
    SelectConfig parsed = parse_select_config(std::move(config));
    parsed.order_all = keep == 0;  // as `tamis rank` does
    const SelectionResult result = select(registry(), defaults, parsed, c.coded(), RuntimeOptions{}, silent);
    json order = json::array();
    std::vector<double> at_deletion;
    for (const PathStep& step : result.path) {
      order.push_back(step.feature);
      at_deletion.push_back(step.score);
    }
    c.same("order", order, c.expected().at("order"));
    c.compare("loss at deletion", at_deletion, c.expected().at("delta_at_deletion"));
    std::vector<Feature> selected;  // none where all are ordered
    for (const RankedFeature& f : result.ranking)
      if (f.selected && keep > 0) selected.push_back(f.feature);
    std::sort(selected.begin(), selected.end());
    c.same("selected", selected, c.expected().at("selected"));
    c.same("losses computed", losses_computed(c, size, smoothing, divergence, result.path),
           c.use(c.expected().at("evaluations_lazy")).get<double>());
    c.same("evaluations", result.evaluations, c.expected().at("evaluations_eager"));
  };
  c.holds("tie_tol", registry().at("markov_blanket").descriptor.traits.tolerance);
  const std::string criterion = c.param("criterion");
  if (criterion == "kl")
    check("'kl'");
  else if (criterion == "wasserstein")
    for (const std::string& ground : grounds(c)) check(exact(ground));
  else
    throw std::runtime_error(fmt::format("the criterion '{}' is not known", criterion));
  if (!c.has("raw")) return;

  const Rows raw = c.rows("raw"), x = c.rows("X");
  for (std::size_t j = 0; j < raw[0].size(); ++j) {
    std::vector<double> column;
    json codes = json::array(), expected = json::array();
    for (std::size_t i = 0; i < raw.size(); ++i) {
      column.push_back(raw[i][j]);
      expected.push_back(static_cast<int>(x[i][j]));
    }
    const Bins bins = quantile_bins(SortedColumn(column), c.param("bins").get<std::uint32_t>());
    for (const std::uint8_t code : codes_of(bins, column)) codes.push_back(static_cast<int>(code));
    c.same(fmt::format("codes of column {}", j), codes, expected);
  }
}

}  // namespace tamis::golden
