// The arguments of each family's kernels.
#include "program/noise_kernel.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "core/suggest.h"
#include "noise/cell/cell.h"
#include "noise/hill/hill.h"
#include "noise/lattice/lattice.h"
#include "noise/simplex/simplex.h"
#include "noise/voronoi/voronoi.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

template <typename Enum>
Enum Choice(const Node& node, std::string_view key) {
  Enum value{};
  FromName(node.Text(key), &value);
  return value;
}

int Dimensions(const Node& node) { return static_cast<int>(node.Number("dimensions")); }

std::shared_ptr<const LatticeArgs> MakeLattice(const NoisePlace& place, std::vector<Octave> octaves,
                                               int slopes) {
  const Node& node = place.node;
  auto args = std::make_shared<LatticeArgs>();
  args->kind = node.type == NodeType::kValue ? LatticeKind::kValue : LatticeKind::kPerlin;
  args->turbulence = Choice<Turbulence>(node, "turbulence");
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->octaves = std::move(octaves);
  return args;
}

std::shared_ptr<const VoronoiArgs> MakeVoronoi(const NoisePlace& place, std::vector<Octave> octaves,
                                               int slopes) {
  const Node& node = place.node;
  auto args = std::make_shared<VoronoiArgs>();
  args->metric = Choice<Metric>(node, "metric");
  args->function = Choice<VoronoiFunction>(node, "function");
  args->smooth = Choice<Smooth>(node, "smooth");
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->jitter = static_cast<float>(node.Number("jitter"));
  args->octaves = std::move(octaves);
  return args;
}

std::shared_ptr<const SimplexArgs> MakeSimplex(const NoisePlace& place, std::vector<Octave> octaves,
                                               int slopes) {
  auto args = std::make_shared<SimplexArgs>();
  args->kind =
      place.node.type == NodeType::kSimplexValue ? SimplexKind::kValue : SimplexKind::kGradient;
  args->turbulence = Choice<Turbulence>(place.node, "turbulence");
  args->dimensions = Dimensions(place.node);
  args->slopes = slopes;
  args->octaves = std::move(octaves);
  return args;
}

// A function as the weights of F1 .. F4 that it stands for. cell-id has none.
std::array<float, 4> WeightsOf(CellFunction function) {
  if (function == CellFunction::kDifference) return {-1, 1, 0, 0};
  std::array<float, 4> weights{};
  if (function <= CellFunction::kF4) weights[static_cast<std::size_t>(function)] = 1;
  return weights;
}

std::shared_ptr<const CellArgs> MakeCell(const NoisePlace& place, std::vector<Octave> octaves,
                                         int slopes) {
  const Node& node = place.node;
  auto args = std::make_shared<CellArgs>();
  args->metric = Choice<Metric>(node, "metric");
  if (node.Has("weights")) {
    const std::vector<double>& weights = node.Numbers("weights");
    args->weights = {};
    std::transform(weights.begin(), weights.end(), args->weights.begin(),
                   [](double weight) { return static_cast<float>(weight); });
  } else {
    const auto function = Choice<CellFunction>(node, "function");
    args->cell_id = function == CellFunction::kCellId;
    args->weights = WeightsOf(function);
  }
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->thresholds = CountThresholds(node.Number("density"));
  args->octaves = std::move(octaves);
  return args;
}

Distribution DistributionOf(const Node& node) {
  Distribution out;
  const auto set = [&](std::initializer_list<const char*> keys) {
    double* next = out.parameters;
    for (const char* const key : keys) *next++ = node.Number(std::string("distribution.") + key);
  };
  switch (out.type = Choice<DistributionType>(node, "distribution.type")) {
    case DistributionType::kUniform:
      break;
    case DistributionType::kWeibull:
      set({"alpha", "beta"});
      break;
    case DistributionType::kNormal:
      set({"mean", "deviation"});
      break;
    case DistributionType::kExponential:
      set({"rate"});
      break;
    case DistributionType::kTriangular:
      set({"low", "mode", "high"});
      break;
  }
  return out;
}

std::shared_ptr<const HillArgs> MakeHill(const NoisePlace& place, std::vector<Octave> octaves,
                                         int slopes) {
  const Node& node = place.node;
  auto args = std::make_shared<HillArgs>();
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->sizes = node.Has("sizes")
                    ? node.Numbers("sizes")
                    : WaveSizes(static_cast<int>(node.Number("waves")), node.Number("smoothness"));
  args->distribution = DistributionOf(node);
  args->octaves = std::move(octaves);
  MakeWaves(args.get());
  return args;
}

}  // namespace

std::pair<std::shared_ptr<const void>, Kernel> MakeKernel(const NoisePlace& place,
                                                          std::vector<Octave> octaves, int slopes,
                                                          Frame::Form form, int64_t simd_target) {
  using Result = std::pair<std::shared_ptr<const void>, Kernel>;
  const auto with = [&](const auto& make, const auto& select) -> Result {
    auto args = make(place, std::move(octaves), slopes);
    const Kernel kernel = select(*args, form, simd_target);
    return {std::move(args), kernel};
  };
  switch (place.node.type) {
    case NodeType::kSimplex:
    case NodeType::kSimplexValue:
      return with(MakeSimplex, SelectSimplex);
    case NodeType::kVoronoi:
      return with(MakeVoronoi, SelectVoronoi);
    case NodeType::kCell:
      return with(MakeCell, SelectCell);
    case NodeType::kHill:
      return with(MakeHill, SelectHill);
    default:
      return with(MakeLattice, SelectLattice);
  }
}

// Of the noises, Voronoi alone has options that do not go together: walls and smooth minima are
// measured by the straight distance alone, and only F1 is smoothed.
void CheckNoise(const NoisePlace& place, const std::function<void(const Error&)>& tell) {
  const Node& node = place.node;
  if (node.type != NodeType::kVoronoi) return;
  const auto demand = [&](const char* key, std::string_view only, const char* where) {
    if (node.Text(key) == only) return;
    tell(
        FaultAt(place.recipe, place.pointer + "/" + key,
                "must be " + Quoted(only) + " where " + where + ", got " + Quoted(node.Text(key))));
  };
  const std::string_view euclidean = Name(Metric::kEuclidean);
  if (node.Text("smooth") != Name(Smooth::kNone)) {
    demand("function", Name(VoronoiFunction::kF1), "smooth is used");
    demand("metric", euclidean, "smooth is used");
  } else if (node.Text("function") == Name(VoronoiFunction::kEdge)) {
    demand("metric", euclidean, "function is \"edge\"");
  }
}

bool HasSlopes(const Node& node) {
  const bool has_function = node.type == NodeType::kVoronoi || node.type == NodeType::kCell;
  return !has_function || !node.Has("function") ||
         node.Text("function") != Name(VoronoiFunction::kCellId);
}

Bounds NoiseBounds(const Node& node) {
  if (node.type == NodeType::kHill) return BoundsOf(DistributionOf(node));
  const NoiseEntry& noise = *FindNoise(node.type);
  return BoundsOf(
      noise, noise.has_turbulence ? Choice<Turbulence>(node, "turbulence") : Turbulence::kNone);
}

}  // namespace cobble
