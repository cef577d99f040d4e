// The names of the enums' values in recipes and flags.
#include <array>

#include "cobble/enums.h"
#include "core/maps.h"

namespace cobble {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array kTurbulences{"none"sv, "absolute"sv, "smooth"sv};
constexpr std::array kMetrics{"euclidean"sv, "euclidean-squared"sv, "manhattan"sv, "chebyshev"sv};
constexpr std::array kVoronoiFunctions{"F1"sv,    "F2"sv,    "F2-F1"sv,   "F1+F2"sv,
                                       "F1*F2"sv, "F1/F2"sv, "cell-id"sv, "edge"sv,
                                       "u"sv,     "v"sv,     "w"sv};
constexpr std::array kSmooths{"none"sv, "lse"sv, "poly"sv};
constexpr std::array kCellFunctions{"F1"sv,      "F2"sv, "F3"sv, "F4"sv, "F2-F1"sv,
                                    "cell-id"sv, "u"sv,  "v"sv,  "w"sv};
constexpr std::array kDistributionTypes{"uniform"sv, "weibull"sv, "normal"sv, "exponential"sv,
                                        "triangular"sv};
constexpr std::array kFractalKinds{"fbm"sv, "ridged"sv, "hybrid"sv};
constexpr std::array kRangeModes{"natural"sv, "fixed"sv, "fit"sv, "none"sv};
constexpr std::array kNormalYs{"up"sv, "down"sv};
constexpr std::array kGrids{"pixels"sv, "vertices"sv};
constexpr auto kMaps = [] {
  std::array<std::string_view, kMapCount> names;
  for (std::size_t k = 0; k < kMapCount; ++k) names[k] = kMapTable[k].name;
  return names;
}();

}  // namespace

template <>
std::span<const std::string_view> Names<Turbulence>() {
  return kTurbulences;
}
template <>
std::span<const std::string_view> Names<Metric>() {
  return kMetrics;
}
template <>
std::span<const std::string_view> Names<VoronoiFunction>() {
  return kVoronoiFunctions;
}
template <>
std::span<const std::string_view> Names<Smooth>() {
  return kSmooths;
}
template <>
std::span<const std::string_view> Names<CellFunction>() {
  return kCellFunctions;
}
template <>
std::span<const std::string_view> Names<DistributionType>() {
  return kDistributionTypes;
}
template <>
std::span<const std::string_view> Names<FractalKind>() {
  return kFractalKinds;
}
template <>
std::span<const std::string_view> Names<RangeMode>() {
  return kRangeModes;
}
template <>
std::span<const std::string_view> Names<NormalY>() {
  return kNormalYs;
}
template <>
std::span<const std::string_view> Names<Grid>() {
  return kGrids;
}
template <>
std::span<const std::string_view> Names<Map>() {
  return kMaps;
}

}  // namespace cobble
