#include <tamis/framework/prediction/evaluate_options.hpp>

#include <tamis/framework/support/take_count.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace tamis::framework {
namespace {

// The names of keys' choices, in the order of their enums.
constexpr std::string_view kLosses[] = {"error", "balanced_error", "rmse", "top_k"};
constexpr std::string_view kForms[] = {"z_scores", "values", "codes"};
constexpr std::string_view kTrainingLabels[] = {"clean", "observed"};
constexpr std::string_view kSuspects[] = {"keep", "drop", "weigh", "relabel"};

/// One number, or a list of them.
/// \param list_for  what a list is for, in the sentence.
std::vector<std::size_t> take_numbers(Section& section, const char* key, std::vector<std::size_t> by_default,
                                      const char* list_for) {
  const toml::node* node = section.take_node(key);
  if (!node) return by_default;
  std::vector<std::size_t> out;
  const auto add = [&](const toml::node& item) {
    const auto k = item.value_exact<std::int64_t>();
    if (!k || *k < 1)
      section.fail(key, fmt::format("is {}; expected a number of at least 1, or a list of such {}",
                                    described(item), list_for));
    out.push_back(static_cast<std::size_t>(*k));
  };
  const toml::array* list = node->as_array();
  if (list && list->empty()) section.fail(key, "is an empty list; name at least one number");
  if (list)
    for (const toml::node& item : *list) add(item);
  else
    add(*node);
  return out;
}

/// The name of a criterion, or nothing: the nearest neighbours.
const toml::node* take_classifier(Section& section) {
  const toml::node* const node = section.take_node("classifier");
  return node && node->value<std::string>() == "knn" ? nullptr : node;
}

}  // namespace

std::string_view name_of(Loss loss) {
  constexpr std::string_view kNames[] = {"error rate", "balanced error rate", "root mean squared error",
                                         "top-k loss"};
  return kNames[static_cast<std::size_t>(loss)];
}

EvaluateOptions parse_evaluate(const toml::table& table) {
  Section section(table, "evaluate");
  EvaluateOptions out;
  for (const auto& [old_key, key] : {std::pair("teach", "train_on"), {"ground", "ground_metric"}})
    if (table.contains(old_key)) section.fail(old_key, fmt::format("is called evaluate.{} now", key));
  out.classifier = take_classifier(section);
  for (const char* key : {"neighbours", "inner_folds", "features"})
    if (out.classifier && table.contains(key))
      section.fail(key, "goes with classifier = \"knn\", the nearest neighbours");
  out.neighbours = take_numbers(section, "neighbours", out.neighbours, "to choose from");
  out.sizes = take_numbers(section, "sizes", {}, "to measure at");
  std::sort(out.sizes.begin(), out.sizes.end());
  out.inner_folds = take_count(section, "inner_folds", out.inner_folds, 2);
  if (table.contains("inner_folds") && out.neighbours.size() == 1)
    section.fail("inner_folds", "goes with a list of neighbours to choose from; there is one");
  out.features = section.take_enum<FeatureForm>("features", kForms);
  out.train_on = section.take_enum<TrainingLabels>("train_on", kTrainingLabels);
  out.suspects = section.take_enum<Suspects>("suspects", kSuspects).value_or(Suspects::keep);
  if (out.suspects == Suspects::weigh && out.neighbours == std::vector<std::size_t>{1})
    section.fail("suspects",
                 "weighs votes, and one neighbour wins with any weight; set more neighbours, or \"drop\"");
  out.engine = section.take_node("engine");
  if (out.engine && !table.contains("suspects"))
    section.fail("engine",
                 "says which labels look wrong, and goes with suspects = \"drop\", \"weigh\" or \"relabel\"; "
                 "set one, or leave it out");
  out.loss = section.take_enum<Loss>("loss", kLosses);
  if (table.contains("top")) out.top = take_count<std::size_t>(section, "top", 1);
  out.ground_metric = section.take_node("ground_metric");
  for (const char* key : {"top", "ground_metric"})
    if (table.contains(key) && out.loss && out.loss != Loss::top_k)
      section.fail(key, "goes with loss = \"top_k\"");
  out.splits.folds = take_count(section, "folds", out.splits.folds);
  out.splits.repeats = take_count(section, "repeats", out.splits.repeats);
  if (const auto share = section.take<double>("test_share")) {
    if (!(*share > 0 && *share < 1))
      section.fail("test_share", fmt::format("is {}; expected a number between 0 and 1", *share));
    if (out.splits.folds != 1)
      section.fail("test_share", "goes with folds = 1, a hold-out; with more folds each sample tests once");
    out.splits.test_share = *share;
  }
  out.splits.stratified = section.take<bool>("stratified").value_or(true);
  out.prepare_on_all = section.take_choice("prepare_on", {"train", "all"}).value_or("train") == "all";
  section.finish();
  return out;
}

std::string seen_by_all(const DataOptions& data, bool fills_again) {
  std::vector<std::string> keys;
  if (fills_gaps(data.missing) && !fills_again)
    keys.push_back(fmt::format("data.missing = \"{}\"", name_of(data.missing, kMissingNames)));
  if (data.tf_idf) keys.emplace_back("data.tf_idf");
  if (data.top_terms) keys.emplace_back("data.top_terms");
  if (keys.empty()) return "";
  return fmt::format(
      "{} looked at the features of all samples before they were split, those that test too; the loss on new "
      "samples may be a little larger",
      listed(keys));
}

nlohmann::json to_json(const EvaluateOptions& o) {
  nlohmann::json out{{"folds", o.splits.folds},
                     {"repeats", o.splits.repeats},
                     {"stratified", o.splits.stratified},
                     {"prepare_on", o.prepare_on_all ? "all" : "train"}};
  if (!o.sizes.empty()) out["sizes"] = o.sizes;
  if (!o.classifier) {
    out["classifier"] = "knn";
    out["neighbours"] = o.neighbours;
    if (o.neighbours.size() > 1) out["inner_folds"] = o.inner_folds;
  }
  if (o.splits.folds == 1) out["test_share"] = o.splits.test_share;
  if (o.features) out["features"] = name_of(*o.features, kForms);
  if (o.train_on) out["train_on"] = name_of(*o.train_on, kTrainingLabels);
  if (o.suspects != Suspects::keep) out["suspects"] = name_of(o.suspects, kSuspects);
  if (o.loss) out["loss"] = name_of(*o.loss, kLosses);
  if (o.top) out["top"] = *o.top;
  return out;
}

}  // namespace tamis::framework
