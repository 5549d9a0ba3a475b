#include "class_tree.hpp"

#include "classes.hpp"

namespace tamis::class_metrics {
namespace {

/// Where the prefixes of a path end: after each layer. None for the root.
std::vector<std::size_t> ends_of_layers(std::string_view path, std::string_view separator) {
  std::vector<std::size_t> ends;
  if (path.empty()) return ends;
  for (std::size_t at = 0; (at = path.find(separator, at)) != path.npos; at += separator.size())
    ends.push_back(at);
  ends.push_back(path.size());
  return ends;
}

}  // namespace

void ClassTree::configured() {
  if (options.separator.empty())
    throw ParamError("`separator` is empty; give the text between the layers of a class name, as '/'");
  for (const double w : options.weights)
    if (!(w >= 0) || !std::isfinite(w))
      throw ParamError("`weights` lists " + text_of(w) + "; give lengths of edges, finite and not negative");
}

void ClassTree::prepare(const Dataset& data, const Runtime&) {
  const NamedClasses classes(data.target());
  const std::string_view separator = options.separator;

  std::vector<std::vector<std::size_t>> ends;
  for (std::uint32_t c = 0; c < classes.count(); ++c) ends.push_back(ends_of_layers(classes[c], separator));
  const auto depth = [](const auto& e) { return e.size(); };
  const auto deepest = std::ranges::max_element(ends, {}, depth);
  if (deepest->size() > options.weights.size()) {
    const auto c = static_cast<std::uint32_t>(deepest - ends.begin());
    throw ParamError(classes.quoted_name(c) + " lies " + std::to_string(deepest->size()) +
                     " layers below the root, but `weights` lists " + std::to_string(options.weights.size()) +
                     "; give " + std::to_string(deepest->size()) + ", one per layer from the root down");
  }

  tree_ = {};
  std::map<std::string_view, std::uint32_t> node_of;
  for (std::uint32_t c = 0; c < classes.count(); ++c) {
    std::uint32_t node = Tree::kRoot;
    std::size_t begin = 0;
    for (std::size_t t = 0; t < ends[c].size(); ++t) {
      if (ends[c][t] == begin)
        throw DataError(classes.quoted_name(c) + " has an empty layer; name each one between " +
                        in_quotes(separator));
      const std::string_view prefix = classes[c].substr(0, ends[c][t]);
      const auto known = node_of.find(prefix);
      node = known != node_of.end() ? known->second
                                    : node_of[prefix] = tree_.add_child(node, options.weights[t]);
      begin = ends[c][t] + separator.size();
    }
    tree_.place_class(node);
  }
}

}  // namespace tamis::class_metrics
