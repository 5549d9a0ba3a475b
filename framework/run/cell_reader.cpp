#include <tamis/framework/run/cell_reader.hpp>

#include <tamis/framework/data/read_table.hpp>

#include <iterator>

namespace tamis::framework {
namespace {

CellFile read_cells(const std::string& path) {
  ReadOptions options;
  options.header = HeaderMode::no;
  options.all_texts = true;
  options.digest = true;
  Table table = read_table(path, options);
  CellFile file{table.path, table.rows, table.columns.size(), {}, {}, table.sha256};
  for (TableColumn& column : table.columns)
    std::move(column.texts.begin(), column.texts.end(), std::back_inserter(file.cells));
  for (std::uint64_t i = 0; i < table.rows; ++i) file.lines.push_back(table.line(i));
  return file;
}

}  // namespace

RuntimeOptions with_files(RuntimeOptions options) {
  options.read_cells = read_cells;
  return options;
}

}  // namespace tamis::framework
