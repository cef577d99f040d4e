// The surface of a landscape as a grid of heights, and what rays meet on it.
//
// Coordinates are in steps of the grid: x to the right, from 0 to columns - 1; y down the picture,
// from 0 to rows - 1; z up. Between samples, the surface is bilinear.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace cobble {

using Vector = std::array<double, 3>;

struct Ray {
  Vector origin, direction;  // the direction has length 1

  double At(std::size_t axis, double distance) const {
    return origin[axis] + distance * direction[axis];
  }
};

// Where a ray meets the surface, or the wall below its border.
struct GroundHit {
  double distance = 0;
  int wall = -1;     // the axis at right angles to the wall; -1 for the surface
  double depth = 0;  // below the border of the surface; only at walls
};

class HeightField {
 public:
  // In: heights, row by row from the top, finite; at least 2 columns and 2 rows; bottom, of what is
  // below the surface, if that is lower than the heights.
  HeightField(int64_t columns, int64_t rows, std::vector<float> heights,
              float bottom = std::numeric_limits<float>::infinity());

  int64_t columns() const { return columns_; }
  int64_t rows() const { return rows_; }
  double minimum() const { return minimum_; }
  double maximum() const { return double{blocks_.back().maxima.front()}; }
  double At(int64_t column, int64_t row) const {
    return double{heights_[static_cast<std::size_t>(row * columns_ + column)]};
  }
  // Returns the height at the point, or at the nearest one inside the grid.
  double Height(double x, double y) const;

  // Returns the first point of the surface or a wall on the ray, or nullopt. In: an origin above
  // the surface or outside the grid.
  std::optional<GroundHit> Hit(const Ray& ray) const;

  // Returns the visible fraction of a sun at a point of the surface, 0..1: a half if relief covers
  // its middle. In: sun, its direction, of length 1; spread, the sine of its radius.
  double SunSeen(double x, double y, const Vector& sun, double spread) const;

 private:
  // The maxima of blocks of 2^level x 2^level cells; a cell is the square between four samples.
  struct Blocks {
    int64_t columns, rows;
    std::vector<float> maxima;
  };
  struct Cell {
    std::array<int64_t, 2> at;
    double enter, leave;  // distances on the ray
  };
  struct Span {
    double first, last;
  };

  void AddBlocks();
  Cell CellAt(const Ray& ray, double distance) const;
  std::optional<Span> SpanInside(const Ray& ray, int* side) const;
  double HeightIn(const Cell& cell, double x, double y) const;
  std::optional<double> HitIn(const Cell& cell, const Ray& ray) const;
  // Calls visit(cell) for the cells below a ray, in order, until it returns true. Leaves out blocks
  // for which is_above(enter, leave, maximum). In: level, of the first block.
  template <typename IsAbove, typename Visit>
  void Walk(const Ray& ray, const Span& span, int level, const IsAbove& is_above,
            const Visit& visit) const;
  int top() const { return static_cast<int>(blocks_.size()) - 1; }

  int64_t columns_, rows_;
  std::vector<float> heights_;
  double minimum_;
  std::vector<Blocks> blocks_;  // by level; the last is one block
};

}  // namespace cobble
