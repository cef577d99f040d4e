// Computes directions with the same bits on every machine: by our own sine, + - * / and sqrt.
#include "render/sphere.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "core/size.h"

namespace cobble {
namespace {

using Vector = std::array<double, 3>;

// The place of a sample from -1 at the first edge to 1 at the last. In: index, of `count` samples.
double PlaceOf(int64_t index, int64_t count, bool vertices) {
  const int64_t ends = vertices ? 1 : 0;
  return static_cast<double>(2 * index + 1 - ends - (count - ends)) /
         static_cast<double>(count - ends);
}

// Returns the point at (u, v) of a face of the cube with edges of 2, u to the right and v down, in
// P. Faces are px nx py ny pz nz; y of the cube points north, which is -y of P.
Vector PointOfFace(int face, double u, double v) {
  const std::array<Vector, 6> points{
      {{1, v, -u}, {-1, v, u}, {u, -1, v}, {u, 1, -v}, {u, v, 1}, {-u, v, -1}}};
  return points[static_cast<std::size_t>(face)];
}

Vector Unit(const Vector& v) {
  const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return {v[0] / length + 0.0, v[1] / length + 0.0, v[2] / length + 0.0};
}

// In world axes of which y points down, this turns from the second to the first.
Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// + 0.0 turns -0 into 0, so that a pole has one direction.
Vector DirectionOf(const SinCos& latitude, double sin, double cos) {
  return {latitude.cos * sin + 0.0, -latitude.sin + 0.0, latitude.cos * cos + 0.0};
}

int64_t Times(int64_t pixels, int samples) {
  return static_cast<int64_t>((Size(pixels) * Size(samples)).value());
}

SinCos LongitudeAt(const SphereSamples& in, int64_t i) {
  return SinCosDegrees(180 * PlaceOf(i, in.width, in.vertices));
}
SinCos LatitudeAt(const SphereSamples& in, int64_t j) {
  return SinCosDegrees(-90 * PlaceOf(j, in.height, in.vertices));
}

}  // namespace

SphereSamples::SphereSamples(const Recipe& recipe, int samples)
    : surface(recipe.domain.surface),
      vertices(recipe.domain.grid == Grid::kVertices),
      width(Times(surface == SurfaceShape::kCube ? recipe.height : recipe.width, samples)),
      height(Times(recipe.height, samples)) {}

SphereRows::SphereRows(const Recipe& recipe, int samples, int columns)
    : samples_(recipe, samples), columns_(static_cast<std::size_t>(columns)) {}

void SphereRows::BeginTile(const Tile& tile) noexcept {
  first_ = tile.first_column;
  for (int k = 0; k < tile.columns; ++k) {
    Column& column = columns_[static_cast<std::size_t>(k)];
    const int64_t i = first_ + k;
    if (samples_.surface == SurfaceShape::kCube) {
      const int64_t face = i / samples_.width;
      column = {PlaceOf(i % samples_.width, samples_.width, samples_.vertices), 1,
                static_cast<int>(face)};
    } else {
      const SinCos longitude = LongitudeAt(samples_, i);
      column = {longitude.sin, longitude.cos, 0};
    }
  }
}

void SphereRows::Directions(const Run& run, const VectorRows& to) const noexcept {
  const bool is_cube = samples_.surface == SurfaceShape::kCube;
  const double v = PlaceOf(run.j, samples_.height, samples_.vertices);
  const SinCos latitude = is_cube ? SinCos{} : LatitudeAt(samples_, run.j);
  for (int k = 0; k < run.n; ++k) {
    const Column& column = columns_[static_cast<std::size_t>(run.i - first_ + k)];
    const Vector d = is_cube ? Unit(PointOfFace(column.face, column.sin, v))
                             : DirectionOf(latitude, column.sin, column.cos);
    for (std::size_t a = 0; a < 3; ++a) to[a][k] = d[a];
  }
}

Vector DirectionAt(const SphereSamples& in, int64_t i, int64_t j) noexcept {
  if (in.surface == SurfaceShape::kCube) {
    const int64_t face = i / in.width;
    return Unit(PointOfFace(static_cast<int>(face), PlaceOf(i % in.width, in.width, in.vertices),
                            PlaceOf(j, in.height, in.vertices)));
  }
  const SinCos longitude = LongitudeAt(in, i);
  return DirectionOf(LatitudeAt(in, j), longitude.sin, longitude.cos);
}

// Divides by the largest coordinate first, so that squares neither overflow nor vanish.
std::optional<Vector3> PointInDirection(const Vector3& direction) noexcept {
  const auto [x, y, z] = direction;
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
  if (largest == 0) return std::nullopt;
  Vector3 point = Unit({x / largest, y / largest, z / largest});
  for (double& axis : point) axis *= kSphereRadius;
  return point;
}

SphereFrame FrameAt(const SphereSamples& in, int64_t i, int64_t j) noexcept {
  SphereFrame out;
  out.direction = DirectionAt(in, i, j);
  if (in.surface == SurfaceShape::kCube) {
    const auto face = static_cast<int>(i / in.width);
    const Vector ahead = PointOfFace(face, 1, 0), here = PointOfFace(face, 0, 0);
    Vector along{};
    double out_of = 0;
    for (std::size_t a = 0; a < 3; ++a) out_of += (ahead[a] - here[a]) * out.direction[a];
    for (std::size_t a = 0; a < 3; ++a) along[a] = ahead[a] - here[a] - out_of * out.direction[a];
    out.right = Unit(along);
  } else {
    const SinCos longitude = LongitudeAt(in, i);
    out.right = {longitude.cos, 0, -longitude.sin};
  }
  out.down = Cross(out.direction, out.right);
  return out;
}

}  // namespace cobble
