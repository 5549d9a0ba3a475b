// The order of all features by the Markov blanket through the public path (prepare, search, report; reading
// files and making data are left out), with how many losses were computed and the peak of memory.
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/rng.hpp>

#include <benchmark/benchmark.h>
#include <blankets.hpp>
#include <absolute_correlation.hpp>
#include <expected_distance.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace {

using namespace tamis;
using namespace tamis::framework;

Registry& registry() {
  static Registry found(plugin_folders({}));
  return found;
}

constexpr const char* kHierarchy = "{ use = 'wasserstein_exact', ground = 'class_tree' }";
constexpr const char* kSolver = "{ use = 'wasserstein_exact', closed_form = 'never', ground = 'class_tree' }";
constexpr const char* kBlocks = "{ use = 'wasserstein_exact', ground = 'class_blocks' }";
constexpr const char* kCentroids = "{ use = 'wasserstein_exact', ground = 'class_embedding' }";
constexpr const char* kKl = "'kl'";

/// Runs once per iteration on what make() gives; state.range(0) threads.
template <class Make>
void order_all(benchmark::State& state, const std::string& divergence, const char* discretise, Make&& make) {
  const Defaults defaults;
  Observer silent;
  RuntimeOptions options;
  options.threads = static_cast<int>(state.range(0));
  double scores = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::optional<LoadedData> data = make();
    if (!data) return state.SkipWithError("TAMIS_DATA_DIR names no folder with this set");
    SelectConfig config = parse_select_config(toml::parse(
        fmt::format("[data]\npath = 'memory'\ndiscretise = '{}'\nbins = 10\n"
                    "[criterion]\nuse = 'markov_blanket'\ndivergence = {}\n[search]\nuse = 'backward'",
                    discretise, divergence)));
    config.order_all = true;
    state.ResumeTiming();
    const SelectionResult result = select(registry(), defaults, config, std::move(*data), options, silent);
    state.PauseTiming();
    scores = static_cast<double>(result.evaluations);
    data.reset();
    state.ResumeTiming();
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["scores"] = scores;
  state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;  // of the program so far
}

std::optional<LoadedData> read(const std::string& name, std::uint64_t rows, bool hierarchy) {
  const char* const folder = std::getenv("TAMIS_DATA_DIR");
  DataOptions options;
  options.path = (std::filesystem::path(folder ? folder : "") / name / (name + ".csv.gz")).string();
  if (!folder || !std::filesystem::exists(options.path)) return std::nullopt;
  options.target = "target";
  options.target_kind = hierarchy ? TargetReading::sets : TargetReading::classes;
  options.ancestors = hierarchy;
  LoadedData data = load_data(options);
  std::vector<char> keep(data.samples(), 0);
  std::fill_n(keep.begin(), std::min<std::size_t>(rows, keep.size()), 1);
  data.drop_samples(keep);
  return data;
}

// The training part: 988 samples with 5053 labels x 1001 words x 56 classes.
void enron(benchmark::State& state, const char* divergence) {
  order_all(state, divergence, "auto", [] { return read("enron_corr", 988, true); });
}
BENCHMARK_CAPTURE(enron, tree, kHierarchy)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(enron, solver, kSolver)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(enron, kl, kKl)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// The distances alone that the first step on Enron asks for: p(Y|g, x) and p(Y|g) of every cell of every
// feature. peers/blanket_pot.py times POT on the same pairs.
void enron_distances(benchmark::State& state, const char* divergence) {
  std::optional<LoadedData> data = read("enron_corr", 988, true);
  if (!data) return state.SkipWithError("TAMIS_DATA_DIR names no folder with this set");
  prepare_data(*data, {.sets = true, .discrete = true}, Standardise::none, "benchmark");
  Observer silent;
  const KernelRuntime kernel({.threads = 1}, silent);
  Runtime runtime = kernel.runtime();
  const toml::table table = toml::parse(fmt::format("divergence = {}", divergence));
  const Composed<DistributionMetric> metric(registry(),
                                            plan_component(registry(), table.get("divergence"), "divergence",
                                                           tamis::detail::Abi<DistributionMetric>::kId));
  metric->prepare(data->view(), runtime);

  const blanket::CodedFeatures features(data->view(), runtime);
  const blanket::ClassMasses labels(data->view().target());
  const blanket::AbsoluteCorrelation correlation(features, labels, runtime);
  blanket::Blankets blankets(&correlation, 3, features.features());
  std::vector<Feature> all(features.features());
  std::iota(all.begin(), all.end(), 0u);
  blankets.begin(all, runtime);
  blanket::Tabulator tabulator(features, labels);
  blanket::DistributionList p, q;
  for (const Feature i : all) {
    std::vector<Feature> given = blankets.of(i);
    std::sort(given.begin(), given.end());
    const blanket::Contingency& cells = tabulator.tabulate(given, i);
    for (std::size_t g = 0; g < cells.groups.size(); ++g)
      for (std::size_t cell = cells.first_cell[g]; cell < cells.first_cell[g + 1]; ++cell) {
        p.add(cells.cells, cell, true);
        q.add(cells.groups, g, true);
      }
  }
  std::vector<double> out(p.size());
  for (auto _ : state) metric->distances(p.view(), q.view(), out);
  double sum = 0;
  for (const double distance : out) sum += distance;
  state.counters["pairs"] = static_cast<double>(p.size());
  state.counters["sum"] = sum;
  state.counters["us_per_pair"] =
      benchmark::Counter(static_cast<double>(p.size()) * 1e-6,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(enron_distances, tree, kHierarchy)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(enron_distances, solver, kSolver)->Unit(benchmark::kMillisecond);

// The training part: 11 314 posts x 1000 words, present or absent, x 20 classes in 6 groups by name.
void newsgroups(benchmark::State& state, const char* divergence) {
  static const std::vector<std::string> names{"alt.atheism",
                                              "comp.graphics",
                                              "comp.os.ms-windows.misc",
                                              "comp.sys.ibm.pc.hardware",
                                              "comp.sys.mac.hardware",
                                              "comp.windows.x",
                                              "misc.forsale",
                                              "rec.autos",
                                              "rec.motorcycles",
                                              "rec.sport.baseball",
                                              "rec.sport.hockey",
                                              "sci.crypt",
                                              "sci.electronics",
                                              "sci.med",
                                              "sci.space",
                                              "soc.religion.christian",
                                              "talk.politics.guns",
                                              "talk.politics.mideast",
                                              "talk.politics.misc",
                                              "talk.religion.misc"};
  order_all(state, divergence, "auto", [] {
    std::optional<LoadedData> data = read("newsgroups20", 11'314, false);
    if (data)
      data->edit([](DataTable& p) {
        for (double& count : p.values.span()) count = count > 0 ? 1 : 0;
        p.target.class_names = names;
      });
    return data;
  });
}
BENCHMARK_CAPTURE(newsgroups, blocks, kBlocks)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(newsgroups, kl, kKl)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

// 20 000 documents of 100 words each (density 0.5 %) out of 20 000, 20 classes of which each has 1000
// words that it uses five times as often; word frequencies fall as 1 / rank^0.7; weights of 1 to 10
// in 10 uniform levels.
void sparse_words(benchmark::State& state) {
  order_all(state, kBlocks, "uniform", []() -> std::optional<LoadedData> {
    constexpr std::size_t kDocuments = 20'000, kWords = 20'000, kClasses = 20, kLength = 100;
    Rng rng(1);
    std::vector<double> cumulative(kWords);
    double sum = 0;
    for (std::size_t w = 0; w < kWords; ++w)
      cumulative[w] = sum += 1 / std::pow(static_cast<double>(w + 20), 0.7);
    SparseRows rows;
    DataTable parts;
    parts.target.kind = TargetKind::classes;
    for (std::size_t c = 0; c < kClasses; ++c)
      parts.target.class_names.push_back(fmt::format("group{}.class{}", c / 4, c));
    for (std::size_t i = 0; i < kDocuments; ++i) {
      const std::size_t label = rng.below(kClasses);
      parts.target.labels.push_back(static_cast<std::int32_t>(label));
      std::vector<char> used(kWords, 0);
      for (std::size_t k = 0; k < kLength;) {
        const std::size_t w = static_cast<std::size_t>(
            std::lower_bound(cumulative.begin(), cumulative.end(), rng.uniform() * sum) - cumulative.begin());
        if (used[w] || (w % kClasses != label && rng.uniform() < 0.8)) continue;
        used[w] = 1;
        rows.add(static_cast<std::uint32_t>(w), 1 + 9 * rng.uniform());
        ++k;
      }
      rows.end_row();
    }
    parts.samples = kDocuments;
    for (std::size_t w = 0; w < kWords; ++w) parts.feature_names.push_back(fmt::format("w{}", w));
    parts.sparse = rows.columns(kWords);
    return LoadedData(std::move(parts));
  });
}
BENCHMARK(sparse_words)->Arg(1)->Arg(2)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();

// 10 000 images x 4096 features in 10 quantile bins, 5 of 1000 tags each (in 40 groups); the first half of
// the features leans on the group of the first tag.
void images(benchmark::State& state, const char* divergence) {
  order_all(state, divergence, "quantile", []() -> std::optional<LoadedData> {
    constexpr std::size_t kImages = 10'000, kFeatures = 4096, kTags = 1000, kGroups = 40;
    Rng rng(2);
    DataTable parts;
    parts.samples = kImages;
    parts.values = Buffer(kImages * kFeatures);
    parts.target.kind = TargetKind::sets;
    for (std::size_t c = 0; c < kTags; ++c)
      parts.target.class_names.push_back(fmt::format("group{}.tag{}", c % kGroups, c));
    parts.target.set_start = {0};
    std::vector<std::size_t> group;
    for (std::size_t i = 0; i < kImages; ++i) {
      group.push_back(rng.below(kGroups));
      std::vector<std::int32_t> tags;
      while (tags.size() < 5) {
        const auto tag = static_cast<std::int32_t>(group[i] + kGroups * rng.below(kTags / kGroups));
        if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
      }
      std::sort(tags.begin(), tags.end());
      parts.target.set_labels.insert(parts.target.set_labels.end(), tags.begin(), tags.end());
      parts.target.set_start.push_back(parts.target.set_labels.size());
    }
    for (std::size_t j = 0; j < kFeatures; ++j) {
      for (std::size_t i = 0; i < kImages; ++i)
        parts.values.data()[i + j * kImages] =
            rng.uniform() + (j < kFeatures / 2 && group[i] == j % kGroups ? 0.5 : 0.0);
      parts.feature_names.push_back(fmt::format("f{}", j));
    }
    return LoadedData(std::move(parts));
  });
}
BENCHMARK_CAPTURE(images, blocks, kBlocks)->Arg(2)->Iterations(1)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK_CAPTURE(images, centroids, kCentroids)
    ->Arg(2)
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->UseRealTime();

}  // namespace
