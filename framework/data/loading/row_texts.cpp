#include "row_texts.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace tamis::framework {
namespace {

std::span<const std::string> named(const DataOptions& options) {
  return std::span(options.ignore).first(std::min(options.ignore.size(), kMostRowTexts));
}

}  // namespace

void add_row_texts(const DataOptions& options, ReadOptions& read) {
  // optional: a column that is not there is refused with the other roles
  for (const std::string& column : named(options)) read.texts.push_back({column, "ignore", true, true});
}

std::vector<RowTexts> take_row_texts(Sources& sources, const DataOptions& options) {
  std::vector<std::size_t> columns;
  if (sources.id) columns.push_back(sources.id.j);
  for (const std::size_t j : sources.data.find_all(named(options), "ignore"))
    if (std::ranges::find(columns, j) == columns.end()) columns.push_back(j);
  std::vector<std::uint64_t> all(columns.empty() ? 0 : sources.data.rows);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  std::vector<RowTexts> out;
  for (const std::size_t j : columns) {
    TableColumn& column = sources.data.columns[j];
    std::vector<std::string> texts =
        column.texts.empty() ? ColumnAt{&sources.data, j}.texts(all) : std::move(column.texts);
    out.push_back({column.name, std::move(texts)});
  }
  return out;
}

}  // namespace tamis::framework
