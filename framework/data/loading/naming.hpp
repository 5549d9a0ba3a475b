/// \file naming.hpp
/// How remedies name columns.
#pragma once

#include <tamis/framework/data/table.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tamis::framework {

/// Names columns in remedies.
class Naming {
 public:
  /// Cost: the table's columns.
  explicit Naming(const Table& table) : table_(table) {
    for (const TableColumn& column : table.columns) ++columns_called_[column.name];
  }

  /// `KEY = ["column"]`: by its name, or by its number, from the end if need be, where the name is also
  /// another's or cannot be shown as it is.
  std::string operator()(const char* key, std::size_t j) const { return (*this)(key, {&j, 1}); }
  /// The same of several columns.
  std::string operator()(const char* key, std::span<const std::size_t> columns) const {
    std::vector<std::string> references;
    for (const std::size_t j : columns) references.push_back(reference(j));
    return fmt::format("`{} = [{}]`", key, fmt::join(references, ", "));
  }

 private:
  std::string reference(std::size_t j) const {
    const std::string& name = table_.columns[j].name;
    if (columns_called_.at(name) == 1 && shown(name) == name) return in_toml(name);
    const std::string number = std::to_string(j + 1);
    return columns_called_.contains(number) ? fmt::format("-{}", table_.columns.size() - j) : number;
  }

  const Table& table_;
  std::unordered_map<std::string_view, std::size_t> columns_called_;
};

}  // namespace tamis::framework
