// Noises: their octaves, frames, kernels and slopes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/numbers.h"
#include "noise/sampling/grid_axes.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "program/pixel_frame.h"
#include "recipe/faults.h"
#include "recipe/origins.h"

namespace cobble {
namespace {

// The largest magnitude of P within the recipe's own picture, on each axis.
Vector3 PictureMagnitude(const Recipe& recipe) {
  return {recipe.domain.extent[0] / 2, recipe.domain.extent[1] / 2, std::abs(recipe.domain.slice)};
}

// Grids write slopes in the base's x and y; a diagonal map is a scale an axis; for the others
// slopes are with respect to q, and a PullBackStep follows.
void FoldSlopeScale(const Frame& frame, int dimensions, const Affine& map,
                    std::vector<Octave>& octaves) {
  const auto& m = map.m;
  const bool is_diagonal = map.IsDiagonal(dimensions);
  for (Octave& octave : octaves) {
    const auto scale = [&](std::size_t axis, double by) {
      return static_cast<float>(double{octave.amplitude} * octave.frequency[axis] * by);
    };
    if (frame.kind == Frame::kGrid) {
      const GridAxes axes = GridAxesOf(frame, dimensions);
      const auto column = static_cast<std::size_t>(axes.column);
      const auto row = static_cast<std::size_t>(axes.row);
      octave.slope_scale[0] = scale(column, m[column][0]);
      octave.slope_scale[1] = scale(row, m[row][1]);
    } else {
      for (std::size_t a = 0; a < 3; ++a)
        octave.slope_scale[a] = scale(a, is_diagonal ? m[a][a] : 1);
    }
  }
}

}  // namespace

Compiled Compiler::Noise(const Visit& visit, const NoiseType& type) {
  const Node& node = visit.node;
  const NoisePlace place(recipe_, node, type, visit.pointer, visit.site, domain_);
  const int dimensions = static_cast<int>(node.Number("dimensions"));
  CheckNoise(place);
  std::vector<Octave> octaves = MakeOctaves(place);
  CheckReach(place, octaves);
  CountCost(place);

  NoiseStep step;
  step.frame = NoiseFrame(place, &step);
  const bool is_grid = step.frame.kind == Frame::kGrid;
  const bool has_slopes = !type.has_slopes || type.has_slopes(node);
  const int slopes = has_slopes ? visit.slopes : 0;
  FoldSlopeScale(step.frame, dimensions, place.domain, octaves);

  // On grids in one dimension no slope follows the rows.
  const int written = is_grid ? std::min(dimensions, 2) : dimensions;
  const bool pulls = !is_grid && !place.domain.IsDiagonal(dimensions) && slopes > 0;
  step.to.value = NewBuffer();
  for (int a = 0; a < written && slopes > 0; ++a)
    if (pulls || a < slopes) step.to.slope[static_cast<std::size_t>(a)] = NewBuffer();

  Compiled out;
  out.raw = step.to;
  out.bounds = type.bounds(node);
  const int kernel_slopes = slopes == 0 ? 0 : is_grid ? 2 : dimensions;
  NoiseKernel made =
      type.make(node, std::move(octaves), {kernel_slopes, step.frame.kind, program_.level->target});
  step.args = std::move(made.args);
  step.kernel = made.kernel;
  Emit(std::move(step));
  if (!pulls) return out;
  for (int b = 0; b < slopes; ++b)
    if (int& slope = out.raw.slope[static_cast<std::size_t>(b)]; slope < 0) slope = NewBuffer();
  Emit(PullBackStep{place.domain, written, slopes, out.raw.slope});
  for (int b = slopes; b < 3; ++b) out.raw.slope[static_cast<std::size_t>(b)] = -1;
  return out;
}

void Compiler::CheckNoise(const NoisePlace& place) {
  if (!place.type.check) return;
  place.type.check(place.node, [&](std::string_view key, const std::string& message) {
    Collect(FaultAt(recipe_, Below(place.pointer, key), message));
  });
}

// What a program holds of noises grows with their cost, so that has a limit of its own, whatever
// the number of pixels.
void Compiler::CountCost(const NoisePlace& place) {
  constexpr double kMaxEvaluations = 0x1p22;
  cost_.AddNoise(place);
  if (cost_.cost().evaluations <= kMaxEvaluations) return;
  throw Error(ErrorKind::kLimit, FaultAt(recipe_, cost_.cost().field,
                                         "a sample takes more than " + Shortest(kMaxEvaluations) +
                                             " evaluations of noise; lower it")
                                     .issues());
}

Frame Compiler::NoiseFrame(const NoisePlace& place, NoiseStep* step) {
  Frame frame;
  if (place.site.positions >= 0) {
    frame.kind = Frame::kPoints;
    step->positions = PositionsThrough(place.site.positions, place.domain);
  } else {
    frame = PixelFrame(program_, place.domain);
    frame.kind = KindOf(frame, static_cast<int>(place.node.Number("dimensions")));
  }
  return frame;
}

// Throws Error at the field to lower where cell indices can pass 2^40 within the picture.
void Compiler::CheckReach(const NoisePlace& place, const std::vector<Octave>& octaves) {
  const Vector3 magnitude = PictureMagnitude(recipe_);
  for (const Reach& reach : ReachesOf(place, octaves)) {
    if (!reach.Holds(magnitude)) {
      throw FaultAt(recipe_, FieldToLower(place, octaves, magnitude),
                    "the picture reaches cells farther than 2^40 from the origin, where their "
                    "fractions are lost; lower it");
    }
    program_.reaches.push_back(reach);
  }
}

}  // namespace cobble
