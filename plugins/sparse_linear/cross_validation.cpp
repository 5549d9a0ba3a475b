#include "cross_validation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace tamis::sparse_linear {
namespace {

/// A half-sample that selects so many times the features of a stable grid is beyond it.
constexpr double kFarBeyond = 4;

std::int32_t stratum(const Target& target, std::uint32_t sample) {
  if (target.kind() == TargetKind::classes) return target.labels()[sample];
  if (target.kind() != TargetKind::soft) return 0;
  std::uint32_t best = 0;
  for (std::uint32_t c = 1; c < target.classes(); ++c)
    if (target.soft()(sample, c) > target.soft()(sample, best)) best = c;
  return static_cast<std::int32_t>(best);
}

/// The samples for which `fold` is, or is not, k.
CountedSamples part(const Task& task, std::span<const std::int32_t> fold, std::int32_t k, bool is_in) {
  std::vector<char> takes(fold.size());
  for (std::size_t i = 0; i < fold.size(); ++i) takes[i] = fold[i] >= 0 && (fold[i] == k) == is_in;
  return counted_samples(task.data.target(), task.data.weights(), takes);
}

}  // namespace

std::vector<std::int32_t> deal(const Target& target, const CountedSamples& counted, std::size_t parts,
                               Rng rng) {
  std::vector<std::uint32_t> order = counted.samples;
  rng.shuffle(order);
  // by first appearance, so that the numbers of classes change nothing
  std::vector<std::size_t> first(std::max<std::size_t>(target.classes(), 1), order.size());
  for (std::size_t p = 0; p < order.size(); ++p) {
    std::size_t& at = first[static_cast<std::size_t>(stratum(target, order[p]))];
    at = std::min(at, p);
  }
  std::ranges::stable_sort(
      order, {}, [&](std::uint32_t i) { return first[static_cast<std::size_t>(stratum(target, i))]; });
  std::vector<std::int32_t> of(target.samples(), -1);
  for (std::size_t p = 0; p < order.size(); ++p) of[order[p]] = static_cast<std::int32_t>(p % parts);
  return of;
}

MatrixXd FoldFits::predictors_at(std::size_t l, const Dataset& data,
                                 std::span<const std::uint32_t> samples) const {
  MatrixXd eta(static_cast<Index>(samples.size()), fits[0][l].intercepts.size());
  for (std::size_t k = 0; k < fits.size(); ++k) {
    std::vector<std::uint32_t> of_fold;
    std::vector<Index> rows;
    for (std::size_t i = 0; i < samples.size(); ++i)
      if (fold[samples[i]] == static_cast<std::int32_t>(k))
        of_fold.push_back(samples[i]), rows.push_back(static_cast<Index>(i));
    eta(rows, Eigen::all) = predictors(fits[k][l], data, of_fold);
  }
  return eta;
}

FoldFits cross_validate(const Task& task, std::vector<std::int32_t> fold, std::size_t folds,
                        std::span<const double> lambdas, double tolerance,
                        const std::function<std::size_t()>& fit_all, const Runtime& runtime) {
  FoldFits found;
  found.fits.resize(folds);
  found.fold = std::move(fold);
  std::vector<std::vector<double>> deviance(folds);
  std::atomic<std::size_t> wanted = lambdas.size();
  const auto fit_fold = [&](std::size_t k) {
    const auto number = static_cast<std::int32_t>(k);
    const CountedSamples train = part(task, found.fold, number, false),
                         test = part(task, found.fold, number, true);
    const Design design(task.data, train, task.standardise);
    const auto outcome = task.outcome(train), judged = task.outcome(test);
    Solver solver(design, *outcome, task.penalty);
    solver.fit_null();
    std::size_t fitted = 0;
    const Path path =
        fit_path(solver, design, *outcome, lambdas, tolerance, PathEnd::all_points, [&](const Solver&) {
          runtime.check_cancelled();
          return ++fitted < wanted;
        });
    for (const PathPoint& point : path.points) {
      RawFit fit = raw_fit(design, point);
      fit.intercepts.array() += outcome->origin();
      const MatrixXd eta = predictors(fit, task.data, test.samples).array() - judged->origin();
      deviance[k].push_back(-2 * judged->log_likelihood(eta));
      found.fits[k].push_back(std::move(fit));
    }
  };
  runtime.parallel_for(folds + 1, [&](std::uint64_t path) {
    if (path == 0)
      wanted = fit_all();
    else
      fit_fold(path - 1);
  });
  found.deviance.resize(static_cast<Index>(folds), static_cast<Index>(wanted));
  for (std::size_t k = 0; k < folds; ++k) {
    found.fits[k].resize(wanted);
    for (std::size_t l = 0; l < wanted; ++l)
      found.deviance(static_cast<Index>(k), static_cast<Index>(l)) = deviance[k][l];
  }
  return found;
}

std::vector<SelectedSets> select_on_halves(const Task& task, const CountedSamples& counted, std::size_t pairs,
                                           double threshold, std::span<const double> lambdas,
                                           double tolerance, std::uint64_t seed, const Runtime& runtime) {
  std::vector<SelectedSets> sets(2 * pairs);
  const Units& units = *task.penalty.units;
  const auto d = static_cast<double>(units.count());
  const auto most = static_cast<std::size_t>(kFarBeyond * std::sqrt(.8 * d * (2 * threshold - 1))) + 1;
  runtime.parallel_for(2 * pairs, [&](std::uint64_t h) {
    const std::vector<std::int32_t> half =
        deal(task.data.target(), counted, 2, Rng(Rng::combine(seed, h / 2)));
    const CountedSamples samples = part(task, half, static_cast<std::int32_t>(h % 2), true);
    const Design design(task.data, samples, task.standardise);
    const auto outcome = task.outcome(samples);
    Solver solver(design, *outcome, task.penalty);
    solver.fit_null();
    std::vector<char> seen(static_cast<std::size_t>(units.count()), 0);
    std::size_t size = 0;
    const Path path =
        fit_path(solver, design, *outcome, lambdas, tolerance, PathEnd::all_points, [&](const Solver& at) {
          runtime.check_cancelled();
          for (Index j = 0; j < design.features(); ++j)
            if (char& was = seen[static_cast<std::size_t>(units.unit_of(j))]; !was && at.is_active(j))
              was = 1, ++size;
          return size < most;
        });
    for (const PathPoint& point : path.points) sets[h].push_back(units.units_of(point.features));
  });
  return sets;
}

}  // namespace tamis::sparse_linear
