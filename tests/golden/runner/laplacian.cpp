// The graph-Laplacian family: how the cases name methods and options, and what they expect.
#include "case.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/selection/select.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

/// A method of the cases: the component, the target it reads, and its options by the cases' names.
struct Method {
  std::string criterion, target_kind;
  std::map<std::string, std::string> options;
};

const std::map<std::string, Method> kLaplacianMethods{
    {"ls", {"laplacian_score", "none", {{"k", "neighbours"}, {"t", "bandwidth"}, {"kernel", "kernel"}}}},
    {"sls",
     {"supervised_laplacian",
      "real",
      {{"k", "neighbours"}, {"t", "bandwidth"}, {"normalise_y", "standardise_target"}}}},
    {"ssls",
     {"semi_supervised_laplacian",
      "real",
      {{"k_semi", "neighbours"},
       {"t", "bandwidth"},
       {"C", "label_weight"},
       {"k_sup", "supervised_neighbours"},
       {"t_sup", "supervised_bandwidth"},
       {"close", "close"},
       {"normalise_y", "standardise_target"}}}},
    {"wls", {"weighted_laplacian", "soft", {{"unknown", "unknown"}}}},
    {"wls_max", {"weighted_laplacian", "soft", {{"unknown", "unknown"}}}},
    {"wls_hard", {"weighted_laplacian", "class", {{"unknown", "unknown"}}}},
    {"constraint", {"weighted_laplacian", "class", {}}},
    {"fisher", {"fisher_score", "class", {}}},
    {"pearson", {"correlation", "real", {}}},
    {"lsdf", {"locality_sensitive_discriminant", "class", {{"k", "neighbours"}, {"gamma", "gamma"}}}},
};
/// Read for the data, not for the component.
const std::set<std::string> kDataParameters{"normalise", "ddof"};

/// The cases' words for values that we call otherwise.
std::string our_word(const std::string& word, bool sample) {
  if (word == "euclidean") return "plain";
  if (word == "zscore") return sample ? "sample" : "population";
  return word;
}

toml::table criterion_table(const Method& method, const json& params, bool sample, const Verdict& verdict) {
  toml::table table;
  table.insert("use", method.criterion);
  if (method.options.contains("normalise_y"))
    table.insert("standardise_target", "none");  // the cases' default
  if (method.options.contains("k") || method.options.contains("k_semi"))
    table.insert("ties", "first");  // their rule
  for (const auto& [key, value] : params.items()) {
    if (kDataParameters.contains(key) && !method.options.contains(key)) continue;
    verdict.use(value);
    const auto option = method.options.find(key);
    if (option == method.options.end())
      throw std::runtime_error(fmt::format("the parameter '{}' is not known", key));
    if (value.is_string())
      table.insert_or_assign(option->second, our_word(value, sample));
    else if (value.is_number_integer())
      table.insert_or_assign(option->second, value.get<std::int64_t>());
    else
      table.insert_or_assign(option->second, value.get<double>());
  }
  return table;
}

/// Whether standard deviations are those of a sample: ddof is 1, not 0.
bool of_sample(const json& params, const Verdict& verdict) {
  if (!params.contains("ddof")) return false;
  const int ddof = verdict.use(params.at("ddof"));
  if (ddof != 0 && ddof != 1) throw std::runtime_error(fmt::format("ddof is {}, which is not known", ddof));
  return ddof == 1;
}

toml::table config_of(const Case& c, const Verdict& verdict) {
  const Method& method = kLaplacianMethods.at(c.method());
  const json& params = c.json.at("params");
  const bool sample = of_sample(params, verdict);

  toml::table data;
  data.insert("path", (c.folder / "X.csv").string());
  if (params.contains("normalise")) verdict.use(params.at("normalise"));
  data.insert("standardise", our_word(params.value("normalise", "none"), sample));
  if (method.target_kind != "none") {
    data.insert("target_path", (c.folder / "target.csv").string());
    if (method.target_kind == "soft") {
      std::ifstream file(c.folder / "target.csv");
      std::string header;
      std::getline(file, header);
      toml::array columns;
      for (std::size_t begin = 0; begin <= header.size();) {
        const std::size_t end = std::min(header.find(',', begin), header.size());
        columns.push_back(header.substr(begin, end - begin));
        begin = end + 1;
      }
      data.insert("soft", columns);
      data.insert("harden", c.method() == "wls_max");
    } else {
      data.insert("target", "y");
      data.insert("target_kind", method.target_kind);
    }
  }
  toml::table search;
  search.insert("use", "rank");
  toml::table config;
  config.insert("data", data);
  config.insert("criterion", criterion_table(method, params, sample, verdict));
  config.insert("search", search);
  return config;
}

/// Features with equal scores may stand in any order within their group.
void compare_ranking(const SelectionResult& result, const json& expected, Verdict& verdict) {
  std::map<int, int> group;  // feature -> smallest feature of its group
  for (const json& tie : verdict.use(expected.at("ties")))
    for (const json& feature : tie) group[feature] = tie.front();
  const json& ranking = verdict.use(expected.at("ranking"));
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    const int wanted = ranking[place], seen = static_cast<int>(result.ranking.at(place).feature);
    const auto same = [&](int f) { return group.contains(f) ? group.at(f) : f; };
    if (same(wanted) != same(seen))
      verdict.failures.push_back(
          fmt::format("feature {} has rank {}, expected feature {}", seen, place + 1, wanted));
  }
}

}  // namespace

bool knows_laplacian(const Case& c) { return kLaplacianMethods.contains(c.method()); }

void check_laplacian(const Case& c, Verdict& verdict) {
  static Registry registry(plugin_folders({}));
  static const Defaults defaults;
  Observer silent;
  const SelectionResult result =
      select(registry, defaults, parse_select_config(config_of(c, verdict)), RuntimeOptions{}, silent);

  const json& expected = c.expected();
  if ((result.traits.better == Better::lower) != verdict.use(c.json.at("lower_is_better")).get<bool>())
    verdict.failures.emplace_back("the direction of the scores is the other one");
  std::map<Feature, const RankedFeature*> by_feature;
  for (const RankedFeature& f : result.ranking) by_feature[f.feature] = &f;
  const json &scores = expected.at("scores"), &reasons = expected.at("reasons");
  if (reasons.empty()) verdict.use(reasons);
  const json& tolerance = verdict.use(c.json.at("tolerance"));
  if (by_feature.size() != scores.size()) verdict.failures.emplace_back("the number of features differs");
  for (const auto& [feature, ranked] : by_feature) {
    verdict.compare(tolerance, fmt::format("score of feature {}", feature), *ranked->score,
                    scores.at(feature));
    const bool has_reason = reasons.contains(std::to_string(feature));
    if (has_reason) verdict.use(reasons.at(std::to_string(feature)));
    if (has_reason == ranked->reason.empty())
      verdict.failures.push_back(
          fmt::format("feature {} {}", feature,
                      has_reason ? "should have a reason" : "has the reason " + ranked->reason));
  }
  compare_ranking(result, expected, verdict);
  if (expected.contains("matrices")) {
    const SelectConfig config = parse_select_config(config_of(c, verdict));
    LoadedData data = load_data(config.data);
    prepare_data(data, requirements_of(result.traits), config.data.standardise, c.method());
    check_laplacian_matrices(c, data.view(), verdict);
  }
}

}  // namespace tamis::golden
