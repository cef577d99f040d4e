// Land worn by rivers: heights at which the land that is renewed and the rivers that wear it are in
// balance, on a grid of nodes.
//
// Based on: J. Braun, S. Willett, "A very efficient O(n), implicit and parallel method to solve the
// stream power equation governing fluvial incision and landscape evolution", 2013;
// G. Cordonnier, B. Bovy, J. Braun, 2019 (depressions.h).
// Departs: there is no time. Each pass finds where water flows on the heights of the pass before,
// and solves (raised - h) = strength sqrt(area) slope + D lap h for it, on finer and finer grids.
#pragma once

#include <cstdint>

#include "drainage/grid.h"
#include "drainage/outlets.h"
#include "drainage/receivers.h"

namespace cobble::drainage {

struct Settings {
  int resolution = 512;  // nodes across the square: kCoarsest times a power of two
  bool wraps = false;
  uint32_t seed = 0;
  double strength = 4;   // how deep rivers cut
  double detail = 48;    // the smallest valleys across the square
  double uplift = 0.7;   // the part of what is worn off that rises again
  double floor = 0.06;   // the width of valley floors, in roots of their area
  double talus = 0;      // the steepest slope of the square; 0: none
  double sea = kNoSea;   // in units of the land
  double river = 0.004;  // the smallest area of a river with water; 0: none
};

inline constexpr int kCoarsest = 32;
inline constexpr int kLiftBlocks = 16;  // across the square, which are lifted as a whole

// A land in balance. Level: of the water, where that is higher than the land.
struct Balance {
  Grid grid;
  Values height, level;            // at nodes
  std::vector<int8_t> directions;  // of the receivers: see Flow
  std::vector<int> counts;         // the nodes upstream of each, with itself
  Values worn;                     // how much lower it is than its source: means of blocks
  double low = 0, high = 0;        // of the source
};

// Returns how much land is lifted at most, in spans of the source.
double MaxLift(const Settings& settings);

// Returns the grid whose nodes the source of a simulation is sampled at.
Grid FinestGrid(const Settings& settings, const Team& team);

// In: source, at the nodes of the finest grid; its values differ.
Balance Solve(const Settings& settings, Grid finest, Values source, const Team& team);

}  // namespace cobble::drainage
