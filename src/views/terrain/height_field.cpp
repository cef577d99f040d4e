// Follows rays over a grid of heights.
// Based on: John Amanatides, Andrew Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987;
//   Art Tevs, Ivo Ihrke, Hans-Peter Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable
//   Dynamic Height Field Rendering", 2008.
#include "views/terrain/height_field.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cobble {
namespace {

constexpr double kFar = 1e9;  // where vertical rays end

}  // namespace

HeightField::HeightField(int64_t columns, int64_t rows, std::vector<float> heights, float bottom)
    : columns_(columns),
      rows_(rows),
      heights_(std::move(heights)),
      minimum_(double{std::min(bottom, *std::min_element(heights_.begin(), heights_.end()))}) {
  Blocks cells{columns - 1, rows - 1, {}};
  cells.maxima.reserve(static_cast<std::size_t>(cells.columns * cells.rows));
  for (int64_t row = 0; row < cells.rows; ++row) {
    const float* const above = heights_.data() + row * columns;
    const float* const below = above + columns;
    for (int64_t k = 0; k < cells.columns; ++k)
      cells.maxima.push_back(std::max({above[k], above[k + 1], below[k], below[k + 1]}));
  }
  blocks_.push_back(std::move(cells));
  while (blocks_.back().maxima.size() > 1) AddBlocks();
}

// Adds the next level, each block of up to 2 x 2 of the last.
void HeightField::AddBlocks() {
  const Blocks& small = blocks_.back();
  Blocks large{(small.columns + 1) / 2, (small.rows + 1) / 2, {}};
  large.maxima.reserve(static_cast<std::size_t>(large.columns * large.rows));
  for (int64_t row = 0; row < large.rows; ++row)
    for (int64_t column = 0; column < large.columns; ++column) {
      float maximum = -std::numeric_limits<float>::infinity();
      for (int64_t j = 2 * row; j < std::min(2 * row + 2, small.rows); ++j)
        for (int64_t i = 2 * column; i < std::min(2 * column + 2, small.columns); ++i)
          maximum =
              std::max(maximum, small.maxima[static_cast<std::size_t>(j * small.columns + i)]);
      large.maxima.push_back(maximum);
    }
  blocks_.push_back(std::move(large));
}

HeightField::Cell HeightField::CellAt(const Ray& ray, double distance) const {
  const auto at = [&](std::size_t axis, int64_t samples) {
    const double last = static_cast<double>(samples - 2);
    return static_cast<int64_t>(std::clamp(std::floor(ray.At(axis, distance)), 0.0, last));
  };
  return {{at(0, columns_), at(1, rows_)}, distance, distance};
}

double HeightField::HeightIn(const Cell& cell, double x, double y) const {
  const auto [column, row] = cell.at;
  const double u = x - static_cast<double>(column), v = y - static_cast<double>(row);
  const double above = At(column, row) + u * (At(column + 1, row) - At(column, row));
  const double below = At(column, row + 1) + u * (At(column + 1, row + 1) - At(column, row + 1));
  return above + v * (below - above);
}

double HeightField::Height(double x, double y) const {
  const double inside_x = std::clamp(x, 0.0, static_cast<double>(columns_ - 1));
  const double inside_y = std::clamp(y, 0.0, static_cast<double>(rows_ - 1));
  return HeightIn(CellAt({{inside_x, inside_y, 0}, {}}, 0), inside_x, inside_y);
}

// Returns a ray's part over the grid. Out: side, the axis where it enters; -1 if it starts there.
std::optional<HeightField::Span> HeightField::SpanInside(const Ray& ray, int* side) const {
  Span span{0, kFar};
  *side = -1;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double origin = ray.origin[axis], step = ray.direction[axis];
    const auto end = static_cast<double>((axis == 0 ? columns_ : rows_) - 1);
    if (step == 0) {
      if (origin < 0 || origin > end) return std::nullopt;
      continue;
    }
    const double first = ((step > 0 ? 0 : end) - origin) / step;
    const double last = ((step > 0 ? end : 0) - origin) / step;
    if (first > span.first) {
      span.first = first;
      *side = static_cast<int>(axis);
    }
    span.last = std::min(span.last, last);
  }
  if (span.first >= span.last) return std::nullopt;
  return span;
}

// The ray leaves a block at its boundary across one axis. The next cell follows from that boundary
// and, along the other axis, from the position within the block, so each step advances by a cell or
// more, whatever is rounded. The level rises where the ray leaves the block of the next level.
template <typename IsAbove, typename Visit>
void HeightField::Walk(const Ray& ray, const Span& span, int level, const IsAbove& is_above,
                       const Visit& visit) const {
  const int64_t counts[2] = {columns_ - 1, rows_ - 1};
  const double inverse[2] = {1 / ray.direction[0], 1 / ray.direction[1]};
  Cell cell = CellAt(ray, span.first);
  while (cell.enter < span.last) {
    const Blocks& blocks = blocks_[static_cast<std::size_t>(level)];
    const std::array<int64_t, 2> block{cell.at[0] >> level, cell.at[1] >> level};
    cell.leave = span.last;
    std::size_t across = 2;
    int64_t boundary = 0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      if (ray.direction[axis] == 0) continue;
      const int64_t end = (block[axis] + (ray.direction[axis] > 0 ? 1 : 0)) << level;
      const double leave = (static_cast<double>(end) - ray.origin[axis]) * inverse[axis];
      if (leave >= cell.leave) continue;
      cell.leave = leave;
      across = axis;
      boundary = end;
    }
    cell.leave = std::max(cell.leave, cell.enter);
    const float maximum =
        blocks.maxima[static_cast<std::size_t>(block[1] * blocks.columns + block[0])];
    if (!is_above(cell.enter, cell.leave, double{maximum})) {
      if (level > 0) {
        --level;
        continue;
      }
      if (visit(cell)) return;
    }
    if (across == 2) return;  // the end of the span

    const std::size_t other = 1 - across;
    cell.at[across] = ray.direction[across] > 0 ? boundary : boundary - 1;
    if (cell.at[across] < 0 || cell.at[across] >= counts[across]) return;
    const int64_t low = block[other] << level;
    const int64_t high = std::min(((block[other] + 1) << level) - 1, counts[other] - 1);
    const double at = std::floor(ray.At(other, cell.leave));
    cell.at[other] =
        static_cast<int64_t>(std::clamp(at, static_cast<double>(low), static_cast<double>(high)));
    cell.enter = cell.leave;
    if (level < top() && cell.at[across] >> (level + 1) != block[across] >> 1) ++level;
  }
}

// The ray's height above a bilinear patch is a quadratic of the distance: f(s) = a s^2 + b s + c,
// with s = 0 where the ray enters the cell and 1 where it leaves. Returns its first root.
std::optional<double> HeightField::HitIn(const Cell& cell, const Ray& ray) const {
  const double length = cell.leave - cell.enter;
  const auto above = [&](double s) {
    const double distance = cell.enter + s * length;
    return ray.At(2, distance) - HeightIn(cell, ray.At(0, distance), ray.At(1, distance));
  };
  const double first = above(0), last = above(1);
  if (first <= 0) return cell.enter;
  const double a = 2 * (first + last - 2 * above(0.5)), b = last - first - a;
  const double square = b * b - 4 * a * first;
  if (square < 0) return std::nullopt;
  const double root = 2 * first / (-b + std::sqrt(square));
  if (last > 0 && !(root >= 0 && root <= 1)) return std::nullopt;
  return cell.enter + std::clamp(root, 0.0, 1.0) * length;
}

std::optional<GroundHit> HeightField::Hit(const Ray& ray) const {
  int side = -1;
  const auto span = SpanInside(ray, &side);
  if (!span) return std::nullopt;
  if (side >= 0) {
    const double depth =
        Height(ray.At(0, span->first), ray.At(1, span->first)) - ray.At(2, span->first);
    if (depth > 0) return GroundHit{span->first, side, depth};
  }
  std::optional<GroundHit> hit;
  const auto is_above = [&](double enter, double leave, double maximum) {
    return std::min(ray.At(2, enter), ray.At(2, leave)) > maximum;
  };
  Walk(ray, *span, top(), is_above, [&](const Cell& cell) {
    const auto distance = HitIn(cell, ray);
    if (distance) hit = GroundHit{.distance = *distance};
    return hit.has_value();
  });
  return hit;
}

// Follows the ray to the middle of the sun, and compares its height above the surface with the
// sun's radius at that distance.
double HeightField::SunSeen(double x, double y, const Vector& sun, double spread) const {
  const Ray ray{{x, y, Height(x, y)}, sun};
  int side = -1;
  const auto span = SpanInside(ray, &side);
  if (!span) return 1;
  double seen = 1;
  const auto is_above = [&](double enter, double leave, double maximum) {
    return std::min(ray.At(2, enter) - spread * enter, ray.At(2, leave) - spread * leave) > maximum;
  };
  constexpr double kNear = 0.5;  // anything nearer is the point itself
  Walk(ray, *span, 0, is_above, [&](const Cell& cell) {
    const double distance = cell.leave;
    if (distance < kNear) return false;
    const double above =
        ray.At(2, distance) - HeightIn(cell, ray.At(0, distance), ray.At(1, distance));
    seen = std::min(seen, 0.5 + 0.5 * above / (spread * distance));
    return seen <= 0;
  });
  return std::max(seen, 0.0);
}

}  // namespace cobble
