// Shapes: checkers, stripes, bricks, hexagons and so on.
#pragma once

#include <cstdint>

#include "noise/kernel.h"

namespace cobble {

// One octave, whose amplitude is 1. Cells are lattice cells. Lengths are in units of a cell's
// smaller side unless stated otherwise.
struct ShapeArgs : NoiseArgs {
  enum Shape {
    kChecker,
    kStripes,
    kDots,
    kBricks,
    kRings,
    kPolygon,
    kHexagons,
    kHerringbone,
    kBasket,
    kWeave
  } shape = kChecker;
  enum Function { kHeight, kId, kMortar, kU, kV } function = kHeight;
  float side[2] = {1, 1};  // sides of a cell
  float half[2] = {0, 0};  // half the shape's sides; kDots: the radius;
                           // kPolygon: the distance of a side from the middle
  // Within this distance of its edge, the height of a shape rises from 0 to 1.
  float bevel = 0;
  // Each row of bricks is moved by shift / shift_rows of a brick against the one above.
  int shift = 0, shift_rows = 1;

  // kRings and kPolygon surround the origin and have no cells. In a tiled picture, positions first
  // move by whole periods to the nearest copy of the origin.
  double period[2] = {0, 0};  // 0: not tiled
  double rate = 1;            // units of length per unit of q
  static constexpr int kMaxSides = 64;
  int sides = 0;                    // kPolygon, whose corners are at a distance of 1
  float normal[kMaxSides][2] = {};  // outwards, of length 1
  float inner_half_side = 0;        // half a side of the polygon made smaller by the bevel
};

Kernel SelectShape(const ShapeArgs& args, Frame::Kind kind, int64_t simd_target);

}  // namespace cobble
