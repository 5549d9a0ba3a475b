/// \file section.hpp
/// Reads one TOML table: takes keys with their types, then refuses the keys that nobody took. Every error is
/// "file:line:column: key.path ...", with what was seen, what was expected and the nearest valid name.
#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The name of an enumeration's value; `names` stand in the order of its values, as for Section::take_enum().
template <class E>
std::string_view name_of(E value, std::span<const std::string_view> names) {
  return names[static_cast<std::size_t>(value)];
}

/// "file:line:column" of a node. Where there is no line, or the source is an option of the command line
/// (a source path such as "--set"), the source path alone; "" when nothing is known.
std::string place(const toml::node& node);
/// The same for a region, such as a key's.
std::string place(const toml::source_region& region);

/// The same followed by ": ", or "" when nothing is known: the beginning of a message.
std::string place_prefix(const toml::node& node);

/// What a node holds, for a sentence: `"yes", a string`, `3, an integer`, `an array`.
std::string described(const toml::node& node);

/// A number as a double; nothing of other nodes. (toml++ has none for integers beyond 2^53.)
std::optional<double> number_of(const toml::node& node);

/// One table of a config. The table must outlive the section. Ask for every valid key with take(), whether or
/// not it is there, then call finish().
class Section {
 public:
  /// \param path  the key path of the table, such as "data" or "criterion.noise"; "" for the root.
  Section(const toml::table& table, std::string path);

  /// "data.key".
  std::string full(std::string_view key) const;

  /// The value of a key, or nothing when the key is absent. T is bool, std::int64_t, double (integers are
  /// accepted, nan is not) or std::string.
  /// \throws ParamError  when the value has another type.
  template <class T>
  std::optional<T> take(std::string_view key);

  /// One of `names`.
  /// \throws ParamError  with the names and the nearest.
  std::optional<std::string> take_choice(std::string_view key, std::span<const std::string> names);
  std::optional<std::string> take_choice(std::string_view key, std::initializer_list<std::string> names) {
    return take_choice(key, std::span(names.begin(), names.size()));
  }

  /// The value of an enumeration by its name: `names` stand in the order of its values.
  /// \throws ParamError  as take_choice().
  template <class E>
  std::optional<E> take_enum(std::string_view key, std::span<const std::string_view> names) {
    const std::vector<std::string> all(names.begin(), names.end());
    const std::optional<std::string> name = take_choice(key, all);
    if (!name) return std::nullopt;
    return static_cast<E>(std::find(all.begin(), all.end(), *name) - all.begin());
  }

  /// A column reference: a string (name, or a number as text) or an integer (1-based, negative from the end).
  std::optional<std::string> take_column(std::string_view key);
  /// A list of column references; a single one is a list of one.
  std::optional<std::vector<std::string>> take_columns(std::string_view key);

  /// The node itself, for values of several types; nullptr when absent.
  const toml::node* take_node(std::string_view key);

  /// Adds a key to the valid ones without reading it (another reader will).
  void allow(std::string_view key) { note(key); }

  /// Throws ParamError "file:7:12: data.key <what>", at the key's value (at the table when absent).
  [[noreturn]] void fail(std::string_view key, std::string_view what) const;

  /// \throws ParamError  for the first key of the table (in the order of the file) that was never asked for.
  void finish() const;

 private:
  const toml::node* note(std::string_view key);

  const toml::table* table_;
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace tamis::framework
