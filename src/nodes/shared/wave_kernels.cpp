// Octaves, points and sites of nodes whose octaves have kernels of waves.
#include "nodes/shared/wave_kernels.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "program/node_type.h"
#include "recipe/reading/faults.h"

namespace cobble::nodes {
namespace {

Lattice LatticeOfWaves(const Node& node) {
  Lattice lattice{.octaves = static_cast<int>(node.Number("octaves")),
                  .lacunarity = node.Number("lacunarity"),
                  .persistence = node.Number("persistence")};
  lattice.SetFrequency(node);
  return lattice;
}

bool IsAlwaysScattered(const Node&) { return true; }

// The kernels around a sample.
double KernelsPerOctave(const Node&) { return 9; }

}  // namespace

bool SetWaves(Compiler& compiler, const NodeContext& context, double waves, WaveArgs* args) {
  static const NoiseType kernels{.lattice = &LatticeOfWaves,
                                 .is_scattered = &IsAlwaysScattered,
                                 .evaluations = &KernelsPerOctave};
  const auto octaves = compiler.Cells(context, kernels);
  if (!octaves) return false;
  args->octaves = *octaves;
  args->slopes = context.slopes;
  for (std::size_t a = 0; a < 2; ++a) args->from_base[a] = context.site.from_base.m[a];
  args->simd_target = compiler.simd_target();

  std::vector<double> waves_per_unit;
  for (const Octave& octave : args->octaves)
    waves_per_unit.push_back(waves * std::max(octave.frequency[0], octave.frequency[1]));
  compiler.NoteFineWaves(context, waves_per_unit);
  return true;
}

double PointsPerSample(const Compiler& compiler, const NodeContext& context, const WaveArgs& args) {
  const double* const frequency = args.octaves[0].frequency;
  const double cells = compiler.AreaOfSample(context.site) * frequency[0] * frequency[1];
  const std::vector<double> points = WavePointsPerSample(args, cells);
  return std::accumulate(points.begin(), points.end(), 0.0);
}

Site PointSite(const NodeContext& context, const WaveArgs& args, int local) {
  Site site = context.site;
  site.base = local;
  site.from_base = Affine();
  for (std::size_t a = 0; a < 2; ++a)
    site.bound.displacement[a] += WaveReach(args, static_cast<int>(a));
  site.displacement_pointer = ChildPointer(context.pointer, "frequency");
  site.is_in_batches = true;
  return site;
}

bool WavesVaryAlong(std::size_t axis, const WaveArgs& args) {
  return args.from_base[0][axis] != 0 || args.from_base[1][axis] != 0;
}

}  // namespace cobble::nodes
