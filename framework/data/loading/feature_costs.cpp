#include <tamis/framework/data/feature_costs.hpp>

#include "feature_index.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/read_table.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace tamis::framework {
namespace {

enum class Form { name, column, pattern };

Form form_of(const FeatureIndex& index, const std::string& text, std::span<const Feature> meant) {
  if (index.is_column(text)) return Form::column;
  return meant.size() == 1 && text.find('*') == std::string::npos ? Form::name : Form::pattern;
}

}  // namespace

std::vector<FeatureCost> read_feature_costs(const std::string& path) {
  ReadOptions how;
  how.texts.push_back({"1", "feature_cost"});
  const Table table = read_table(path, how);
  if (table.columns.size() != 2)
    throw DataError(
        fmt::format("{} has {}; `data.feature_cost` expects two, names of features and what they cost",
                    table.path, counted(table.columns.size(), "column")));
  std::vector<FeatureCost> costs;
  std::unordered_map<std::string_view, std::uint64_t> first;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    const std::uint64_t line = table.line(row);
    const std::string& name = table.columns[0].texts[row];
    const double cost = table.column(1)[row];
    if (name.empty()) throw DataError(table.where(line, 0) + ": the name of a feature is missing");
    if (!(cost > 0) || std::isinf(cost))
      throw DataError(fmt::format("{}: the cost of {} is {}; expected a finite number above 0",
                                  table.where(line, 1), in_quotes(name),
                                  std::isnan(cost) ? std::string("missing or no number") : shortest(cost)));
    if (const auto [other, is_new] = first.emplace(name, line); !is_new)
      throw DataError(fmt::format("{}: {} has a cost in line {} already", table.where(line, 0),
                                  in_quotes(name), other->second));
    costs.push_back({name, cost});
  }
  return costs;
}

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
