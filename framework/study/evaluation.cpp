#include <tamis/framework/study/evaluation.hpp>

#include <tamis/framework/study/one_standard_error.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace tamis::framework {

using nlohmann::json;

namespace {

std::string shown_neighbours(const std::vector<std::size_t>& ks) {
  constexpr std::size_t kMostListed = 6;
  if (ks.size() == 1) return fmt::format("k = {}", ks.front());
  if (ks.size() <= kMostListed) return fmt::format("the best k of {}", fmt::join(ks, ", "));
  const auto [least, most] = std::minmax_element(ks.begin(), ks.end());
  return fmt::format("the best of {} k from {} to {}", ks.size(), *least, *most);
}

std::string shown_splits(const Evaluation& e) {
  const SplitOptions& s = e.options.splits;
  std::string out =
      s.folds == 1 ? fmt::format("hold-out of {} %", 100 * s.test_share) : fmt::format("{} folds", s.folds);
  if (s.repeats > 1) out += fmt::format(", {} times", s.repeats);
  if (e.groups_whole) out += ", groups kept whole";
  if (e.weighted) out += ", by the weights of the samples";
  if (e.splits < e.splits_wanted) out += fmt::format(" ({} of {} done)", e.splits, e.splits_wanted);
  return out;
}

/// Rows of the curve, evenly in the logarithm of their place.
std::set<std::size_t> shown_rows(const std::vector<LossAtSize>& curve, std::size_t most_rows) {
  std::set<std::size_t> rows;
  const std::size_t n = curve.size(), wanted = most_rows == 0 ? n : std::min(most_rows, n);
  if (wanted == n) {
    for (std::size_t row = 0; row < n; ++row) rows.insert(row);
    return rows;
  }
  for (std::size_t i = 1; i <= wanted; ++i) {
    const double place =
        std::pow(static_cast<double>(n), static_cast<double>(i) / static_cast<double>(wanted));
    rows.insert(static_cast<std::size_t>(std::lround(place)) - 1);
  }
  const auto better = [](const LossAtSize& a, const LossAtSize& b) { return a.mean() < b.mean(); };
  rows.insert(0);
  rows.insert(static_cast<std::size_t>(std::min_element(curve.begin(), curve.end(), better) - curve.begin()));
  return rows;
}

/// What became of suspects among the labels that train.
std::string what_was_done(const Evaluation& e) {
  const std::string engine = e.engine->value("use", "");
  switch (e.options.suspects) {
    case Suspects::drop:
      return fmt::format("; not trained on labels that look wrong to '{}'", engine);
    case Suspects::weigh:
      return fmt::format("; each label weighed by the probability that it is right, by '{}'", engine);
    case Suspects::relabel:
      return fmt::format("; labels that look wrong to '{}' replaced by likelier ones", engine);
    case Suspects::keep:
      break;
  }
  return "";
}

/// "k-NN, k = 5, on z-scores; 5 folds; trained on the observed labels, tested against the clean ones"
std::string how_it_was_done(const Evaluation& e) {
  constexpr std::string_view kForms[] = {"z-scores", "values as given", "codes"};
  std::string out = e.classifier->is_null()
                        ? fmt::format("k-NN, {}, on {}", shown_neighbours(e.options.neighbours),
                                      kForms[static_cast<std::size_t>(*e.options.features)])
                        : fmt::format("predicted by '{}'", e.classifier->value("use", ""));
  out += "; " + shown_splits(e);
  if (e.judged_by == TrainingLabels::clean)
    out += e.options.train_on == TrainingLabels::clean
               ? "; trained on and tested against the clean labels"
               : "; trained on the observed labels, tested against the clean ones";
  if (!e.engine->is_null()) out += what_was_done(e);
  return out + "\n";
}

}  // namespace

double LossAtSize::mean() const {
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

double LossAtSize::standard_error() const {
  const auto n = static_cast<double>(losses.size());
  if (losses.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const double centre = mean();
  double squares = 0;
  for (const double loss : losses) squares += (loss - centre) * (loss - centre);
  return std::sqrt(squares / (n - 1) / n);
}

json to_json(const Evaluation& e) {
  json curve = json::array();
  for (const LossAtSize& at : e.curve) {
    const double error = at.standard_error();
    curve.push_back({{"features", at.features},
                     {"mean", at.mean()},
                     {"standard_error", std::isnan(error) ? json(nullptr) : json(error)},
                     {"losses", at.losses}});
  }
  json options = to_json(e.options);
  if (!e.ground->is_null()) options["ground_metric"] = *e.ground;
  if (!e.classifier->is_null()) options["classifier"] = *e.classifier;
  if (!e.engine->is_null()) options["engine"] = *e.engine;
  json out{{"options", std::move(options)},
           {"judged_by", e.judged_by == TrainingLabels::clean ? "clean" : "observed"},
           {"loss", name_of(e.loss())},
           {"splits", e.splits},
           {"splits_wanted", e.splits_wanted},
           {"curve", std::move(curve)}};
  if (e.groups_whole) out["groups_whole"] = true;
  if (e.weighted) out["weighted"] = true;
  if (const auto size = one_standard_error_size(e)) out["one_standard_error_size"] = *size;
  return out;
}

std::string to_table(const Evaluation& e, std::size_t most_rows) {
  const std::string title =
      e.loss() == Loss::top_k ? fmt::format("top-{} loss", *e.options.top) : std::string(name_of(e.loss()));
  std::string out = how_it_was_done(e) + fmt::format("features  {}  standard error\n", title);
  const std::set<std::size_t> shown = shown_rows(e.curve, most_rows);
  for (const std::size_t row : shown) {
    const LossAtSize& at = e.curve[row];
    const double error = at.standard_error();
    std::string line = fmt::format("{:>8}  {:<{}.4g}  {}", at.features, at.mean(), title.size(),
                                   std::isnan(error) ? "" : fmt::format("{:.2g}", error));
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  if (shown.size() < e.curve.size())
    out += fmt::format("          ... {} of {} sizes, with the best\n", shown.size(), e.curve.size());
  if (const auto size = one_standard_error_size(e))
    out += fmt::format("the smallest size within one standard error of the least loss: {}\n",
                       counted(*size, "feature"));
  if (e.options.prepare_on_all)
    out +=
        "features were selected and scaled on all samples, those that test too: expect a larger loss on new "
        "ones\n";
  return out;
}

}  // namespace tamis::framework
