#include <tamis/framework/evaluation/evaluate_options.hpp>

#include <tamis/framework/section.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>

namespace tamis::framework {
namespace {

/// The names of the key `loss`, in the order of the enum.
constexpr std::array<const char*, 3> kLosses{"error", "balanced_error", "rmse"};

std::uint32_t take_count(Section& section, const char* key, std::uint32_t by_default, std::int64_t least) {
  constexpr std::int64_t kMost = 1'000'000;
  const auto given = section.take<std::int64_t>(key);
  if (given && (*given < least || *given > kMost))
    section.fail(key, fmt::format("is {}; expected {} to {}", *given, least, kMost));
  return given ? static_cast<std::uint32_t>(*given) : by_default;
}

std::vector<std::size_t> take_neighbours(Section& section) {
  const toml::node* node = section.take_node("neighbours");
  if (!node) return EvaluateOptions{}.neighbours;
  std::vector<std::size_t> out;
  const auto add = [&](const toml::node& item) {
    const auto k = item.value_exact<std::int64_t>();
    if (!k || *k < 1)
      section.fail("neighbours",
                   fmt::format("is {}; expected a number of at least 1, or a list of such to choose from",
                               described(item)));
    out.push_back(static_cast<std::size_t>(*k));
  };
  const toml::array* list = node->as_array();
  if (list && list->empty()) section.fail("neighbours", "is an empty list; name at least one number");
  if (list)
    for (const toml::node& item : *list) add(item);
  else
    add(*node);
  return out;
}

}  // namespace

std::string_view name_of(Loss loss) {
  constexpr std::string_view kNames[] = {"error rate", "balanced error rate", "root mean squared error"};
  return kNames[static_cast<std::size_t>(loss)];
}

EvaluateOptions parse_evaluate(const toml::table& table) {
  Section section(table, "evaluate");
  EvaluateOptions out;
  section.take_choice("classifier", {"knn"});
  out.neighbours = take_neighbours(section);
  if (const auto loss = section.take_choice("loss", {kLosses[0], kLosses[1], kLosses[2]}))
    for (std::size_t i = 0; i < kLosses.size(); ++i)
      if (*loss == kLosses[i]) out.loss = static_cast<Loss>(i);
  out.splits.folds = take_count(section, "folds", out.splits.folds, 1);
  out.splits.repeats = take_count(section, "repeats", out.splits.repeats, 1);
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

nlohmann::json to_json(const EvaluateOptions& o) {
  nlohmann::json out{{"classifier", "knn"},
                     {"neighbours", o.neighbours},
                     {"folds", o.splits.folds},
                     {"repeats", o.splits.repeats},
                     {"stratified", o.splits.stratified},
                     {"prepare_on", o.prepare_on_all ? "all" : "train"}};
  if (o.splits.folds == 1) out["test_share"] = o.splits.test_share;
  if (o.loss) out["loss"] = kLosses[static_cast<std::size_t>(*o.loss)];
  return out;
}

}  // namespace tamis::framework
