#include <tamis/framework/data/feature_costs.hpp>

#include "feature_index.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

enum class Form { name, column, pattern };

Form form_of(const FeatureIndex& index, const std::string& text, std::span<const Feature> meant) {
  if (index.is_column(text)) return Form::column;
  return meant.size() == 1 && text.find('*') == std::string::npos ? Form::name : Form::pattern;
}

}  // namespace

void set_feature_costs(LoadedData& data, std::span<const FeatureCost> costs) {
  if (costs.empty()) return;
  const DataTable& table = data.parts();
  const bool is_new = table.feature_costs.empty();
  constexpr double kNone = 0;
  std::vector<double> cost(table.feature_names.size(), kNone);
  const FeatureIndex index(table);
  for (const Form form : {Form::name, Form::column, Form::pattern})
    for (const FeatureCost& given : costs) {
      const std::vector<Feature> meant = index.meant_by(given.features);
      if (meant.empty())
        throw ParamError(fmt::format("`data.feature_cost` names {}, which is the name of no feature{}",
                                     in_quotes(given.features),
                                     did_you_mean(given.features, table.feature_names)));
      if (form_of(index, given.features, meant) != form) continue;
      const double share = form == Form::column ? static_cast<double>(meant.size()) : 1;
      for (const Feature j : meant)
        if (cost[j] == kNone) cost[j] = given.cost / share;
    }
  const auto without = static_cast<std::uint64_t>(std::ranges::count(cost, kNone));
  std::ranges::replace(cost, kNone, 1.0);
  data.edit([&](DataTable& p) { p.feature_costs = std::move(cost); });
  if (is_new && without > 0)
    data.notes.push_back(
        without == 1
            ? "costs: 1 feature that `data.feature_cost` does not name costs 1"
            : fmt::format("costs: {} features that `data.feature_cost` does not name cost 1 each", without));
}

}  // namespace tamis::framework
