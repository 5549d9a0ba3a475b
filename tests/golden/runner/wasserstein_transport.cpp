// Distances between distributions over classes, and the ground metrics below them.
#include "wasserstein_case.hpp"

#include <tamis/framework/run/report.hpp>
#include <tamis/noise_model.hpp>
#include <tamis/numerics/ground_metric.hpp>

#include "entropic_plan.hpp"
#include "wasserstein_exact.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

/// Whatever a case gives as D; not checked, as a component's metric would be.
struct GivenGround final : ClassMetric {
  explicit GivenGround(Rows distances) : d(std::move(distances)) {}
  void prepare(const Dataset&, const Runtime&) override {}
  void distances(Matrix out) const override {
    for (std::size_t i = 0; i < d.size(); ++i)
      for (std::size_t j = 0; j < d.size(); ++j) out(i, j) = d[i][j];
  }
  Rows d;
};

/// Of pairs of distributions, and whether mass that both have on a class was left where it is.
struct Transported {
  std::vector<double> distances;
  bool cancelled;
};

Transported transported(const WassersteinCase& c, GivenGround& ground, const Rows& p, const Rows& q) {
  transport::WassersteinExact metric;
  metric.options.ground = ground;
  const LoadedData data = c.names_only(ground.d.size());
  metric.prepare(data.view(), c.runtime());
  std::vector<double> out;
  for (std::size_t b = 0; b < p.size(); ++b) {
    std::vector<std::uint32_t> classes;
    for (std::uint32_t k = 0; k < p[b].size(); ++k) classes.push_back(k);
    const std::vector<std::uint64_t> start{0, classes.size()};
    out.push_back(0);
    metric.distances({start, classes, {}, {}, p[b]}, {start, classes, {}, {}, q[b]}, {&out.back(), 1});
  }
  ReportSink report;
  metric.report(report.sink());
  return {out, std::get<std::string>(report.take().at("common_mass")).starts_with("cancelled")};
}

bool is_metric(const WassersteinCase& c, const GivenGround& ground) {
  std::vector<double> d(ground.d.size() * ground.d.size());
  const Matrix matrix{d.data(), ground.d.size(), ground.d.size()};
  ground.distances(matrix);
  const numerics::GroundExamination found = numerics::examine_ground(matrix, c.runtime());
  return found.zero_diagonal && found.non_negative && found.symmetric && found.triangle();
}

std::string tree_ground(const WassersteinCase& c) {
  return fmt::format("ground = {{ use = 'class_tree', weights = {} }}", c.param("weights").dump());
}

}  // namespace

void check_emd(WassersteinCase& c) {
  const Rows p = c.rows("p"), q = c.rows("q");
  const json& values = c.expected().at("values");
  GivenGround ground(c.rows("D"));
  const Transported there = transported(c, ground, p, q);
  c.compare("W", there.distances, values);
  if (c.expected().contains("may_cancel"))
    c.same("may_cancel", there.cancelled, c.expected().at("may_cancel"));
  if (c.expected().contains("values_swapped"))
    c.compare("W(q, p)", transported(c, ground, q, p).distances, c.expected().at("values_swapped"));
  const bool metric = is_metric(c, ground);
  if (c.expected().contains("is_metric")) c.same("is_metric", metric, c.expected().at("is_metric"));
  if (metric)
    c.compare(
        "with class_matrix",
        distances(c,
                  fmt::format("use = 'wasserstein_exact'\nground = {{ use = 'class_matrix', path = '{}' }}",
                              c.path("D")),
                  p, q),
        values);
  if (!c.has("labels")) return;
  for (const char* form : {"auto", "never"})
    c.compare(
        fmt::format("with class_tree, closed form {}", form),
        distances(c, fmt::format("use = 'wasserstein_exact'\nclosed_form = '{}'\n{}", form, tree_ground(c)),
                  p, q),
        values);
}

void check_closed_forms(WassersteinCase& c) {
  const Rows p = c.rows("p"), q = c.rows("q");
  const std::size_t classes = p[0].size();
  c.same("number of names", classes, c.param("names").size());  // numbers stand for them here
  const auto named_rows = [&](const char* file) {
    std::string text;
    const Rows rows = c.rows(file);
    for (std::size_t k = 0; k < classes; ++k) {
      text += std::to_string(k);
      for (const double v : rows[k]) text += fmt::format(",{}", v);
      text += '\n';
    }
    return text;
  };
  std::string groups;
  for (std::size_t k = 0; k < classes; ++k)
    groups += fmt::format("{},cell{}\n", k, c.param("cells")[k].get<int>());
  const ScratchFile positions(named_rows("positions")), vectors(named_rows("V")), cells(groups);
  const std::map<std::string, std::string> grounds{
      {"zero_one", "{ use = 'zero_one' }"},
      {"ordered",
       fmt::format("{{ use = 'class_embedding', path = '{}', normalise = false }}", positions.path())},
      {"block", fmt::format("{{ use = 'class_blocks', path = '{}', within = {}, between = {} }}",
                            cells.path(), c.param("within").dump(), c.param("across").dump())},
      {"embedding", fmt::format("{{ use = 'class_embedding', path = '{}' }}", vectors.path())}};
  for (const auto& [key, ground] : grounds)
    for (const char* form : {"auto", "never"})
      c.compare(
          fmt::format("{}, closed form {}", key, form),
          distances(c,
                    fmt::format("use = 'wasserstein_exact'\nclosed_form = '{}'\nground = {}", form, ground),
                    p, q),
          c.expected().at(key));
}

void check_sinkhorn(WassersteinCase& c) {
  const Rows p = c.rows("p"), q = c.rows("q"), d = c.rows("D");
  const std::string ground = fmt::format("ground = {{ use = 'class_matrix', path = '{}' }}", c.path("D"));
  c.compare("exact", distances(c, "use = 'wasserstein_exact'\n" + ground, p, q), c.expected().at("exact"));
  c.same("number of lambdas", c.expected().at("by_lambda").size(), c.param("lambdas").size());
  for (const json& each : c.param("lambdas")) {
    const std::string key = each.dump();
    const json& expected = c.expected().at("by_lambda").at(key);
    const auto lambda = each.get<double>();
    const auto with = [&](bool debiased) {
      return distances(c,
                       fmt::format("use = 'wasserstein_sinkhorn'\nlambda = {}\ndebiased = {}\n{}", lambda,
                                   debiased, ground),
                       p, q);
    };
    c.compare("cost, lambda " + key, with(false), expected.at("cost"));
    c.compare("debiased, lambda " + key, with(true), expected.at("debiased"));
    transport::EntropicPlan plan;
    for (std::size_t b = 0; b < p.size(); ++b) {
      std::vector<double> from, to, between;
      for (std::size_t i = 0; i < p[b].size(); ++i) {
        if (p[b][i] > 0) from.push_back(p[b][i]);
        if (q[b][i] > 0) to.push_back(q[b][i]);
        for (std::size_t j = 0; j < q[b].size(); ++j)
          if (p[b][i] > 0 && q[b][j] > 0) between.push_back(d[i][j]);
      }
      const auto solution =
          plan.solve(between, from, to, lambda, {c.param("marginal_l1_error").get<double>(), 10'000});
      c.compare(fmt::format("entropy[{}], lambda {}", b, key), plan.entropy(), expected.at("entropy")[b]);
      c.compare(fmt::format("objective[{}], lambda {}", b, key), solution.cost - plan.entropy() / lambda,
                expected.at("objective")[b]);
    }
  }
}

void check_tree_metric(WassersteinCase& c) {
  c.holds("separator", "/");
  const Rows p = c.rows("p"), q = c.rows("q"), d = c.rows("D");
  for (const char* form : {"auto", "never"})
    c.compare(
        fmt::format("W, closed form {}", form),
        distances(c, fmt::format("use = 'wasserstein_exact'\nclosed_form = '{}'\n{}", form, tree_ground(c)),
                  p, q),
        c.expected().at("values"));

  const LoadedData data = c.names_only(d.size());
  Runtime runtime = c.runtime();
  const auto metric =
      compose<ClassMetric>("use = 'class_tree'\nweights = " + c.param("weights").dump(), "ground");
  metric->prepare(data.view(), runtime);
  std::vector<double> ground(d.size() * d.size());
  metric->distances(Matrix(ground.data(), d.size(), d.size()));
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = 0; j < d.size(); ++j)
      c.compare(fmt::format("D[{}][{}]", i, j), ground[i + j * d.size()], d[i][j]);

  // sample i has label i: p(label i | true class s) > 0 tells that i is a neighbour of s
  const auto model = compose<NoiseModel>(fmt::format("use = 'neighbour_flip'\nrate = 1\nradius = {}\n{}",
                                                     c.param("radius").dump(), tree_ground(c)),
                                         "noise");
  model->prepare(data.view(), runtime);
  std::vector<double> likelihood(d.size() * d.size());
  model->likelihood(Matrix(likelihood.data(), d.size(), d.size()));
  json neighbours = json::array();
  for (std::size_t s = 0; s < d.size(); ++s) {
    json near = json::array();
    for (std::size_t i = 0; i < d.size(); ++i)
      if (i != s && likelihood[i + s * d.size()] > 0) near.push_back(i);
    neighbours.push_back(near);
  }
  c.same("neighbours", neighbours, c.expected().at("neighbours"));
}

}  // namespace tamis::golden
