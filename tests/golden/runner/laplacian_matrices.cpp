// What tiny cases expect below the level of a component: weights, degrees, numerators and denominators. They
// are taken from the plugin's own method library.
#include "case.hpp"

#include <laplacian_score.hpp>
#include <point_metrics.hpp>
#include <semi_supervised_laplacian.hpp>
#include <supervised_laplacian.hpp>
#include <tamis/numerics/memberships.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::golden {
namespace {

using nlohmann::json;

/// Weights and sums of one case, in the paper's letters.
struct Matrices {
  std::vector<std::vector<double>> s;
  std::vector<double> degree, numerators, denominators;
};

laplacian::OutputScaling standardise(const json& params) {
  if (params.value("normalise_y", "none") == "none") return laplacian::OutputScaling::none;
  return params.value("ddof", 0) == 1 ? laplacian::OutputScaling::sample
                                      : laplacian::OutputScaling::population;
}

Matrices of_graph(const numerics::Graph& graph, const Dataset& data, const Runtime& runtime) {
  Matrices m;
  m.s.assign(graph.nodes(), std::vector<double>(graph.nodes(), 0.0));
  for (std::size_t i = 0; i < graph.nodes(); ++i)
    for (std::uint64_t e = graph.row_start[i]; e < graph.row_start[i + 1]; ++e)
      m.s[i][graph.column[e]] = m.s[graph.column[e]][i] = graph.weight[e];
  m.degree = graph.degree;
  std::vector<Feature> features;
  for (Feature f = 0; f < data.features(); ++f) features.push_back(f);
  std::vector<numerics::GraphMoments> moments(features.size());
  numerics::graph_moments(graph, data, features, moments, runtime);
  for (const auto& moment : moments) {
    m.numerators.push_back(std::scalbn(moment.numerator, moment.exponent));
    m.denominators.push_back(std::scalbn(moment.denominator, moment.exponent));
  }
  return m;
}

Matrices of_memberships(const Dataset& data, const Runtime& runtime) {
  const numerics::Memberships memberships(data.target(), numerics::Unknown::drop);
  const ConstMatrix p = data.target().soft();
  Matrices m;
  m.s.assign(p.rows, std::vector<double>(p.rows, 0.0));
  for (std::uint64_t i = 0; i < p.rows; ++i)
    for (std::uint64_t j = 0; j < p.rows; ++j)
      for (std::uint64_t k = 0; k < p.cols; ++k) m.s[i][j] += p(i, k) * p(j, k);
  std::vector<Feature> features;
  for (Feature f = 0; f < data.features(); ++f) features.push_back(f);
  m.numerators.resize(features.size());
  m.denominators.resize(features.size());
  const auto n = static_cast<double>(memberships.size());
  memberships.column_sums(data, features, runtime, [&](std::size_t f, const numerics::ColumnSums& sums) {
    double projected = 0;
    for (double c : sums.classes) projected += c * c;
    m.numerators[f] = sums.weighted_squares - projected;
    m.denominators[f] = n * sums.squares - sums.sum * sums.sum - m.numerators[f];
  });
  return m;
}

Matrices matrices_of(const Case& c, const Dataset& data, Runtime runtime) {
  const json& params = c.json.at("params");
  if (c.method() == "wls") return of_memberships(data, runtime);
  if (c.method() == "ls") {
    point_metrics::Euclidean euclidean;
    laplacian::LaplacianScore method;
    method.options.neighbours = params.at("k");
    method.options.bandwidth = params.at("t");
    method.options.kernel = params.at("kernel") == "squared" ? laplacian::LaplacianScore::Kernel::squared
                                                             : laplacian::LaplacianScore::Kernel::plain;
    method.options.metric = euclidean;
    method.options.ties = numerics::Ties::first;
    method.prepare(data, runtime);
    return of_graph(method.graph(), data, runtime);
  }
  if (c.method() == "sls") {
    laplacian::SupervisedLaplacian method;
    method.options.neighbours = params.at("k");
    method.options.bandwidth = params.at("t");
    method.options.standardise_target = standardise(params);
    method.options.ties = numerics::Ties::first;
    method.prepare(data, runtime);
    return of_graph(method.graph(), data, runtime);
  }
  if (c.method() == "ssls") {
    laplacian::SemiSupervisedLaplacian method;
    method.options.neighbours = params.at("k_semi");
    method.options.bandwidth = params.at("t");
    method.options.label_weight = params.at("C");
    method.options.supervised_neighbours = params.at("k_sup");
    method.options.standardise_target = standardise(params);
    method.options.ties = numerics::Ties::first;
    method.prepare(data, runtime);
    return of_graph(method.graph(), data, runtime);
  }
  throw std::runtime_error(fmt::format("no matrices are known for the method '{}'", c.method()));
}

}  // namespace

void check_laplacian_matrices(const Case& c, const Dataset& data, Verdict& verdict) {
  const testing::SerialRuntime serial;
  const Matrices seen = matrices_of(c, data, serial);
  const json& tolerance = c.json.at("tolerance");
  for (const auto& [name, expected] : c.expected().at("matrices").items()) {
    const auto compare_row = [&](const std::string& what, const std::vector<double>& row,
                                 const json& wanted) {
      if (row.size() != wanted.size()) verdict.failures.push_back(what + " has another length");
      for (std::size_t i = 0; i < std::min(row.size(), wanted.size()); ++i)
        verdict.compare(tolerance, fmt::format("{}[{}]", what, i), row[i], wanted[i]);
    };
    if (name == "d")
      compare_row(name, seen.degree, expected);
    else if (name == "numerators")
      compare_row(name, seen.numerators, expected);
    else if (name == "denominators")
      compare_row(name, seen.denominators, expected);
    else if (name == "S" || name == "Ssim" || name == "Sdis") {
      for (std::size_t i = 0; i < seen.s.size(); ++i) {
        std::vector<double> row = seen.s[i];
        if (name == "Sdis")
          for (double& s : row) s = 1 - s;
        compare_row(fmt::format("{}[{}]", name, i), row, expected.at(i));
      }
    } else {
      verdict.failures.push_back(fmt::format("the matrix '{}' is not known", name));
    }
  }
}

}  // namespace tamis::golden
