#include "robust_lasso.hpp"

#include "copied_features.hpp"

#include <tamis/eigen.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace tamis::sparse_linear {
namespace {

constexpr double kSettled = 1e-7;      ///< page, section 2
constexpr double kFoldSettled = 1e-4;  ///< inside cross-validation
constexpr double kNothing = 1e-10;     ///< a lambda_max of standardised columns that rounding alone makes
constexpr double kFewSure = 20;        ///< samples from which T is estimated
constexpr double kTieBreak = 1e-9;
constexpr double kSameSize = 1e-4;  ///< rows this close, relatively, differ by where a fit stops
constexpr double kStartSize = 2;
constexpr std::size_t kLines = 20;  ///< features whose coefficients are reported along the path

/// The streams of random numbers of one component.
enum Stream : std::uint64_t { kFolds, kHalves, kStarts };

void refuse_rates(const std::string& why) {
  throw ParamError(
      "rates " + why +
      "; give one share of wrong labels, one for each class, or p(observed | true class) by rows, "
      "which sum to 1");
}

bool has_two(const Target& target, const CountedSamples& counted) {
  return counted.samples.size() >= 2 && target.known(counted.samples[0]);
}

std::string name_or_number(std::string_view name, Index number) {
  return name.empty() ? std::to_string(number) : std::string(name);
}

std::vector<std::string> class_names(const Target& target) {
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < target.classes(); ++c)
    names.push_back(name_or_number(target.class_name(c), c));
  return names;
}

void report_table(const Diagnostics& out, std::string_view name, Axis rows,
                  const std::vector<std::string>& columns, const MatrixXd& values) {
  const std::vector<std::string_view> views(columns.begin(), columns.end());
  out.table(name, rows, views,
            ConstMatrix(values.data(), static_cast<std::uint64_t>(values.rows()),
                        static_cast<std::uint64_t>(values.cols())));
}

}  // namespace

void RobustLasso::configured() {
  if (options.flips == FlipSource::known && options.rates.empty())
    throw ParamError("flips = 'known' needs `rates`; give them, or let flips be 'estimate' or 'none'");
  if (options.flips != FlipSource::known && !options.rates.empty())
    throw ParamError("`rates` are read where flips = 'known' only; say that, or leave them out");
  for (const double rate : options.rates)
    if (!(rate >= 0 && rate <= 1))
      refuse_rates("hold " + std::to_string(rate) + ", which is not between 0 and 1");
  for (const double factor : options.factors)
    if (!(factor >= 0) || !std::isfinite(factor))
      throw ParamError("factors hold " + std::to_string(factor) + "; a penalty factor is 0 or more");
}

MatrixXd RobustLasso::known_flips() const {
  const auto classes = static_cast<Index>(data().target().classes());
  const std::span<const double> rates = options.rates;
  const auto count = static_cast<Index>(rates.size());
  if (count == 1) return uniform_flips(classes, rates[0]);
  MatrixXd flips(classes, classes);
  if (count == classes) {
    for (Index t = 0; t < classes; ++t)
      flips.row(t) = uniform_flips(classes, rates[static_cast<std::size_t>(t)]).row(t);
    return flips;
  }
  if (count != classes * classes)
    refuse_rates("are " + std::to_string(count) + " numbers for " + std::to_string(classes) + " classes");
  for (Index t = 0; t < classes; ++t) {
    for (Index s = 0; s < classes; ++s) flips(t, s) = rates[static_cast<std::size_t>(t * classes + s)];
    if (std::abs(flips.row(t).sum() - 1) > 1e-9)
      refuse_rates("have a row that sums to " + std::to_string(flips.row(t).sum()));
  }
  return flips;
}

MatrixXd RobustLasso::estimated_flips(Task task) {
  const Target target = task.data.target();
  const auto classes = static_cast<Index>(target.classes());
  const MatrixXd none = MatrixXd::Identity(classes, classes);
  task.outcome = [&](const CountedSamples& counted) {
    return std::make_unique<ClassOutcome>(observe(target, counted, options.soft), none);
  };
  const Design design(task.data, counted_, task.standardise);
  choose(task, design);
  if (path_.points.empty()) return none;
  const MatrixXd eta = folds_.predictors_at(choice_.best, task.data, counted_.samples);
  const FlipPrior prior{options.structure, options.prior, 0.1, options.floor};
  link_ = fit_flip_link(eta, observe(target, counted_, options.soft), counted_.total, prior);
  if (link_->slope_at_bound || link_->sure_samples < kFewSure)
    runtime().warn(
        "hardly any sample's class is sure to a sparse linear model, so the flip matrix is that of the prior more than of "
        "the data; name `rates` that are known, or take flips = 'none'");
  for (Index t = 0; t < classes; ++t)
    if (options.structure == FlipForm::class_rates ? link_->flips(t, t) <= options.floor
                                                   : t == 0 && link_->flips(t, t) <= options.floor)
      runtime().warn(
          "so many labels look wrong to a sparse linear model that the flip matrix ends at `floor`; it is an upper "
          "limit, not an estimate");
  return link_->flips;
}

void RobustLasso::choose(const Task& task, const Design& design) {
  path_ = {};
  const auto outcome = task.outcome(counted_);
  Solver solver(design, *outcome, penalty_);
  solver.fit_null();
  if (!(solver.lambda_max() > kNothing)) return;
  const double ratio = options.ratio > 0 ? options.ratio : usual_ratio(design.samples(), design.features());
  const std::vector<double> lambdas =
      lambda_grid(solver.lambda_max(), ratio, static_cast<std::size_t>(options.lambdas));
  const auto fit_all = [&] {
    path_ = fit_path(solver, design, *outcome, lambdas, kSettled, PathEnd::useful, [&](const Solver&) {
      runtime().check_cancelled();
      return true;
    });
    return path_.points.size();
  };
  const std::size_t folds =
      std::min<std::size_t>(static_cast<std::size_t>(options.folds), counted_.samples.size());
  folds_ =
      cross_validate(task, deal(task.data.target(), counted_, folds, stream(runtime(), *this, {}, kFolds)),
                     folds, lambdas, kFoldSettled, fit_all, runtime());
  choice_ = choose_lambda(folds_.deviance);
  chosen_ = options.choice == ChoiceKind::best ? choice_.best : choice_.one_se;
  model_ = model_of(design, penalty_, path_.points[chosen_]);
  model_.raw_intercepts.array() += outcome->origin();
  if (options.starts > 1) compare_starts(design, *outcome);
}

void RobustLasso::compare_starts(const Design& design, const Outcome& outcome) {
  const auto others = static_cast<std::size_t>(options.starts - 1);
  std::vector<double> objective(others);
  const std::uint64_t key = stream(runtime(), *this, {}, kStarts).next();
  runtime().parallel_for(others, [&](std::uint64_t s) {
    Rng rng(Rng::combine(key, s));
    Solver solver(design, outcome, penalty_);
    solver.fit_null();
    MatrixXd start(design.features(), outcome.columns());
    for (double& value : start.reshaped()) value = kStartSize * (2 * rng.uniform() - 1);
    solver.start_at(start, Eigen::RowVectorXd::Zero(outcome.columns()));
    solver.fit(path_.points[chosen_].lambda, kSettled);
    objective[s] = solver.objective();
  });
  for (const double found : objective)
    spread_ = std::max(spread_, std::abs(found - path_.points[chosen_].objective));
}

/// Columns that come in together have the score of all: the length of their coefficients, the sum of what they explain, else the
/// best.
void RobustLasso::share_scores_of_units() {
  for (Index u = 0; u < penalty_.units->count(); ++u) {
    const std::span<const Index> columns = penalty_.units->columns(u);
    if (columns.size() == 1) continue;
    double sum = 0, squares = 0, best = 0;
    for (const Index j : columns) {
      const double score = scores_[static_cast<std::size_t>(j)];
      sum += score;
      squares += score * score;
      best = std::max(best, score);
    }
    const double of_unit = options.ranking == RankingKind::explained     ? sum
                           : options.ranking == RankingKind::coefficient ? std::sqrt(squares)
                                                                         : best;
    for (const Index j : columns) scores_[static_cast<std::size_t>(j)] = of_unit;
  }
}

void RobustLasso::rank(const Task& task, const Design& design, std::span<const double> lambdas) {
  const auto d = static_cast<std::size_t>(design.features());
  scores_.assign(d, 0.0);
  if (options.ranking == RankingKind::coefficient) {
    for (std::size_t j = 0; j < d; ++j) scores_[j] = model_.coefficients.row(static_cast<Index>(j)).norm();
  } else if (options.ranking == RankingKind::explained) {
    scores_ = explained_by(path_, chosen_, design.features());
  } else if (options.ranking == RankingKind::stability) {
    std::vector<SelectedSets> sets =
        select_on_halves(task, counted_, static_cast<std::size_t>(options.pairs), options.threshold, lambdas,
                         kFoldSettled, stream(runtime(), *this, {}, kHalves).next(), runtime());
    const std::size_t points = stable_grid(sets, penalty_.units->count(), options.threshold);
    for (SelectedSets& of_half : sets) of_half.resize(points);
    stability_ = stability_of(sets, penalty_.units->count(), options.threshold);
    for (std::size_t j = 0; j < d; ++j)
      scores_[j] =
          stability_->scores[static_cast<std::size_t>(penalty_.units->unit_of(static_cast<Index>(j)))];
  } else {
    const Entries entries = entries_of(path_, design.features());
    // As it is, not as a share of the largest: where the target is shuffled, that one is smaller, too.
    const double unit = path_.lambda_max;
    std::size_t rank = 0;  // of the size of its row, among those that come in at the same lambda
    double before = 0, size = 0;
    for (const std::size_t j : entries.ranking) {
      if (entries.score[j] != before)
        rank = 0;
      else if (entries.norm[j] < size * (1 - kSameSize))
        ++rank;
      before = entries.score[j];
      size = entries.norm[j];
      scores_[j] = unit * before * (1 - kTieBreak * static_cast<double>(rank));
    }
  }
  share_scores_of_units();
  const std::vector<Index> first = first_copies(design);
  std::vector<double> best(d, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    double& of = best[static_cast<std::size_t>(first[j])];
    of = std::max(of, scores_[j]);
  }
  for (std::size_t j = 0; j < d; ++j) scores_[j] = best[static_cast<std::size_t>(first[j])];
}

void RobustLasso::prepare(const Dataset& data, const Runtime& runtime) {
  PreparedCriterion::prepare(data, runtime);
  const Target target = data.target();
  counted_ = counted_samples(target, data.weights());
  if (!has_two(target, counted_))
    throw DataError(
        "a sparse linear model needs two samples or more whose target is known and whose weight is not 0; "
        "give more");
  penalty_ = {options.penalty,
              options.alpha,
              {},
              options.penalty == PenaltyKind::unit ? Units::of_selection(data)
                                                   : Units::of_columns(static_cast<Index>(data.features()))};
  if (!options.factors.empty()) {
    if (options.factors.size() != data.features())
      throw ParamError("factors are " + std::to_string(options.factors.size()) + " numbers for " +
                       std::to_string(data.features()) + " features; give one for each");
    if (std::ranges::max(options.factors) == 0)
      throw ParamError(
          "all factors are 0, so that no feature is penalised and none comes in; give some above 0");
    penalty_.factors =
        Eigen::Map<const VectorXd>(options.factors.data(), static_cast<Index>(options.factors.size()));
  }
  Task task{data, penalty_, options.standardise, {}};
  if (!is_of_classes()) {
    task.outcome = [=](const CountedSamples& counted) {
      return std::make_unique<RealOutcome>(target, counted);
    };
  } else {
    const auto classes = static_cast<Index>(target.classes());
    flips_ = options.flips == FlipSource::none    ? MatrixXd(MatrixXd::Identity(classes, classes))
             : options.flips == FlipSource::known ? known_flips()
                                                  : estimated_flips(task);
    task.outcome = [this, target](const CountedSamples& counted) {
      return std::make_unique<ClassOutcome>(observe(target, counted, options.soft), flips_);
    };
  }
  const Design design(task.data, counted_, task.standardise);
  is_constant_.assign(data.features(), 0);
  for (std::size_t j = 0; j < is_constant_.size(); ++j)
    is_constant_[j] = design.is_constant(static_cast<Index>(j));
  scores_.assign(data.features(), 0.0);
  choose(task, design);
  if (path_.points.empty()) {
    runtime.warn("no feature helps a sparse linear model to predict the target, so none enters it");
    return;
  }
  if (violation() > kSettled)
    runtime.warn("a fit of the sparse linear model is not as near its optimum as asked; see `kkt_violation`");
  std::vector<double> lambdas;
  for (const PathPoint& point : path_.points) lambdas.push_back(point.lambda);
  rank(task, design, lambdas);
}

void RobustLasso::score(Subset, Move, std::span<const Feature> candidates, Scores& scores) {
  for (std::size_t c = 0; c < candidates.size(); ++c)
    scores.write(c, is_constant_[candidates[c]] ? undefined("constant") : Score(scores_[candidates[c]]));
}

void RobustLasso::memberships(Subset /*all*/, Matrix out) {
  if (!is_of_classes() || path_.points.empty()) return;
  std::vector<std::uint32_t> all(data().samples());
  std::iota(all.begin(), all.end(), 0u);
  MatrixXd found = class_probabilities(predictors(raw_fit(model_), data(), all));
  const ClassOutcome outcome(observe(data().target(), counted_, options.soft), flips_);
  const MatrixXd of_observed = outcome.memberships(folds_.predictors_at(chosen_, data(), counted_.samples));
  for (std::size_t i = 0; i < counted_.samples.size(); ++i)
    found.row(counted_.samples[i]) = of_observed.row(static_cast<Index>(i));
  map(out) = found;
}

void RobustLasso::report(const Diagnostics& out) const {
  if (path_.points.empty()) return;
  const PathPoint& point = path_.points[chosen_];
  out.number("lambda_max", path_.lambda_max);
  out.number("lambda_best", path_.points[choice_.best].lambda);
  out.number("lambda_one_se", path_.points[choice_.one_se].lambda);
  out.number("deviance", choice_.mean[chosen_]);
  out.number("deviance_explained", path_.explained(chosen_));
  out.number("features", static_cast<double>(penalty_.units->units_of(point.features).size()));
  out.number("kkt_violation", violation());
  if (options.starts > 1) out.number("other_starts", spread_);
  if (stability_) {
    out.number("mean_union", stability_->mean_union);
    out.number("false_selections", stability_->bound);
  }
  const Target target = data().target();
  std::vector<std::string> columns{"coefficient"};
  if (is_of_classes()) {
    const std::vector<std::string> names = class_names(target);
    columns = names.size() == 2 ? std::vector<std::string>{names[1]} : names;
    report_table(out, "flips", Axis::classes, names, flips_);
  }
  if (link_) {
    out.number("link_slope", link_->slope);
    out.number("sure_samples", link_->sure_samples);
  }
  report_table(out, "coefficients", Axis::features, columns, model_.raw_coefficients);
  report_table(out, "standardised_coefficients", Axis::features, columns, model_.coefficients);
  report_table(out, "intercepts", Axis::other, columns, model_.raw_intercepts);
  MatrixXd path(static_cast<Index>(path_.points.size()), 5);
  for (Index l = 0; l < path.rows(); ++l) {
    const auto at = static_cast<std::size_t>(l);
    path.row(l) << path_.points[at].lambda,
        static_cast<double>(penalty_.units->units_of(path_.points[at].features).size()), path_.explained(at),
        choice_.mean[at], choice_.standard_error[at];
  }
  report_table(out, "path", Axis::other,
               {"lambda", "features", "deviance_explained", "deviance", "standard_error"}, path);
  report_path(out);
}

std::string RobustLasso::path_caption() const {
  const Target target = data().target();
  std::string drawn = "The coefficients of the features, of standardised columns,";
  if (model_.coefficients.cols() > 1)
    drawn = "The lengths of the features' rows of coefficients, one for each class,";
  drawn +=
      " as the penalty lambda falls from left to right. Shown are the features that come in first, at most " +
      std::to_string(kLines) + ". ";
  if (target.classes() == 2) drawn += "Above 0 a feature speaks for '" + class_names(target)[1] + "'. ";
  return drawn +
         "What comes in early and grows is what a linear model needs; the vertical line is at the lambda that the "
         "folds have chosen.";
}

void RobustLasso::report_path(const Diagnostics& out) const {
  if (path_.points.empty()) return;
  out.number("lambda", path_.points[chosen_].lambda);
  const CoefficientPath found =
      coefficient_path(path_, penalty_, static_cast<Index>(data().features()), kLines);
  std::vector<std::string> columns{"lambda"};
  for (const Index j : found.features)
    columns.push_back(name_or_number(data().feature_name(static_cast<Feature>(j)), j));
  MatrixXd table(found.values.rows(), found.values.cols() + 1);
  for (Index l = 0; l < table.rows(); ++l)
    table.row(l) << path_.points[static_cast<std::size_t>(l)].lambda, found.values.row(l);
  report_table(out, "coefficient_path", Axis::other, columns, table);
  out.text("coefficient_path_caption", path_caption());
}

Cost RobustLasso::cost(const Dataset& data) const {
  const double cells = data.has_sparse() ? static_cast<double>(data.sparse().start[data.features()])
                                         : static_cast<double>(data.samples()) * data.features();
  const double columns = data.target().classes() > 2 ? data.target().classes() : 1;
  double paths = 1 + options.folds;
  if (options.flips == FlipSource::estimate && columns > 0) paths *= 2;
  if (options.ranking == RankingKind::stability) paths += options.pairs;
  return {paths * options.lambdas * 3 * cells * columns, 1};
}

}  // namespace tamis::sparse_linear
