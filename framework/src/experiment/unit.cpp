#include "unit.hpp"

#include "spoil_labels.hpp"

#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/evaluation/knn_loss.hpp>
#include <tamis/framework/evaluation/path_subsets.hpp>
#include <tamis/framework/evaluation/recovery.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace tamis::framework {
namespace {

/// Hears warnings, which experiments give once for all their runs.
class Warnings final : public Observer {
 public:
  void warning(std::string_view text) override { texts.emplace_back(text); }
  std::vector<std::string> texts;
};

/// The mean of a measure over the splits of a unit.
class Means {
 public:
  void add(const std::string& measure, std::size_t features, double value) {
    auto& [sum, n] = sums_[{measure, features}];
    sum += std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
    ++n;
  }
  void append_to(std::vector<Measurement>& all, std::size_t method) const {
    for (const auto& [at, sum] : sums_)
      all.push_back({method, at.first, at.second, sum.first / static_cast<double>(sum.second)});
  }

 private:
  std::map<std::pair<std::string, std::size_t>, std::pair<double, std::size_t>> sums_;
};

LoadedData whole_copy(const LoadedData& data) {
  return data.copy_of_samples(std::vector<char>(data.samples(), 1));
}

class Unit {
 public:
  Unit(Registry& registry, const Defaults& defaults, const PointConfig& point, std::uint64_t seed,
       const RuntimeOptions& options)
      : registry_(registry), defaults_(defaults), point_(point), options_(options), kernel_(options, heard_) {
    options_.seed = seed;
  }

  UnitResult run(LoadedData data) {
    if (point_.data.sample) draw_sample(data, *point_.data.sample, options_.seed);
    spoil(data);
    const std::vector<Split> splits = splits_of(data);
    for (std::size_t m = 0; m < point_.methods.size(); ++m) measure(m, data, splits);
    std::sort(heard_.texts.begin(), heard_.texts.end());
    heard_.texts.erase(std::unique(heard_.texts.begin(), heard_.texts.end()), heard_.texts.end());
    found_.warnings = std::move(heard_.texts);
    return std::move(found_);
  }

 private:
  /// From here on the target is the observed one, with the truth beside it.
  void spoil(LoadedData& data) {
    if (point_.corrupt) {
      const Plan plan = plan_component(registry_, point_.corrupt->get("corrupt"), "corrupt",
                                       tamis::detail::Abi<NoiseModel>::kId);
      Composed<NoiseModel> noise(registry_, plan);
      Runtime runtime = kernel_.runtime();
      labels_ = spoilt_labels(data, *noise, runtime, options_.seed);
    } else {
      labels_ = given_labels(data);
    }
    data.edit([&](DataParts& p) {
      p.target = labels_.observed;
      p.clean = labels_.clean;
    });
  }

  /// One that trains on all where nothing is predicted.
  std::vector<Split> splits_of(const LoadedData& data) const {
    if (point_.evaluate) return make_splits(data.parts(), point_.evaluate->splits, options_.seed);
    return {Split{0, 0, std::vector<char>(data.samples(), 1), std::vector<char>(data.samples(), 0)}};
  }

  void measure(std::size_t m, LoadedData& data, const std::vector<Split>& splits) {
    const MethodConfig& method = point_.methods[m];
    Means means;
    if (point_.corrupt || labels_.clean) means.add("wrong_labels", 0, labels_.wrong);
    std::optional<KnnLoss> loss;
    if (point_.evaluate)
      loss.emplace(data, *point_.evaluate, point_.data.standardise != Standardise::none, kernel_.runtime());
    const std::vector<char> all(data.samples(), 1);
    const bool once = point_.evaluate && point_.evaluate->prepare_on_all;
    SelectionResult selected;
    for (std::size_t s = 0; s < splits.size(); ++s) {
      const std::vector<char>& learns = once ? all : splits[s].trains;
      if (s == 0 || !once) {
        selected = select_from(method, data, learns);
        judge_ranking(selected, data, means);
      }
      if (!loss) continue;
      for (const auto& [size, subset] : path_subsets(selected))
        means.add("loss", size, (*loss)(subset, splits[s], learns, options_.seed));
    }
    means.append_to(found_.measurements, m);
  }

  SelectionResult select_from(const MethodConfig& method, const LoadedData& data,
                              const std::vector<char>& learns) {
    LoadedData given = whole_copy(data);
    given.edit([&](DataParts& p) {
      p.target = labels_.get(method.labels);
      if (point_.known_labels) hide_labels(p.target, learns, *point_.known_labels, options_.seed);
    });
    given.drop_samples(learns);
    SelectionResult selected =
        select(registry_, defaults_, method.select, std::move(given), options_, heard_);
    if (selected.status == SelectionResult::Status::interrupted) throw Cancelled(selected.status_text);
    return selected;
  }

  static void judge_ranking(const SelectionResult& selected, const LoadedData& data, Means& means) {
    if (selected.selected_score) means.add("score", 0, selected.selected_score->value);
    if (data.parts().relevant.empty()) return;
    const Recovery found = recovery(selected.ranking, data.parts().relevant);
    means.add("relevant_share", 0, found.share);
    means.add("all_relevant_first", 0, found.all_first ? 1 : 0);
  }

  Registry& registry_;
  const Defaults& defaults_;
  const PointConfig& point_;
  RuntimeOptions options_;
  Warnings heard_;
  KernelRuntime kernel_;
  LabelForms labels_;
  UnitResult found_;
};

}  // namespace

UnitResult run_unit(Registry& registry, const Defaults& defaults, const PointConfig& point,
                    const LoadedData* loaded, std::uint64_t seed, const RuntimeOptions& options) {
  return Unit(registry, defaults, point, seed, options)
      .run(loaded ? whole_copy(*loaded) : load_data(point.data, seed));
}

}  // namespace tamis::framework
