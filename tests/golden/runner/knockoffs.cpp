// The parts of knockoffs that have no random numbers.
#include "case.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/knockoffs/conditional_law.hpp>
#include <tamis/framework/knockoffs/correlation.hpp>
#include <tamis/framework/knockoffs/discoveries.hpp>
#include <tamis/framework/knockoffs/e_values.hpp>
#include <tamis/framework/knockoffs/fixed_knockoffs.hpp>
#include <tamis/framework/knockoffs/latent_codes.hpp>
#include <tamis/framework/knockoffs/normal_scores.hpp>
#include <tamis/testing/serial_runtime.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

class KnockoffCase {
 public:
  KnockoffCase(const Case& c, Verdict& v) : case_(c), verdict_(v) {
    if (c.json.contains("lower_is_better"))
      compare_value("lower_is_better", false, c.json.at("lower_is_better"));
    for (const char* part : {"absolute", "relative"}) v.use(c.json.at("tolerance").at(part));
  }

  /// A table with a header.
  DenseMatrix table(const std::string& file) const {
    DataOptions options;
    options.path = (case_.folder / file).string();
    const LoadedData data = load_data(options);
    DenseMatrix table(data.samples(), data.features());
    std::ranges::copy(data.parts().values.span(), table.values.begin());
    return table;
  }
  bool has(const std::string& key) const { return case_.json.at("params").contains(key); }
  const json& param(const std::string& key) const { return verdict_.use(case_.json.at("params").at(key)); }
  std::vector<double> numbers(const std::string& key) const { return param(key).get<std::vector<double>>(); }
  /// One of `names`, by its place.
  template <class Named, std::size_t n>
  Named named(const std::string& key, const std::string_view (&names)[n]) const {
    const auto name = param(key).get<std::string>();
    const auto* const found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names))
      throw std::runtime_error(fmt::format("the {} '{}' is not known", key, name));
    return static_cast<Named>(found - std::begin(names));
  }

  const json& expected(const std::string& key) const { return case_.expected().at(key); }
  void compare(const std::string& key, double seen) { compare(key, seen, expected(key)); }
  void compare(const std::string& key, std::span<const double> seen) {
    compare_value(key + ": how many", seen.size(), expected(key).size());
    for (std::size_t i = 0; i < std::min(seen.size(), expected(key).size()); ++i)
      compare(fmt::format("{}[{}]", key, i), seen[i], expected(key)[i]);
  }
  void compare(const std::string& key, ConstMatrix seen) {
    compare_value(key + ": rows", seen.rows, expected(key).size());
    for (std::size_t i = 0; i < std::min<std::size_t>(seen.rows, expected(key).size()); ++i) {
      compare_value(key + ": columns", seen.cols, expected(key)[i].size());
      for (std::size_t j = 0; j < std::min<std::size_t>(seen.cols, expected(key)[i].size()); ++j)
        compare(fmt::format("{}[{}][{}]", key, i, j), seen(i, j), expected(key)[i][j]);
    }
  }
  void same(const std::string& key, const json& seen) {
    compare_value(key, seen, verdict_.use(expected(key)));
  }

 private:
  void compare(const std::string& what, double seen, const json& wanted) {
    verdict_.compare(case_.json.at("tolerance"), what, seen, wanted);
  }
  void compare_value(const std::string& what, const json& seen, const json& wanted) {
    verdict_.use(wanted);
    if (seen != wanted)
      verdict_.failures.push_back(fmt::format("{}: {}, expected {}", what, seen.dump(), wanted.dump()));
  }

  const Case& case_;
  Verdict& verdict_;
};

void check_covariance(KnockoffCase& c) {
  const ShrunkCorrelation seen = shrunk_correlation(c.table("X.csv").view());
  c.compare("sigma", seen.sigma.view());
  c.compare("shrinkage", seen.shrinkage);
}

void check_s_vector(KnockoffCase& c) {
  const auto kind = c.named<Separation>("kind", kSeparationNames);
  const SVector seen = s_vector(c.table("covariance.csv").view(), kind);
  c.compare("s", seen.s);
  c.compare("objective", seen.objective);
}

void check_conditional(KnockoffCase& c) {
  const DenseMatrix sigma = c.table("covariance.csv"), x = c.table("X.csv");
  const std::vector<double> s = c.numbers("s");
  const testing::SerialRuntime serial;
  const ConditionalLaw law(sigma.view(), s);
  c.compare("mean", law.mean(x.view(), c.numbers("mean"), serial).view());
  c.compare("covariance", law.covariance().view());
  c.compare("joint", joint_covariance(sigma.view(), s).view());
}

/// [X X~]'[X X~].
void check_fixed_gram(KnockoffCase& c) {
  const auto kind = c.named<Separation>("kind", kSeparationNames);
  const FixedKnockoffs seen = fixed_knockoffs(c.table("X.csv").view(), kind, Rng(1));
  c.compare("s", seen.s);
  const std::uint64_t p = seen.x.cols;
  const auto column = [&](std::uint64_t j) {
    return j < p ? seen.x.view().column(j) : seen.knockoffs.view().column(j - p);
  };
  DenseMatrix gram(2 * p, 2 * p);
  for (std::uint64_t i = 0; i < 2 * p; ++i)
    for (std::uint64_t j = 0; j < 2 * p; ++j)
      for (std::uint64_t row = 0; row < seen.x.rows; ++row)
        gram.view()(i, j) += column(i)[row] * column(j)[row];
  c.compare("gram", ConstMatrix(gram.view()));
}

void check_normal_scores(KnockoffCase& c) {
  const NormalScores seen(c.table("X.csv").values);
  c.compare("scores", seen.scores());
  std::vector<double> back;
  for (const double z : c.numbers("z")) back.push_back(seen.back(z));
  c.compare("back", back);
}

void check_codes(KnockoffCase& c) {
  const LatentCodes seen(c.table("X.csv").values);
  DenseMatrix intervals(seen.samples(), 2);
  for (std::uint64_t i = 0; i < seen.samples(); ++i) {
    const auto [low, high] = seen.interval(i);
    intervals.view()(i, 0) = low, intervals.view()(i, 1) = high;
  }
  c.compare("intervals", ConstMatrix(intervals.view()));
  std::vector<double> back;
  for (const double u : c.numbers("u")) back.push_back(seen.back(u));
  c.compare("back", back);
}

void check_select(KnockoffCase& c) {
  const std::vector<double> w =
      c.has("Z") ? contrasts(c.numbers("Z"), c.named<Contrast>("statistic", kContrastNames)) : c.numbers("W");
  const Discoveries seen = discoveries(w, c.param("q"), c.param("offset"));
  c.compare("W", w);
  c.compare("threshold", seen.threshold);
  c.same("selected", seen.selected);
}

void check_derandomised(KnockoffCase& c) {
  const auto w = c.param("W").get<std::vector<std::vector<double>>>();
  const DerandomisedDiscoveries seen = derandomised(w, c.param("alpha"), c.param("q"));
  c.compare("thresholds", seen.thresholds);
  c.compare("e_values", seen.e_values);
  c.same("selected", seen.selected);
}

const std::map<std::string, void (*)(KnockoffCase&)> kKnockoffChecks{
    {"covariance", check_covariance},
    {"s_vector", check_s_vector},
    {"conditional", check_conditional},
    {"fixed_gram", check_fixed_gram},
    {"normal_scores", check_normal_scores},
    {"codes", check_codes},
    {"select", check_select},
    {"derandomised", check_derandomised},
};

}  // namespace

bool knows_knockoffs(const Case& c) { return kKnockoffChecks.contains(c.method()); }

void check_knockoffs(const Case& c, Verdict& verdict) {
  KnockoffCase knockoffs(c, verdict);
  kKnockoffChecks.at(c.method())(knockoffs);
}

}  // namespace tamis::golden
