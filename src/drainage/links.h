// The links from nodes to their receivers, as seen from middles of cells. Distances are in cells.
#pragma once

#include <algorithm>
#include <limits>

#include "drainage/drainage.h"

namespace cobble::drainage {

inline constexpr int kReach = 2;           // nodes of so many cells on each side are looked at
inline constexpr int kSmallestStream = 4;  // nodes
inline constexpr double kSmallestRiver = 16;

// The level where there is no water.
inline constexpr double kNoWater = -std::numeric_limits<double>::infinity();

inline double NodesOfSquare(const Cells& cells) {
  return static_cast<double>(cells.across()) * cells.across();
}

// Returns the nodes upstream of the smallest river with water; infinite if there are none.
inline double SmallestRiver(const Settings& settings, const Cells& cells) {
  return settings.river > 0 ? std::max(settings.river * NodesOfSquare(cells), kSmallestRiver)
                            : std::numeric_limits<double>::infinity();
}

inline bool IsStream(const Balance& land, int node, double smallest) {
  const std::size_t i = Cells::Index(node);
  return land.counts[i] >= smallest && land.directions[i] != kNowhere;
}

inline bool IsLake(const Balance& land, std::size_t i) { return land.level[i] > land.height[i]; }

// Returns how far the level is below dry land.
inline double DryDepth(const Balance& land) { return (land.high - land.low) / 50; }

// Returns the way from a node to its receiver.
inline Vector LinkOf(const Balance& land, int node) {
  const int8_t k = land.directions[Cells::Index(node)];
  return land.grid.WayTo(Cells::Index(node), Cells::Index(land.grid.Neighbour(node, k)), k);
}

// A point on the link from a node to its receiver.
struct OnLink {
  double t = 0;          // from the node, 0, to the receiver, 1
  double distance2 = 0;  // squared
};

// Returns the point of a link that is nearest to a place. In: x and y, where the node is from
// there.
inline OnLink NearestOn(const Vector& link, double x, double y) {
  const double length2 = link.x * link.x + link.y * link.y;
  const double t = length2 > 0 ? std::clamp(-(x * link.x + y * link.y) / length2, 0.0, 1.0) : 0;
  const double near_x = x + t * link.x, near_y = y + t * link.y;
  return {t, near_x * near_x + near_y * near_y};
}

// The same for a node with a receiver. In: where its cell is, from the place.
inline OnLink NearestOnLink(const Balance& land, int node, int by_x, int by_y) {
  const std::size_t i = Cells::Index(node);
  return NearestOn(LinkOf(land, node), by_x + land.grid.OffsetX(i), by_y + land.grid.OffsetY(i));
}

// Calls visit(node, by_x, by_y) for the nodes of the cells around one, in rows.
template <typename Visit>
void EachAround(const Cells& cells, int x, int y, const Visit& visit) {
  for (int by_y = -kReach; by_y <= kReach; ++by_y) {
    const int row = cells.Inside(y + by_y);
    if (row < 0) continue;
    for (int by_x = -kReach; by_x <= kReach; ++by_x)
      if (const int column = cells.Inside(x + by_x); column >= 0)
        visit(row * cells.side + column, by_x, by_y);
  }
}

// Returns the level of the highest lake around a middle, where that is in the lake or above it.
// Where it is lower but no part of the lake, the land is beyond the outflow. In: is_lake(i), which
// nodes are.
template <typename IsLakeNode>
double LakeAt(const Balance& land, double middle, int x, int y, const IsLakeNode& is_lake) {
  const std::size_t i = Cells::Index(y * land.grid.side + x);
  if (is_lake(i)) return land.level[i];
  double lake = kNoWater;
  EachAround(land.grid, x, y, [&](int node, int, int) {
    const std::size_t j = Cells::Index(node);
    if (is_lake(j)) lake = std::max(lake, land.level[j]);
  });
  return middle >= lake ? lake : kNoWater;
}

}  // namespace cobble::drainage
