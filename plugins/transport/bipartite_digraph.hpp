/// \file bipartite_digraph.hpp
/// The network of a transport problem as LEMON wants its graphs: an arc from every source to every sink.
#pragma once

#include <lemon/bits/graph_extender.h>

#include <cstddef>

namespace tamis::transport {

/// What lemon::DigraphExtender builds on; modelled on lemon::FullDigraphBase. Nodes are 0, 1, ...: first the
/// sources, then the sinks; arc i * sinks + j runs from source i to sink j. It stores no arcs.
class BipartiteDigraphBase {
 public:
  using Digraph = BipartiteDigraphBase;
  using NodeNumTag = lemon::True;
  using ArcNumTag = lemon::True;

  template <class Kind>
  struct Item {
    int id = -1;
    Item() = default;
    explicit Item(int i) : id(i) {}
    Item(lemon::Invalid) {}
    bool operator==(const Item&) const = default;
    auto operator<=>(const Item&) const = default;
  };
  using Node = Item<struct NodeKind>;
  using Arc = Item<struct ArcKind>;

  int nodeNum() const { return sources_ + sinks_; }
  int arcNum() const { return sources_ * sinks_; }
  int maxNodeId() const { return nodeNum() - 1; }
  int maxArcId() const { return arcNum() - 1; }
  Node source(Arc a) const { return Node(a.id / sinks_); }
  Node target(Arc a) const { return Node(sources_ + a.id % sinks_); }
  static int id(Node v) { return v.id; }
  static int id(Arc a) { return a.id; }
  static Node nodeFromId(int i) { return Node(i); }
  static Arc arcFromId(int i) { return Arc(i); }

  // Every walk runs from the last item to the first and ends at -1, lemon::INVALID.
  void first(Node& v) const { v.id = nodeNum() - 1; }
  static void next(Node& v) { --v.id; }
  void first(Arc& a) const { a.id = arcNum() - 1; }
  static void next(Arc& a) { --a.id; }
  void firstOut(Arc& a, const Node& v) const { a.id = v.id < sources_ ? (v.id + 1) * sinks_ - 1 : -1; }
  void nextOut(Arc& a) const { a.id = a.id % sinks_ == 0 ? -1 : a.id - 1; }
  void firstIn(Arc& a, const Node& v) const {
    a.id = v.id < sources_ ? -1 : (sources_ - 1) * sinks_ + v.id - sources_;
  }
  void nextIn(Arc& a) const { a.id = a.id < sinks_ ? -1 : a.id - sinks_; }

 protected:
  void construct(int sources, int sinks) {
    sources_ = sources;
    sinks_ = sinks;
  }

 private:
  int sources_ = 0, sinks_ = 0;
};

class BipartiteDigraph : public lemon::DigraphExtender<BipartiteDigraphBase> {
 public:
  BipartiteDigraph(std::size_t sources, std::size_t sinks) {
    construct(static_cast<int>(sources), static_cast<int>(sinks));
  }
};

}  // namespace tamis::transport
