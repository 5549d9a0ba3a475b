#include <tamis/framework/data/tf_idf.hpp>

#include "each_feature.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/log.hpp>

#include <algorithm>
#include <numeric>

namespace tamis::framework {
namespace {

std::span<double> cells_of(DataTable& p, std::size_t j) {
  return p.sparse.empty() ? p.values.span().subspan(j * p.samples, p.samples) : p.sparse.values(j);
}

void refuse_negative(const LoadedData& data, const char* key) {
  const DataTable& p = data.parts();
  for_each_feature(p.feature_names.size(), [&](std::size_t j) {
    const Column cells =
        p.sparse.empty() ? Column(p.values.data() + j * p.samples, p.samples) : p.sparse.values(j);
    for (std::size_t e = 0; e < cells.size(); ++e)
      if (cells[e] < 0)
        throw DataError(data.where(p.sparse.empty() ? e : p.sparse.rows(j)[e]) + ": feature " +
                        in_quotes(p.feature_names[j]) + " is " + shortest(cells[e]) + ", but `" + key +
                        "` reads features as counts of words, which are 0 or more; drop `" + key +
                        "`, or `data.ignore` what is no count");
  });
}

}  // namespace

double inverse_document_frequency(Column counts, std::uint64_t documents) {
  const auto containing = std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0; });
  return containing ? numerics::logarithm(static_cast<double>(documents) / static_cast<double>(containing))
                    : 0.0;
}

void weigh(std::span<double> counts, double idf) {
  for (double& c : counts) c *= idf;
}

std::vector<Feature> vocabulary(std::span<const double> totals, std::span<const std::string> names,
                                std::uint64_t size) {
  std::vector<Feature> order(totals.size());
  std::iota(order.begin(), order.end(), Feature{0});
  std::stable_sort(order.begin(), order.end(), [&](Feature a, Feature b) {
    return totals[a] != totals[b] ? totals[a] > totals[b] : names[a] < names[b];
  });
  order.resize(std::min<std::uint64_t>(size, order.size()));
  std::sort(order.begin(), order.end());
  return order;
}

void keep_top_terms(LoadedData& data, std::uint64_t size) {
  refuse_negative(data, "data.top_terms");
  const std::uint32_t d = data.features();
  if (d <= size) return;
  data.edit([&](DataTable& p) {
    std::vector<double> totals(d);
    for_each_feature(d, [&](std::size_t j) {
      const std::span<double> cells = cells_of(p, j);
      totals[j] = std::accumulate(cells.begin(), cells.end(), 0.0);
    });
    std::vector<char> keep(d, 0);
    for (const Feature j : vocabulary(totals, p.feature_names, size)) keep[j] = 1;
    keep_features(p, keep);
  });
  data.notes.push_back("top terms: the " + counted(size, "feature") + " with the largest " +
                       (size == 1 ? "sum" : "sums") + " of " + std::to_string(d) + " were kept");
}

void to_tf_idf(LoadedData& data) {
  refuse_negative(data, "data.tf_idf");
  data.edit([](DataTable& p) {
    for_each_feature(p.feature_names.size(), [&](std::size_t j) {
      const std::span<double> counts = cells_of(p, j);
      weigh(counts, inverse_document_frequency(counts, p.samples));
    });
    p.filled.features = 0;  // they were filled as counts
  });
  data.notes.push_back("tf-idf: counts were multiplied by ln(samples / samples with the word), over " +
                       counted(data.samples(), "sample"));
}

}  // namespace tamis::framework
