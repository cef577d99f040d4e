// The names of the enums' values in recipes and flags.
#include <array>
#include <type_traits>

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

template <typename Enum>
std::span<const std::string_view> Names() {
  if constexpr (std::is_same_v<Enum, Turbulence>) return kTurbulences;
  if constexpr (std::is_same_v<Enum, Metric>) return kMetrics;
  if constexpr (std::is_same_v<Enum, VoronoiFunction>) return kVoronoiFunctions;
  if constexpr (std::is_same_v<Enum, Smooth>) return kSmooths;
  if constexpr (std::is_same_v<Enum, CellFunction>) return kCellFunctions;
  if constexpr (std::is_same_v<Enum, DistributionType>) return kDistributionTypes;
  if constexpr (std::is_same_v<Enum, FractalKind>) return kFractalKinds;
  if constexpr (std::is_same_v<Enum, RangeMode>) return kRangeModes;
  if constexpr (std::is_same_v<Enum, NormalY>) return kNormalYs;
  if constexpr (std::is_same_v<Enum, Grid>) return kGrids;
  if constexpr (std::is_same_v<Enum, Map>) return kMaps;
}

template std::span<const std::string_view> Names<Turbulence>();
template std::span<const std::string_view> Names<Metric>();
template std::span<const std::string_view> Names<VoronoiFunction>();
template std::span<const std::string_view> Names<Smooth>();
template std::span<const std::string_view> Names<CellFunction>();
template std::span<const std::string_view> Names<DistributionType>();
template std::span<const std::string_view> Names<FractalKind>();
template std::span<const std::string_view> Names<RangeMode>();
template std::span<const std::string_view> Names<NormalY>();
template std::span<const std::string_view> Names<Grid>();
template std::span<const std::string_view> Names<Map>();

}  // namespace cobble
