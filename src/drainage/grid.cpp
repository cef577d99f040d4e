// Places nodes and measures the grid.
#include "drainage/grid.h"

#include <algorithm>
#include <cmath>

namespace cobble::drainage {
namespace {

constexpr double kJitter = 0.45;  // how far nodes are from the middles of their cells, at most

uint32_t Mixed(uint32_t h) {
  h ^= h >> 16;
  h *= 0x7FEB352Du;
  h ^= h >> 15;
  h *= 0x846CA68Bu;
  return h ^ (h >> 16);
}

float Jitter(uint32_t bits) { return static_cast<float>(kJitter * (bits / 32768.0 - 1)); }

// The vectors from a node to the neighbours E, S, W and N. Returns false if one does not exist.
struct Cross {
  std::array<double, kHalf> x{}, y{};

  bool Reach(const Grid& grid, int column, int row) {
    const std::size_t i = Cells::Index(row * grid.side + column);
    for (std::size_t q = 0; q < kHalf; ++q) {
      const int k = static_cast<int>(2 * q), j = grid.Neighbour(column, row, k);
      if (j < 0) return false;
      const Vector way = grid.WayTo(i, Cells::Index(j), k);
      x[q] = way.x;
      y[q] = way.y;
    }
    return true;
  }
};

// Returns weights u = 1 + a.e, not below 0, where e are the four vectors and a is such that the sum
// of u e is 0.
std::array<float, kHalf> Balanced(const Cross& e) {
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t q = 0; q < kHalf; ++q) {
    xx += e.x[q] * e.x[q];
    xy += e.x[q] * e.y[q];
    yy += e.y[q] * e.y[q];
  }
  const double x = (e.x[0] + e.x[2]) + (e.x[1] + e.x[3]);
  const double y = (e.y[0] + e.y[2]) + (e.y[1] + e.y[3]);
  const double determinant = xx * yy - xy * xy;
  const double along_x = (xy * y - yy * x) / determinant;
  const double along_y = (xy * x - xx * y) / determinant;
  std::array<float, kHalf> out{};
  for (std::size_t q = 0; q < kHalf; ++q)
    out[q] = static_cast<float>(std::max(0.0, 1 + along_x * e.x[q] + along_y * e.y[q]));
  return out;
}

}  // namespace

int Cells::Nearest(int at) const { return wraps ? Inside(at) : std::clamp(at, 0, side - 1); }

Grid PlaceNodes(const Cells& cells, uint32_t seed, const Team& team) {
  Grid grid{cells, {}, {}, {}};
  grid.jitter_x.resize(cells.count());
  grid.jitter_y.resize(cells.count());
  const uint32_t mixed_seed = Mixed(seed + static_cast<uint32_t>(cells.side));
  team.EachRow(cells.side, [&](int y) {
    const uint32_t of_row = Mixed(static_cast<uint32_t>(y) + mixed_seed);
    std::size_t i = Cells::Index(y * cells.side);
    for (int x = 0; x < cells.side; ++x, ++i) {
      const uint32_t hash = Mixed(static_cast<uint32_t>(x) + of_row);
      grid.jitter_x[i] = Jitter(hash & 0xFFFF);
      grid.jitter_y[i] = Jitter(hash >> 16);
    }
  });
  return grid;
}

void MeasureDistances(const Team& team, Grid* grid) {
  for (auto& plane : grid->inverse) plane.resize(grid->count());
  team.EachRow(grid->side, [&](int y) {
    for (int k = 0; k < kHalf; ++k)
      for (int x = 0; x < grid->side; ++x) {
        const std::size_t i = Cells::Index(y * grid->side + x);
        const int neighbour = grid->Neighbour(x, y, k);
        const std::size_t j = neighbour < 0 ? i : Cells::Index(neighbour);
        const Vector way = grid->WayTo(i, j, k);
        const double length = std::sqrt(way.x * way.x + way.y * way.y);
        grid->inverse[Cells::Index(k)][i] = static_cast<float>(1 / length);
      }
  });
}

std::array<std::vector<float>, kHalf> LaplacianWeights(const Grid& grid, const Team& team) {
  std::array<std::vector<float>, kHalf> weights;
  for (auto& plane : weights) plane.resize(grid.count());
  team.EachRow(grid.side, [&](int y) {
    for (int x = 0; x < grid.side; ++x) {
      const std::size_t i = Cells::Index(y * grid.side + x);
      Cross cross;
      const bool is_inside = cross.Reach(grid, x, y);
      const std::array<float, kHalf> of_plane =
          is_inside ? Balanced(cross) : std::array<float, kHalf>{};
      for (std::size_t q = 0; q < kHalf; ++q) {
        const bool exists = grid.Neighbour(x, y, static_cast<int>(2 * q)) >= 0;
        const float of_edge = exists ? 1.0f : 0.0f;
        weights[q][i] = is_inside ? of_plane[q] : of_edge;
      }
    }
  });
  return weights;
}

}  // namespace cobble::drainage
