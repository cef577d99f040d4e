// The choices a recipe offers. Their names stand in core/enum_names.cpp, once.
#ifndef COBBLE_ENUMS_H_
#define COBBLE_ENUMS_H_

#include <span>
#include <string_view>

namespace cobble {

enum class NodeType {
  kConstant,
  kAdd,
  kSubtract,
  kMultiply,
  kMin,
  kMax,
  kSmoothMin,
  kSmoothMax,
  kMix,
  kAbs,
  kInvert,
  kPower,
  kClamp,
  kRemap,
  kSmoothstep,
  kRidge,
  kThreshold,
  kTerrace,
  kCurve,
  kWarp,
  kTransform,
  kFractal,
  kValue,
  kPerlin,
  kSimplex,
  kSimplexValue,
  kVoronoi,
  kCell,
  kHill,
  kRef,  // of a named node; the one that is not written as a type
};
enum class Turbulence { kNone, kAbsolute, kSmooth };
enum class Metric { kEuclidean, kEuclideanSquared, kManhattan, kChebyshev };
enum class VoronoiFunction {
  kF1,
  kF2,
  kDifference,  // F2 - F1
  kMean,        // (F1 + F2) / 2
  kProduct,
  kQuotient,  // F1 / F2
  kCellId,
  kEdge,
};
enum class Smooth { kNone, kLse, kPoly };
enum class CellFunction {
  kF1,
  kF2,
  kF3,
  kF4,
  kDifference,  // F2 - F1
  kCellId,
};
enum class DistributionType { kUniform, kWeibull, kNormal, kExponential, kTriangular };
enum class FractalKind { kFbm, kRidged, kHybrid };
enum class RangeMode { kNatural, kFixed, kFit, kNone };
enum class NormalY { kUp, kDown };
enum class Map { kHeight, kNormal, kSlope, kValue, kCurvature, kAo };

// The names of an enum's values, in their order: Names<Map>()[int(Map::kNormal)] == "normal".
template <typename Enum>
std::span<const std::string_view> Names();

template <typename Enum>
std::string_view Name(Enum value) {
  return Names<Enum>()[static_cast<std::size_t>(value)];
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
