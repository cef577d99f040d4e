// A grid of nodes, one in each of side x side square cells, at a random place of it: links between
// them have all directions, so that no river shows the grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "drainage/team.h"

namespace cobble::drainage {

using Values = std::vector<double>;

// The directions of a node's neighbours: E, SE, S, SW, W, NW, N, NE.
inline constexpr int kDirections = 8, kHalf = 4;
inline constexpr std::array<int, kDirections> kColumns{1, 1, 0, -1, -1, -1, 0, 1};
inline constexpr std::array<int, kDirections> kRows{0, 1, 1, 1, 0, -1, -1, -1};
constexpr int Opposite(int k) { return (k + kHalf) & (kDirections - 1); }

// The direction of a node that drains nowhere.
inline constexpr int8_t kNowhere = -1;

// The cells, in rows. Node i is in cell (i % side, i / side).
//
// A land that does not wrap has a margin on all sides, so that what its edge does to rivers is
// outside of the square.
struct Cells {
  int side = 0;
  bool wraps = false;  // and then the side is a power of two

  // The margin is this part of the square's width.
  static constexpr int kMarginPart = 16;

  static Cells Across(int across, bool wraps) {
    return {wraps ? across : across + 2 * (across / kMarginPart), wraps};
  }
  // The cells across the square, and those of the margin on each side.
  int across() const { return wraps ? side : side / (kMarginPart + 2) * kMarginPart; }
  int margin() const { return (side - across()) / 2; }

  std::size_t count() const { return static_cast<std::size_t>(side) * Index(side); }
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }

  // Returns the neighbour of the node in cell (x, y), or -1 if there is none.
  int Neighbour(int x, int y, int k) const {
    const int column = Inside(x + kColumns[Index(k)]), row = Inside(y + kRows[Index(k)]);
    return column < 0 || row < 0 ? -1 : row * side + column;
  }
  // Returns a neighbour that exists.
  int Neighbour(int i, int k) const {
    const int column = kColumns[Index(k)], row = kRows[Index(k)] * side;
    if (!wraps) return i + row + column;
    const int columns = side - 1, rows = side * columns;
    return ((i + row) & rows) | ((i + column) & columns);
  }
  // Returns a column or row that is at most `side` beyond the edge, or -1 if there is none.
  int Inside(int at) const {
    if (at >= 0 && at < side) return at;
    if (!wraps) return -1;
    return at < 0 ? at + side : at - side;
  }
  // Returns the nearest column or row that exists.
  int Nearest(int at) const;
};

struct Vector {
  double x = 0, y = 0;
};

// Where the nodes are.
struct Grid : Cells {
  // Returns a node's offset from the middle of its cell, in cells.
  double OffsetX(std::size_t i) const { return double{jitter_x[i]}; }
  double OffsetY(std::size_t i) const { return double{jitter_y[i]}; }
  // Returns where a node is, in cells from the middle of the first.
  Vector At(int node) const {
    const int column = node % side, row = node / side;
    return {column + OffsetX(Index(node)), row + OffsetY(Index(node))};
  }
  // Returns where a node is along an axis, in widths from the middle of the square. In: its column
  // or row, and its offset.
  double PlaceOf(int cell, double offset) const {
    return (cell - margin() + 0.5 + offset) / across() - 0.5;
  }
  // Returns the way from a node to its neighbour j in direction k, in cells.
  Vector WayTo(std::size_t i, std::size_t j, int k) const {
    return {kColumns[Index(k)] + (OffsetX(j) - OffsetX(i)),
            kRows[Index(k)] + (OffsetY(j) - OffsetY(i))};
  }
  // Returns the reciprocal of the distance from a node to its neighbour j in direction k, in cells.
  double Inverse(int i, int j, int k) const {
    return double{k < kHalf ? inverse[Index(k)][Index(i)] : inverse[Index(k - kHalf)][Index(j)]};
  }

  std::vector<float> jitter_x, jitter_y;
  std::array<std::vector<float>, kHalf> inverse;  // of the distances in the first four directions
};

// Returns the cells and the nodes' places in them, without distances.
Grid PlaceNodes(const Cells& cells, uint32_t seed, const Team& team);

void MeasureDistances(const Team& team, Grid* grid);

// Returns for each node the weights of its neighbours E, S, W and N with which
// sum w_k (h_k - h) is the Laplacian of h, in cells, and 0 if h is a plane; a node at an open edge
// has the weight 1 for each neighbour that exists.
std::array<std::vector<float>, kHalf> LaplacianWeights(const Grid& grid, const Team& team);

}  // namespace cobble::drainage
