// Finds the nearest river of each cell: of all, those that can be the nearest of any place in a
// square are kept, and then of its quarters.
#include <algorithm>
#include <cmath>

#include "drainage/links.h"
#include "drainage/outputs.h"

namespace cobble::drainage {
namespace {

// A square of cells.
struct Block {
  int x = 0, y = 0, side = 1;  // its first cell
};

// A node's link, or a shore, which has no length.
struct River {
  Vector at;  // the node
  Vector link;
};
using Rivers = std::vector<River>;

class NearestRivers {
 public:
  NearestRivers(const Cells& cells, Values* out)
      : cells_(cells), farthest_(kFarthest * cells.across()), out_(*out) {}

  // In: rivers, those that can be nearest.
  void Find(const Block& block, const Rivers& rivers) const {
    if (block.x >= cells_.side || block.y >= cells_.side) return;
    const double half = (block.side - 1) / 2.0;
    std::vector<double> distances;
    distances.reserve(rivers.size());
    double nearest = farthest_;
    for (const River& river : rivers) {
      distances.push_back(DistanceTo(river, block.x + half, block.y + half));
      nearest = std::min(nearest, distances.back());
    }
    if (block.side == 1) {
      out_[Cells::Index(block.y * cells_.side + block.x)] = nearest / cells_.across();
      return;
    }
    // From anywhere in the square, a link is nearer or farther than from its middle by less than
    // half of a diagonal.
    const double reach = nearest + 1.5 * block.side;
    Rivers near;
    for (std::size_t k = 0; k < rivers.size(); ++k)
      if (distances[k] <= reach) near.push_back(rivers[k]);
    const int side = block.side / 2;
    for (const int y : {block.y, block.y + side})
      for (const int x : {block.x, block.x + side}) Find({x, y, side}, near);
  }

 private:
  double DistanceTo(const River& river, double x, double y) const {
    return std::sqrt(
        NearestOn(river.link, Shortest(river.at.x - x), Shortest(river.at.y - y)).distance2);
  }
  // Returns the shorter of the two ways around the land.
  double Shortest(double way) const {
    const double side = cells_.side;
    if (!cells_.wraps || std::abs(way) <= side / 2) return way;
    return way > 0 ? way - side : way + side;
  }

  const Cells& cells_;
  double farthest_;  // in cells
  Values& out_;
};

// Whether a node of a lake has a dry neighbour.
bool IsShore(const Balance& land, int node) {
  if (!IsLake(land, Cells::Index(node))) return false;
  const Grid& grid = land.grid;
  for (int k = 0; k < kDirections; ++k) {
    const int other = grid.Neighbour(node % grid.side, node / grid.side, k);
    if (other >= 0 && !IsLake(land, Cells::Index(other))) return true;
  }
  return false;
}

Rivers RiversAndShores(const Balance& land, double smallest) {
  Rivers out;
  for (int node = 0; node < static_cast<int>(land.height.size()); ++node) {
    const bool is_river = IsStream(land, node, smallest);
    if (!is_river && !IsShore(land, node)) continue;
    out.push_back({land.grid.At(node), is_river ? LinkOf(land, node) : Vector()});
  }
  return out;
}

}  // namespace

Values DistanceAtMiddles(const Settings& settings, const Balance& land, const Team& team) {
  const Rivers rivers = RiversAndShores(land, SmallestRiver(settings, land.grid));
  Values distance(land.height.size());
  const NearestRivers nearest(land.grid, &distance);
  constexpr int kBlockSide = 64;
  const int blocks = (land.grid.side + kBlockSide - 1) / kBlockSide;
  team.Each(blocks * blocks, [&](int k) {
    nearest.Find({k % blocks * kBlockSide, k / blocks * kBlockSide, kBlockSide}, rivers);
  });
  for (std::size_t i = 0; i < distance.size(); ++i)
    if (IsLake(land, i)) distance[i] = 0;
  return distance;
}

}  // namespace cobble::drainage
