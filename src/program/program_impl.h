// A compiled recipe: a list of steps that read and write buffers, one run of samples at a time. A
// buffer is one row of floats; a position set is three rows (x, y, z) of doubles.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cobble/error.h"
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

struct ImagePlane;
namespace nodes {
class Land;
}  // namespace nodes

// The buffers of a node's result. A slope without a buffer (-1) is 0 everywhere.
struct Result {
  int value = -1;
  std::array<int, 3> slope{-1, -1, -1};
};
using Outputs = std::array<Result, kMaxOutputs>;

// The axes of a position set to compute: those that a later step reads.
using PositionAxes = std::array<bool, 3>;

struct PixelPositionsStep {
  Frame frame;
  int to;
  PositionAxes axes{true, true, true};
};

// to = from + amount * by, |amount * by| being limited per axis. A buffer of -1 copies the axis.
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
  int positions = -1;  // position set of a kPoints frame, else -1
  Result to;
};

// Converts slopes by q = map(p) to slopes by p, in place: J^T g. `from` and `to` count slopes.
struct PullBackStep {
  Affine map;
  int from, to;
  std::array<int, 3> slope;
};

struct FillStep {
  float value;
  int to;
};

// Projects slopes by P onto the tangent planes of a sphere: to = from - (from.d) d, d = P / |P|.
struct TangentStep {
  int positions;  // position set of the P
  std::array<int, 3> from, to;
};

// Copies a row of the picture's map ao or curvature: see Program::Impl::second.
struct PictureStep {
  int row;  // of PictureRows
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
  // Unused inputs are empty. Every channel of `to` has the same slopes.
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
// the source's steps, up to the CombineStep, for each batch of positions:
//
//   BatchStep        for each batch: writes the local positions
//   ... steps of the source, at local positions
//   CombineStep      hands the source's values to the node
//
// Nodes that have the same samples and local positions are outputs of the same steps, with a source
// each. Both steps list all that batches must not overwrite.
struct BatchStep {
  std::shared_ptr<const void> args;
  MakeBatches make;
  int from;              // position set of the samples
  int local = -1;        // position set of the batch
  bool keeps_z = false;  // whether local positions have the samples' z
  Result in = {};        // the source at the samples; no buffers if not needed
  Outputs to = {};
  PositionAxes axes{true, true, true};  // of `local`
};

struct CombineStep {
  int from, local;
  Outputs source;
  Result in;
  Outputs to;
};

// Runs the steps after it where a mask leaves them a say: see program/branches.h.
struct BranchStep {
  Result mask;
  int excluded;       // 0 or 1: the mask's value where they have none
  std::size_t steps;  // how many
};

using Step = std::variant<PixelPositionsStep, DisplaceStep, TransformStep, NoiseStep, PullBackStep,
                          FillStep, TangentStep, PictureStep, PointwiseStep, ColorStep,
                          WarpSlopeStep, BranchStep, BatchStep, CombineStep>;

// A noise step that samples only one octave's farthest distance, to count how often it is limited.
struct LimitProbe {
  std::string pointer;  // of the key `limit`
  double limit;
  double weight;  // of the octave; a noise's weights at one site add up to 1
  bool is_first;  // first octave of the noise at this site
  int buffer;
};

// A node whose last octaves have waves shorter than a pixel.
struct FineWaves {
  std::string pointer;  // of the key `octaves`
  double pixels;        // the shortest wave
  double longest;       // the longest wave, in pixels
  int coarse_octaves;   // octaves with waves longer than a pixel
};

// An image that a node shows, and where the picture is in it, along x and y. In pixels of the
// image: the middle of pixel k is at k.
struct ShownImage {
  std::string pointer, name;  // the node's; the image's
  std::shared_ptr<const ImagePlane> plane;
  bool wraps;                     // or does something else at its edges
  bool smooths;                   // pixels are not their own values
  bool is_fitted;                 // to the picture's shape
  bool has_slopes;                // or only values
  std::array<double, 2> sides{};  // of the image
  // From the picture's P, without the displacements of warps; of a sphere, not set.
  Affine to_pixels{};
  std::array<double, 2> reach{};  // of the displacements
};

// A land that a node shows, and where the picture is in it.
struct ShownLand {
  std::string pointer;                // the node's
  std::shared_ptr<nodes::Land> land;  // null: one without rivers
  double width = 1;                   // of the land's square, around the origin of p
  Affine from_picture{};              // from the picture's P to p
  bool is_displaced = false;          // by warps, or in stamps: p depends on more than P

  bool operator==(const ShownLand&) const = default;
};

// A node whose value, factor * buffer, is clipped to -1..1.
struct ClipProbe {
  std::string pointer;  // of the node
  double scale;         // its contrast; the value is proportional to it
  double factor;
  int buffer;
};

// How large the cells of a noise are along its x and y, at the site where they show most.
struct NoiseScale {
  std::array<double, 2> cell_pixels{};     // widths of a cell of the first octave
  double cells = 0;                        // cells of the last octave across the picture
  bool jumps = false;                      // from cell to cell, and is level in between
  std::array<double, 2> frequency{};       // cells per unit of the first octave
  std::array<std::string_view, 2> keys{};  // that set them: Lattice::frequency_keys
  std::string transform;                   // JSON pointer of the innermost, or empty

  double Narrowest() const { return std::min(cell_pixels[0], cell_pixels[1]); }
};

// A node that counts the heights of its source from `low` to `high`.
struct SourceProbe {
  std::string pointer;  // of the key `range`
  double low, high;
  int buffer;  // of the source
};

// What a node does once, before samples are computed.
struct Simulation {
  std::string subject;     // equal for nodes that share it
  std::string pointer;     // of the key that sets its size
  double evaluations = 0;  // as in Cost
  uint64_t bytes = 0;      // of memory meanwhile
};

// The maps that PictureSteps read, and a run of samples of each; null if no step reads it.
inline constexpr std::array kPictureMaps{Map::kAo, Map::kCurvature};
using PictureRows = std::array<const float*, kPictureMaps.size()>;

// A map that the program computes: one channel, or red, green and blue.
struct ProgramMap {
  std::string name;  // of CompileOptions::maps
  std::vector<int> buffers;
  Bounds bounds;  // of all channels
  Bounds shown;   // of a number: what pictures of the node store as 0 and 1 by its bounds
};

struct Program::Impl {
  // Compiles as Program::Compile does, but does not check the recipe, which takes as long as to
  // compile it. In: recipe, as RecipeLayers::Resolve, which checks it, returned it.
  static Program CompileChecked(Recipe recipe, const CompileOptions& options);
  // The same without simulations and their limits: checks the recipe and finds the cost. Where a
  // simulation has a part, samples are wrong and bounds wide.
  static Program Plan(Recipe recipe, const CompileOptions& options);

  Recipe recipe;
  CompileOptions options;
  const SimdLevel* level = nullptr;
  const Arithmetic* arithmetic = nullptr;

  std::vector<Step> steps;
  int buffers = 0, position_sets = 0;
  Result result;  // without options.value: no buffers
  Bounds bounds;
  std::vector<ProgramMap> maps;
  // Computes the maps that name ao or curvature, from runs of these: when the picture has the rows
  // of the noise around a run, and the two are known there. Null if there are none. Has neither
  // value nor second program.
  std::shared_ptr<const Impl> second;
  bool is_second = false;
  std::array<bool, kPictureMaps.size()> reads_picture{};  // of a second program, by map
  // With kPoints: whether maps that name ao and curvature take them as on flat ground.
  bool assumes_picture = false;
  // With kPoints: whether all points have the z of the picture.
  bool points_share_z = false;
  // Whether to probe noises with a limit, clipped nodes, and the sources of nodes with a range.
  bool has_probes = false;
  std::vector<LimitProbe> probes;
  std::vector<ClipProbe> clip_probes;
  std::vector<SourceProbe> source_probes;
  std::vector<FineWaves> fine_waves;
  std::vector<ShownImage> images;  // each place of each node once
  std::vector<ShownLand> lands;    // the same, without those that are sources of others
  // Maps that show nodes which do not tile by themselves, only where the picture uses them.
  std::set<std::string> untiled_nodes;
  // Found while compiling, such as why these nodes are not tiled.
  std::vector<Issue> warnings;
  std::map<std::string, NoiseScale> noise_scales;  // by the noises' JSON pointers
  bool has_clipped_nodes = false;                  // whether Compiler::Clipped limits a node
  bool has_source_ranges = false;                  // whether Compiler::NoteSourceRange was called
  std::set<std::string> clipped_in_stamps;         // pointers of clipped nodes without probes
  // Whether maps depend on the values that the range fit finds, and know others: see WithFitted.
  bool waits_for_range = false;
  std::vector<NodeBounds> node_bounds;
  Cost cost;
  // Whether nodes run their simulations, and what each has to do, or had.
  bool simulates = true;
  std::vector<Simulation> simulations;
  // The JSON pointer of the first node whose source has its own positions; empty if none has.
  std::string stamps;
  bool varies_with_slice = false;  // whether z of P moves a 3-dimensional noise

  // The samples' positions: P = origin + (i, j, 0) * step. A pixel has samples x samples of them
  // (Recipe::samples); pixel 0's come first.
  Vector3 sample_origin{}, sample_step{};
  std::vector<PositionLimit> position_limits;  // of all noises

  // Whether the samples are points that the worker is given: those of the caller, or of a sphere.
  bool TakesPoints() const {
    return options.positions == CompileOptions::kPoints || recipe.domain.IsSphere();
  }

  // In: the maximum |P| per axis over all samples.
  bool IsWithinPositionLimits(const Vector3& magnitude) const {
    return std::all_of(position_limits.begin(), position_limits.end(),
                       [&](const PositionLimit& limit) { return limit.Allows(magnitude); });
  }

  // The program of a recipe that waits for its range, compiled with the values found last.
  struct Fitted {
    std::mutex mutex;
    Bounds range;
    std::shared_ptr<const Impl> program;
  };
  const std::unique_ptr<Fitted> fitted = std::make_unique<Fitted>();

  // The text of the recipe that pictures record, as it is and flipped; empty until one needs it.
  struct Records {
    std::mutex mutex;
    std::array<std::string, 2> texts;
  };
  const std::unique_ptr<Records> records = std::make_unique<Records>();
};

// Returns the program for the values that the range fit found: itself, which must outlive the
// result, if it does not wait for them. May be called by several threads.
std::shared_ptr<const Program::Impl> WithFitted(const Program::Impl& program, const Bounds& range);
// Returns what the last call returned, or null.
std::shared_ptr<const Program::Impl> LastFitted(const Program::Impl& program);

// Returns the maps of a program, then those of its second.
std::vector<ProgramMap> AllMapsOf(const Program::Impl& program);

// Throws Error kLimit if the simulations need more evaluations, or one of them more bytes.
void CheckSimulations(const Program::Impl& program, double max_cost, uint64_t max_memory);

// Returns the plane of the image that a node is, or smooths; null if it shows something else.
const ImagePlane* PlaneShownBy(const Program::Impl& program, const Node& node);

// The position set of a kPoints program's input points.
inline constexpr int kInputPoints = 0;

}  // namespace cobble
