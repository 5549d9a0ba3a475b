/// \file naming.hpp
/// How remedies name columns.
#pragma once

#include <tamis/framework/data/table.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>

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
  std::string operator()(const char* key, std::size_t j) const {
    const std::string& name = table_.columns[j].name;
    if (columns_called_.at(name) == 1 && shown(name) == name)
      return fmt::format("`{} = [{}]`", key, in_toml(name));
    const std::string number = std::to_string(j + 1);
    if (!columns_called_.contains(number)) return fmt::format("`{} = [{}]`", key, number);
    return fmt::format("`{} = [-{}]`", key, table_.columns.size() - j);
  }

 private:
  const Table& table_;
  std::unordered_map<std::string_view, std::size_t> columns_called_;
};

}  // namespace tamis::framework
