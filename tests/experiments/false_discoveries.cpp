// tamis_false_discoveries [--repeats R] [--methods TEXT] [--tables TEXT]: selects features of tables whose truth is known, by rules that
// bound the share of false ones and by what people do instead, and prints the table of docs/false_discoveries.md, or its lines of
// methods and tables whose names have TEXT in them. The same arguments give the same text.
#include "average.hpp"

#include <tamis/framework/selection/select.hpp>
#include <tamis/numerics/random.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace tamis::experiments {
namespace {

using namespace framework;

/// How labels are made wrong.
enum class Flips { none, uniform, by_null_features };

/// A kind of table: normal features, of which the ones at multiples of p / relevant tell of the target.
struct Design {
  std::string_view name;
  std::size_t samples, features, relevant;
  std::size_t classes;  ///< 1: a real target
  double correlation;   ///< of neighbours
  double coefficient;   ///< of relevant features, with signs in turn
  Flips flips = Flips::none;
  double rate = 0;  ///< of uniform flips
};

/// A way to select, by a config; a feature is selected as the result says, or by its score or its reason.
struct Method {
  std::string name, config;
  double least_score = -1;
  std::string reason = {};
};

bool is_selected(const Method& method, const RankedFeature& f) {
  if (!method.reason.empty()) return f.reason == method.reason;
  return f.selected && f.score.value_or(-1) >= method.least_score;
}

std::vector<std::vector<double>> features_of(const Design& design, Rng& rng) {
  std::vector<std::vector<double>> columns(design.features, std::vector<double>(design.samples));
  const double r = design.correlation;
  for (std::size_t i = 0; i < design.samples; ++i) {
    double x = numerics::normal(rng);
    for (auto& column : columns) {
      column[i] = x;
      x = r * x + std::sqrt(1 - r * r) * numerics::normal(rng);
    }
  }
  return columns;
}

bool is_relevant(const Design& design, std::size_t feature) {
  return design.relevant > 0 && feature % (design.features / design.relevant) == 0;
}

/// Linear predictor of class c (of a real target: c = 0).
double predictor(const Design& design, const std::vector<std::vector<double>>& columns, std::size_t i,
                 std::size_t c) {
  double eta = 0;
  for (std::size_t j = 0, k = 0; j < design.features; ++j)
    if (is_relevant(design, j)) eta += ((k++ + c) % 2 ? -1 : 1) * design.coefficient * columns[j][i];
  return eta;
}

/// The true class by a multinomial logistic model, in which classes 2 and up share the relevant features among them.
std::size_t draw_class(const Design& design, const std::vector<std::vector<double>>& columns, std::size_t i,
                       Rng& rng) {
  if (design.classes == 2) return rng.uniform() < 1 / (1 + std::exp(-predictor(design, columns, i, 0)));
  std::vector<double> weight(design.classes);
  double sum = 0;
  for (std::size_t c = 0; c < design.classes; ++c) {
    double eta = 0;
    for (std::size_t j = 0, k = 0; j < design.features; ++j)
      if (is_relevant(design, j) && k++ % design.classes == c) eta += 2 * design.coefficient * columns[j][i];
    sum += weight[c] = std::exp(eta);
  }
  double u = rng.uniform() * sum;
  for (std::size_t c = 0; c + 1 < design.classes; ++c)
    if ((u -= weight[c]) < 0) return c;
  return design.classes - 1;
}

std::size_t flipped(const Design& design, const std::vector<std::vector<double>>& columns, std::size_t i,
                    std::size_t truth, Rng& rng) {
  double rate = design.flips == Flips::uniform ? design.rate : 0;
  if (design.flips == Flips::by_null_features && truth == 1) {
    double eta = -1;
    for (std::size_t j = 1; j <= 10; ++j) eta += columns[is_relevant(design, j) ? j + 20 : j][i];
    rate = 1 / (1 + std::exp(-eta));
  }
  const bool wrong = rng.uniform() < rate;
  const std::size_t other = (truth + 1 + rng.below(design.classes - 1)) % design.classes;
  return wrong ? other : truth;
}

LoadedData table_of(const Design& design, std::uint64_t seed) {
  Rng rng(Rng::mix(seed));
  const std::vector<std::vector<double>> columns = features_of(design, rng);
  TargetColumn target;
  target.kind = design.classes == 1 ? TargetKind::real : TargetKind::classes;
  for (std::size_t c = 0; design.classes > 1 && c < design.classes; ++c)
    target.class_names.push_back(std::to_string(c));
  for (std::size_t i = 0; i < design.samples; ++i) {
    if (design.classes == 1) {
      target.real.push_back(predictor(design, columns, i, 0) + 2 * numerics::normal(rng));
      continue;
    }
    const std::size_t truth = draw_class(design, columns, i, rng);
    target.labels.push_back(static_cast<std::int32_t>(flipped(design, columns, i, truth, rng)));
  }
  return LoadedData::from_columns(columns, {}, target);
}

struct Shares {
  Average false_ones, found;
};

Shares shares(Registry& registry, const Design& design, const Method& method, std::size_t repeats) {
  Shares of;
  Observer silent;
  for (std::uint64_t seed = 0; seed < repeats; ++seed) {
    SelectConfig config = parse_select_config(toml::parse(fmt::format("seed = {}\n{}", seed, method.config)));
    const SelectionResult result =
        select(registry, Defaults(), config, table_of(design, 7000 + seed), config.runtime_options(), silent);
    double selected = 0, right = 0;
    for (const RankedFeature& f : result.ranking) {
      const bool chosen = is_selected(method, f);
      selected += chosen;
      right += chosen && is_relevant(design, f.feature);
    }
    of.false_ones.add((selected - right) / std::max(1.0, selected));
    if (design.relevant > 0) of.found.add(right / static_cast<double>(design.relevant));
  }
  return of;
}

const Design kDesigns[] = {
    {"n 500, p 100, independent", 500, 100, 20, 2, 0, 0.7},
    {"n 500, p 100, neighbours .5", 500, 100, 20, 2, 0.5, 0.7},
    {"the same, 10 % flipped", 500, 100, 20, 2, 0.5, 0.7, Flips::uniform, 0.1},
    {"the same, 20 % flipped", 500, 100, 20, 2, 0.5, 0.7, Flips::uniform, 0.2},
    {"the same, 30 % flipped", 500, 100, 20, 2, 0.5, 0.7, Flips::uniform, 0.3},
    {"the same, flips by 10 null features", 500, 100, 20, 2, 0.5, 0.7, Flips::by_null_features},
    {"n 300, p 400, neighbours .5", 300, 400, 20, 2, 0.5, 1.0},
    {"the same, 20 % flipped", 300, 400, 20, 2, 0.5, 1.0, Flips::uniform, 0.2},
    {"5 classes, n 500, p 100", 500, 100, 20, 5, 0.5, 1.0},
    {"5 classes, 20 % flipped", 500, 100, 20, 5, 0.5, 1.0, Flips::uniform, 0.2},
    {"real target, n 500, p 100", 500, 100, 20, 1, 0.5, 0.3},
    {"no informative feature, n 200, p 40", 200, 40, 0, 2, 0.5, 0},
};

Method knockoffs(const std::string& name, const std::string& criterion, double fdr) {
  return {fmt::format("knockoffs, {}, {}", name, fdr),
          fmt::format("{}search = {{ use = 'rank', keep = 'knockoffs', fdr = {} }}\n", criterion, fdr)};
}

std::vector<Method> methods_for(const Design& design) {
  const bool real = design.classes == 1;
  const std::string lasso = "criterion = { use = 'robust_lasso', ranking = 'coefficient', flips = 'none' }\n";
  const std::string single = real ? "criterion = 'correlation'\n" : "criterion = 'fisher_score'\n";
  std::vector<Method> methods;
  for (const double fdr : {0.1, 0.2}) {
    methods.push_back(knockoffs("default", "", fdr));
    methods.push_back(knockoffs("lasso", lasso, fdr));
    methods.push_back(knockoffs("forest", "criterion = { use = 'forest_importance', trees = 150 }\n", fdr));
    methods.push_back(knockoffs("mutual information", "criterion = 'ksg_mi'\n", fdr));
    methods.push_back(knockoffs(real ? "correlation" : "F", single, fdr));
  }
  const Method others[] = {
      {"Benjamini-Hochberg on single tests, 0.2", single + "search = { use = 'rank', fdr = 0.2 }\n"},
      {"stability selection, 0.6",
       "criterion = { use = 'robust_lasso', ranking = 'stability', threshold = 0.6, flips = 'none' }\nsearch = 'rank'\n",
       0.6},
      {"boruta", "criterion = 'boruta'\nsearch = 'rank'\n", -1, "confirmed"}};
  methods.insert(methods.end(), std::begin(others), std::end(others));
  return methods;
}

struct Asked {
  std::size_t repeats = 200;
  std::string_view methods, tables;
};

std::optional<Asked> parse(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view option = argv[i], value = i + 1 < argc ? argv[i + 1] : "";
    const char* const end = value.data() + value.size();
    if (option == "--methods" && !value.empty()) {
      asked.methods = value;
    } else if (option == "--tables" && !value.empty()) {
      asked.tables = value;
    } else if (option != "--repeats" || std::from_chars(value.data(), end, asked.repeats).ptr != end ||
               asked.repeats == 0) {
      return std::nullopt;
    }
  }
  return asked;
}

}  // namespace
}  // namespace tamis::experiments

int main(int argc, char** argv) {
  using namespace tamis::experiments;
  const std::optional<Asked> asked = parse(argc, argv);
  if (!asked) {
    fmt::print(
        stderr,
        "usage: tamis_false_discoveries [--repeats R] [--methods TEXT] [--tables TEXT]   (R is at least 1)\n");
    return 2;
  }
  try {
    tamis::framework::Registry registry(tamis::framework::plugin_folders({}));
    fmt::print("| tables | method | false, % | +- | found, % |\n| --- | --- | --- | --- | --- |\n");
    for (const Design& design : kDesigns)
      for (const Method& method : methods_for(design)) {
        if (method.name.find(asked->methods) == std::string::npos ||
            design.name.find(asked->tables) == std::string_view::npos)
          continue;
        const Shares of = shares(registry, design, method, asked->repeats);
        fmt::print("| {} | {} | {:.1f} | {:.1f} | {:.0f} |\n", design.name, method.name,
                   100 * of.false_ones.mean(), 100 * of.false_ones.standard_error(), 100 * of.found.mean());
        std::fflush(stdout);
      }
  } catch (const tamis::Error& e) {
    fmt::print(stderr, "tamis_false_discoveries: {}{}{}\n", e.origin, e.origin.empty() ? "" : ": ", e.what());
    return 1;
  }
}
