// Finds the outlets.
#include "drainage/outlets.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace cobble::drainage {
namespace {

// The runs of an open edge, one outlet or none in each, are this part of the square's side.
constexpr int kRunsOfSide = 16;

// Returns the nodes of the edge, clockwise.
std::vector<int> EdgeOf(const Cells& cells) {
  const int last = cells.side - 1;
  std::vector<int> edge;
  const auto add = [&](int x, int y) { edge.push_back(y * cells.side + x); };
  for (int x = 0; x <= last; ++x) add(x, 0);
  for (int y = 1; y <= last; ++y) add(last, y);
  for (int x = last - 1; x >= 0; --x) add(x, last);
  for (int y = last - 1; y > 0; --y) add(0, y);
  return edge;
}

// An open edge, along which land is looked at.
struct Edge {
  Cells cells;
  const Values& land;
  std::vector<int> nodes = EdgeOf(cells);

  int count() const { return static_cast<int>(nodes.size()); }
  double LandAt(int place) const {
    return land[Cells::Index(nodes[Cells::Index((place + count()) % count())])];
  }
  int LowestOf(int first, int end) const {
    int lowest = first;
    for (int place = first; place < end; ++place)
      if (LandAt(place) < LandAt(lowest)) lowest = place;
    return lowest;
  }
  bool IsLowestWithin(int place, int reach) const {
    for (int by = -reach; by <= reach; ++by)
      if (LandAt(place + by) < LandAt(place)) return false;
    return true;
  }
  // Returns whether the land falls towards the edge.
  bool FallsOutwards(int place, int inwards) const {
    const int i = nodes[Cells::Index(place)];
    const int last = cells.side - 1 - inwards;
    const int x = std::clamp(i % cells.side, inwards, last);
    const int y = std::clamp(i / cells.side, inwards, last);
    return LandAt(place) < land[Cells::Index(y * cells.side + x)];
  }
};

std::vector<int> DipsOf(const Edge& edge) {
  const int run = edge.cells.across() / kRunsOfSide;
  std::vector<int> dips;
  for (int first = 0; first < edge.count(); first += run) {
    const int lowest = edge.LowestOf(first, std::min(first + run, edge.count()));
    if (edge.IsLowestWithin(lowest, run) || edge.FallsOutwards(lowest, run / 2))
      dips.push_back(edge.nodes[Cells::Index(lowest)]);
  }
  return dips;
}

// Floods the land from its lowest node until this part of it is under a lake. Returns the level.
constexpr std::size_t kLakePart = 64;

double Flood(const Cells& cells, const Values& land, std::vector<uint8_t>* is_flooded) {
  using Shore = std::pair<double, int>;  // the height of a node beside the lake, and the node
  std::priority_queue<Shore, std::vector<Shore>, std::greater<>> shores;
  std::vector<uint8_t> is_known(land.size());
  const auto add = [&](int node) {
    if (std::exchange(is_known[Cells::Index(node)], uint8_t{1}) == 0)
      shores.emplace(land[Cells::Index(node)], node);
  };
  add(static_cast<int>(std::ranges::min_element(land) - land.begin()));
  double level = kNoSea;
  for (std::size_t flooded = 0; flooded < land.size() / kLakePart; ++flooded) {
    const auto [height, node] = shores.top();
    shores.pop();
    level = std::max(level, height);
    (*is_flooded)[Cells::Index(node)] = 1;
    for (int k = 0; k < kDirections; ++k)
      if (const int other = cells.Neighbour(node % cells.side, node / cells.side, k); other >= 0)
        add(other);
  }
  return level;
}

}  // namespace

Outlets FindOutlets(const Cells& cells, const Values& land, double sea) {
  Outlets out{std::vector<uint8_t>(cells.count()), sea};
  for (std::size_t i = 0; i < land.size(); ++i) out.are[i] = land[i] <= sea ? 1 : 0;
  if (!cells.wraps)
    for (const int dip : DipsOf({cells, land})) out.are[Cells::Index(dip)] = 1;
  if (std::ranges::find(out.are, 1) == out.are.end()) out.sea = Flood(cells, land, &out.are);
  return out;
}

}  // namespace cobble::drainage
