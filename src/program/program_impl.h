// What a compiled recipe is: steps over runs of samples, each reading and writing buffers of one
// run. A buffer holds kRunLength + kPad floats, a position set three rows of as many doubles.
#ifndef COBBLE_PROGRAM_PROGRAM_IMPL_H_
#define COBBLE_PROGRAM_PROGRAM_IMPL_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cobble/program.h"
#include "core/affine.h"
#include "core/bounds.h"
#include "core/simd_level.h"
#include "noise/kernel.h"
#include "noise/steps/arithmetic.h"
#include "noise/steps/pointwise.h"
#include "program/octaves.h"

namespace cobble {

// A node's result: numbers of buffers. A slope that is -1 is 0 everywhere.
struct Result {
  int value = -1;
  std::array<int, 3> slope{-1, -1, -1};
};

// P of a run of pixels.
struct PixelPositionsStep {
  Frame frame;
  int to;
};

// to = from + amount * by; a buffer of -1 leaves its axis as it is.
struct DisplaceStep {
  int from;
  std::array<int, 3> by;
  double amount;
  int to;
};

// to = map(from).
struct TransformStep {
  Affine map;
  int from, to;
};

struct NoiseStep {
  std::shared_ptr<const void> args;
  Kernel kernel;
  Frame frame;
  int positions = -1;  // the set of a kPoints frame
  Result to;
};

// Slopes with respect to q = map(p) become slopes with respect to p, in place.
struct PullBackStep {
  Affine map;
  int from, to;
  std::array<int, 3> slope;
};

struct FillStep {
  float value;
  int to;
};

struct PointwiseStep {
  PointwiseRun run;
  PointwiseArgs args;
  int inputs;
  std::array<Result, 3> in;
  Result to;
};

// to = sum_k source[k] (fixed[k] + amount * by[k]): a component of a warp's slope.
struct WarpSlopeStep {
  std::array<int, 3> source, by;
  std::array<float, 3> fixed;
  float amount;
  int to;
};

using Step = std::variant<PixelPositionsStep, DisplaceStep, TransformStep, NoiseStep, PullBackStep,
                          FillStep, PointwiseStep, WarpSlopeStep>;

struct Program::Impl {
  Recipe recipe;
  CompileOptions options;
  const SimdLevel* level = nullptr;
  const Arithmetic* arithmetic = nullptr;

  std::vector<Step> steps;
  int buffers = 0, position_sets = 0;
  Result result;
  Bounds bounds;
  std::vector<NodeBounds> node_bounds;
  Cost cost;

  Vector3 pixel_origin{}, pixel_step{};  // P = origin + (i, j, 0) * step
  std::vector<Reach> reaches;            // all must hold wherever the program samples

  // Whether they do. In: |P|, the largest magnitude on each axis.
  bool IsWithinReach(const Vector3& magnitude) const {
    return std::all_of(reaches.begin(), reaches.end(),
                       [&](const Reach& reach) { return reach.Holds(magnitude); });
  }
};

// The position set that holds the points of a kPoints program.
inline constexpr int kGivenPoints = 0;

}  // namespace cobble

#endif  // COBBLE_PROGRAM_PROGRAM_IMPL_H_
