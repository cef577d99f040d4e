// Octaves, points and sites of nodes whose octaves have kernels of waves.
#include "nodes/shared/wave_kernels.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "nodes/shared/noise.h"
#include "program/node_type.h"
#include "recipe/reading/faults.h"

namespace cobble::nodes {
namespace {

// Returns the mean number of points of kernels per sample.
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

}  // namespace

bool SetWaves(Compiler& compiler, const NodeContext& context, double waves, WaveArgs* args) {
  static const NoiseType kernels{
      .is_scattered = [](const Node&) { return true; },
      .evaluations = [](const Node&) { return 9.0; }};  // the kernels around a sample
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

bool WavesVaryAlong(std::size_t axis, const WaveArgs& args) {
  return args.from_base[0][axis] != 0 || args.from_base[1][axis] != 0;
}

Compiled InputAtPoints(Compiler& compiler, const NodeContext& context, const WaveArgs& args,
                       int local, const PointInput& input) {
  Site site = PointSite(context, args, local);
  if (input.slopes > 0) site.slope_pointer = context.pointer;
  const double weight = compiler.cost().step_weight();
  const std::size_t first = compiler.step_count();
  compiler.cost().SetStepWeight(weight * PointsPerSample(compiler, context, args));
  Compiled value = compiler.InputAt(context, input.key, site, input.slopes);
  if (!value.IsConstant()) value = compiler.Materialized(value);
  compiler.cost().SetStepWeight(weight);
  if (compiler.VariesInZ(context.site) && compiler.ReadsAxis(local, 2, first))
    compiler.FailNode(context,
                      "its " + input.key + " varies along z, which here varies between samples",
                      "use " + input.flat + " of 2 dimensions");
  return value;
}

Field WaveFrequencyField() {
  Field field = FrequencyField();
  field.fallback = "8";
  return field;
}

Field WaveOctavesField(std::string_view fallback, std::string_view help) {
  Field field = OctavesField(fallback, help);
  field.maximum = 16;
  return field;
}

}  // namespace cobble::nodes
