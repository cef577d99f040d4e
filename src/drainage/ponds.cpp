// Fills small lakes.
#include "drainage/ponds.h"

#include <algorithm>
#include <vector>

#include "core/interrupt.h"

namespace cobble::drainage {

void FillPonds(const Cells& cells, const FlowOrder& order, double span, const Values& level,
               Values* height) {
  struct Pond {
    int nodes = 0;
    double depth = 0;
  };
  const int smallest = std::max(kSmallestLake, cells.across() * cells.across() / kPondPart);
  std::vector<int> outflows(order.size(), -1);  // by place: that of a node's lake; -1 on land
  std::vector<Pond> ponds(order.size());        // by place of the outflow
  InterruptCounter interrupt;
  const auto each_in_lake = [&](const auto& visit) {
    for (std::size_t place = 0; place < order.size(); ++place) {
      interrupt.Count();
      const std::size_t node = Cells::Index(order.nodes[place]);
      if (order.receivers[place] >= 0 && level[node] > (*height)[node])
        visit(place, node, order.receivers[place]);
    }
  };
  each_in_lake([&](std::size_t place, std::size_t node, int receiver) {
    const int further = outflows[Cells::Index(receiver)];
    outflows[place] = further < 0 ? receiver : further;
    Pond& pond = ponds[Cells::Index(outflows[place])];
    ++pond.nodes;
    pond.depth = std::max(pond.depth, level[node] - (*height)[node]);
  });
  each_in_lake([&](std::size_t place, std::size_t node, int) {
    const std::size_t outflow = Cells::Index(outflows[place]);
    const std::size_t below = Cells::Index(order.nodes[outflow]);
    const bool is_in_sea = order.receivers[outflow] < 0 && level[below] > (*height)[below];
    const Pond& pond = ponds[outflow];
    const bool is_pond = pond.nodes < smallest || pond.depth <= span / kPondDepths;
    if (is_pond && !is_in_sea) (*height)[node] = level[node];
  });
}

}  // namespace cobble::drainage
