#include <tamis/framework/experiment/experiment_config.hpp>

#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/support/take_count.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace tamis::framework {
namespace {

/// How the forms of the labels are called, in the order of the enum.
constexpr std::string_view kLabels[] = {"observed", "soft", "most_probable", "clean"};

/// The numbers of a list; `whole` ones have no fractions.
std::vector<double> take_numbers(Section& section, const char* key, bool whole) {
  const toml::node* node = section.take_node(key);
  std::vector<double> numbers;
  if (!node) return numbers;
  const toml::array* list = node->as_array();
  const auto refuse = [&](const toml::node& at) {
    section.fail(key,
                 fmt::format("holds {}; expected a list of {}numbers", described(at), whole ? "whole " : ""));
  };
  if (!list) refuse(*node);
  for (const toml::node& item : *list) {
    const auto number = number_of(item);
    if (!number || (whole && !item.is_integer())) refuse(item);
    numbers.push_back(*number);
  }
  return numbers;
}

TableOptions parse_table(const toml::table& config) {
  Section section(table_of(config, "table"), "table");
  TableOptions table;
  table.measure = section.take<std::string>("measure");
  for (const double size : take_numbers(section, "features", true)) {
    if (size < 1) section.fail("features", "holds a number below 1; expected numbers of features");
    table.features.push_back(static_cast<std::size_t>(size));
  }
  if (const std::vector<double> range = take_numbers(section, "mean_over", true); !range.empty()) {
    if (range.size() != 2 || range[0] < 1)
      section.fail("mean_over", "is no range; expected [first, last], as in [2, -1] for 2 to all but one");
    table.mean_over = {static_cast<std::int64_t>(range[0]), static_cast<std::int64_t>(range[1])};
  }
  if (table.mean_over && !table.features.empty())
    section.fail("mean_over", "contradicts table.features; a table shows sizes or a mean over sizes");
  table.percent = section.take<bool>("percent").value_or(false);
  table.reference = section.take<std::string>("reference").value_or("");
  section.finish();
  return table;
}

FigureOptions parse_figure(const toml::table& config) {
  Section section(table_of(config, "figure"), "figure");
  FigureOptions figure;
  figure.x = section.take<std::string>("x").value_or("");
  figure.title = section.take<std::string>("title").value_or("");
  section.finish();
  return figure;
}

PaperOptions parse_paper(const toml::table& config) {
  Section section(table_of(config, "paper"), "paper");
  PaperOptions paper;
  paper.source = section.take<std::string>("source").value_or("");
  if (table_of(config, "paper").contains("repeats"))
    paper.repeats = take_count<std::uint64_t>(section, "repeats", 1);
  section.allow("values");
  section.finish();
  const toml::table& values = table_of(table_of(config, "paper"), "values");
  Section methods(values, "paper.values");
  for (const auto& [name, unused] : values)
    paper.values[std::string(name.str())] = take_numbers(methods, std::string(name.str()).c_str(), false);
  return paper;
}

/// The id of the criterion that a config or a method names; "" for none.
std::string criterion_in(const toml::table& table) {
  return table.at_path("criterion.use").value_or(table["criterion"].value_or(std::string()));
}

/// The name of the only method: that of its criterion, unless this is another one at each point.
std::string only_name(const toml::table& config, const std::vector<Axis>& axes) {
  for (const Axis& axis : axes)
    if (axis.key == "criterion" || axis.key == "criterion.use") return "the method";
  const std::string criterion = criterion_in(config);
  return criterion.empty() ? "the default method" : criterion;
}

/// The names of the methods: theirs, or those of their criteria.
std::vector<std::string> names_of(const toml::table& config, const std::vector<Axis>& axes) {
  std::vector<std::string> names;
  const toml::array* methods = config.get_as<toml::array>("method");
  if (!methods) return {only_name(config, axes)};
  for (const toml::node& node : *methods) {
    const toml::table& table = *node.as_table();
    std::string name = table["name"].value_or(criterion_in(table));
    if (name.empty())
      throw ParamError(fmt::format("{}method[{}] has neither a name nor a criterion; name it",
                                   place_prefix(node), names.size() + 1));
    if (std::find(names.begin(), names.end(), name) != names.end())
      throw ParamError(
          fmt::format("{}method[{}] is called {} as an earlier one is; give it a name of its own",
                      place_prefix(node), names.size() + 1, in_quotes(name)));
    names.push_back(std::move(name));
  }
  return names;
}

/// What a method may say: what it sees, how that is prepared, and how it works.
Labels parse_method(const toml::table& config, std::size_t method) {
  const toml::array* methods = config.get_as<toml::array>("method");
  if (!methods) return Labels::observed;
  const std::string path = fmt::format("method[{}]", method + 1);
  const toml::table& table = *methods->get_as<toml::table>(method);
  Section section(table, path);
  for (const char* key : {"name", "criterion", "search", "stage", "data"}) section.allow(key);
  const Labels labels = section.take_enum<Labels>("labels", kLabels).value_or(Labels::observed);
  section.finish();
  Section data(table_of(table, "data"), path + ".data");
  for (const char* key : {"soft", "standardise", "discretise", "bins"}) data.allow(key);
  if (const toml::node* soft = data.take_node("soft"); soft && !soft->is_table())
    data.fail("soft", "names columns; a method can only have soft labels from a fit, soft = { from = ... }");
  data.finish();
  return labels;
}

void begin_at(DataOptions& data, const std::filesystem::path& folder) {
  if (folder.empty()) return;
  const auto move = [&](std::string& path) {
    if (!path.empty() && std::filesystem::path(path).is_relative()) path = (folder / path).string();
  };
  move(data.path);
  if (data.target_path) move(*data.target_path);
  if (data.votes) move(data.votes->path);
}

std::optional<std::uint64_t> take_known_labels(toml::table& config) {
  const toml::node* node = config.get("hide_labels");
  if (!node) return std::nullopt;
  const auto known = node->value_exact<std::int64_t>();
  if (!known || *known < 1)
    throw ParamError(
        fmt::format("{}hide_labels is {}; expected how many training samples keep their label, or a "
                    "list of such numbers",
                    place_prefix(*node), described(*node)));
  config.erase("hide_labels");
  return static_cast<std::uint64_t>(*known);
}

PointConfig parse_point(const ConfigSource& source, const std::vector<Axis>& axes,
                        const std::vector<std::size_t>& choice, const std::vector<std::string>& methods,
                        const std::filesystem::path& data_dir) {
  PointConfig point;
  for (std::size_t a = 0; a < axes.size(); ++a) point.values.push_back(axes[a].labels[choice[a]]);
  for (std::size_t m = 0; m < methods.size(); ++m) {
    toml::table config = source();
    const Labels labels = parse_method(config, m);
    config = variation(std::move(config), axes, choice, m);
    const std::optional<std::uint64_t> known = take_known_labels(config);
    toml::table corrupt;
    if (toml::node* node = config.get("corrupt")) {
      node->visit([&](auto& typed) { corrupt.insert("corrupt", std::move(typed)); });
      config.erase("corrupt");
    }
    const StudyConfig study = parse_study_config(std::move(config));
    MethodConfig method{methods[m], labels, study};
    method.select.digest_inputs = false;
    const GoalOptions& goal = method.select.stages.back().goal;
    method.select.score_selected = true;
    method.select.order_all = !goal.count && !goal.fraction && !goal.until && !goal.size_rule &&
                              !goal.max_cost && !method.select.data.one_from_each;
    begin_at(method.select.data, data_dir);
    if (m == 0) {
      point.evaluate = study.evaluate;
      point.known_labels = known;
      if (!corrupt.empty()) point.corrupt = std::make_shared<const toml::table>(std::move(corrupt));
    }
    method.select.groups_serve = study.evaluate.has_value();  // on splits that all methods share
    point.methods.push_back(std::move(method));
  }
  // as the top says, without what a method prepares for itself
  toml::table config = source();
  config.erase("method");
  config = variation(std::move(config), axes, choice, 0);
  config.erase("corrupt");
  config.erase("hide_labels");
  point.data = parse_study_config(std::move(config)).data;
  point.data.soft_from = nullptr;  // the methods' affair, and in a tree that ends here
  begin_at(point.data, data_dir);
  return point;
}

/// The parts that decide on the numbers.
nlohmann::json asked_of(const toml::table& config) {
  nlohmann::json asked = to_json(config);
  for (const char* key : {"title", "repeats", "threads", "table", "figure", "paper"}) asked.erase(key);
  return asked;
}

}  // namespace

ExperimentConfig parse_experiment(const ConfigSource& source, const std::filesystem::path& data_dir) {
  const toml::table config = source();
  ExperimentConfig parsed;
  Section top(config, "");
  parsed.title = top.take<std::string>("title").value_or("");
  parsed.repeats = take_count(top, "repeats", parsed.repeats);
  for (const char* key : {"vary", "method", "hide_labels", "corrupt", "table", "figure", "paper", "data",
                          "criterion", "search", "stage", "evaluate", "seed", "threads"})
    top.allow(key);
  top.finish();
  parsed.table = parse_table(config);
  parsed.figure = parse_figure(config);
  if (config.contains("paper")) parsed.paper = parse_paper(config);
  parsed.axes = axes_of(config);
  methods_of(config);
  parsed.methods = names_of(config, parsed.axes);
  parsed.asked = asked_of(config);
  for (const auto& choice : points_of(parsed.axes))
    parsed.points.push_back(parse_point(source, parsed.axes, choice, parsed.methods, data_dir));
  const SelectConfig& first = parsed.points.front().methods.front().select;
  parsed.seed = first.seed;
  parsed.threads = first.threads.value_or(0);
  return parsed;
}

}  // namespace tamis::framework
