// Finds streams and lakes around the middles of cells.
#include "drainage/outputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

constexpr int kReach = 2;             // in cells: nodes of so many on each side are looked at
constexpr int kSmallestStream = 4;    // nodes
constexpr double kRiverReach2 = 6;    // how far rivers have a level, in cells squared
constexpr double kRiverDepths = 250;  // of a river of the smallest area, in the land's height
constexpr double kDryDepths = 50;     // how far the level is below dry land

// Returns the logarithm to the base 2, straight between powers of two.
double Log2(int count) {
  const int whole = std::bit_width(static_cast<unsigned>(count)) - 1;
  return whole + (count / static_cast<double>(1 << whole) - 1);
}

double NodesOfSquare(const Cells& cells) {
  return static_cast<double>(cells.across()) * cells.across();
}

// A point on the link from a node to its receiver.
struct OnLink {
  double t = 0;          // from the node, 0, to the receiver, 1
  double distance2 = 0;  // squared, in cells
};

// Returns the point nearest to the middle of a cell. In: a node with a receiver; its cell's place
// beside that one.
OnLink NearestOnLink(const Balance& land, int node, int by_x, int by_y) {
  const Grid& grid = land.grid;
  const int k = land.directions[Cells::Index(node)];
  const std::size_t from = Cells::Index(node), to = Cells::Index(grid.Neighbour(node, k));
  const double x = by_x + grid.OffsetX(from), y = by_y + grid.OffsetY(from);
  const double along_x = kColumns[Cells::Index(k)] + (grid.OffsetX(to) - grid.OffsetX(from));
  const double along_y = kRows[Cells::Index(k)] + (grid.OffsetY(to) - grid.OffsetY(from));
  const double t =
      std::clamp(-(x * along_x + y * along_y) / (along_x * along_x + along_y * along_y), 0.0, 1.0);
  const double near_x = x + t * along_x, near_y = y + t * along_y;
  return {t, near_x * near_x + near_y * near_y};
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

double FlowAt(const Balance& land, const std::vector<float>& sizes, int x, int y) {
  double flow = 0;
  EachAround(land.grid, x, y, [&](int node, int by_x, int by_y) {
    const double size = double{sizes[Cells::Index(node)]};
    if (size <= flow) return;
    const double distance2 = NearestOnLink(land, node, by_x, by_y).distance2;
    if (distance2 < kReach * kReach) flow = std::max(flow, size * (1 - distance2 / 4));
  });
  return flow;
}

// The rivers and lakes of a land.
class Waters {
 public:
  Waters(const Settings& settings, const Balance& land, const Values& middles)
      : land_(land),
        middles_(middles),
        smallest_(settings.river > 0 ? settings.river * NodesOfSquare(land.grid)
                                     : std::numeric_limits<double>::infinity()),
        beds_(land.level),
        has_water_(land.height.size()) {
    const Grid& grid = land.grid;
    for (int node = 0; node < static_cast<int>(beds_.size()); ++node) {
      if (!IsRiver(node) && !IsLake(node)) continue;
      const int x = node % grid.side, y = node / grid.side;
      const std::size_t i = Cells::Index(node);
      if (!IsLake(node))
        beds_[i] =
            std::max(beds_[i], SplineAt(grid, middles, x + grid.OffsetX(i), y + grid.OffsetY(i)));
      EachAround(grid, x, y, [&](int near, int, int) { has_water_[Cells::Index(near)] = 1; });
    }
  }

  double LevelAt(int x, int y) const {
    const std::size_t i = Cells::Index(y * land_.grid.side + x);
    const double dry = middles_[i] - (land_.high - land_.low) / kDryDepths;
    if (has_water_[i] == 0) return dry;
    double river = -kNone, lake = -kNone, distance2 = kRiverReach2;
    EachAround(land_.grid, x, y, [&](int node, int by_x, int by_y) {
      if (IsLake(node)) lake = std::max(lake, land_.level[Cells::Index(node)]);
      if (!IsRiver(node) || land_.directions[Cells::Index(node)] == kNowhere) return;
      const OnLink at = NearestOnLink(land_, node, by_x, by_y);
      if (at.distance2 >= distance2) return;
      distance2 = at.distance2;
      river = LevelOfRiver(node, at.t);
    });
    const bool is_lake = middles_[i] >= lake || land_.level[i] > land_.height[i];
    return std::max({river, is_lake ? lake : -kNone, dry});
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  bool IsRiver(int node) const { return land_.counts[Cells::Index(node)] >= smallest_; }
  bool IsLake(int node) const {
    return land_.level[Cells::Index(node)] > land_.height[Cells::Index(node)];
  }
  double LevelOfRiver(int node, double t) const {
    const int k = land_.directions[Cells::Index(node)];
    const double from = beds_[Cells::Index(node)];
    const double to = beds_[Cells::Index(land_.grid.Neighbour(node, k))];
    const double size = land_.counts[Cells::Index(node)] / smallest_;
    const double depth = (land_.high - land_.low) / kRiverDepths;
    return (from + t * (to - from)) + depth * std::sqrt(std::sqrt(size));
  }

  const Balance& land_;
  const Values& middles_;
  double smallest_;  // nodes upstream of a river
  Values beds_;
  std::vector<uint8_t> has_water_;  // whether a cell is near a river or a lake
};

}  // namespace

Values FlowAtMiddles(const Balance& land, const Team& team) {
  const double all = Log2(static_cast<int>(NodesOfSquare(land.grid)));
  std::vector<float> sizes(land.counts.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (land.counts[i] >= kSmallestStream && land.directions[i] != kNowhere)
      sizes[i] = static_cast<float>(std::min(1.0, Log2(land.counts[i]) / all));
  Values flow(sizes.size());
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x)
      flow[Cells::Index(y * land.grid.side + x)] = FlowAt(land, sizes, x, y);
  });
  return flow;
}

Values WaterAtMiddles(const Settings& settings, const Balance& land, const Values& middles,
                      const Team& team) {
  const Waters waters(settings, land, middles);
  Values level(middles.size());
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x)
      level[Cells::Index(y * land.grid.side + x)] = waters.LevelAt(x, y);
  });
  return level;
}

}  // namespace cobble::drainage
