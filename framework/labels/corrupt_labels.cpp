#include <tamis/framework/labels/corrupt_labels.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/draw_sample.hpp>
#include <tamis/framework/data/strata.hpp>
#include <tamis/framework/support/stream_of.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace tamis::framework {
namespace {

double share_of_differences(std::span<const std::int32_t> observed, std::span<const std::int32_t> truth) {
  std::size_t known = 0, wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (observed[i] < 0 || truth[i] < 0) continue;
    ++known;
    wrong += observed[i] != truth[i];
  }
  return static_cast<double>(wrong) / static_cast<double>(known);
}

/// One sample per label of a set, without features.
LoadedData one_row_per_label(const LoadedData& data) {
  const TargetColumn& sets = data.parts().target;
  DataTable rows;
  rows.samples = sets.set_labels.size();
  rows.target.kind = TargetKind::classes;
  rows.target.name = sets.name;
  rows.target.class_names = sets.class_names;
  rows.target.labels = sets.set_labels;
  return LoadedData(std::move(rows));
}

/// The sets of which each label was replaced.
TargetColumn with_labels(const TargetColumn& sets, const std::vector<std::int32_t>& labels) {
  TargetColumn out = sets;
  out.set_labels.clear();
  for (std::size_t i = 0; i + 1 < sets.set_start.size(); ++i) {
    const auto begin = labels.begin() + static_cast<std::ptrdiff_t>(sets.set_start[i]);
    const auto end = labels.begin() + static_cast<std::ptrdiff_t>(sets.set_start[i + 1]);
    std::vector<std::int32_t> set(begin, end);
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    out.set_start[i] = out.set_labels.size();
    out.set_labels.insert(out.set_labels.end(), set.begin(), set.end());
  }
  out.set_start.back() = out.set_labels.size();
  return out;
}

}  // namespace

TargetColumn LabelForms::get(Labels form) const {
  if (form == Labels::observed) return observed;
  if (form == Labels::clean) {
    if (clean) return *clean;
    throw DataError(
        "method.labels is \"clean\", and the true labels are not known; name them with data.clean, or corrupt "
        "true ones with [corrupt]");
  }
  if (!soft)
    throw DataError(
        "method.labels wants probabilities of the classes, and there are none; give soft labels, votes or "
        "certainties in [data], or a noise model in [corrupt] that imitates experts");
  TargetColumn labels = *soft;
  if (form == Labels::most_probable)
    take_most_probable(labels, labels.soft.size() / labels.class_names.size());
  return labels;
}

LabelForms given_labels(const LoadedData& data) {
  const DataTable& parts = data.parts();
  LabelForms forms{parts.target, std::nullopt, parts.clean, std::numeric_limits<double>::quiet_NaN()};
  if (parts.target.kind == TargetKind::soft) {
    forms.soft = parts.target;
    if (parts.target.labels.empty()) {
      take_most_probable(forms.observed, parts.samples);
    } else {  // stated beside their certainty
      forms.observed.kind = TargetKind::classes;
      forms.observed.soft.clear();
      forms.observed.certainty.clear();
    }
  }
  if (forms.clean && forms.observed.kind == TargetKind::classes)
    forms.noise_share = share_of_differences(forms.observed.labels, forms.clean->labels);
  return forms;
}

LabelForms corrupted_labels(const LoadedData& data, NoiseModel& noise, const Runtime& runtime,
                            std::uint64_t seed) {
  const TargetColumn& truth = data.parts().target;
  LabelForms forms{truth, std::nullopt, truth, 0.0};
  if (truth.kind == TargetKind::sets) {
    const LoadedData rows = one_row_per_label(data);
    noise.prepare(rows.view(), runtime);
    std::vector<std::int32_t> labels = truth.set_labels;
    noise.corrupt(labels, static_cast<std::uint32_t>(truth.class_names.size()), {}, seed);
    forms.noise_share = share_of_differences(labels, truth.set_labels);
    forms.observed = with_labels(truth, labels);
    return forms;
  }
  if (truth.kind != TargetKind::classes)
    throw DataError(fmt::format("{} has no classes, and [corrupt] changes classes only", truth.title()));
  noise.prepare(data.view(), runtime);
  TargetColumn soft = truth;
  soft.kind = TargetKind::soft;
  soft.labels.clear();
  const std::size_t n = truth.labels.size(), l = truth.class_names.size();
  soft.soft.resize(n * l);
  noise.corrupt(forms.observed.labels, static_cast<std::uint32_t>(l), soft.probabilities(), seed);
  for (std::size_t i = 0; i < n; ++i)
    if (truth.labels[i] < 0)
      for (std::size_t s = 0; s < l; ++s)
        soft.probabilities()(i, s) = std::numeric_limits<double>::quiet_NaN();
  forms.soft = std::move(soft);
  forms.noise_share = share_of_differences(forms.observed.labels, truth.labels);
  return forms;
}

void hide_labels(TargetColumn& target, const std::vector<char>& trains, std::uint64_t known,
                 std::uint64_t seed) {
  Strata strata(target, trains.size());
  std::vector<std::vector<std::size_t>> candidates(strata.unknown());
  for (std::size_t i = 0; i < trains.size(); ++i)
    if (trains[i] && strata.of[i] != strata.unknown()) candidates[strata.of[i]].push_back(i);
  std::vector<std::uint64_t> sizes;
  for (const auto& stratum : candidates) sizes.push_back(stratum.size());
  const std::uint64_t all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
  if (known > all)
    throw DataError(
        fmt::format("hide_labels wants {} training samples of known target, and there are {}", known, all));
  const std::vector<std::uint64_t> wanted = allocate(sizes, known, sizes.size());
  Rng rng = stream_of(seed, "hide_labels");
  for (std::size_t s = 0; s < candidates.size(); ++s) {
    std::vector<std::size_t>& samples = candidates[s];
    rng.shuffle(samples);
    for (std::size_t i = wanted[s]; i < samples.size(); ++i) target.make_unknown(samples[i]);
  }
}

}  // namespace tamis::framework
