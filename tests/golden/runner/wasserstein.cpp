// The Wasserstein blanket: which case is checked how, and what the checks share.
#include "wasserstein_case.hpp"

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/run/cell_reader.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <map>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

const std::map<std::string, void (*)(WassersteinCase&)> kWassersteinChecks{
    {"emd", check_emd},
    {"closed_forms", check_closed_forms},
    {"sinkhorn", check_sinkhorn},
    {"tree_metric", check_tree_metric},
    {"blanket", check_blankets},
    {"delta", check_losses},
    {"eliminate", check_elimination},
    {"discretise", check_discretise},
    {"knn_topk", check_knn},
};

/// Lists of masses per row, as a metric takes them.
struct Lists {
  explicit Lists(const Rows& rows) {
    for (const auto& row : rows) {
      for (std::size_t c = 0; c < row.size(); ++c)
        if (row[c] > 0) {
          classes.push_back(static_cast<std::uint32_t>(c));
          masses.push_back(row[c]);
        }
      start.push_back(classes.size());
    }
  }
  Distributions view() const { return {start, classes, {}, {}, masses}; }
  std::vector<std::uint64_t> start{0};
  std::vector<std::uint32_t> classes;
  std::vector<double> masses;
};

}  // namespace

std::string WassersteinCase::path(const std::string& file) const {
  return (given().folder / use(given().json.at("files").at(file)).get<std::string>()).string();
}

Rows WassersteinCase::rows(const std::string& file) const {
  ReadOptions options;
  options.header = HeaderMode::no;
  const Table table = read_table(path(file), options);
  Rows out(table.rows, std::vector<double>(table.columns.size()));
  for (std::size_t i = 0; i < table.rows; ++i)
    for (std::size_t j = 0; j < table.columns.size(); ++j) out[i][j] = table.column(j)[i];
  return out;
}

std::vector<std::string> WassersteinCase::class_names(std::size_t classes) const {
  std::vector<std::string> names;
  if (has("labels")) {
    std::ifstream file(path("labels"));
    for (std::string line; std::getline(file, line);) names.push_back(line);
  } else {
    for (std::size_t c = 0; c < classes; ++c) names.push_back(std::to_string(c));
  }
  return names;
}

Rows WassersteinCase::features() const {
  const Rows x = rows("X");
  Rows columns(x[0].size());
  for (const auto& row : x)
    for (std::size_t j = 0; j < row.size(); ++j) columns[j].push_back(row[j]);
  return columns;
}

LoadedData WassersteinCase::coded() const {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = class_names(rows("D").size());
  for (const auto& row : rows("target")) target.labels.push_back(static_cast<std::int32_t>(row[0]));
  return coded(std::move(target));
}

LoadedData WassersteinCase::coded(TargetColumn target) const {
  LoadedData data = LoadedData::from_columns(features(), {}, std::move(target));
  Discretise integers;
  integers.binning = Binning::integers;
  prepare_data(data, {.classes = true, .discrete = true}, {framework::Standardise::none, integers},
               "markov_blanket");
  return data;
}

LoadedData WassersteinCase::names_only(std::size_t classes) const {
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = class_names(classes);
  for (std::size_t c = 0; c < target.class_names.size(); ++c)
    target.labels.push_back(static_cast<std::int32_t>(c));
  const std::vector<std::vector<double>> column{std::vector<double>(target.labels.size(), 0.0)};
  return LoadedData::from_columns(column, {}, std::move(target));
}

std::vector<double> distances(const WassersteinCase& c, const std::string& toml, const Rows& p,
                              const Rows& q) {
  const auto metric = compose<DistributionMetric>(toml, "divergence");
  const LoadedData data = c.names_only(p[0].size());
  metric->prepare(data.view(), c.runtime());
  std::vector<double> out(p.size());
  const Lists a(p), b(q);
  metric->distances(a.view(), b.view(), out);
  return out;
}

ScratchFile::ScratchFile(const std::string& text) {
  static int number = 0;
  path_ = std::filesystem::temp_directory_path() /
          fmt::format("tamis_golden_{}_{}.csv", static_cast<const void*>(this), number++);
  std::ofstream(path_) << text;
}
ScratchFile::~ScratchFile() { std::filesystem::remove(path_); }

bool knows_wasserstein(const Case& c) { return kWassersteinChecks.contains(c.method()); }

void check_wasserstein(const Case& c, Verdict& verdict) {
  Observer silent;
  const KernelRuntime kernel(with_files({}), silent);
  WassersteinCase wasserstein(c, kernel, verdict);
  kWassersteinChecks.at(c.method())(wasserstein);
}

}  // namespace tamis::golden
