#include "robustness.hpp"

#include <tamis/framework/data/clone.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/labels/corrupt_labels.hpp>
#include <tamis/framework/prediction/split.hpp>
#include <tamis/framework/run/cell_reader.hpp>
#include <tamis/framework/study/agreement.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/stream_of.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

bool keeps_all(const SelectConfig& config) {
  return std::all_of(config.stages.begin(), config.stages.end(), [&](const StageConfig& stage) {
    return (stage.goal.keeps_all() && !config.data.one_from_each) ||
           (config.order_all && &stage == &config.stages.back());
  });
}

void refuse_all_kept(const SelectConfig& config, const char* key) {
  if (!keeps_all(config)) return;
  throw ParamError(fmt::format(
      "{}{} compares which features are selected, and {}", place_prefix(*config.tree->get(key)), key,
      config.order_all
          ? "a ranking keeps them all; use `tamis select`, and say with search.keep how many"
          : "here all are kept; say how many with `search.keep = 10`, or stop with `search.until`"));
}

/// Which features the user demands, by number; nobody selects those.
std::vector<char> demanded(const StudyResult& first) {
  std::vector<char> out(first.feature_names.size(), 0);
  for (const RankedFeature& f : first.ranking) out[f.feature] = f.always;
  return out;
}

/// The others of a set.
std::vector<Feature> chosen(const std::vector<Feature>& set, const std::vector<char>& demanded) {
  std::vector<Feature> out;
  std::copy_if(set.begin(), set.end(), std::back_inserter(out), [&](Feature f) { return !demanded[f]; });
  return out;
}

/// The index over the features that can be chosen, numbered among themselves.
StabilityIndex index_of(std::vector<std::vector<Feature>> sets, const std::vector<char>& demanded) {
  std::vector<Feature> number(demanded.size());
  Feature choosable = 0;
  for (std::size_t f = 0; f < demanded.size(); ++f)
    if (!demanded[f]) number[f] = choosable++;
  for (std::vector<Feature>& set : sets) {
    set = chosen(set, demanded);
    for (Feature& f : set) f = number[f];
  }
  return stability_index(sets, choosable);
}

std::uint64_t size_of_resample(const StudyConfig& config, std::uint64_t n) {
  const double share = config.stability->share;
  const auto size = static_cast<std::uint64_t>(std::floor(share * static_cast<double>(n)));
  if (size < 2)
    throw DataError(fmt::format("stability.share is {:.4g}, and of {} samples that is {}; expected 2 or more",
                                share, n, size));
  return size;
}

}  // namespace

void check_robustness(const Registry& registry, const StudyConfig& config) {
  if (config.stability) refuse_all_kept(config, "stability");
  if (!config.noise_sweep) return;
  refuse_all_kept(config, "noise_sweep");
  plan_noise_sweep(registry, *config.noise_sweep);
}

Robustness::Robustness(Registry& registry, const StudyConfig& config, const LoadedData& data,
                       const RuntimeOptions& options)
    : registry_(registry),
      config_(config),
      data_(data),
      options_(options),
      start_(std::chrono::steady_clock::now()),
      kernel_(with_files(options), silent_) {
  check_robustness(registry, config);
  if (config.stability) {
    drawn_ = size_of_resample(config, data.samples());
    drawn(Rng(0));  // refuses groups of which no part can be drawn
  }
  if (!config.noise_sweep) return;
  const TargetColumn& target = data.parts().target;
  if (target.kind != TargetKind::classes && target.kind != TargetKind::sets)
    throw DataError(fmt::format("noise_sweep makes labels wrong, and {} has no classes{}", target.title(),
                                target.kind == TargetKind::soft
                                    ? "; `data.harden = true` takes the most probable ones of its soft labels"
                                    : ""));
  noises_ = plan_noise_sweep(registry, *config.noise_sweep);
  for (const Plan& noise : noises_) corrupt(noise, 0, kernel_);
}

void Robustness::run(const Defaults& defaults, Observer& observer, StudyResult& result) {
  const Reselection again(registry_, defaults, config_, result, options_, start_);
  if (config_.stability) result.stability = resample(again, result, observer);
  if (!config_.noise_sweep) return;
  result.noise_sweep = sweep_noise(again, result, observer);
  result.provenance.add(noises_.front());
  if (config_.digest_inputs)
    for (const InputFile& file : kernel_.files()) result.provenance.add(file);
}

std::vector<char> Robustness::drawn(Rng rng) const {
  const DataTable& parts = data_.parts();
  return parts.groups.empty() ? drawn_samples(parts.target, parts.samples, drawn_, rng)
                              : drawn_groups(parts.groups, config_.stability->share, rng);
}

Stability Robustness::resample(const Reselection& again, const StudyResult& first, Observer& observer) const {
  Stability out;
  out.options = *config_.stability;
  out.samples = drawn_;
  out.groups_whole = !data_.parts().groups.empty();
  const auto draw = [&](std::size_t i, const RuntimeOptions&) -> Reselection::Input {
    const std::uint64_t seed = seed_of(options_.seed, "stability.resample", i);
    return {data_.copy_of_samples(drawn(stream_of(seed, "stability.share"))), seed, 0, true};
  };
  const auto name = [](std::size_t i) { return fmt::format("stability, resample {}", i + 1); };
  std::vector<std::vector<Feature>> sets;
  std::vector<std::vector<SharedRanks>> ranks;
  for (auto& found : again.run(out.options.resamples, "resamples", name, draw, observer)) {
    if (!found) continue;
    out.mean_selected += static_cast<double>(found->selected.size());
    sets.push_back(std::move(found->selected));
    ranks.push_back(std::move(found->ranks));
  }
  out.finished = sets.size();
  if (!sets.empty()) {
    out.mean_selected /= static_cast<double>(sets.size());
    out.selected_in = selection_frequencies(sets, first.feature_names.size());
    out.ranks = rank_intervals(ranks);
  }
  out.index = index_of(std::move(sets), demanded(first));
  return out;
}

NoiseSweep Robustness::sweep_noise(const Reselection& again, const StudyResult& first,
                                   Observer& observer) const {
  const NoiseSweepOptions& options = *config_.noise_sweep;
  NoiseSweep out;
  out.noise = noises_.front().descriptor().id;
  out.vary = options.vary;
  nlohmann::json noise = noises_.front().effective();
  noise.erase(options.vary);
  out.options = nlohmann::json{
      {"noise", noise}, {"vary", options.vary}, {"values", options.values}, {"repeats", options.repeats}};
  for (const double value : options.values) out.levels.push_back({value, {}, {}, {}});
  out.wanted = noises_.size() * options.repeats;

  // repeat by repeat, so that a run that is stopped has something at every value
  const auto level_of = [&](std::size_t i) { return i % noises_.size(); };
  const auto repeat_of = [&](std::size_t i) { return i / noises_.size(); };
  const auto change = [&](std::size_t i, const RuntimeOptions& alone) -> Reselection::Input {
    Observer silent;
    KernelRuntime kernel(with_files(alone), silent);
    CorruptedLabels corrupted = corrupt(noises_[level_of(i)], repeat_of(i), kernel);
    LoadedData data = clone(data_);
    data.edit([&](DataTable& p) { p.target = std::move(corrupted.target); });
    return {std::move(data), options_.seed, corrupted.changed};
  };
  const auto name = [&](std::size_t i) {
    return fmt::format("noise_sweep, {} = {:.6g}, repeat {}", options.vary, options.values[level_of(i)],
                       repeat_of(i) + 1);
  };
  const std::vector<char> fixed = demanded(first);
  const std::vector<Feature> given = chosen(selected_features(first), fixed);
  const auto choosable = static_cast<std::size_t>(std::count(fixed.begin(), fixed.end(), 0));
  const auto sets = again.run(out.wanted, "selections with wrong labels", name, change, observer);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!sets[i]) continue;
    ++out.finished;
    const Agreement found = agreement(given, chosen(sets[i]->selected, fixed), choosable);
    NoiseLevel& level = out.levels[level_of(i)];
    level.changed.push_back(sets[i]->changed);
    level.agreement.push_back(found.share);
    level.by_chance.push_back(found.by_chance);
  }
  return out;
}

Robustness::CorruptedLabels Robustness::corrupt(const Plan& noise, std::uint64_t repeat,
                                                KernelRuntime& kernel) const {
  Composed<NoiseModel> model(registry_, noise);
  LabelForms labels =
      corrupted_labels(data_, *model, kernel.runtime(), seed_of(options_.seed, "noise_sweep.repeat", repeat));
  return {std::move(labels.observed), labels.noise_share};
}

}  // namespace tamis::framework
