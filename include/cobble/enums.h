// The choices a recipe offers. Their names stand in core/enum_names.cpp, once.
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
  kProduct,
  kQuotient,  // F1 / F2
  kCellId,
  kEdge,
};
enum class COBBLE_EXPORT Smooth { kNone, kLse, kPoly };
enum class COBBLE_EXPORT CellFunction {
  kF1,
  kF2,
  kF3,
  kF4,
  kDifference,  // F2 - F1
  kCellId,
};
enum class COBBLE_EXPORT DistributionType {
  kUniform,
  kWeibull,
  kNormal,
  kExponential,
  kTriangular
};
enum class COBBLE_EXPORT FractalKind { kFbm, kRidged, kHybrid };
enum class COBBLE_EXPORT RangeMode { kNatural, kFixed, kFit, kNone };
enum class COBBLE_EXPORT NormalY { kUp, kDown };
enum class COBBLE_EXPORT Map { kHeight, kNormal, kSlope, kValue, kCurvature, kAo };

// The names of an enum's values, in their order: Names<Map>()[int(Map::kNormal)] == "normal".
template <typename Enum>
COBBLE_EXPORT std::span<const std::string_view> Names();

// "unknown" where the value is none of the enum's.
template <typename Enum>
std::string_view Name(Enum value) {
  const auto names = Names<Enum>();
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : std::string_view("unknown");
}

// Finds the value called `name`. Returns whether there is one.
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
