#include <tamis/framework/support/section.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <type_traits>

namespace tamis::framework {
namespace {

template <class T>
struct Wanted;
template <>
struct Wanted<bool> {
  static constexpr const char* kName = "true or false";
  static std::optional<bool> read(const toml::node& node) { return node.value_exact<bool>(); }
};
template <>
struct Wanted<std::int64_t> {
  static constexpr const char* kName = "a whole number";
  static std::optional<std::int64_t> read(const toml::node& node) { return node.value_exact<std::int64_t>(); }
};
template <>
struct Wanted<double> {
  static constexpr const char* kName = "a number";
  static std::optional<double> read(const toml::node& node) {
    const std::optional<double> value = number_of(node);
    return value && !std::isnan(*value) ? value : std::nullopt;
  }
};
template <>
struct Wanted<std::string> {
  static constexpr const char* kName = "a string";
  static std::optional<std::string> read(const toml::node& node) { return node.value_exact<std::string>(); }
};

// A column reference; only its type sets it apart from a string.
struct ColumnReference {};
template <>
struct Wanted<ColumnReference> {
  static constexpr const char* kName = "a column's name or number";
  static std::optional<std::string> read(const toml::node& node) {
    if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
    return node.value_exact<std::string>();
  }
};

std::string with_place(const std::string& where, const std::string& sentence) {
  return where.empty() ? sentence : where + ": " + sentence;
}

/// A number that TOML cannot hold arrives from the command line as a text.
std::string limit_of(const toml::node& node) {
  const auto text = node.value_exact<std::string>();
  const bool number = text && !text->empty() && text->find_first_not_of("0123456789") == std::string::npos;
  return number ? " of at most " + std::to_string(std::numeric_limits<std::int64_t>::max()) : "";
}

template <class T>
auto read_one(const toml::node& node, const std::string& name) {
  auto value = Wanted<T>::read(node);
  if (!value) {
    throw ParamError(with_place(place(node), name + " is " + described(node) + "; expected " +
                                                 Wanted<T>::kName +
                                                 (std::is_same_v<T, std::int64_t> ? limit_of(node) : "")));
  }
  return *value;
}

}  // namespace

std::string place(const toml::source_region& region) {
  const std::string path = region.path ? escaped(*region.path) : std::string{};
  if (!region.begin || path.starts_with("--")) return path;
  return (path.empty() ? "line " : path + ":") + std::to_string(region.begin.line) + ":" +
         std::to_string(region.begin.column);
}

std::string place(const toml::node& node) { return place(node.source()); }

std::string place_prefix(const toml::node& node) {
  const std::string where = place(node);
  return where.empty() ? "" : where + ": ";
}

std::optional<double> number_of(const toml::node& node) {
  if (const auto whole = node.value_exact<std::int64_t>()) return static_cast<double>(*whole);
  return node.value_exact<double>();
}

std::string described(const toml::node& node) {
  if (const auto* text = node.as_string()) return in_quotes(text->get(), '"') + ", a string";
  if (const auto* whole = node.as_integer()) return std::to_string(whole->get()) + ", an integer";
  if (const auto* number = node.as_floating_point()) {
    if (std::isnan(number->get())) return "nan";  // a floating-point number that is not a number
    const std::string text = shortest(number->get());
    return text + (text.find_first_of(".en") == std::string::npos ? ".0" : "") + ", a floating-point number";
  }
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true, a boolean" : "false, a boolean";
  if (node.is_array()) return "an array";
  if (node.is_table()) return "a table";
  return "a date or time";
}

Section::Section(const toml::table& table, std::string path) : table_(&table), path_(std::move(path)) {}

std::string Section::full(std::string_view key) const {
  return path_.empty() ? shown(key) : path_ + "." + shown(key);
}

const toml::node* Section::note(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  return table_->get(key);
}

template <class T>
std::optional<T> Section::take(std::string_view key) {
  const toml::node* node = note(key);
  if (!node) return std::nullopt;
  return read_one<T>(*node, full(key));
}
template std::optional<bool> Section::take<bool>(std::string_view);
template std::optional<std::int64_t> Section::take<std::int64_t>(std::string_view);
template std::optional<double> Section::take<double>(std::string_view);
template std::optional<std::string> Section::take<std::string>(std::string_view);

std::optional<std::string> Section::take_choice(std::string_view key, std::span<const std::string> names) {
  const toml::node* node = note(key);
  if (!node) return std::nullopt;
  const auto value = node->value_exact<std::string>();
  if (value && std::find(names.begin(), names.end(), *value) != names.end()) return value;
  std::vector<std::string> marked;
  for (const std::string& name : names) marked.push_back(in_quotes(name, '"'));
  fail(key, "is " + described(*node) + "; expected " + listed(marked, marked.size()) +
                (value ? did_you_mean(*value, names) : std::string{}));
}

std::optional<std::string> Section::take_column(std::string_view key) {
  const toml::node* node = note(key);
  if (!node) return std::nullopt;
  return read_one<ColumnReference>(*node, full(key));
}

std::optional<std::vector<std::string>> Section::take_columns(std::string_view key) {
  const toml::node* node = note(key);
  if (!node) return std::nullopt;
  const toml::array* array = node->as_array();
  if (!array) return std::vector{read_one<ColumnReference>(*node, full(key))};
  std::vector<std::string> out;
  for (std::size_t k = 0; k < array->size(); ++k)
    out.push_back(read_one<ColumnReference>((*array)[k], full(key) + "[" + std::to_string(k) + "]"));
  return out;
}

const toml::node* Section::take_node(std::string_view key) { return note(key); }

void Section::fail(std::string_view key, std::string_view what) const {
  const toml::node* node = table_->get(key);
  throw ParamError(with_place(node ? place(*node) : place(*table_), full(key) + " " + std::string(what)));
}

void Section::finish() const {
  const toml::key* first = nullptr;
  for (const auto& [key, node] : *table_) {
    if (std::find(asked_.begin(), asked_.end(), key.str()) != asked_.end()) continue;
    const auto order = [](const toml::key& k) {
      return std::tuple(k.source().begin.line, k.source().begin.column);
    };
    if (!first || order(key) < order(*first)) first = &key;
  }
  if (!first) return;
  std::vector<std::string> valid = asked_;
  std::sort(valid.begin(), valid.end());
  std::string sentence =
      full(first->str()) + " is not a key of " + (path_.empty() ? "the file" : "[" + path_ + "]");
  const std::string other = did_you_mean(first->str(), valid);
  sentence += !other.empty()  ? other
              : valid.empty() ? "; it takes none"
                              : "; it takes " + listed(valid, valid.size());
  throw ParamError(with_place(place(first->source()), sentence));
}

}  // namespace tamis::framework
