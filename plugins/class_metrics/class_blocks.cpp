#include "class_blocks.hpp"

#include "ground_distances.hpp"

namespace tamis::class_metrics {
namespace {

std::vector<std::string_view> groups_in(const Cells& cells, const NamedClasses& classes) {
  if (cells.cols() != 2)
    throw DataError(std::string(cells.path()) + " has " + std::to_string(cells.cols()) +
                    " columns; expected 2: the name of a class and that of its group");
  std::vector<std::string_view> groups;
  for (const std::uint64_t row : rows_of(classes, cells)) {
    groups.push_back(cells(row, 1));
    if (groups.back().empty())
      throw DataError(cells.where(row, 1) + ": the group of class " + in_quotes(cells(row, 0)) +
                      " is empty; name it");
  }
  return groups;
}

std::vector<std::string_view> groups_by_name(const NamedClasses& classes, std::string_view separator) {
  if (separator.empty())
    throw ParamError("`separator` is empty; give the text that ends a group in a class name, as '.'");
  std::vector<std::string_view> groups;
  for (std::uint32_t c = 0; c < classes.count(); ++c)
    groups.push_back(classes[c].substr(0, classes[c].find(separator)));
  return groups;
}

}  // namespace

void ClassBlocks::prepare(const Dataset& data, const Runtime& runtime) {
  const NamedClasses classes(data.target());
  const auto groups = options.path.empty() ? groups_by_name(classes, options.separator)
                                           : groups_in(runtime.read_cells(options.path), classes);
  std::map<std::string_view, std::uint32_t> number;
  group_.clear();
  for (const std::string_view g : groups)
    group_.push_back(number.emplace(g, static_cast<std::uint32_t>(number.size())).first->second);
  if (number.size() == classes.count() && classes.count() > 1)
    runtime.warn(
        "each class is a group of its own, so `within` is not used; name the groups in a file, "
        "`path`, or say what ends a group in the name of a class, `separator`");

  tree_ = {};
  if (shape().shape == Shape::tree) {
    std::vector<std::uint32_t> node;
    for (std::size_t g = 0; g < number.size(); ++g)
      node.push_back(tree_.add_child(Tree::kRoot, (options.between - options.within) / 2));
    for (const std::uint32_t g : group_) tree_.place_class(tree_.add_child(node[g], options.within / 2));
  } else {
    Eigen::MatrixXd d(classes.count(), classes.count());
    distances(view(d));
    warn_of_triangle(view(d), classes, runtime);
  }
}

void ClassBlocks::distances(Matrix out) const {
  for (std::size_t j = 0; j < group_.size(); ++j)
    for (std::size_t i = 0; i < group_.size(); ++i)
      out(i, j) = i == j ? 0.0 : group_[i] == group_[j] ? options.within : options.between;
}

ClassShape ClassBlocks::shape() const {
  return options.between >= options.within ? tree_.shape() : ClassShape{};
}

}  // namespace tamis::class_metrics
