// The rivers of a land as lines, and its lakes as outlines. Places are in cells from the middle of
// the first; in a land that wraps, they go on beyond its edge.
#pragma once

#include <vector>

#include "drainage/drainage.h"

namespace cobble::drainage {

// Returns the depths of lakes at the middles of cells, as the node draws them; at most 0 on land
// and in the sea. In: middles, the land's heights there.
Values LakeDepths(const Settings& settings, const Balance& land, const Values& middles,
                  const Team& team);

// A place, and the level of the water there.
struct RiverPoint {
  Vector place;
  double level = 0;
};
using RiverLine = std::vector<RiverPoint>;

// A part of a river, from where it begins, or another joins it, or it enters or leaves a lake, to
// the next such place. Parts that meet there share a point.
struct Stream {
  RiverLine line;  // downstream
  int count = 0;   // nodes upstream of its end
  int order = 1;   // see Strahler, "Hypsometric analysis of erosional topography", 1952
  bool in_lake = false;
};

// Returns the streams whose area is at least so many nodes. They follow links, as splines do whose
// control points are nodes, less than a cell beside them. In: depths, of lakes.
std::vector<Stream> StreamsOf(const Balance& land, double smallest, const Values& depths);

// A convex part of the plane: where the number of every side is at least 0.
struct Region {
  struct Side {
    double x = 0, y = 0, constant = 0;

    double At(const Vector& place) const { return x * place.x + y * place.y + constant; }
  };
  std::vector<Side> sides;
  Vector low, high;  // of a box around it

  bool Contains(const Vector& place) const;
  // Returns the parts of a line that are in the region.
  std::vector<RiverLine> PartsOf(const RiverLine& line) const;
};

// Closed, without its first point at the end.
using Ring = std::vector<Vector>;

struct Lake {
  std::vector<Ring> rings;      // its outline, then those of its islands
  double level = 0, depth = 0;  // where it is deepest
};

// Returns the parts of lakes in a region: where depths are above 0. What does not cover the square
// between four middles is a puddle, and no lake. In: middles, as above.
std::vector<Lake> LakesOf(const Cells& cells, const Values& depths, const Values& middles,
                          const Region& region);

}  // namespace cobble::drainage
