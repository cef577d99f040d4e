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

class NearestRivers {
 public:
  NearestRivers(const Balance& land, Values* out)
      : land_(land), farthest_(kFarthest * land.grid.across()), out_(*out) {}

  // In: rivers, nodes of links that can be nearest.
  void Find(const Block& block, const std::vector<int>& rivers) const {
    if (block.x >= land_.grid.side || block.y >= land_.grid.side) return;
    const double half = (block.side - 1) / 2.0;
    std::vector<double> distances;
    double nearest = farthest_;
    for (const int node : rivers) {
      distances.push_back(DistanceTo(node, block.x + half, block.y + half));
      nearest = std::min(nearest, distances.back());
    }
    if (block.side == 1) {
      out_[Cells::Index(block.y * land_.grid.side + block.x)] = nearest / land_.grid.across();
      return;
    }
    // From anywhere in the square, a link is nearer or farther than from its middle by less than
    // half of a diagonal.
    const double most = nearest + 1.5 * block.side;
    std::vector<int> near;
    for (std::size_t k = 0; k < rivers.size(); ++k)
      if (distances[k] <= most) near.push_back(rivers[k]);
    const int side = block.side / 2;
    for (const int y : {block.y, block.y + side})
      for (const int x : {block.x, block.x + side}) Find({x, y, side}, near);
  }

 private:
  double DistanceTo(int node, double x, double y) const {
    const int side = land_.grid.side;
    return std::sqrt(
        NearestOnLink(land_, node, Shortest(node % side - x), Shortest(node / side - y)).distance2);
  }
  // Returns the shorter of the two ways around the land.
  double Shortest(double way) const {
    const double side = land_.grid.side;
    if (!land_.grid.wraps || std::abs(way) <= side / 2) return way;
    return way > 0 ? way - side : way + side;
  }

  const Balance& land_;
  double farthest_;  // in cells
  Values& out_;
};

}  // namespace

Values DistanceAtMiddles(const Settings& settings, const Balance& land, const Team& team) {
  const double smallest = SmallestRiver(settings, land.grid);
  std::vector<int> rivers;
  for (int node = 0; node < static_cast<int>(land.height.size()); ++node)
    if (IsStream(land, node, smallest)) rivers.push_back(node);
  Values distance(land.height.size());
  const NearestRivers nearest(land, &distance);
  constexpr int kBlockSide = 64;
  const int blocks = (land.grid.side + kBlockSide - 1) / kBlockSide;
  team.Each(blocks * blocks, [&](int k) {
    nearest.Find({k % blocks * kBlockSide, k / blocks * kBlockSide, kBlockSide}, rivers);
  });
  return distance;
}

}  // namespace cobble::drainage
