// The names of the enums' values in recipes and flags.
#include <array>

#include "cobble/enums.h"
#include "core/maps.h"

namespace cobble {
namespace {

using std::string_view_literals::operator""sv;

constexpr auto kMapNames = [] {
  std::array<std::string_view, kMapCount> names;
  for (std::size_t k = 0; k < kMapCount; ++k) names[k] = kMapTable[k].name;
  return names;
}();

}  // namespace

template <typename Enum>
constexpr std::array<std::string_view, 0> kNamesOf{};

template <typename Enum>
std::span<const std::string_view> Names() {
  return kNamesOf<Enum>;
}

// In the order of the enum's values.
#define COBBLE_NAMES(ENUM, ...)                \
  template <>                                  \
  constexpr auto kNamesOf<ENUM> = __VA_ARGS__; \
  template std::span<const std::string_view> Names<ENUM>();

COBBLE_NAMES(Turbulence, std::array{"none"sv, "absolute"sv, "smooth"sv})
COBBLE_NAMES(Metric, std::array{"euclidean"sv, "euclidean-squared"sv, "manhattan"sv, "chebyshev"sv})
COBBLE_NAMES(VoronoiFunction, std::array{"F1"sv, "F2"sv, "F2-F1"sv, "F1+F2"sv, "F1*F2"sv, "F1/F2"sv,
                                         "cell-id"sv, "edge"sv, "u"sv, "v"sv, "w"sv})
COBBLE_NAMES(Smooth, std::array{"none"sv, "lse"sv, "poly"sv})
COBBLE_NAMES(CellFunction, std::array{"F1"sv, "F2"sv, "F3"sv, "F4"sv, "F2-F1"sv, "cell-id"sv, "u"sv,
                                      "v"sv, "w"sv})
COBBLE_NAMES(DistributionType,
             std::array{"uniform"sv, "weibull"sv, "normal"sv, "exponential"sv, "triangular"sv})
COBBLE_NAMES(FractalKind, std::array{"fbm"sv, "ridged"sv, "hybrid"sv})
COBBLE_NAMES(RangeMode, std::array{"natural"sv, "fixed"sv, "fit"sv, "none"sv, "shares"sv})
COBBLE_NAMES(NormalY, std::array{"up"sv, "down"sv})
COBBLE_NAMES(NormalSpace, std::array{"tangent"sv, "object"sv})
COBBLE_NAMES(SurfaceShape, std::array{"plane"sv, "equirectangular"sv, "cube"sv})
COBBLE_NAMES(Grid, std::array{"pixels"sv, "vertices"sv})
COBBLE_NAMES(Map, kMapNames)

}  // namespace cobble
