#include "repeat.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/labels/corrupt_labels.hpp>
#include <tamis/framework/prediction/prediction_loss.hpp>
#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/study/cleaned_labels.hpp>
#include <tamis/framework/study/make_loss.hpp>
#include <tamis/framework/study/path_subsets.hpp>
#include <tamis/framework/study/recovery.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <tuple>

namespace tamis::framework {
namespace {

/// Hears warnings, which experiments give once for all their runs.
class WarningsHeard final : public Observer {
 public:
  void warning(std::string_view text) override { texts.emplace_back(text); }
  std::vector<std::string> texts;
};

double finite_or_undefined(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

/// The mean of a measure over the splits of a repeat.
class Means {
 public:
  void add(const std::string& measure, double value) {
    auto& [sum, n] = sums_[measure];
    sum += finite_or_undefined(value);
    ++n;
  }
  void append_to(std::vector<Measurement>& all, std::size_t method) const {
    for (const auto& [measure, sum] : sums_)
      all.push_back({method, measure, 0, 0, sum.first / static_cast<double>(sum.second)});
  }

 private:
  std::map<std::string, std::pair<double, std::size_t>> sums_;
};

/// Everything that the methods share, and then one method after the other.
class Repeat {
 public:
  /// Draws, corrupts and splits the data.
  /// \throws Error  what is wrong with them, or with the options for them.
  Repeat(Registry& registry, const Defaults& defaults, const PointConfig& point, LoadedData data,
         std::uint64_t seed, const RuntimeOptions& options)
      : registry_(registry),
        defaults_(defaults),
        point_(point),
        options_(options),
        kernel_(with_files(options), warnings_),
        data_(std::move(data)) {
    options_.seed = seed;
    if (point.data.sample) draw_sample(data_, *point.data.sample, seed);
    corrupt();
    for (const MethodConfig& method : point.methods) labels_.get(method.labels);
    all_.assign(data_.samples(), 1);
    if (!point.evaluate) {  // nothing is predicted: all samples train
      splits_.push_back({0, 0, all_, std::vector<char>(data_.samples(), 0)});
      return;
    }
    loss_ = make_loss(registry, data_, *point.evaluate, point.data, kernel_);
    splits_ = make_splits(data_.parts(), point.evaluate->splits, seed);
    for (const Split& split : splits_) loss_->check(split, seed);
    engine_ = plan_engine(registry, defaults, *point.evaluate);
    cleaned_.resize(splits_.size());
  }

  RepeatResult run() {
    for (std::size_t m = 0; m < point_.methods.size(); ++m) measure(m);
    std::sort(warnings_.texts.begin(), warnings_.texts.end());
    warnings_.texts.erase(std::unique(warnings_.texts.begin(), warnings_.texts.end()), warnings_.texts.end());
    found_.warnings = std::move(warnings_.texts);
    return std::move(found_);
  }

  CheckedRepeat checked() const {
    return {{point_.methods.size(), data_.features(), loss_ ? splits_.size() : 0, labels_.clean.has_value(),
             !data_.parts().relevant.empty()},
            kernel_.files()};
  }

 private:
  /// From here on the target is the observed one, with the truth beside it.
  void corrupt() {
    if (point_.corrupt) {
      Composed<NoiseModel> noise(registry_, plan_noise(registry_, point_));
      labels_ = corrupted_labels(data_, *noise, kernel_.runtime(), options_.seed);
    } else {
      labels_ = given_labels(data_);
    }
    data_.edit([&](DataTable& p) {
      p.target = labels_.observed;
      p.clean = labels_.clean;
    });
  }

  void measure(std::size_t m) {
    Means means;
    if (labels_.clean) means.add("wrong_labels", labels_.noise_share);
    const bool once = point_.evaluate && point_.evaluate->prepare_on_all;
    SelectionResult selected;
    for (std::size_t k = 0; k < splits_.size(); ++k) {
      const std::vector<char>& learns = once ? all_ : splits_[k].trains;
      if (!once || k == 0) {
        selected = select_by(point_.methods[m], learns);
        judge_ranking(selected, means);
      }
      if (!loss_) continue;
      for (const auto& [size, subset] : path_subsets(selected, point_.evaluate->sizes))
        found_.measurements.push_back(
            {m, kLoss, size, k + 1,
             finite_or_undefined((*loss_)(subset, splits_[k], learns, options_.seed, trained_on(k)))});
    }
    means.append_to(found_.measurements, m);
  }

  /// In split k, the same for all methods.
  const TrainingTarget& trained_on(std::size_t k) {
    if (!engine_) return loss_->trains_on();
    if (!cleaned_[k])
      cleaned_[k] = cleaned_labels(registry_, *engine_, point_.evaluate->suspects, data_,
                                   loss_->trains_on().labels, splits_[k], point_.data, kernel_);
    return *cleaned_[k];
  }

  SelectionResult select_by(const MethodConfig& method, const std::vector<char>& learns) {
    LoadedData given = clone(data_);
    given.edit([&](DataTable& p) {
      p.target = labels_.get(method.labels);
      if (method.labels == Labels::clean) p.clean.reset();
      if (point_.known_labels) hide_labels(p.target, learns, *point_.known_labels, options_.seed);
    });
    given.drop_samples(learns);
    SelectionResult selected =
        select_from(registry_, defaults_, method.select, std::move(given), options_, warnings_);
    if (selected.status == SelectionResult::Status::interrupted) throw Cancelled(selected.status_text);
    return selected;
  }

  void judge_ranking(const SelectionResult& selected, Means& means) const {
    if (selected.selected_score) means.add("score", selected.selected_score->value);
    if (data_.parts().relevant.empty()) return;
    const Recovery found = recovery(selected.ranking, selected.units.any_of(data_.parts().relevant));
    means.add("relevant_share", found.share);
    means.add("all_relevant_first", found.all_first ? 1 : 0);
  }

  Registry& registry_;
  const Defaults& defaults_;
  const PointConfig& point_;
  RuntimeOptions options_;
  WarningsHeard warnings_;
  KernelRuntime kernel_;
  LoadedData data_;
  LabelForms labels_;
  std::vector<char> all_;
  std::unique_ptr<PredictionLoss> loss_;
  std::vector<Split> splits_;
  std::optional<Plan> engine_;                          // that finds suspects among the labels that train
  std::vector<std::optional<TrainingTarget>> cleaned_;  // of each split, once it was asked for
  RepeatResult found_;
};

LoadedData data_of(const PointConfig& point, const LoadedData* loaded, std::uint64_t seed) {
  return loaded ? clone(*loaded) : load_data(point.data, seed);
}

}  // namespace

Plan plan_noise(const Registry& registry, const PointConfig& point) {
  return plan_component(registry, point.corrupt->get("corrupt"), "corrupt",
                        tamis::detail::Abi<NoiseModel>::kId);
}

CheckedRepeat check_repeat(Registry& registry, const Defaults& defaults, const PointConfig& point,
                           const LoadedData* loaded, std::uint64_t seed, const RuntimeOptions& options) {
  return Repeat(registry, defaults, point, data_of(point, loaded, seed), seed, options).checked();
}

RepeatResult run_repeat(Registry& registry, const Defaults& defaults, const PointConfig& point,
                        const LoadedData* loaded, std::uint64_t seed, const RuntimeOptions& options) {
  return Repeat(registry, defaults, point, data_of(point, loaded, seed), seed, options).run();
}

}  // namespace tamis::framework
