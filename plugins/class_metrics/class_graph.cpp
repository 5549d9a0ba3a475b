#include "class_graph.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

namespace tamis::class_metrics {
namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                    boost::property<boost::edge_weight_t, double>>;
constexpr double kUnreached = std::numeric_limits<double>::infinity();
constexpr double kLongest = 1e280;  // no way over edges of this length becomes infinite

struct NamedGraph {
  Graph graph;
  std::map<std::string_view, std::size_t> node_of;

  std::size_t node(std::string_view name) {
    const auto known = node_of.find(name);
    return known != node_of.end() ? known->second : node_of[name] = boost::add_vertex(graph);
  }
};

void add_edge(NamedGraph& named, const Cells& cells, std::uint64_t row) {
  for (std::uint64_t end : {0u, 1u})
    if (cells(row, end).empty()) throw DataError(cells.where(row, end) + ": the end of an edge has no name");
  const double weight = cells.number(row, 2);
  if (weight < 0 || weight > kLongest)
    throw DataError(cells.where(row, 2) + ": the edge from " + in_quotes(cells(row, 0)) + " to " +
                    in_quotes(cells(row, 1)) + " has the weight " + text_of(weight) +
                    "; give a length of 0 to 1e280");
  const std::size_t u = named.node(cells(row, 0)), v = named.node(cells(row, 1));
  boost::add_edge(u, v, weight, named.graph);
}

bool has_number(const Cells& cells, std::uint64_t i, std::uint64_t j) {
  try {
    return std::isfinite(cells.number(i, j));
  } catch (const DataError&) {
    return false;
  }
}

NamedGraph read_graph(const Cells& cells) {
  if (cells.cols() != 3 || cells.rows() == 0)
    throw DataError(std::string(cells.path()) + " has " + std::to_string(cells.rows()) + " rows and " +
                    std::to_string(cells.cols()) + " columns; expected an edge per row: from,to,weight");
  NamedGraph named;
  const std::uint64_t first = has_number(cells, 0, 2) ? 0 : 1;
  for (std::uint64_t i = first; i < cells.rows(); ++i) add_edge(named, cells, i);
  // A first row of nodes that others name is an edge whose weight was mistyped, not a header.
  if (first == 1 && (named.node_of.contains(cells(0, 0)) || named.node_of.contains(cells(0, 1))))
    add_edge(named, cells, 0);
  return named;
}

/// Makes a node of the tree of each vertex, in the order in which a search finds them.
struct Planter : boost::default_bfs_visitor {
  Tree& tree;
  std::vector<std::uint32_t>& number;
  void tree_edge(Graph::edge_descriptor e, const Graph& graph) const {
    number[target(e, graph)] = tree.add_child(number[source(e, graph)], get(boost::edge_weight, graph, e));
  }
};

/// The graph hung from its first node, nodes renumbered, if it is connected and has no cycle.
std::optional<Tree> as_tree(const Graph& graph, const std::vector<std::size_t>& node_of_class) {
  const std::size_t nodes = boost::num_vertices(graph);
  if (boost::num_edges(graph) + 1 != nodes) return {};
  Tree tree;
  std::vector<std::uint32_t> number(nodes, Tree::kRoot);
  Planter planter{{}, tree, number};
  boost::breadth_first_search(graph, boost::vertex(0, graph), boost::visitor(planter));
  if (tree.shape().parent.size() != nodes) return {};
  for (const std::size_t node : node_of_class) tree.place_class(number[node]);
  return tree;
}

}  // namespace

void ClassGraph::prepare(const Dataset& data, const Runtime& runtime) {
  if (options.path.empty())
    throw ParamError("`path` is empty; name the CSV file of the edges, from,to,weight");
  const NamedClasses classes(data.target());
  const Cells cells = runtime.read_cells(options.path);
  const NamedGraph named = read_graph(cells);
  const std::uint32_t l = classes.count();

  std::vector<std::size_t> node;
  for (std::uint32_t c = 0; c < l; ++c) {
    const auto known = named.node_of.find(classes[c]);
    if (known == named.node_of.end())
      throw DataError(std::string(cells.path()) + ": no edge begins or ends at " + classes.quoted_name(c) +
                      " of the target; add one");
    node.push_back(known->second);
  }

  ground_ = Eigen::MatrixXd::Zero(l, l);
  runtime.parallel_for(l, [&](std::uint64_t c) {
    std::vector<double> way(boost::num_vertices(named.graph));
    boost::dijkstra_shortest_paths(
        named.graph, node[c],
        boost::distance_map(
            boost::make_iterator_property_map(way.begin(), boost::get(boost::vertex_index, named.graph)))
            .distance_inf(kUnreached));
    for (std::size_t other = c + 1; other < l; ++other)  // there and back sums may round differently
      ground_(c, other) = ground_(other, c) = way[node[other]];
  });
  for (std::uint32_t c = 0; c < l; ++c)
    for (std::uint32_t other = c + 1; other < l; ++other)
      if (ground_(c, other) == kUnreached)
        throw DataError(std::string(cells.path()) + ": no way leads from " + classes.quoted_name(c) + " to " +
                        classes.quoted_name(other) + "; add the edges between them");
  tree_ = as_tree(named.graph, node);
}

}  // namespace tamis::class_metrics
