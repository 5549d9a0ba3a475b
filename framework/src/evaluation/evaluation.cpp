#include <tamis/framework/evaluation/evaluation.hpp>

#include <tamis/framework/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace tamis::framework {

using nlohmann::json;

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
  return {{"options", to_json(e.options)},
          {"loss", name_of(e.loss)},
          {"splits", e.splits},
          {"splits_wanted", e.splits_wanted},
          {"curve", std::move(curve)}};
}

std::string to_table(const Evaluation& e) {
  const SplitOptions& s = e.options.splits;
  std::string how =
      s.folds == 1 ? fmt::format("hold-out of {} %", 100 * s.test_share) : fmt::format("{} folds", s.folds);
  if (s.repeats > 1) how += fmt::format(", {} times", s.repeats);
  how += fmt::format(", k-NN with k = {}", fmt::join(e.options.neighbours, " or "));
  if (e.splits < e.splits_wanted)
    how += fmt::format("; {} of {} done", e.splits, counted(e.splits_wanted, "split"));
  std::string out = fmt::format("features  {} ({})  standard error\n", name_of(e.loss), how);
  const std::size_t width = name_of(e.loss).size() + how.size() + 3;
  for (const LossAtSize& at : e.curve) {
    const double error = at.standard_error();
    out += fmt::format("{:>8}  {:<{}.4g}  {}\n", at.features, at.mean(), width,
                       std::isnan(error) ? "" : fmt::format("{:.2g}", error));
  }
  if (e.options.prepare_on_all)
    out +=
        "features were selected and scaled on all samples, those that test too: expect a larger loss on new "
        "ones\n";
  return out;
}

}  // namespace tamis::framework
