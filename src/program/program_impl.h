// A compiled recipe: a list of steps that read and write buffers, one run of samples at a time. A
// buffer is a row of floats, a position set three rows (x, y, z) of doubles.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "cobble/program.h"
#include "core/affine.h"
#include "core/bounds.h"
#include "core/simd_level.h"
#include "noise/kernel.h"
#include "noise/sampling/batches.h"
#include "noise/steps/arithmetic.h"
#include "noise/steps/color_step.h"
#include "noise/steps/pointwise.h"
#include "program/octaves.h"

namespace cobble {

// The buffers of a node's result. A slope of -1 has no buffer: it is 0 everywhere.
struct Result {
  int value = -1;
  std::array<int, 3> slope{-1, -1, -1};
};

// The axes of a position set that are computed: those that a later step reads.
using PositionAxes = std::array<bool, 3>;

// Computes the positions of a run of pixels.
struct PixelPositionsStep {
  Frame frame;
  int to;
  PositionAxes axes{true, true, true};
};

// to = from + amount * by, where |amount * by| is limited by axis. An axis whose buffer is -1 is
// copied.
struct DisplaceStep {
  int from;
  std::array<int, 3> by;
  double amount;
  Vector3 limit;
  int to;
  PositionAxes axes{true, true, true};
};

// to = map(from).
struct TransformStep {
  Affine map;
  int from, to;
  PositionAxes axes{true, true, true};
};

struct NoiseStep {
  std::shared_ptr<const void> args;
  Kernel kernel;
  Frame frame;
  int dimensions = 3;
  int positions = -1;  // position set of a kPoints frame; -1 for other kinds of frames
  Result to;
};

// Converts slopes with respect to q = map(p) to slopes with respect to p, in place: J^T g. `from`
// and `to` are the numbers of slopes.
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

struct ColorStep {
  ColorRun run;
  std::shared_ptr<const void> args;
  // Inputs that the operation does not have are empty. Every channel of `to` has the same slopes.
  std::array<Result, 3> in, to;
};

// to = sum_k source[k] * (fixed[k] + amount * by[k]): one component of a warp's slope.
struct WarpSlopeStep {
  std::array<int, 3> source, by;
  std::array<float, 3> fixed;
  float amount;
  int to;
};

// Computes a node that samples its source at positions of its own (noise/sampling/batches.h). Runs
// the steps up to its CombineStep for each batch of them: those of the source.
//
//   BatchStep        for each batch: writes the local positions
//   ... steps of the source, at local positions
//   CombineStep      hands the source's values to the node
//
// Both list all that must not be overwritten while batches run.
struct BatchStep {
  std::shared_ptr<const void> args;
  MakeBatches make;
  int from;              // position set of the samples
  int local;             // position set of the batch
  bool keeps_z = false;  // whether the z of local positions is that of the samples
  Result in = {};        // the source at the samples; without buffers if the node does not need it
  Result to = {};
  PositionAxes axes{true, true, true};  // of `local`
};

struct CombineStep {
  int from, local;
  Result source, in, to;
};

using Step =
    std::variant<PixelPositionsStep, DisplaceStep, TransformStep, NoiseStep, PullBackStep, FillStep,
                 PointwiseStep, ColorStep, WarpSlopeStep, BatchStep, CombineStep>;

// A noise step that samples only the farthest distance of one octave of a noise, to see how often
// it reaches the limit.
struct LimitProbe {
  std::string pointer;  // of the key `limit`
  double limit;
  double weight;  // of the octave in the noise; the weights of a noise at one site add up to 1
  bool is_first;  // octave of the noise at this site
  int buffer;
};

// A node whose last octaves have waves that are shorter than a pixel.
struct FineWaves {
  std::string pointer;  // of the key `octaves`
  double pixels;        // the shortest wave
  int coarse_octaves;   // that have longer ones
};

// A node whose value is clipped to -1..1: factor * the buffer before that.
struct ClipProbe {
  std::string pointer;  // of the node
  double scale;         // its contrast, which the value is proportional to
  double factor;
  int buffer;
};

// A node that counts the heights of its source from `low` to `high`.
struct SourceProbe {
  std::string pointer;  // of the key `range`
  double low, high;
  int buffer;  // of the source
};

// A map that the program computes: a number, or red, green and blue.
struct ProgramMap {
  std::string name;  // of CompileOptions::maps
  std::vector<int> buffers;
  Bounds bounds;  // of all channels
};

struct Program::Impl {
  Recipe recipe;
  CompileOptions options;
  const SimdLevel* level = nullptr;
  const Arithmetic* arithmetic = nullptr;

  std::vector<Step> steps;
  int buffers = 0, position_sets = 0;
  Result result;  // without options.value: no buffers
  Bounds bounds;
  std::vector<ProgramMap> maps;
  // With kPoints: whether all points have the z of the picture.
  bool points_share_z = false;
  // Whether to emit probes for the noises that have a limit, and to record nodes that are clipped,
  // and the sources of nodes that have a range.
  bool has_probes = false;
  std::vector<LimitProbe> probes;
  std::vector<ClipProbe> clip_probes;
  std::vector<SourceProbe> source_probes;
  std::vector<FineWaves> fine_waves;
  bool has_clipped_nodes = false;  // whether a node's value is limited by Compiler::Clipped
  bool has_source_ranges = false;  // whether a node calls Compiler::NoteSourceRange
  std::set<std::string> clipped_in_stamps;  // pointers of such nodes that have no probes
  std::vector<NodeBounds> node_bounds;
  Cost cost;
  // The JSON pointer to the first node whose source has positions of its own; empty if none has.
  std::string stamps;
  bool varies_with_slice = false;  // whether a noise of 3 dimensions is sampled along z of P

  // The positions of samples: P = origin + (i, j, 0) * step. A pixel has samples x samples of them
  // (Recipe::samples), those of pixel 0 first.
  Vector3 sample_origin{}, sample_step{};
  std::vector<PositionLimit> position_limits;  // of all noises

  // In: the maximum |P| per axis over all samples.
  bool IsWithinPositionLimits(const Vector3& magnitude) const {
    return std::all_of(position_limits.begin(), position_limits.end(),
                       [&](const PositionLimit& limit) { return limit.Allows(magnitude); });
  }
};

// The position set of a kPoints program's input points.
inline constexpr int kInputPoints = 0;

}  // namespace cobble
