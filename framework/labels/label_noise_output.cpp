// Label noise as JSON, text and CSV.
#include "rate_in_words.hpp"
#include "suspect_list.hpp"

#include <tamis/framework/data/soft_names.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/support/columns.hpp>
#include <tamis/framework/support/finite_json.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

std::string exact_percent(double share) { return fmt::format("{:.2f} %", 100 * share); }

/// Class by class, the probability of each label.
json flips_json(const LabelNoise& noise) {
  const std::size_t l = noise.classes.size();
  json out = json::array();
  for (std::size_t s = 0; s < l; ++s) {
    out.push_back(json::array());
    for (std::size_t c = 0; c < l; ++c) out.back().push_back(finite_or_null(noise.flips[s * l + c]));
  }
  return out;
}

json scatter_json(const LabelNoise& noise) {
  std::vector<char> is_suspect(noise.rows.size());
  for (const Suspect& s : noise.suspects) is_suspect[s.sample] = 1;
  json points = json::array();
  for (const LabelScatter::Point& p : noise.scatter.points) {
    const std::int32_t label = noise.labels[p.sample];
    points.push_back({noise.rows[p.sample], p.x, p.y,
                      label < 0 ? json(nullptr) : json(noise.classes[static_cast<std::size_t>(label)].name),
                      is_suspect[p.sample] != 0});
  }
  return {{"x", noise.scatter.x},
          {"y", noise.scatter.y},
          {"columns", {"row", "x", "y", "label", "suspect"}},
          {"points", std::move(points)}};
}

}  // namespace

json to_json(const LabelNoise& noise) {
  json classes = json::array();
  for (const ClassNoise& c : noise.classes)
    classes.push_back({{"class", c.name},
                       {"observed", c.observed},
                       {"share", c.share},
                       {"prior", c.prior},
                       {"flip_rate", c.flip_rate}});
  json out{{"tamis_label_noise", kLabelNoiseVersion},
           {"data", *noise.data},
           {"criterion", *noise.criterion},
           {"seed", noise.seed},
           {"features", noise.features},
           {"score", finite_or_null(noise.score.value)},
           {"classes", std::move(classes)},
           {"cell_columns", cell_columns(noise)},
           {"suspects", list_json(noise, noise.suspects)},
           {"rate", noise.rate},
           {"tells_nothing", tells_nothing(noise)},
           {"two_readings", noise.has_two_readings()},
           {"found", fmt::format("{}", fmt::join(rate_in_words(noise), " "))},
           {"diagnostics", to_json(noise.diagnostics)},
           {"provenance", to_json(noise.provenance)},
           {"run", *noise.run},
           {"notes", noise.notes},
           {"warnings", noise.warnings}};
  if (!noise.all.empty()) out["all"] = list_json(noise, noise.all);
  if (!noise.flips.empty()) out["flips"] = flips_json(noise);
  if (!noise.scatter.points.empty()) out["scatter"] = scatter_json(noise);
  if (noise.crowd) out["crowd"] = to_json(*noise.crowd);
  if (noise.disagreement) out["disagreement"] = *noise.disagreement;
  if (noise.none) out["none"] = *noise.none;
  if (noise.range) out["rate_low"] = noise.range->low;
  out["rate_high"] = highest_rate(noise);
  if (std::isinf(noise.score.value)) out["infinite"] = noise.score.value > 0 ? "+" : "-";
  if (!noise.score.reason.empty()) out["reason"] = noise.score.reason;
  return out;
}

std::string to_json_text(const LabelNoise& noise) {
  return to_json(noise).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string to_text(const LabelNoise& noise, std::size_t most_suspects, std::size_t most_columns) {
  const bool estimates = !tells_nothing(noise);
  std::vector<std::vector<std::string>> classes{{"class", "observed", "share"}};
  if (estimates) classes[0].insert(classes[0].end(), {"estimated prior", "estimated flip rate"});
  for (const ClassNoise& c : noise.classes) {
    classes.push_back({printable(c.name), std::to_string(c.observed), exact_percent(c.share)});
    if (estimates)
      classes.back().insert(classes.back().end(), {exact_percent(c.prior), exact_percent(c.flip_rate)});
  }
  std::vector<bool> right(classes[0].size(), true);
  right[0] = false;
  std::string out = in_columns(classes, right, most_columns) +
                    fmt::format("\n{}\n\n", fmt::join(rate_in_words(noise), "\n"));
  if (noise.crowd) out += to_text(*noise.crowd, most_suspects == 0, most_columns) + "\n";
  return out + list_text(noise, most_suspects, most_columns);
}

std::string memberships_csv(const LabelNoise& noise, CsvFor reader) {
  const std::size_t n = noise.rows.size();
  std::vector<std::string> classes;
  for (const ClassNoise& c : noise.classes) classes.push_back(c.name);
  std::string out = "row";
  for (const std::string& column : columns_of_classes(std::move(classes)))
    out += ',' + csv_cell(column, reader);
  out += '\n';
  for (std::uint64_t row = 1, i = 0; row <= noise.table_rows; ++row) {
    const bool used = i < n && noise.rows[i] == row;
    out += std::to_string(row);
    for (std::size_t s = 0; s < noise.classes.size(); ++s)
      out += used ? ',' + shortest(noise.membership()(i, s)) : ",";
    out += '\n';
    i += used;
  }
  return out;
}

}  // namespace tamis::framework
