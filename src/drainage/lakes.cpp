// Draws the outlines of lakes, along the edge of the cells' middles that are under water.
//
// Based on: W. Lorensen, H. Cline, "Marching Cubes: A High Resolution 3D Surface Construction
// Algorithm", 1987, in two dimensions.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "drainage/links.h"
#include "drainage/network.h"
#include "drainage/spline.h"

namespace cobble::drainage {
namespace {

// The middles of the cells of a box that is wider than a region by one or two on each side.
class Shores {
 public:
  Shores(const Cells& cells, const Values& depths, const Region& region)
      : cells_(cells),
        depths_(depths),
        region_(region),
        left_(static_cast<int>(std::floor(region.low.x)) - 1),
        top_(static_cast<int>(std::floor(region.low.y)) - 1),
        columns_(static_cast<int>(std::ceil(region.high.x)) + 2 - left_),
        rows_(static_cast<int>(std::ceil(region.high.y)) + 2 - top_),
        lakes_(Cells::Index(columns_) * Cells::Index(rows_)) {}

  std::vector<Lake> Lakes(const Values& middles) {
    std::vector<Lake> lakes;
    for (std::size_t i = 0; i < lakes_.size(); ++i)
      if (IsWet(i) && lakes_[i] == 0) {
        lakes.emplace_back();
        const Vector deepest = PlaceOf(Fill(i, static_cast<int>(lakes.size())));
        const double x = Reduced(deepest.x), y = Reduced(deepest.y);
        lakes.back().depth = DepthAt(deepest);
        lakes.back().level = lakes.back().depth + SplineAt(cells_, middles, {x, y});
      }
    std::vector<bool> is_puddle(lakes.size(), true);
    FindSegments(&is_puddle);
    while (!segments_.empty()) AddRing(segments_.begin()->first, &lakes);
    std::size_t lake = 0;
    std::erase_if(lakes, [&](const Lake&) { return is_puddle[lake++]; });
    return lakes;
  }

 private:
  // Between a middle and the one to its right (even) or below (odd).
  using Edge = std::size_t;
  struct Ends {
    std::size_t wet, dry;
  };

  std::size_t At(int x, int y) const {
    return Cells::Index(y) * Cells::Index(columns_) + Cells::Index(x);
  }
  Vector PlaceOf(std::size_t i) const {
    const int at = static_cast<int>(i), column = at % columns_, row = at / columns_;
    return {static_cast<double>(left_ + column), static_cast<double>(top_ + row)};
  }
  // Returns the column or row of the land.
  int Reduced(double at) const {
    const int cell = static_cast<int>(at);
    return cells_.wraps ? cell & (cells_.side - 1) : cells_.Nearest(cell);
  }
  double DepthAt(const Vector& place) const {
    return depths_[Cells::Index(Reduced(place.y) * cells_.side + Reduced(place.x))];
  }
  // The box's edge is not in the region.
  bool IsWet(std::size_t i) const {
    const Vector place = PlaceOf(i);
    return DepthAt(place) > 0 && region_.Contains(place);
  }

  // Marks all that is wet around a middle, and returns the deepest.
  std::size_t Fill(std::size_t first, int lake) {
    std::vector<std::size_t> open{first};
    lakes_[first] = lake;
    std::size_t deepest = first;
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      if (DepthAt(PlaceOf(i)) > DepthAt(PlaceOf(deepest))) deepest = i;
      const std::size_t row = Cells::Index(columns_);
      for (const std::size_t near : {i + 1, i + row, i - 1, i - row})
        if (lakes_[near] == 0 && IsWet(near)) {
          lakes_[near] = lake;
          open.push_back(near);
        }
    }
    return deepest;
  }

  // Finds the segments in squares of four middles, and the lakes that cover such a square. Each
  // segment leads from the edge before a run of wet corners, clockwise, to the edge behind it:
  //
  //   dry --- wet       The lake is always on its right, and corners that are opposite each other
  //    |   '.  |        belong to different shores.
  //   dry --- dry
  void FindSegments(std::vector<bool>* is_puddle) {
    for (int y = 0; y + 1 < rows_; ++y)
      for (int x = 0; x + 1 < columns_; ++x) {
        const std::array corners{At(x, y), At(x + 1, y), At(x + 1, y + 1), At(x, y + 1)};
        const std::array<Edge, 4> edges{2 * corners[0], 2 * corners[1] + 1, 2 * corners[3],
                                        2 * corners[0] + 1};
        const auto is_wet = [&](std::size_t k) { return lakes_[corners[k % 4]] != 0; };
        if (is_wet(0) && is_wet(1) && is_wet(2) && is_wet(3))
          (*is_puddle)[Cells::Index(lakes_[corners[0]] - 1)] = false;
        for (std::size_t k = 0; k < 4; ++k) {
          if (!is_wet(k) || is_wet(k + 3)) continue;
          std::size_t last = k;
          while (is_wet(last + 1)) ++last;
          segments_[edges[(k + 3) % 4]] = edges[last % 4];
        }
      }
  }

  void AddRing(Edge first, std::vector<Lake>* lakes) {
    Ring ring;
    double area = 0;  // twice; negative around wet land
    for (auto at = segments_.find(first); at != segments_.end(); at = segments_.find(first)) {
      ring.push_back(Crossing(at->first));
      first = at->second;
      segments_.erase(at);
    }
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vector &a = ring[k], &b = ring[(k + 1) % ring.size()];
      area += (a.x - ring[0].x) * (b.y - ring[0].y) - (b.x - ring[0].x) * (a.y - ring[0].y);
    }
    std::vector<Ring>& rings = (*lakes)[Cells::Index(lakes_[EndsOf(first).wet] - 1)].rings;
    rings.insert(area < 0 ? rings.begin() : rings.end(), std::move(ring));
  }

  Ends EndsOf(Edge edge) const {
    const std::size_t i = edge / 2;
    const std::size_t other = i + (edge % 2 == 0 ? 1 : Cells::Index(columns_));
    return lakes_[i] != 0 ? Ends{i, other} : Ends{other, i};
  }

  // Returns where the water ends, or the region. Not at a middle, where rings could touch.
  Vector Crossing(Edge edge) const {
    constexpr double kNearest = 0.01;
    const auto [wet, dry] = EndsOf(edge);
    const Vector from = PlaceOf(wet), to = PlaceOf(dry);
    double t = 1;
    const auto limit = [&](double inside, double outside) {
      if (outside < 0) t = std::min(t, inside / (inside - outside));
    };
    limit(DepthAt(from), DepthAt(to));
    for (const Region::Side& side : region_.sides) limit(side.At(from), side.At(to));
    t = std::clamp(t, kNearest, 1 - kNearest);
    return {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
  }

  const Cells& cells_;
  const Values& depths_;
  const Region& region_;
  int left_, top_, columns_, rows_;
  std::vector<int> lakes_;  // from 1; 0: dry
  std::map<Edge, Edge> segments_;
};

}  // namespace

Values LakeDepths(const Settings& settings, const Balance& land, const Values& middles,
                  const Team& team) {
  const auto is_inland = [&](std::size_t i) {
    const bool is_sea = land.directions[i] == kNowhere && settings.sea != kNoSea;
    return IsLake(land, i) && !is_sea;
  };
  const double dry = -DryDepth(land);
  Values depths(middles.size()), drawn(middles.size());
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x) {
      const std::size_t i = Cells::Index(y * land.grid.side + x);
      depths[i] = std::max(dry, LakeAt(land, middles[i], x, y, is_inland) - middles[i]);
    }
  });
  team.EachRow(land.grid.side, [&](int y) {
    for (int x = 0; x < land.grid.side; ++x)
      drawn[Cells::Index(y * land.grid.side + x)] =
          SplineAt(land.grid, depths, {static_cast<double>(x), static_cast<double>(y)});
  });
  return drawn;
}

std::vector<Lake> LakesOf(const Cells& cells, const Values& depths, const Values& middles,
                          const Region& region) {
  return Shores(cells, depths, region).Lakes(middles);
}

}  // namespace cobble::drainage
