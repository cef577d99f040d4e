// The arguments of each family's kernels.
#include "program/noise_kernel.h"

#include "core/suggest.h"
#include "noise/lattice.h"
#include "noise/voronoi.h"
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

std::shared_ptr<const LatticeArgs> MakeLattice(const Node& node, std::vector<Octave> octaves,
                                               int slopes) {
  auto args = std::make_shared<LatticeArgs>();
  args->type = node.type;
  args->turbulence = Choice<Turbulence>(node, "turbulence");
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->octaves = std::move(octaves);
  return args;
}

// Walls and smooth minima are measured by the straight distance alone, and only F1 is smoothed.
void CheckVoronoi(const NoisePlace& place, const VoronoiArgs& args) {
  const auto refuse = [&](const char* key, const char* only, const char* where) {
    throw FaultAt(place.recipe, place.pointer + "/" + key,
                  "must be \"" + std::string(only) + "\" where " + where + ", got " +
                      Quoted(place.node.Text(key)));
  };
  const bool is_edge = args.function == VoronoiFunction::kEdge;
  const bool is_smooth = args.smooth != Smooth::kNone;
  if (is_smooth && args.function != VoronoiFunction::kF1)
    refuse("function", "F1", "smooth is used");
  if (args.metric == Metric::kEuclidean) return;
  if (is_smooth) refuse("metric", "euclidean", "smooth is used");
  if (is_edge) refuse("metric", "euclidean", "function is \"edge\"");
}

std::shared_ptr<const VoronoiArgs> MakeVoronoi(const NoisePlace& place, std::vector<Octave> octaves,
                                               int slopes) {
  const Node& node = place.node;
  auto args = std::make_shared<VoronoiArgs>();
  args->metric = Choice<Metric>(node, "metric");
  args->function = Choice<VoronoiFunction>(node, "function");
  args->smooth = Choice<Smooth>(node, "smooth");
  CheckVoronoi(place, *args);
  args->dimensions = Dimensions(node);
  args->slopes = slopes;
  args->jitter = static_cast<float>(node.Number("jitter"));
  args->octaves = std::move(octaves);
  return args;
}

}  // namespace

std::pair<std::shared_ptr<const void>, Kernel> MakeKernel(const NoisePlace& place,
                                                          std::vector<Octave> octaves, int slopes,
                                                          Frame::Form form, int64_t simd_target) {
  if (place.node.type == NodeType::kVoronoi) {
    auto args = MakeVoronoi(place, std::move(octaves), slopes);
    const Kernel kernel = SelectVoronoi(*args, form, simd_target);
    return {std::move(args), kernel};
  }
  auto args = MakeLattice(place.node, std::move(octaves), slopes);
  const Kernel kernel = SelectLattice(*args, form, simd_target);
  return {std::move(args), kernel};
}

bool HasSlopes(const Node& node) {
  return node.type != NodeType::kVoronoi ||
         Choice<VoronoiFunction>(node, "function") != VoronoiFunction::kCellId;
}

Bounds NoiseBounds(const Node& node) {
  const NoiseEntry& noise = *FindNoise(node.type);
  return BoundsOf(
      noise, noise.has_turbulence ? Choice<Turbulence>(node, "turbulence") : Turbulence::kNone);
}

}  // namespace cobble
