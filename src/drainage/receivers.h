// Where the water of each node flows, and the trees that this makes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "drainage/grid.h"

namespace cobble::drainage {

// The flow from node to node.
class Flow {
 public:
  // In: is_outlet, for each node, whether water leaves there.
  Flow(const Grid& grid, const std::vector<uint8_t>& is_outlet);

  // Makes each node but outlets drain along its steepest descent; of equal ones, the first.
  void Descend(const Values& height, const Team& team);
  // Makes a node drain in another direction.
  void Turn(int node, int k);

  // Returns the direction of a node's receiver: kNowhere for outlets and pits.
  int DirectionAt(int node) const { return directions_[Cells::Index(node)]; }
  int ReceiverOf(int node) const { return grid_.Neighbour(node, DirectionAt(node)); }
  // Returns a bit for each direction from which water comes to a node.
  unsigned SourcesOf(int node) const { return sources_[Cells::Index(node)]; }
  // Returns the nodes that drain nowhere but are not outlets, in ascending order.
  std::vector<int> Pits() const;

  const Grid& grid() const { return grid_; }
  const std::vector<int>& outlets() const { return outlets_; }
  const std::vector<int8_t>& directions() const { return directions_; }

 private:
  void FindSources(int y);

  const Grid& grid_;
  const std::vector<uint8_t>& is_outlet_;
  std::vector<int> outlets_;
  std::vector<int8_t> directions_;
  std::vector<uint8_t> sources_;
};

// The nodes in the order in which a walk up the trees meets them: first an outlet, then all that
// drains into it. A node and all nodes upstream are together in the order.
class FlowOrder {
 public:
  explicit FlowOrder(const Cells& cells)
      : nodes(cells.count()), receivers(cells.count()), counts(cells.count()) {}

  std::vector<int> nodes;
  std::vector<int> receivers;  // by place in the order: the receiver's place; -1 for outlets
  std::vector<int> counts;     // by place: the nodes upstream, with the node itself

  std::size_t size() const { return nodes.size(); }

  // Follows a flow without pits.
  void Follow(const Flow& flow, const Team& team);

  // Calls part(first, end) for parts of the order, in parallel; a node's receiver is in the same
  // part before it, or in one that has been done.
  using Part = std::function<void(std::size_t first, std::size_t end)>;
  void EachPart(const Team& team, const Part& part) const;

 private:
  // The trees of some outlets, with places from 0.
  struct Trees {
    std::vector<int> nodes, receivers;

    void Follow(const Flow& flow, int outlet);
  };

  void Take(const Trees& trees, std::size_t first);

  std::vector<Trees> trees_;
};

}  // namespace cobble::drainage
