#include "markov_blanket.hpp"

#include "absolute_correlation.hpp"
#include "mutual_information.hpp"
#include "weighted_correlation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace tamis::blanket {
namespace {

/// With fewer samples per cell, losses depend on chance: README.md, thin cells.
constexpr double kFewSamples = 10;
constexpr std::size_t kMostLookedAt = 64;
/// The loss of a feature before it is known.
constexpr double kDefaultLevels = 5;

}  // namespace

void MarkovBlanket::prepare(const Dataset& data, const Runtime& runtime) {
  data_ = data;
  runtime_ = runtime;
  options.divergence->prepare(data, runtime);
  labels_ = ClassMasses(data.target(), data.weights());
  features_ = CodedFeatures(data, runtime);
  const auto occurring = std::count_if(labels_.of_class().begin(), labels_.of_class().end(),
                                       [](double mass) { return mass > 0; });
  if (occurring == 1) runtime.warn("there is only one class, so no feature is informative");
  if (options.size > 0) {
    if (options.association == Associate::mutual_information)
      association_ = std::make_unique<MutualInformation>(features_, labels_);
    else if (labels_.has_weights())
      association_ = std::make_unique<WeightedCorrelation>(features_, labels_);
    else
      association_ = std::make_unique<AbsoluteCorrelation>(features_, labels_, runtime);
  }
  blankets_ = Blankets(association_.get(), static_cast<std::size_t>(options.size), features_.features());
  losses_.assign(features_.features(), {});
  dependents_.assign(features_.features(), {});
  std::vector<Feature> all(features_.features());
  std::iota(all.begin(), all.end(), Feature{0});
  blankets_.begin(all, runtime);
  warn_of_thin_cells();
}

void MarkovBlanket::score(Subset subset, Move, std::span<const Feature> candidates, Scores& scores) {
  restrict_to(subset);
  std::vector<Feature> unknown;
  for (const Feature i : candidates)
    if (!losses_[i].known) unknown.push_back(i);
  runtime_.parallel_for(unknown.size(), [&](std::uint64_t k) { compute(unknown[k]); });
  for (const Feature i : unknown) {
    losses_[i].known = true;  // not in the loop: cut short, it would leave known losses without dependents
    for (const Feature j : losses_[i].blanket) dependents_[j].push_back(i);
  }
  computed_ += unknown.size();
  for (std::size_t k = 0; k < candidates.size(); ++k) scores[k] = losses_[candidates[k]].value;
}

/// Losses stay known for what a removal does not touch; any other way to `subset` starts again.
void MarkovBlanket::restrict_to(Subset subset) {
  std::vector<char> stays(features_.features(), 0);
  bool shrinks = true;
  for (const Feature j : subset) {
    stays[j] = 1;
    shrinks &= blankets_.remains(j);
  }
  if (!shrinks) {
    for (FeatureLoss& loss : losses_) loss.known = false;
    for (auto& dependents : dependents_) dependents.clear();
    return blankets_.begin(subset, runtime_);
  }
  std::vector<Feature> removed;
  for (const Feature j : blankets_.remaining())
    if (!stays[j]) removed.push_back(j);
  for (const Feature j : removed) invalidate(j);
}

void MarkovBlanket::invalidate(Feature removed) {
  blankets_.remove(removed);
  for (const Feature i : dependents_[removed]) losses_[i].known = false;
  dependents_[removed].clear();
}

void MarkovBlanket::compute(Feature i) {
  FeatureLoss& loss = losses_[i];
  loss.blanket = blankets_.of(i);
  std::vector<Feature> given = loss.blanket;
  std::sort(given.begin(), given.end());
  std::unique_ptr<Workspace> work = take_workspace();
  const Contingency& table = work->tabulator.tabulate(given, i);
  loss.samples_per_cell = samples_per_cell(table);
  loss.value = work->distance(table);
  if (options.correction == Correct::shuffle) {
    Rng rng = stream(runtime_, *this, given, i);
    work->tabulator.begin_shuffles(given, i);
    double sum = 0;
    for (int s = 0; s < options.shuffles; ++s) sum += work->distance(work->tabulator.tabulate_shuffled(rng));
    loss.value -= sum / options.shuffles;
  }
  give_back(std::move(work));
}

double MarkovBlanket::samples_per_cell(const Contingency& table) const {
  return static_cast<double>(labels_.samples_with_mass()) / static_cast<double>(table.cells.size());
}

/// The losses of all features, or of some that are spread over them, before the first removal of a search.
void MarkovBlanket::warn_of_thin_cells() {
  if (options.smoothing >= 1 || options.correction != Correct::none) return;
  const std::size_t d = features_.features(), some = std::min(d, kMostLookedAt);
  std::unique_ptr<Workspace> work = take_workspace();
  double sum = 0;
  for (std::size_t k = 0; k < some; ++k) {
    const auto i = static_cast<Feature>(k * d / some);
    std::vector<Feature> given = blankets_.of(i);
    std::sort(given.begin(), given.end());
    sum += samples_per_cell(work->tabulator.tabulate(given, i));
  }
  give_back(std::move(work));
  const double mean = sum / static_cast<double>(some);
  if (mean >= kFewSamples) return;
  const auto tenths = static_cast<std::uint64_t>(mean * 10 + 0.5);
  runtime_.warn("a configuration of a feature and its blanket holds " + std::to_string(tenths / 10) + "." +
                std::to_string(tenths % 10) +
                " samples on average: with so few, losses depend on chance, and the order may be reversed; "
                "use correction = \"shuffle\", smoothing = 1" +
                (options.size > 0 ? ", fewer bins, or a size below " + std::to_string(options.size)
                                  : std::string(" or fewer bins")));
}

std::unique_ptr<MarkovBlanket::Workspace> MarkovBlanket::take_workspace() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Workspace> work = std::move(idle_.back());
      idle_.pop_back();
      return work;
    }
  }
  return std::make_unique<Workspace>(Workspace{
      Tabulator(features_, labels_), ExpectedDistance(*options.divergence, labels_, options.smoothing)});
}

void MarkovBlanket::give_back(std::unique_ptr<Workspace> used) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(std::move(used));
}

void MarkovBlanket::report(const Diagnostics& out) const {
  const auto width = 2 + static_cast<std::size_t>(options.size);
  std::vector<std::string> names{"loss", "samples_per_cell"};
  for (int k = 1; k <= options.size; ++k) names.push_back("blanket_" + std::to_string(k));
  const std::size_t d = features_.features();
  std::vector<double> values(d * width, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < d; ++i) {
    const FeatureLoss& loss = losses_[i];
    if (loss.samples_per_cell == 0) continue;  // never asked for
    values[i] = loss.value;
    values[i + d] = loss.samples_per_cell;
    for (std::size_t k = 0; k < loss.blanket.size(); ++k) values[i + (k + 2) * d] = loss.blanket[k];
  }
  const std::vector<std::string_view> columns(names.begin(), names.end());
  out.table("blankets", Axis::features, columns, ConstMatrix(values.data(), d, width));
  report_noise_bound(out);
  options.divergence->report(out);
}

/// Eq. 21: eps1 = E M[p(Y|X), p(Y~|X)] <= sum_ij p(Y = c_i, Y~ = c_j) D_ij, the mean distance between the
/// clean label of a sample and the observed one. The distance of two certain labels is that of their classes.
void MarkovBlanket::report_noise_bound(const Diagnostics& out) const {
  if (!data_.has_clean_target()) return;
  const Target clean = data_.clean_target();
  const std::uint32_t l = labels_.classes();
  if (clean.kind() != TargetKind::classes || data_.target().kind() != TargetKind::classes ||
      clean.classes() != l)
    return;
  std::map<std::pair<std::int32_t, std::int32_t>, double> seen;
  double total = 0;
  for (std::size_t i = 0; i < labels_.samples(); ++i) {
    if (clean.labels()[i] < 0) continue;
    const double weight = labels_.weight(i);
    seen[{clean.labels()[i], data_.target().labels()[i]}] += weight;
    total += weight;
  }
  if (total == 0) return;
  MassLists certain;
  for (std::uint32_t c = 0; c < l; ++c) {
    certain.add(c, 1);
    certain.close();
  }
  WeightedPairs pairs(labels_, 0);
  for (const auto& [labels, samples] : seen)
    pairs.add(certain, static_cast<std::size_t>(labels.first), certain,
              static_cast<std::size_t>(labels.second), samples);
  const double sum = pairs.sum(*options.divergence);
  if (!std::isfinite(sum)) return;               // kl and chi2 of two certain labels: no bound
  out.number("label_noise_bound", sum / total);  // eq. 21
}

Cost MarkovBlanket::cost(const Dataset& data) const {
  constexpr double kRowShare = 0.05;  // of n d^2 products; most features of wide tables are sparse
  constexpr double kRefreshed = 11;   // losses computed for each removal
  constexpr double kDistance = 500;   // of one cell from its group
  const auto n = static_cast<double>(data.samples()), d = static_cast<double>(data.features());
  double levels = kDefaultLevels;
  if (data.has_codes()) {
    double sum = 0;
    for (Feature j = 0; j < data.features(); ++j) sum += data.levels(j);
    levels = sum / d;
  }
  double cells = 1;
  for (int k = 0; k <= options.size; ++k) cells = std::min(cells * levels, n);
  const double loss = n * (options.size + 1) + cells * kDistance;
  const double shuffled = options.correction == Correct::shuffle ? 1.0 + options.shuffles : 1.0;
  return {kRowShare * n * d * d, loss * shuffled * std::min(1.0, 2 * kRefreshed / d)};
}

}  // namespace tamis::blanket
