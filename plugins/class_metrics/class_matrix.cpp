#include "class_matrix.hpp"

#include <numeric>

namespace tamis::class_metrics {

void ClassMatrix::prepare(const Dataset& data, const Runtime& runtime) {
  if (options.path.empty() == options.rows.empty())
    throw ParamError("give the distances once: in a file, `path`, or as a list, `rows`");
  const NamedClasses classes(data.target());
  ground_.resize(classes.count(), classes.count());
  if (options.path.empty())
    take(options.rows, classes);
  else
    read(runtime.read_cells(options.path), classes);
  warn_of_triangle(view(ground_), classes, runtime);
}

void ClassMatrix::read(const Cells& cells, const NamedClasses& classes) {
  const std::uint32_t l = classes.count();
  std::vector<std::uint64_t> row(l), column(l);
  const bool square = cells.rows() == cells.cols();
  if (square && cells.rows() == l && !cells(0, 0).empty()) {
    std::iota(row.begin(), row.end(), 0u);
    std::iota(column.begin(), column.end(), 0u);
  } else if (square && cells.rows() >= l) {  // names above and on the left; perhaps too few
    row = rows_of(classes, cells);
    column = columns_of(classes, cells);
  } else {
    throw DataError(
        std::string(cells.path()) + " has " + std::to_string(cells.rows()) + " rows and " +
        std::to_string(cells.cols()) + " columns; expected " + std::to_string(l) + " x " + std::to_string(l) +
        " distances between the classes of the target, or one row and column more for their names");
  }
  for (std::uint32_t i = 0; i < l; ++i)
    for (std::uint32_t j = 0; j < l; ++j) ground_(i, j) = cells.number(row[i], column[j]);
  check(view(ground_), classes, [&](std::uint32_t i, std::uint32_t j, const std::string& fault) {
    throw DataError(cells.where(row[i], column[j]) + ": " + fault);
  });
}

void ClassMatrix::take(std::span<const double> rows, const NamedClasses& classes) {
  const std::size_t l = classes.count();
  if (rows.size() != l * l)
    throw ParamError("`rows` lists " + std::to_string(rows.size()) + " distances; expected " +
                     std::to_string(l * l) + ", row after row, for the " + std::to_string(l) +
                     " classes of the target");
  ground_ = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      rows.data(), ground_.rows(), ground_.cols());
  check(view(ground_), classes, [](std::uint32_t i, std::uint32_t j, const std::string& fault) {
    throw ParamError("`rows`, row " + std::to_string(i + 1) + ", number " + std::to_string(j + 1) + ": " +
                     fault);
  });
}

}  // namespace tamis::class_metrics
