#include <tamis/errors.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tamis::framework {
namespace {

constexpr std::size_t kTop = 5;

std::vector<Loss> losses_for(const TargetColumn& truth) {
  switch (truth.kind) {
    case TargetKind::classes:
      return {Loss::error, Loss::balanced_error, Loss::top_k};
    case TargetKind::sets:
      return {Loss::top_k};
    case TargetKind::real:
      return {Loss::rmse};
    case TargetKind::soft:
      throw DataError(truth.title() +
                      " has soft labels: [evaluate] predicts classes, sets of them or real values; "
                      "`data.harden = true` takes "
                      "the most probable class, and `data.clean` names a column of true ones");
    case TargetKind::none:
      break;
  }
  throw DataError("[evaluate] needs something to predict; name the column of the target with `data.target`");
}

/// The first that is possible is the default.
Loss loss_for(const TargetColumn& truth, const EvaluateOptions& options) {
  const std::vector<Loss> possible = losses_for(truth);
  const Loss loss = options.loss.value_or(possible.front());
  if (std::find(possible.begin(), possible.end(), loss) == possible.end())
    throw DataError(fmt::format("{} has {}, of which evaluate.loss cannot be the {}; leave it out",
                                truth.title(),
                                truth.kind == TargetKind::real      ? "real values"
                                : truth.kind == TargetKind::classes ? "classes"
                                                                    : "sets of labels",
                                name_of(loss)));
  for (const auto& [given, key] :
       {std::pair(options.top.has_value(), "top"), {options.ground_metric != nullptr, "ground_metric"}})
    if (given && loss != Loss::top_k)
      throw ParamError(
          fmt::format("evaluate.{} goes with loss = \"top_k\", and here the loss is the {}; set "
                      "evaluate.loss, or leave {} out",
                      key, name_of(loss), key));
  return loss;
}

std::size_t top_for(const TargetColumn& truth, const EvaluateOptions& options) {
  const std::size_t top = options.top.value_or(kTop);
  if (top > truth.class_names.size())
    throw DataError(fmt::format("evaluate.top is {}; expected at most {}, the number of classes of {}", top,
                                truth.class_names.size(), truth.title()));
  return top;
}

TrainingLabels training_labels_for(const DataTable& data, const EvaluateOptions& options) {
  const bool mends = options.suspects != Suspects::keep;
  if (mends && truth_of(data).kind != TargetKind::classes)
    throw DataError(
        truth_of(data).title() +
        ": evaluate.suspects looks for wrong labels of one class each, and here are real values or sets; leave "
        "it out");
  if (data.clean) {
    const TrainingLabels chosen =
        options.train_on.value_or(mends ? TrainingLabels::observed : TrainingLabels::clean);
    if (mends && chosen == TrainingLabels::clean)
      throw ParamError(
          "evaluate.suspects looks for wrong labels among those that train, and evaluate.train_on = "
          "\"clean\" trains on the true ones; leave out one of the two");
    return chosen;
  }
  if (options.train_on == TrainingLabels::clean)
    throw DataError(
        "evaluate.train_on is \"clean\", but the data have no clean labels; name their column with "
        "`data.clean`, or leave it out");
  return TrainingLabels::observed;
}

}  // namespace

EvaluateOptions resolved(const EvaluateOptions& options, const DataTable& data, Standardise units) {
  EvaluateOptions out = options;
  out.loss = loss_for(truth_of(data), options);
  if (out.loss == Loss::top_k) out.top = top_for(truth_of(data), options);
  out.train_on = training_labels_for(data, options);
  if (!out.features && !out.classifier)
    out.features = units == Standardise::none ? FeatureForm::values : FeatureForm::z_scores;
  return out;
}

}  // namespace tamis::framework
