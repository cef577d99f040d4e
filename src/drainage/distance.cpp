// Finds the nearest river of each cell: of all, those that can be the nearest of any place in a
// square are kept, and then of its quarters.
#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "core/interrupt.h"
#include "drainage/channels.h"
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
  double radius = 0;  // from there to the edge of the water
};

// A square, and those rivers that can be nearest to a place in it.
struct Part {
  Block block;
  std::vector<int> rivers;
};

class NearestRivers {
 public:
  NearestRivers(const Cells& cells, const std::vector<River>& rivers, Values* out)
      : cells_(cells), rivers_(rivers), farthest_(kFarthest * cells.across()), out_(*out) {}

  // Returns the quarters that have cells.
  std::vector<Part> Split(const Part& part) const {
    const Block& block = part.block;
    const double half = (block.side - 1) / 2.0;
    std::vector<double> distances;
    distances.reserve(part.rivers.size());
    double nearest = farthest_;
    InterruptCounter interrupt;
    for (const int river : part.rivers) {
      interrupt.Count();
      distances.push_back(DistanceTo(river, block.x + half, block.y + half));
      nearest = std::min(nearest, distances.back());
    }
    // From anywhere in the square, a link is nearer or farther than from its middle by less than
    // half of a diagonal.
    const double reach = nearest + 1.5 * block.side;
    std::vector<int> near;
    for (std::size_t k = 0; k < distances.size(); ++k)
      if (distances[k] <= reach) near.push_back(part.rivers[k]);
    std::vector<Part> quarters;
    const int side = block.side / 2;
    for (const int y : {block.y, block.y + side})
      for (const int x : {block.x, block.x + side})
        if (x < cells_.side && y < cells_.side) quarters.push_back({{x, y, side}, near});
    return quarters;
  }

  void Find(const Part& part) const {
    if (part.block.side > 1) {
      for (const Part& quarter : Split(part)) Find(quarter);
      return;
    }
    const auto [x, y, side] = part.block;
    double nearest = farthest_;
    for (const int river : part.rivers) nearest = std::min(nearest, DistanceTo(river, x, y));
    out_[Cells::Index(y * cells_.side + x)] = std::max(nearest, 0.0) / cells_.across();
  }

 private:
  // Returns the distance to the edge of the water, below 0 in it.
  double DistanceTo(int k, double x, double y) const {
    const River& river = rivers_[Cells::Index(k)];
    const double distance2 =
        NearestOn(river.link, Shortest(river.at.x - x), Shortest(river.at.y - y)).distance2;
    return std::sqrt(distance2) - river.radius;
  }
  // Returns the shorter of the two ways around the land.
  double Shortest(double way) const {
    const double side = cells_.side;
    if (!cells_.wraps || std::abs(way) <= side / 2) return way;
    return way > 0 ? way - side : way + side;
  }

  const Cells& cells_;
  const std::vector<River>& rivers_;
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

// Half of a cell's diagonal: so far are shores from the nodes of lakes.
constexpr double kShore = 0.7;

std::vector<River> RiversAndShores(const Balance& land, double smallest) {
  std::vector<River> out;
  InterruptCounter interrupt;
  for (int node = 0; node < static_cast<int>(land.height.size()); ++node) {
    interrupt.Count();
    const Vector at = land.grid.At(node);
    if (IsStream(land, node, smallest))
      out.push_back(
          {at, LinkOf(land, node), Channels::RadiusOf(land.grid, land.counts[Cells::Index(node)])});
    else if (IsShore(land, node))
      out.push_back({at, {}, kShore});
  }
  return out;
}

}  // namespace

Values DistanceAtMiddles(const Settings& settings, const Balance& land, const Team& team) {
  const std::vector<River> rivers = RiversAndShores(land, SmallestRiver(settings, land.grid));
  Values distance(land.height.size());
  const NearestRivers nearest(land.grid, rivers, &distance);
  const auto side = static_cast<int>(std::bit_ceil(static_cast<unsigned>(land.grid.side)));
  std::vector<int> all(rivers.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<Part> parts{{{0, 0, side}, std::move(all)}};
  constexpr int kSide = 64;  // of the parts that threads share
  while (parts.front().block.side > kSide) {
    std::vector<std::vector<Part>> split(parts.size());
    team.Each(static_cast<int>(parts.size()),
              [&](int k) { split[Cells::Index(k)] = nearest.Split(parts[Cells::Index(k)]); });
    parts.clear();
    for (std::vector<Part>& quarters : split)
      std::ranges::move(quarters, std::back_inserter(parts));
  }
  team.Each(static_cast<int>(parts.size()), [&](int k) { nearest.Find(parts[Cells::Index(k)]); });
  for (std::size_t i = 0; i < distance.size(); ++i)
    if (IsLake(land, i)) distance[i] = 0;
  return distance;
}

}  // namespace cobble::drainage
