// The enumerations of recipes and maps, and their names in recipes and flags.
#ifndef COBBLE_ENUMS_H_
#define COBBLE_ENUMS_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "cobble/export.h"

namespace cobble {

enum class COBBLE_EXPORT Turbulence { kNone, kAbsolute, kSmooth };
enum class COBBLE_EXPORT Metric { kEuclidean, kEuclideanSquared, kManhattan, kChebyshev };
enum class COBBLE_EXPORT VoronoiFunction {
  kF1,
  kF2,
  kDifference,  // F2 - F1
  kMean,        // (F1 + F2) / 2
  kProduct,     // F1 * F2
  kQuotient,    // F1 / F2
  kCellId,      // a constant per cell
  kEdge,        // distance to the cell's wall
  kU,           // offset from the nearest point along x
  kV,           // along y
  kW,           // along z
};
enum class COBBLE_EXPORT Smooth { kNone, kLse, kPoly };
enum class COBBLE_EXPORT CellFunction {
  kF1,
  kF2,
  kF3,
  kF4,
  kDifference,  // F2 - F1
  kCellId,      // a constant per point
  kU,           // offset from the nearest point along x
  kV,           // along y
  kW,           // along z
};
enum class COBBLE_EXPORT DistributionType {
  kUniform,
  kWeibull,
  kNormal,
  kExponential,
  kTriangular
};
enum class COBBLE_EXPORT FractalKind { kFbm, kRidged, kHybrid };
enum class COBBLE_EXPORT RangeMode { kNatural, kFixed, kFit, kNone, kShares };
enum class COBBLE_EXPORT NormalY { kUp, kDown };
enum class COBBLE_EXPORT Grid {
  kPixels,    // samples are at the centres of pixels
  kVertices,  // the first and the last samples are at the picture's edges
};
// What the pixels of a picture cover.
enum class COBBLE_EXPORT SurfaceShape {
  kPlane,
  kEquirectangular,  // a sphere by longitude and latitude, 2N x N
  kCube,             // a sphere by six faces of N x N, side by side: px nx py ny pz nz
};
// What the vectors of normal maps are relative to.
enum class COBBLE_EXPORT NormalSpace {
  kTangent,  // the surface at the pixel: x along the picture's rows, z out of it
  kObject,   // the sphere: x east, y north, z to the middle of the picture
};
// What a picture shows. h is the height: the noise's value with the recipe's range mapped to 0..1,
// not clamped. All maps except kHeight, kValue, kAo and kElevation need a program with
// slopes.
enum class COBBLE_EXPORT Map {
  kHeight,     // h
  kNormal,     // unit normal of the surface h * Normal::strength: x, y, z in -1..1
  kSlope,      // h_x, h_y in height units per picture width; y points down
  kValue,      // the noise's value, not remapped
  kCurvature,  // 0..1: 0.5 is flat, more is convex, less is concave
  kAo,         // ambient occlusion, 0..1: 1 where the whole sky is visible
  // h; its slopes s and t per texel, or per picture divided by Bumpslopes::uvslopes_scale; s^2,
  // t^2, s t. In files, with mip levels.
  kBumpslopes,
  kLit,        // the material in light: linear red, green and blue, from 0 up
  kElevation,  // h in metres, of a recipe with a world
};

// The names of an enum's values, indexed by value: Names<Map>()[int(Map::kNormal)] == "normal".
template <typename Enum>
COBBLE_EXPORT std::span<const std::string_view> Names();

// Returns the name of a value; "unknown" outside the enum.
template <typename Enum>
std::string_view Name(Enum value) {
  const auto names = Names<Enum>();
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : std::string_view("unknown");
}

// Sets *value to the value called `name`. Returns false and changes nothing if there is none.
template <typename Enum>
bool FromName(std::string_view name, Enum* value) {
  const auto names = Names<Enum>();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != name) continue;
    *value = static_cast<Enum>(i);
    return true;
  }
  return false;
}

}  // namespace cobble

#endif  // COBBLE_ENUMS_H_
