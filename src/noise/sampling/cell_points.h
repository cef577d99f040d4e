// Cells of a lattice and the points in them, one at a time, for code that runs once per cell.
#pragma once

#include <cstdint>

namespace cobble {

// Returns a cell's index along an axis, reduced modulo the period in cells (0: none).
constexpr int64_t WrappedIndex(int64_t index, int64_t period) {
  return period == 0 ? index : (index % period + period) % period;
}

// Returns the position of a feature point along an axis of its cell, 0..1, as in Voronoi noise. In:
// the cell's hash; which of its bytes to use; jitter, 0..1.
constexpr double PointInCell(uint32_t hash, uint32_t byte, double jitter) {
  const uint32_t bits = (hash >> (8 * byte)) & 255;
  return 0.5 + (bits / 255.0 - 0.5) * jitter;
}

}  // namespace cobble
