// Compiles noises: octaves, frames, kernels and slopes.
#include "program/noise_compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/numbers.h"
#include "core/suggest.h"
#include "noise/sampling/grid_axes.h"
#include "program/loop.h"
#include "program/node_type.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/requirements.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble {
namespace {

// The width of a pixel in a stamp that is just wide enough to show what is in it.
constexpr double kShapedStamp = 1.0 / 8;

std::string QuotedKey(std::string_view pointer) {
  return Quoted(pointer.substr(pointer.rfind('/') + 1));
}

// Returns the maximum |P| within the recipe's picture, per axis.
Vector3 PictureMagnitude(const Recipe& recipe) {
  if (recipe.domain.IsSphere()) return {kSphereRadius, kSphereRadius, kSphereRadius};
  return {recipe.domain.extent[0] / 2, recipe.domain.extent[1] / 2, std::abs(SliceOf(recipe))};
}

// Returns the distance between adjacent columns, in cells, averaged over the octaves. Columns
// farther apart than kFullStep share no cells; such an octave counts as kFullStep.
double GridStep(const Frame& frame, const std::vector<Octave>& octaves) {
  constexpr double kFullStep = 2;
  double sum = 0;
  for (const Octave& octave : octaves) {
    double step = 0;
    for (std::size_t a = 0; a < 3; ++a)
      step = std::max(step, std::abs(frame.column[a] * octave.frequency[a]));
    sum += std::min(step, kFullStep);
  }
  return sum / static_cast<double>(octaves.size());
}

// Sets each octave's slope_scale. It includes the derivative of the map if that is one factor per
// slope: on a grid, where slopes are along the base's x and y, and for a diagonal map. Otherwise
// the kernel writes slopes with respect to q = map(p), and a PullBackStep converts them.
void FoldSlopeScale(const Frame& frame, int dimensions, const Affine& map,
                    std::vector<Octave>& octaves) {
  const auto& m = map.m;
  const bool is_diagonal = map.IsDiagonal(dimensions);
  for (Octave& octave : octaves) {
    const auto scale = [&](std::size_t axis, double factor) {
      return static_cast<float>(double{octave.amplitude} * octave.frequency[axis] * factor);
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

std::optional<std::vector<Octave>> NoiseCompiler::Octaves(const NoiseContext& noise) {
  std::optional<std::vector<Octave>> octaves = FittingOctaves(noise);
  if (!octaves) return {};
  CheckPositionLimits(noise, *octaves);
  CountCost(noise);
  NoteScale(noise, *octaves);
  return octaves;
}

// Patterns without cells, such as rings, may have a frequency, too. A stamp has an outline, so what
// it shows is never too coarse.
void NoiseCompiler::NoteScale(const NoiseContext& noise, const std::vector<Octave>& octaves) {
  const bool has_frequency = noise.node.Has("frequency");
  const std::array<double, 2> pixel = emitter_.PixelAt(noise.site);
  const bool is_in_stamp = noise.site.IsInStamp();
  if (!std::isfinite(pixel[0]) || (is_in_stamp && noise.site.stamp_pixel > kShapedStamp)) return;
  if (!noise.lattice.has_cells && !has_frequency) return;
  NoiseScale scale{.cell_pixels = {HUGE_VAL, HUGE_VAL},
                   .cells = is_in_stamp ? HUGE_VAL : 0,
                   .jumps = noise.type.has_slopes && !noise.type.has_slopes(noise.node),
                   .transform = noise.site.transform_pointer};
  const int64_t around = StepsOf(recipe_).x;  // of a sphere, its equator
  const auto longer_side = static_cast<double>(
      recipe_.domain.IsSphere() ? around : std::max(recipe_.width, recipe_.height));
  for (std::size_t a = 0; a < 2 && static_cast<int>(a) < noise.lattice.dimensions; ++a) {
    const double own = noise.lattice.has_cells ? 1 : noise.node.Number("frequency");
    scale.keys[a] = noise.lattice.frequency_keys[a];
    scale.frequency[a] = noise.lattice.frequency[a] * own;
    scale.cell_pixels[a] = 1 / (pixel[a] * octaves.front().frequency[a] * own);
    scale.cells = std::max(scale.cells, pixel[a] * longer_side * octaves.back().frequency[a] * own);
  }
  const auto [known, is_new] = program_.noise_scales.try_emplace(noise.pointer, scale);
  if (is_new) return;
  scale.cells = std::max(scale.cells, known->second.cells);
  if (scale.Narrowest() <= known->second.Narrowest())
    known->second.cells = scale.cells;
  else
    known->second = scale;
}

Compiled NoiseCompiler::Compile(const NoiseContext& noise, int slopes) {
  const Node& node = noise.node;
  const NoiseType& type = noise.type;
  const int dimensions = noise.lattice.dimensions;
  CheckFrequencies(noise);
  CheckRequirements(noise);
  std::optional<std::vector<Octave>> fitting = Octaves(noise);
  if (!fitting) return Compiled::Constant(0);
  std::vector<Octave>& octaves = *fitting;

  NoiseStep step;
  step.dimensions = dimensions;
  if (dimensions == 3 && noise.lattice.has_cells && !noise.site.IsInStamp())
    program_.varies_with_slice = true;
  step.frame = FrameOf(noise, octaves, &step);
  const bool is_grid = step.frame.kind == Frame::kGrid;
  if (type.has_slopes && !type.has_slopes(node)) slopes = 0;
  FoldSlopeScale(step.frame, dimensions, noise.site.from_base, octaves);

  // A one-dimensional noise on a grid has no slope along y.
  const int written = is_grid ? std::min(dimensions, 2) : dimensions;
  const bool pulls_back = !is_grid && !noise.site.from_base.IsDiagonal(dimensions) && slopes > 0;
  step.to.value = emitter_.NewBuffer();
  for (int a = 0; a < written && slopes > 0; ++a)
    if (pulls_back || a < slopes) step.to.slope[static_cast<std::size_t>(a)] = emitter_.NewBuffer();

  Compiled out;
  out.raw = step.to;
  const PictureBox box = PictureBoxOf(recipe_, noise.site);
  CheckExtent(noise, box);
  out.bounds = type.bounds ? type.bounds(node, box) : Bounds{0, 1};
  int kernel_slopes = 0;
  if (slopes > 0) kernel_slopes = is_grid ? 2 : dimensions;
  NoiseKernel kernel =
      type.make(node, {{dimensions, kernel_slopes, std::move(octaves)},
                       step.frame.kind,
                       emitter_.simd_target(),
                       PictureBoxOf(recipe_, noise.site, BoxArea::kPictureAndHalo)});
  step.args = std::move(kernel.args);
  step.kernel = kernel.kernel;
  if (program_.has_probes) EmitProbe(noise, step);
  emitter_.Emit(std::move(step));
  if (!pulls_back) return out;
  emitter_.PullBack(noise.site.from_base, written, slopes, &out.raw);
  return out;
}

// Emits one step per octave that samples the noise's limit_probe at the positions of `step`.
void NoiseCompiler::EmitProbe(const NoiseContext& noise, const NoiseStep& step) {
  if (!noise.type.limit_probe || noise.site.is_in_batches) return;
  const std::optional<Node> node = noise.type.limit_probe(noise.node);
  if (!node) return;
  const std::vector<Octave> octaves = MakeOctaves(noise);
  // Enough to find limited distances; more could take as long as the picture.
  constexpr std::size_t kMaxProbes = 128;
  if (program_.probes.size() + octaves.size() > kMaxProbes) return;
  for (const Octave& octave : octaves) {
    NoiseStep probe = step;
    probe.to = {emitter_.NewBuffer(), {-1, -1, -1}};
    Octave alone = octave;
    alone.amplitude = 1;
    NoiseKernel kernel = noise.type.make(
        *node, {{step.dimensions, 0, {alone}}, step.frame.kind, emitter_.simd_target()});
    probe.args = std::move(kernel.args);
    probe.kernel = kernel.kernel;
    program_.probes.push_back({ChildPointer(noise.pointer, "limit"), node->Number("limit"),
                               octave.amplitude, &octave == &octaves.front(), probe.to.value});
    program_.steps.emplace_back(std::move(probe));
  }
}

std::optional<std::vector<Octave>> NoiseCompiler::FittingOctaves(const NoiseContext& noise) {
  if (!recipe_.tiling || noise.site.IsInStamp()) return MakeOctaves(noise);
  const TiledNoise& tiled = tiled_noises_.emplace_back(noise);
  const bool fits_only_a_square = !tiled.Fits(recipe_.domain.extent) && tiled.Fits({1, 1});
  // Several such errors are reported only by their number, so the others need no hint.
  if (fits_only_a_square && !shape_errors_.empty()) {
    shape_errors_.emplace(noise.pointer, shape_errors_.begin()->second);
    return {};
  }
  try {
    return MakeOctaves(noise);
  } catch (const Error& error) {
    if (!fits_only_a_square) throw;
    shape_errors_.emplace(noise.pointer, error);
    return {};
  }
}

Error NoiseCompiler::ShapeErrorOfAll() const {
  if (shape_errors_.size() == 1) return shape_errors_.begin()->second;
  const auto first = std::ranges::find_if(tiled_noises_, [&](const TiledNoise& noise) {
    return shape_errors_.contains(noise.pointer);
  });
  return ShapeError(recipe_, tiled_noises_, shape_errors_.size(), first->pointer);
}

void NoiseCompiler::CheckFrequencies(const NoiseContext& noise) {
  const auto found = noise.node.values.find("frequency");
  if (found == noise.node.values.end()) return;
  const auto* const list = std::get_if<NumberList>(&found->second);
  const auto dimensions = static_cast<std::size_t>(noise.lattice.dimensions);
  if (list == nullptr || list->size() == dimensions) return;
  issues_.Add(FaultAt(
      recipe_, ChildPointer(noise.pointer, "frequency"),
      dimensions == 1 ? "must be one number if dimensions is 1"
                      : "must be one number or a list of " + std::to_string(dimensions) +
                            ", one for each axis, got a list of " + std::to_string(list->size())));
}

void NoiseCompiler::CheckRequirements(const NoiseContext& noise) {
  for (const auto& [key, message] : ViolatedRequirements(noise.node))
    issues_.Add(FaultAt(recipe_, ChildPointer(noise.pointer, key), message));
}

void NoiseCompiler::CheckExtent(const NoiseContext& noise, const PictureBox& box) {
  if (!recipe_.tiling || !noise.type.extent) return;
  const auto [distance, key] = noise.type.extent(noise.node);
  double maximum = std::numeric_limits<double>::infinity();
  for (const double period : box.period)
    if (period > 0) maximum = std::min(maximum, period / 2);
  if (distance <= maximum) return;
  issues_.Add(FaultAt(recipe_, ChildPointer(noise.pointer, key),
                      "must be at most " + Shortest(maximum) +
                          " here, half the period of the tiled picture, got " +
                          Shortest(distance)));
}

// Memory for noises grows with their cost, so the cost per sample has its own limit.
void NoiseCompiler::CountCost(const NoiseContext& noise) {
  constexpr double kMaxEvaluations = 0x1p22;
  emitter_.cost().AddNoise(noise);
  const Cost& cost = emitter_.cost().cost();
  if (cost.evaluations <= kMaxEvaluations) return;
  throw LimitAt(recipe_, cost.field,
                "a sample takes more than " + Shortest(kMaxEvaluations) +
                    " noise evaluations; lower " + QuotedKey(cost.field));
}

Frame NoiseCompiler::FrameOf(const NoiseContext& noise, const std::vector<Octave>& octaves,
                             NoiseStep* step) {
  Frame frame;
  if (noise.site.base >= 0) {
    frame.kind = Frame::kPoints;
    step->positions = emitter_.MappedPositions(noise.site.base, noise.site.from_base);
  } else {
    frame = emitter_.PixelFrame(noise.site.from_base);
    frame.kind = KindOf(frame, noise.lattice.dimensions);
    if (frame.kind == Frame::kGrid && noise.type.max_grid_step &&
        GridStep(frame, octaves) > noise.type.max_grid_step(noise.node))
      frame.kind = Frame::kAffine;
  }
  return frame;
}

// Throws Error at the field to reduce if cell indices can exceed 2^40 in the picture.
void NoiseCompiler::CheckPositionLimits(const NoiseContext& noise,
                                        const std::vector<Octave>& octaves) {
  const Vector3 magnitude = PictureMagnitude(recipe_);
  for (const PositionLimit& limit : PositionLimitsOf(noise, octaves)) {
    if (!limit.Allows(magnitude)) {
      const std::string field = FieldToReduce(noise, octaves, magnitude);
      throw FaultAt(
          recipe_, field,
          "the picture reaches cells more than 2^40 cells from the origin, where fractional "
          "positions lose precision; lower " +
              QuotedKey(field));
    }
    program_.position_limits.push_back(limit);
  }
}

}  // namespace cobble
