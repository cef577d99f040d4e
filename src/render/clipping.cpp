// Computes curvatures without limits at the samples of probes.h: a node's from the buffers that its
// limits are applied to, the map's from the slopes around each sample.
#include "render/clipping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/numbers.h"
#include "program/worker.h"
#include "recipe/fields/picture_steps.h"
#include "render/maps/height_scale.h"
#include "render/probes.h"

namespace cobble {
namespace {

// The curvatures of one node or map.
class Tally {
 public:
  void Add(double curvature) {
    const double size = std::abs(curvature);
    if (!std::isfinite(size)) return;
    clipped_ += size > 1;
    largest_ = std::max(largest_, size);
  }

  bool IsClipped() const { return clipped_ > 0; }
  ClippedCurvature Result(const std::string& pointer, double scale) const {
    return {pointer, scale, clipped_ / double{kProbeSide * kProbeSide},
            WithTwoDigits(scale / largest_)};
  }

 private:
  int clipped_ = 0;
  double largest_ = 0;
};

// Adds a node; of its sites, the one with the largest share counts.
void AddNode(const ClippedCurvature& node, std::vector<ClippedCurvature>* clipped) {
  const auto known = std::ranges::find(*clipped, node.pointer, &ClippedCurvature::pointer);
  if (known == clipped->end())
    clipped->push_back(node);
  else if (node.share > known->share)
    *known = node;
}

}  // namespace

std::vector<ClippedCurvature> ClippedNodes(const Program& program, const Window& window) {
  if (!program.impl().has_clipped_nodes) return {};
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  std::vector<Tally> tallies(probed.clip_probes.size());
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (std::size_t p = 0; p < tallies.size(); ++p) {
      const ClipProbe& probe = probed.clip_probes[p];
      const float* const values = worker.Value(probe.buffer);
      for (int k = 0; k < kProbeSide; ++k) tallies[p].Add(probe.factor * double{values[k]});
    }
  });
  std::vector<ClippedCurvature> clipped;
  for (std::size_t p = 0; p < tallies.size(); ++p)
    if (tallies[p].IsClipped())
      AddNode(tallies[p].Result(probed.clip_probes[p].pointer, probed.clip_probes[p].scale),
              &clipped);
  return clipped;
}

// See maps/curvature.cpp.
std::vector<ClippedCurvature> ClippedMap(const Program& program, const Window& window,
                                         const HeightRange& range) {
  const Recipe& recipe = program.recipe();
  Program::Impl probed;
  CompileSlopes(program.impl(), &probed);
  Worker worker(probed, kProbeSide);
  const Window sampled = ProbedWindow(recipe, window);
  const auto radius = static_cast<double>(RadiusInPixels(recipe.curvature.radius, recipe));
  const HeightScale heights = HeightScaleOf(recipe, range);
  const double span = 2 * radius / static_cast<double>(StepsOf(recipe).x);
  const double factor = -0.5 * recipe.normal.strength * recipe.curvature.scale / span;
  Tally tally;
  for (int row = 0; row < kProbeSide; ++row) {
    const ProbePoints middle = ProbePointsOf(program.impl(), sampled, row);
    std::array<double, kProbeSide> sum{};
    for (const int axis : {0, 1})
      for (const double sign : {-1.0, 1.0}) {
        ProbePoints beside = middle;
        const auto a = static_cast<std::size_t>(axis);
        for (double& at : axis == 0 ? beside.x : beside.y)
          at += sign * radius * recipe.samples * program.impl().sample_step[a];
        worker.SetPoints(beside.x, beside.y, beside.z);
        const float* const slope = worker.Evaluate({0, 0, kProbeSide}).slope[a];
        for (std::size_t k = 0; k < sum.size(); ++k)
          sum[k] += sign * heights.slope[a] * double{slope[k]};
      }
    for (const double each : sum) tally.Add(factor * each);
  }
  if (!tally.IsClipped()) return {};
  return {tally.Result("/curvature/scale", recipe.curvature.scale)};
}

std::vector<std::string> UnmeasuredNodes(const Program& program) {
  const auto& nodes = program.impl().clipped_in_stamps;
  return {nodes.begin(), nodes.end()};
}

}  // namespace cobble
