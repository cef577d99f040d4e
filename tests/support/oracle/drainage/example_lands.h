// Lands to test, and how to solve them.
#pragma once

#include <cmath>
#include <functional>
#include <utility>

#include "drainage/channels.h"
#include "drainage/drainage.h"
#include "drainage/spline.h"

namespace cobble::test {

// In: a place, in widths of the square from its middle.
using LandSource = std::function<float(double x, double y)>;

// A land with ridges and hollows of several sizes. It repeats with the square.
inline float LandAt(double x, double y) {
  const auto wave = [](double t) {
    const double u = t - std::floor(t);
    return u * u * (1 - u) * (1 - u) * 16;
  };
  return static_cast<float>(wave(x + 0.3 * wave(y)) + wave(2 * y - x) / 2 +
                            wave(7 * x + 3 * y) / 8 + wave(9 * y - 4 * x) / 8);
}

// The same in steps: many heights are equal.
inline float StepsAt(double x, double y) { return std::floor(LandAt(x, y) * 8) / 8; }

inline const drainage::Settings kLands[] = {
    {.resolution = 64, .seed = 1},
    {.resolution = 64, .wraps = true, .seed = 2, .sea = 0.6},
    {.resolution = 64, .wraps = true, .seed = 3, .strength = 16, .river = 0.02},
    {.resolution = 64, .seed = 4, .uplift = 1, .floor = 0.2, .talus = 6},
    {.resolution = 32, .seed = 5, .strength = 0, .uplift = 0, .floor = 0, .river = 0},
    {.resolution = 64, .seed = 6, .detail = 10, .uplift = 0, .sea = 0.5, .river = 0.1},
};

inline drainage::Balance Solved(const drainage::Settings& settings, const LandSource& source,
                                const drainage::Team& team = {}) {
  drainage::Grid grid = drainage::FinestGrid(settings, team);
  drainage::Values values;
  for (int i = 0; i < grid.side * grid.side; ++i) {
    const std::size_t node = drainage::Cells::Index(i);
    values.push_back(double{source(grid.PlaceOf(i % grid.side, grid.OffsetX(node)),
                                   grid.PlaceOf(i / grid.side, grid.OffsetY(node)))});
  }
  return drainage::Solve(settings, std::move(grid), std::move(values), team);
}

// Returns the channels of a land, and its heights with them at the middles of cells.
inline std::pair<drainage::Channels, drainage::Values> WithChannels(
    const drainage::Settings& settings, const drainage::Balance& land,
    const drainage::Team& team = {}) {
  drainage::Values middles = drainage::AtMiddles(land.grid, land.height, team);
  const drainage::Channels channels(settings, land, middles);
  channels.Cut(team, &middles);
  return {channels, middles};
}

}  // namespace cobble::test
