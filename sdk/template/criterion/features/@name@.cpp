// A criterion says how good features are. This one scores each feature by what it is among all of them: how
// much of it do the others say already? That is its mean correlation with them, whatever the sign.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

// The column with the mean 0 and the length 1, so that a correlation is a product; empty of a constant.
std::vector<double> centred(tamis::Column x) {
  if (std::equal(x.begin() + 1, x.end(), x.begin())) return {};
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double squares = 0;
  for (const double v : x) squares += (v - mean) * (v - mean);
  std::vector<double> out;
  for (const double v : x) out.push_back((v - mean) / std::sqrt(squares));
  return out;
}

struct @Class@ final : tamis::Criterion {
  // The compiler writes this into the library: tamis lists and documents the method by it, and runs none of
  // its code for that. Options and what else can be said here stand in tamis/describe.hpp.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Mean correlation of a feature with the others")
        .better(tamis::Better::lower)
        .measures(tamis::Measures::feature);  // its own score, whatever has been selected
  }

  // Once, before the first score: what needs all features. `data` shows them as long as this object lives.
  void prepare(const tamis::Dataset& data, const tamis::Runtime& runtime) override {
    const std::size_t d = data.features();
    std::vector<std::vector<double>> columns(d);
    runtime.parallel_for(
        d, [&](std::uint64_t j) { columns[j] = centred(data.column(static_cast<tamis::Feature>(j))); });
    mean_.resize(d, tamis::undefined("constant"));
    runtime.parallel_for(d, [&](std::uint64_t j) {
      if (columns[j].empty()) return;
      double sum = 0;
      for (std::size_t k = 0; k < d; ++k)
        if (k != j && !columns[k].empty())
          sum += std::abs(std::inner_product(columns[j].begin(), columns[j].end(), columns[k].begin(), 0.0));
      mean_[j] = d > 1 ? sum / static_cast<double>(d - 1) : tamis::undefined("there is no other feature");
    });
  }

  void score(tamis::Subset, tamis::Move, std::span<const tamis::Feature> candidates,
             tamis::Scores& scores) override {
    for (std::size_t i = 0; i < candidates.size(); ++i) scores.write(i, mean_[candidates[i]]);
  }

 private:
  std::vector<tamis::Score> mean_;
};

TAMIS_PLUGIN(@Class@)
