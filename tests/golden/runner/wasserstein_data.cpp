// Codes and weights of features, copies of samples with several labels, and classes from neighbours.
#include "class_masses.hpp"
#include "wasserstein_case.hpp"

#include <tamis/framework/data/discretise.hpp>
#include <tamis/framework/data/tf_idf.hpp>
#include <tamis/framework/prediction/knn_classifier.hpp>
#include <tamis/framework/prediction/knn_loss.hpp>
#include <tamis/noise_model.hpp>
#include <tamis/rng.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <numeric>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

std::vector<double> column(const Rows& rows, std::size_t j) {
  std::vector<double> out;
  for (const auto& row : rows) out.push_back(row[j]);
  return out;
}

json codes(const Bins& bins, const std::vector<double>& values) {
  json out = json::array();
  for (const std::uint8_t code : codes_of(bins, values)) out.push_back(static_cast<int>(code));
  return out;
}

/// The same losses by way of [evaluate], on the codes that the features are.
void check_knn_loss(WassersteinCase& c, const LoadedData& data, std::uint32_t n_train, std::size_t k) {
  Split split{0, 0, std::vector<char>(data.samples(), 0), std::vector<char>(data.samples(), 1)};
  for (std::uint32_t i = 0; i < n_train; ++i) split.trains[i] = 1, split.tests[i] = 0;
  std::vector<Feature> all(data.features());
  std::iota(all.begin(), all.end(), Feature{0});
  Discretise integers;
  integers.binning = Binning::integers;
  for (const auto& [key, expected] : c.expected().at("loss").items()) {
    const toml::table config = toml::parse(
        fmt::format("neighbours = {}\nfeatures = 'codes'\nloss = 'top_k'\ntop = {}\nground_metric = {{ use = "
                    "'class_matrix', path = '{}' }}",
                    k, key.substr(4), c.path("D")));
    const KnnLoss loss(registry(), data, parse_evaluate(config),
                       PreparationOptions(framework::Standardise::none, integers), c.runtime());
    c.compare(key, loss(all, split, split.trains, 0), expected);
  }
}

}  // namespace

void check_discretise(WassersteinCase& c) {
  const Rows train = c.rows("train"), test = c.rows("test"), counts = c.rows("counts");
  const auto bins = c.param("bins").get<std::uint32_t>();
  for (std::size_t j = 0; j < train[0].size(); ++j) {
    const std::vector<double> x = column(train, j), y = column(test, j);
    const Bins quantile = quantile_bins(SortedColumn(x), bins);
    c.compare(fmt::format("edges of column {}", j), quantile.edges, c.expected().at("edges_by_column")[j]);
    c.same("quantile, train", codes(quantile, x), c.expected().at("quantile_train_by_column")[j]);
    c.same("quantile, test", codes(quantile, y), c.expected().at("quantile_test_by_column")[j]);
    const Bins uniform =
        uniform_bins(*std::min_element(x.begin(), x.end()), *std::max_element(x.begin(), x.end()), bins);
    c.same("uniform, train", codes(uniform, x), c.expected().at("uniform_train_by_column")[j]);
    c.same("uniform, test", codes(uniform, y), c.expected().at("uniform_test_by_column")[j]);
  }
  for (std::size_t j = 0; j < counts[0].size(); ++j) {
    std::vector<double> word = column(counts, j);
    weigh(word, inverse_document_frequency(word, word.size()));
    for (std::size_t i = 0; i < word.size(); ++i)
      c.compare(fmt::format("tf-idf[{}][{}]", i, j), word[i], c.expected().at("tfidf")[i][j]);
    c.same("tf-idf, uniform",
           codes(uniform_bins(*std::min_element(word.begin(), word.end()),
                              *std::max_element(word.begin(), word.end()), bins),
                 word),
           c.expected().at("tfidf_uniform_by_column")[j]);
  }
}

void check_knn(WassersteinCase& c) {
  const Rows d = c.rows("D");
  const auto n_train = c.param("n_train").get<std::uint32_t>();
  TargetColumn target;
  target.kind = TargetKind::sets;
  target.class_names = c.class_names(d.size());
  target.set_start = {0};
  std::ifstream file(c.path("targets"));
  for (std::string line; std::getline(file, line);) {
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t bar = std::min(line.find('|', at), line.size());
      target.set_labels.push_back(std::stoi(line.substr(at, bar - at)));
      at = bar + 1;
    }
    target.set_start.push_back(target.set_labels.size());
  }
  const LoadedData data = LoadedData::from_columns(c.features(), {}, std::move(target));
  const Target sets = data.view().target();

  const blanket::ClassMasses masses(sets);
  json source = json::array(), label = json::array();
  for (std::uint32_t i = 0; i < n_train; ++i)
    masses.each(i, [&](std::uint32_t k, double) {
      source.push_back(i);
      label.push_back(k);
    });
  c.same("expanded source", source, c.expected().at("expanded_source"));
  c.same("expanded label", label, c.expected().at("expanded_label"));

  Rng rng(c.param("flip_seed"));
  for (const json& uniform : c.expected().at("uniforms_first4")) c.compare("uniform", rng.uniform(), uniform);

  Runtime runtime = c.runtime();
  const LoadedData names = c.names_only(d.size());
  for (const auto& [key, expected] : c.expected().at("flipped").items()) {
    const auto model = compose<NoiseModel>(
        fmt::format("use = 'neighbour_flip'\nrate = {}\nradius = {}\nground = {{ use = 'class_matrix', path "
                    "= '{}' }}",
                    std::stod(key.substr(2)), c.param("radius").dump(), c.path("D")),
        "noise");
    model->prepare(names.view(), runtime);
    auto flipped = label.get<std::vector<std::int32_t>>();
    model->corrupt(flipped, static_cast<std::uint32_t>(d.size()), Matrix(), c.param("flip_seed"));
    c.same("flipped, " + key, flipped, expected);
  }

  std::vector<numerics::Sample> training, queries;
  for (std::uint32_t i = 0; i < data.samples(); ++i) (i < n_train ? training : queries).push_back(i);
  const auto k = c.param("k_neighbours").get<std::size_t>();
  c.same("ranking", KnnClassifier(data.view(), training, queries, k, runtime).rank(k),
         c.expected().at("ranking"));
  check_knn_loss(c, data, n_train, k);
}

}  // namespace tamis::golden
