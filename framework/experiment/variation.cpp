#include <tamis/framework/experiment/variation.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>

namespace tamis::framework {
namespace {

constexpr const char* kHidden = "hide_labels";
constexpr std::ptrdiff_t kMostDots = 32;  // in a key; an option of a part of a part of a component has four
constexpr std::size_t kMostPoints = 100'000;
/// What may vary, and what a method may say.
constexpr std::array<std::string_view, 5> kVariable{"data", "corrupt", "criterion", "search", "evaluate"};
/// What a run does not read; [corrupt] and hide_labels are left to parse_experiment().
constexpr std::array<std::string_view, 7> kOfExperiment{"title", "repeats", "vary", "method",
                                                        "table", "figure",  "paper"};

struct List {
  std::string key;
  const toml::array* values;
};

void collect(const toml::table& table, const std::string& path, std::vector<List>& lists) {
  for (const auto& [key, node] : table) {
    if (key.str().empty())
      throw ParamError(
          fmt::format("{}a key under [vary] is empty, as no key of a config is", place_prefix(node)));
    const std::string full = path.empty() ? std::string(key.str()) : fmt::format("{}.{}", path, key.str());
    if (std::count(full.begin(), full.end(), '.') > kMostDots)
      throw ParamError(fmt::format("{}a key under [vary] has more than {} parts, as no key of a config has",
                                   place_prefix(node), kMostDots));
    if (const toml::table* inner = node.as_table()) {
      collect(*inner, full, lists);
    } else if (const toml::array* values = node.as_array(); values && !values->empty()) {
      const std::string_view top = std::string_view(full).substr(0, full.find('.'));
      if (full != kHidden && std::find(kVariable.begin(), kVariable.end(), top) == kVariable.end())
        throw ParamError(
            fmt::format("{}vary.{}: cannot vary; keys of data, corrupt, criterion, search and "
                        "evaluate can, and hide_labels",
                        place_prefix(node), shown(full)));
      lists.push_back({full, values});
    } else {
      throw ParamError(fmt::format("{}vary.{} is {}; expected a list of the values that it takes in turn",
                                   place_prefix(node), shown(full),
                                   node.is_array() ? "an empty list" : described(node)));
    }
  }
}

/// ", at file:3:1", where that is known.
std::string earlier(const toml::node& node) {
  const std::string where = place(node);
  return where.empty() ? "" : ", at " + where;
}

std::vector<List> lists_of(const toml::table& config) {
  std::vector<List> lists;
  if (const toml::node* vary = config.get("vary")) {
    const toml::table* table = vary->as_table();
    if (!table)
      throw ParamError(
          fmt::format("{}vary is {}; expected a table, [vary]", place_prefix(*vary), described(*vary)));
    collect(*table, "", lists);
  }
  if (const toml::array* hidden = config.get_as<toml::array>(kHidden)) {
    if (hidden->empty())
      throw ParamError(fmt::format("{}hide_labels is an empty list; expected numbers that it takes in turn",
                                   place_prefix(*hidden)));
    lists.push_back({kHidden, hidden});
  }
  std::stable_sort(lists.begin(), lists.end(), [](const List& a, const List& b) {
    const auto at = [](const List& l) {
      const toml::source_position begin = l.values->source().begin;
      return std::tuple(begin.line, begin.column);
    };
    return at(a) < at(b);
  });
  for (auto list = lists.begin(); list != lists.end(); ++list)
    for (auto other = lists.begin(); other != list; ++other)
      if (other->key == list->key)
        throw ParamError(fmt::format("{}vary.{} varies already{}; keep one of the two lists",
                                     place_prefix(*list->values), list->key, earlier(*other->values)));
  return lists;
}

/// What a value is called in tables: its name, its component or its file.
std::string label_of(const toml::node& value) {
  if (const auto* table = value.as_table()) {
    for (const char* key : {"name", "use", "generate", "path"})
      if (const toml::node* named = table->get(key)) return label_of(*named);
    return "{...}";
  }
  if (const auto text = value.value_exact<std::string>()) {
    const std::filesystem::path path(*text);
    if (!path.has_parent_path()) return *text;
    std::filesystem::path stem = path.stem();
    while (stem.has_extension()) stem = stem.stem();  // x.csv.gz
    return stem.string();
  }
  if (const auto number = number_of(value)) return shortest(*number);
  if (const auto flag = value.value_exact<bool>()) return *flag ? "true" : "false";
  return described(value);
}

void put(toml::table& into, const toml::key& key, toml::node& value);

/// Lays `over` on `table`, key by key.
void lay(toml::table& table, toml::table& over) {
  for (auto&& [key, value] : over) put(table, key, value);
}

/// Moves a value to its key: over a table that it does not replace.
void put(toml::table& into, const toml::key& key, toml::node& value) {
  toml::table* over = value.as_table();
  toml::table* there = into.get_as<toml::table>(key.str());
  if (over && there && !over->contains("use")) return lay(*there, *over);
  value.visit([&](auto& typed) { into.insert_or_assign(key, std::move(typed)); });
}

/// The list that collect() calls `key`, or null. Each part of the key may be a table's, and each dot one in a
/// quoted key.
toml::array* list_at(toml::table& table, std::string_view key) {
  for (auto&& [part, node] : table) {
    if (!key.starts_with(part.str())) continue;
    const std::string_view rest = key.substr(part.str().size());
    toml::table* inner = node.as_table();
    toml::array* list = rest.empty() ? node.as_array() : nullptr;
    if (inner && rest.starts_with('.')) list = list_at(*inner, rest.substr(1));
    if (list) return list;
  }
  return nullptr;
}

void put_at(toml::table& config, std::string_view key, toml::node& value) {
  const std::size_t dot = key.find('.');
  const std::string first(key.substr(0, dot));
  if (dot == std::string_view::npos) return put(config, toml::key(first, value.source()), value);
  toml::node* next = config.get(first);
  if (next && next->is_string()) {  // metric = "id" is short for metric = { use = "id" }
    toml::table wide;
    wide.insert("use", *next->value<std::string>());
    config.insert_or_assign(first, std::move(wide));
  } else if (!next) {
    config.insert(first, toml::table{});
  } else if (!next->is_table()) {
    throw ParamError(fmt::format("{}{}: is a key of {}, which is not a table", place_prefix(value), shown(key),
                                 in_quotes(first)));
  }
  put_at(*config.get_as<toml::table>(first), key.substr(dot + 1), value);
}

/// In the order of the file, but a table that varies as a whole before the keys in it,
/// which it would replace.
std::vector<std::size_t> tables_first(const std::vector<Axis>& axes) {
  std::vector<std::size_t> order(axes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto depth = [&](std::size_t a) { return std::count(axes[a].key.begin(), axes[a].key.end(), '.'); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return depth(a) < depth(b); });
  return order;
}

const toml::array* methods_in(const toml::table& config) {
  const toml::node* node = config.get("method");
  if (!node) return nullptr;
  const toml::array* methods = node->as_array();
  if (!methods || methods->empty() || !methods->is_homogeneous<toml::table>())
    throw ParamError(fmt::format("{}method is {}; expected one or more tables, [[method]]",
                                 place_prefix(*node), described(*node)));
  return methods;
}

}  // namespace

std::vector<Axis> axes_of(const toml::table& config) {
  std::vector<Axis> axes;
  for (const List& list : lists_of(config)) {
    Axis axis{list.key, {}, {}};
    for (const toml::node& value : *list.values) {
      axis.labels.push_back(label_of(value));
      if (const auto number = number_of(value)) axis.numbers.push_back(*number);
    }
    if (axis.numbers.size() != axis.labels.size()) axis.numbers.clear();
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::vector<std::vector<std::size_t>> points_of(const std::vector<Axis>& axes) {
  std::vector<std::vector<std::size_t>> points{{}};
  for (const Axis& axis : axes) {
    if (points.size() > kMostPoints / axis.labels.size())
      throw ParamError(fmt::format(
          "the lists under [vary] have more than {} combinations; shorten or drop some", kMostPoints));
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& point : points)
      for (std::size_t v = 0; v < axis.labels.size(); ++v) {
        longer.push_back(point);
        longer.back().push_back(v);
      }
    points = std::move(longer);
  }
  return points;
}

std::size_t methods_of(const toml::table& config) {
  const toml::array* methods = methods_in(config);
  return methods ? methods->size() : 1;
}

toml::table variation(toml::table config, const std::vector<Axis>& axes,
                      const std::vector<std::size_t>& point, std::size_t method) {
  toml::table vary;
  if (toml::table* table = config.get_as<toml::table>("vary")) vary = std::move(*table);
  if (toml::array* list = config.get_as<toml::array>(kHidden))
    vary.insert_or_assign(kHidden, std::move(*list));
  toml::table said;  // by the method
  if (methods_in(config))
    said = std::move(*config.get_as<toml::array>("method")->get_as<toml::table>(method));

  for (const std::size_t a : tables_first(axes)) {
    toml::node& value = *list_at(vary, axes[a].key)->get(point[a]);
    if (toml::table* table = value.as_table()) table->erase("name");
    put_at(config, axes[a].key, value);
  }
  for (auto&& [key, value] : said)
    if (key.str() != "name" && key.str() != "labels") put(config, key, value);
  for (const std::string_view key : kOfExperiment) config.erase(key);
  return config;
}

}  // namespace tamis::framework
