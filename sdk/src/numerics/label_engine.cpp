#include <tamis/numerics/label_engine.hpp>

#include <tamis/numerics/power_link.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace tamis::numerics {

void LabelEngine::prepare(const Dataset& data, const Runtime& runtime) {
  PreparedCriterion::prepare(data, runtime);
  learned_ = samples_with_weight(data);
  std::erase_if(learned_, [&](Sample i) { return !data.target().known(i); });
  if (learned_.size() < 2)
    throw DataError(
        "fewer than two labels are known; which ones look wrong is learned from the others, so give more");
  weights_.assign(data.weights().begin(), data.weights().end());
  if (!weights_.empty()) {
    const double largest = std::ranges::max(weights_);  // the sum of the weights themselves may overflow
    for (double& w : weights_) w /= largest;
    double sum = 0;
    for (const Sample i : learned_) sum += weights_[i];
    for (double& w : weights_) w *= static_cast<double>(learned_.size()) / sum;
  }
  groups_ = sample_groups(data, runtime);
  if (noise()) noise()->prepare(data, runtime);
}

ConstMatrix LabelEngine::view(const std::vector<double>& values) const {
  return {values.data(), data().samples(), data().target().classes()};
}

bool LabelEngine::can_compare(Subset subset) const {
  const Target target = data().target();
  std::vector<std::size_t> labels(target.classes());
  for (const Sample i : learned_) ++labels[static_cast<std::size_t>(target.labels()[i])];
  const bool has_classes = std::ranges::count_if(labels, [](std::size_t n) { return n > 1; }) > 1;
  return has_classes && std::ranges::any_of(subset, [&](Feature f) {
           std::vector<double> x(data().samples());
           column_with_gaps(data(), f, x);
           std::erase_if(x, [](double v) { return std::isnan(v); });
           return std::ranges::any_of(x, [&](double v) { return v != x[0]; });
         });
}

std::vector<char> LabelEngine::repeated_labels() const {
  const std::span<const std::int32_t> labels = data().target().labels();
  std::vector<char> repeated(labels.size());
  std::set<std::pair<Sample, std::int32_t>> of_copies;  // but the first ones
  for (Sample i = 0; i < labels.size(); ++i)
    if (const Sample first = groups_.row[i]; first != i)
      repeated[i] = labels[i] == labels[first] || !of_copies.emplace(first, labels[i]).second;
  return repeated;
}

LabelEngine::Fit LabelEngine::fit(std::vector<Feature> subset) {
  std::ranges::sort(subset);
  Fit fit;
  fit.probabilities = probabilities(subset);
  fit.subset = std::move(subset);
  std::vector<double> q = fit.probabilities;
  const std::span<const std::int32_t> labels = data().target().labels();
  add_floor(Matrix(q.data(), data().samples(), data().target().classes()), labels, weights_, votes());
  if (NoiseModel* const named = noise()) {
    PowerLink link = fit_power_link(view(q), labels, weights_, *named);
    fit.memberships = std::move(link.memberships);
    fit.log_likelihood = link.log_likelihood;
    fit.power = link.power;
    fit.parameters = std::move(link.parameters);
  } else {
    fit.posterior = fit_flip_posterior(view(q), labels, weights_, repeated_labels(), runtime());
    fit.memberships = std::move(fit.posterior->memberships);
    fit.log_likelihood = fit.posterior->log_likelihood;
    fit.power = fit.posterior->power;
  }
  return fit;
}

void LabelEngine::score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) {
  whole_.reset();
  const auto known = static_cast<double>(learned_.size());  // which is also what they weigh
  for (std::size_t c = 0; c < scores.size(); ++c) {
    std::vector<Feature> after(subset.begin(), subset.end());
    if (move == Move::add) after.push_back(candidates[c]);
    if (move == Move::remove) std::erase(after, candidates[c]);
    Fit found = fit(std::move(after));
    scores[c] = found.log_likelihood / known;
    if (move == Move::whole && can_compare(subset)) whole_ = std::move(found);
  }
}

void LabelEngine::memberships(Subset subset, Matrix out) {
  if (!can_compare(subset)) return whole_.reset();
  if (!whole_ || !std::ranges::equal(whole_->subset, subset)) whole_ = fit({subset.begin(), subset.end()});
  const ConstMatrix gamma = view(whole_->memberships);
  for (std::uint64_t s = 0; s < gamma.cols; ++s)
    for (std::uint64_t i = 0; i < gamma.rows; ++i) out(i, s) = gamma(i, s);
}

void LabelEngine::report(const Diagnostics& out) const {
  if (!whole_) return;
  const Target target = data().target();
  std::vector<std::string_view> names;
  for (std::uint32_t s = 0; s < target.classes(); ++s) names.push_back(target.class_name(s));
  const ConstMatrix q = view(whole_->probabilities);
  out.table("probabilities", Axis::samples, names, q);

  const auto another_is_likelier = [&](Sample i) {
    // of equally probable classes, and where nobody can say, the label may be the one
    const double own = q(i, static_cast<std::uint64_t>(target.labels()[i]));
    for (std::uint64_t s = 0; s < q.cols; ++s)
      if (q(i, s) > own) return true;
    return false;
  };
  double others = 0;
  for (const Sample i : learned_)
    if (another_is_likelier(i)) others += weights_.empty() ? 1.0 : weights_[i];
  out.number("disagreement", others / static_cast<double>(learned_.size()));
  out.number("power", whole_->power);
  out.number("log_likelihood", whole_->log_likelihood);
  if (const std::optional<FlipPosterior>& posterior = whole_->posterior) {
    out.number("none", posterior->probability[static_cast<int>(FlipStructure::none)]);
    out.number("rate_low", posterior->rate_low);
    out.number("rate_high", posterior->rate_high);
    constexpr std::string_view kStructures[kFlipStructures] = {"none", "one_rate", "class_rates",
                                                               "any_matrix"};
    out.table("structures", Axis::other, kStructures, {posterior->probability, 1, kFlipStructures});
  }
  constexpr std::string_view kParameter[] = {"value"};
  const std::vector<double>& parameters = whole_->parameters;
  if (!parameters.empty())
    out.table("noise_parameters", Axis::other, kParameter, {parameters.data(), parameters.size(), 1});
}

}  // namespace tamis::numerics
