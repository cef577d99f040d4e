// Compiles programs again, into steps that compute only what is measured, and evaluates them at
// samples spread over the window: how often distances reach the limit of their noise; curvatures
// without limits, a node's from the buffers that its limits are applied to, the map's from the
// slopes around each sample; the extremes of sources and values; samples outside 0..1.
#include "render/probes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "cobble/render.h"
#include "core/numbers.h"
#include "program/compile.h"
#include "program/height_scale.h"
#include "program/program_impl.h"
#include "program/worker.h"
#include "recipe/fields/picture_steps.h"
#include "recipe/fields/world.h"
#include "render/sphere.h"

namespace cobble {
namespace {

constexpr int kProbeSide = 64;  // samples per row and column

void Compile(const Program::Impl& program, const CompileOptions& options, Program::Impl* out) {
  out->recipe = program.recipe;
  out->untiled_nodes = program.untiled_nodes;
  out->options = options;
  out->level = program.level;
  out->arithmetic = program.arithmetic;
  out->points_share_z = !program.recipe.domain.IsSphere();
  out->assumes_picture = true;
  Compiler(*out).Run();
}

// Compiles the value and the maps that `program` computes for points.
void CompileValues(const Program::Impl& program, Program::Impl* out) {
  Compile(program,
          {.positions = CompileOptions::kPoints,
           .slopes = false,
           .maps = program.options.maps,
           .value = program.options.value},
          out);
}

// Compiles the recipe of `program` for points, with the probes that `program` uses. Kernels do not
// count, so everything measured has steps of its own.
void CompileProbes(const Program::Impl& program, Program::Impl* out) {
  out->has_probes = true;  // leaves out what probes do not need
  CompileValues(program, out);
}

// Returns the window to measure, in the unflipped picture; all of it if `window` is empty.
Window ProbedWindow(const Recipe& recipe, const Window& window) {
  const bool is_whole = window.width <= 0 || window.height <= 0;
  return is_whole ? Window{0, 0, recipe.width, recipe.height} : UnflippedWindow(recipe, window);
}

double Fraction(double x) { return x - std::floor(x); }

// Returns P at a place between samples; on a sphere, at a sample.
Vector3 PointOf(const Program::Impl& program, const std::array<double, 2>& sample) {
  const Recipe& recipe = program.recipe;
  if (recipe.domain.IsSphere()) {
    auto point = DirectionAt(SphereSamples(recipe, recipe.samples), static_cast<int64_t>(sample[0]),
                             static_cast<int64_t>(sample[1]));
    for (double& axis : point) axis *= kSphereRadius;
    return point;
  }
  return {program.sample_origin[0] + sample[0] * program.sample_step[0],
          program.sample_origin[1] + sample[1] * program.sample_step[1], program.sample_origin[2]};
}

// The positions P of one row of samples, each at a quasi-random place in one of kProbeSide x
// kProbeSide rectangles of the window, but not beyond the window's outermost samples. A regular
// grid could hit one place in all lattice cells. Based on: Martin Roberts, "The Unreasonable
// Effectiveness of Quasirandom Sequences", 2018 (R2).
struct ProbePoints {
  ProbePoints(const Program::Impl& program, const Window& window, int row) {
    constexpr double kStepX = 0.7548776662466927, kStepY = 0.5698402909980532;
    const auto sample_at = [&](int64_t first, int64_t count, double at) {
      const double pixel =
          static_cast<double>(first) + at * static_cast<double>(count) / kProbeSide;
      const auto lowest = static_cast<double>(first * program.recipe.samples);
      const auto end = static_cast<double>((first + count) * program.recipe.samples);
      return std::clamp(pixel * program.recipe.samples - 0.5, lowest, end - 1);
    };
    for (int k = 0; k < kProbeSide; ++k) {
      const int number = row * kProbeSide + k;
      const auto column = static_cast<std::size_t>(k);
      const Vector3 point =
          PointOf(program, {sample_at(window.x, window.width, k + Fraction(number * kStepX)),
                            sample_at(window.y, window.height, row + Fraction(number * kStepY))});
      x[column] = point[0];
      y[column] = point[1];
      z[column] = point[2];
    }
  }

  std::array<double, kProbeSide> x, y, z;
};

// Evaluates a program compiled by these functions at the samples of a window, which may be empty.
// Calls visit(worker) after each row.
template <typename Visit>
void EvaluateProbes(const Program::Impl& probed, const Window& window, const Visit& visit) {
  const Window sampled = ProbedWindow(probed.recipe, window);
  Worker worker(probed, kProbeSide);
  for (int row = 0; row < kProbeSide; ++row) {
    const ProbePoints points(probed, sampled, row);
    worker.SetPoints(points.x, points.y, points.z);
    worker.Evaluate({0, 0, kProbeSide});
    visit(worker);
  }
}

// Returns the row about the node of `row`, which is added if there is none yet.
template <typename Row>
Row& RowOfNode(const Row& row, std::vector<Row>* rows) {
  const auto found = std::ranges::find(*rows, row.pointer, &Row::pointer);
  return found == rows->end() ? rows->emplace_back(row) : *found;
}

// Returns the limited shares of all noises. In: the number of limited samples of each probe. A
// noise below a fractal has several sites: the largest share counts.
std::vector<LimitedDistances> SharesOf(const std::vector<LimitProbe>& probes,
                                       const std::vector<int>& counts) {
  std::vector<LimitedDistances> shares;
  for (std::size_t p = 0; p < probes.size();) {
    const LimitProbe& first = probes[p];
    double share = 0;  // the mean over the octaves of this site
    do {
      share += probes[p].weight * counts[p] / (kProbeSide * kProbeSide);
    } while (++p < probes.size() && !probes[p].is_first);
    LimitedDistances& known = RowOfNode({first.pointer, first.limit, share}, &shares);
    known.share = std::max(known.share, share);
  }
  return shares;
}

// The curvatures of one node or map.
class Tally {
 public:
  void Add(double curvature) {
    const double size = std::abs(curvature);
    if (!std::isfinite(size)) return;
    clipped_ += size > 1;
    sizes_.push_back(size);
  }

  bool IsClipped() const { return clipped_ > 0; }
  ClippedCurvature Result(const std::string& pointer, double scale) {
    std::ranges::sort(sizes_);
    // If the others are flat, the largest counts.
    const double fitted = sizes_[sizes_.size() - 1 - sizes_.size() / kClippedByFit];
    return {pointer, scale, clipped_ / double{kProbeSide * kProbeSide},
            WithTwoDigits(scale / (fitted > 0 ? fitted : sizes_.back()))};
  }

 private:
  static constexpr std::size_t kClippedByFit = 100;  // one of so many

  int clipped_ = 0;
  std::vector<double> sizes_;
};

constexpr double kTolerance = 1e-6;  // of rounded samples

// The values of a map, and how they become samples: (value - low) / span, or 1 - that.
struct MapValues {
  std::vector<int> buffers;
  double low = 0, span = 1;
  bool invert = false;
  int outside = 0;  // number of samples

  double SampleOf(double value) const {
    const double sample = (value - low) / span;
    return invert ? 1 - sample : sample;
  }
};

const ProgramMap* FindProgramMap(const Program::Impl& program, const PictureMap& map) {
  const auto found = std::ranges::find(program.maps, map.Source().name, &ProgramMap::name);
  return found == program.maps.end() ? nullptr : &*found;
}

MapValues ValuesOf(const Program::Impl& program, const PictureMap& map, const HeightRange& height) {
  MapValues values{.buffers = {program.result.value}, .invert = map.invert};
  HeightRange range = height;
  if (const ProgramMap* const found = FindProgramMap(program, map)) {
    range =
        map.IsNumberNode() ? RangeOfNode(map.Source(), found->shown) : HeightRange{.keep = true};
    values.buffers = found->buffers;
    if (map.whole) values.buffers = {found->buffers[static_cast<std::size_t>(map.channel)]};
  }
  if (range.keep) return values;
  if (map.Source().built_in == Map::kElevation)
    if (const auto metres = ValueScaleOf(program.recipe, Bounds{range.low, range.high})) {
      values.low = -metres->base / metres->rise;
      values.span = 1 / metres->rise;
      return values;
    }
  values.low = range.low;
  // A picture of one value is flat.
  values.span = range.low == range.high ? INFINITY : range.high - range.low;
  return values;
}

}  // namespace

std::vector<LimitedDistances> MeasureLimits(const Program& program, const Window& window) {
  Program::Impl probed;
  CompileProbes(program.impl(), &probed);
  if (probed.probes.empty()) return {};
  std::vector<int> counts(probed.probes.size());
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (std::size_t p = 0; p < counts.size(); ++p) {
      const float* const values = worker.Value(probed.probes[p].buffer);
      counts[p] += static_cast<int>(
          std::count(values, values + kProbeSide, static_cast<float>(probed.probes[p].limit)));
    }
  });
  return SharesOf(probed.probes, counts);
}

std::vector<ClippedCurvature> ClippedNodes(const Program& program, const Window& window,
                                           const HeightRange& range) {
  if (!program.impl().has_clipped_nodes) return {};
  Program::Impl probed;
  CompileProbes(*WithFitted(program.impl(), {range.low, range.high}), &probed);
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
    if (tallies[p].IsClipped()) {
      // Of a node's sites, the one with the largest share counts.
      const ClipProbe& probe = probed.clip_probes[p];
      const ClippedCurvature result = tallies[p].Result(probe.pointer, probe.scale);
      if (ClippedCurvature& known = RowOfNode(result, &clipped); result.share > known.share)
        known = result;
    }
  return clipped;
}

// See maps/curvature.cpp.
std::vector<ClippedCurvature> ClippedMap(const Program& program, const Window& window,
                                         const HeightRange& range) {
  const Recipe& recipe = program.recipe();
  Program::Impl probed;
  // The value and the slopes at points that have the picture's z.
  Compile(program.impl(), {.positions = CompileOptions::kPoints}, &probed);
  Worker worker(probed, kProbeSide);
  const Window sampled = ProbedWindow(recipe, window);
  const auto radius = static_cast<double>(RadiusInPixels(recipe.curvature.radius, recipe));
  const HeightScale heights = HeightScaleOf(recipe, range);
  const double span = 2 * radius / static_cast<double>(StepsOf(recipe).x);
  const double factor = -0.5 * recipe.normal.strength * recipe.curvature.scale / span;
  Tally tally;
  for (int row = 0; row < kProbeSide; ++row) {
    const ProbePoints middle(program.impl(), sampled, row);
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

std::vector<SourceExtremes> ExtremesOfSources(const Program& program, const Window& window,
                                              const HeightRange& range) {
  if (!program.impl().has_source_ranges) return {};
  Program::Impl probed;
  CompileProbes(*WithFitted(program.impl(), {range.low, range.high}), &probed);
  std::vector<SourceExtremes> sources;  // one per node, however often it is used
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (const SourceProbe& probe : probed.source_probes) {
      const float* const values = worker.Value(probe.buffer);
      const auto [lowest, highest] = std::minmax_element(values, values + kProbeSide);
      const double minimum{*lowest}, maximum{*highest};
      SourceExtremes& known =
          RowOfNode({probe.pointer, probe.low, probe.high, minimum, maximum}, &sources);
      known.minimum = std::min(known.minimum, minimum);
      known.maximum = std::max(known.maximum, maximum);
    }
  });
  return sources;
}

Bounds MeasuredValues(const Program& program, const Window& window, const PictureMap& map,
                      const HeightRange& height) {
  Program::Impl probed;
  CompileValues(*WithFitted(program.impl(), {height.low, height.high}), &probed);
  const std::vector<int> buffers = ValuesOf(probed, map, height).buffers;
  float low = INFINITY, high = -INFINITY;
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (const int buffer : buffers) {
      const float* const values = worker.Value(buffer);
      const auto [lowest, highest] = std::minmax_element(values, values + kProbeSide);
      low = std::min(low, *lowest);
      high = std::max(high, *highest);
    }
  });
  return {double{low}, double{high}};
}

HeightRange LikelyRange(const Program& program) {
  const Range& range = program.recipe().range;
  const HeightRange known = RangeWithin(range, {program.low(), program.high()});
  if (!FindsRange(range) || !program.impl().options.value) return known;
  if (range.mode == RangeMode::kShares) return ResolveRange(program, {});
  const Bounds values = MeasuredValues(program, {}, Map::kHeight, known);
  return {false, values.low, values.high};
}

Bounds SampleBounds(const Program& program, const PictureMap& map, const HeightRange& height) {
  const ProgramMap* const found = FindProgramMap(program.impl(), map);
  const Bounds bounds = found ? found->bounds : Bounds{program.low(), program.high()};
  return SamplesAt(bounds, program, map, height);
}

Bounds SamplesAt(const Bounds& values, const Program& program, const PictureMap& map,
                 const HeightRange& height) {
  const MapValues scale = ValuesOf(program.impl(), map, height);
  const auto [low, high] = std::minmax({scale.SampleOf(values.low), scale.SampleOf(values.high)});
  return {low, high};
}

std::vector<double> SharesOutside(const Program& program, const Window& window,
                                  std::span<const PictureMap> maps, const HeightRange& height) {
  Program::Impl probed;
  CompileValues(*WithFitted(program.impl(), {height.low, height.high}), &probed);
  std::vector<MapValues> all;
  for (const PictureMap& map : maps) all.push_back(ValuesOf(probed, map, height));
  EvaluateProbes(probed, window, [&](Worker& worker) {
    for (MapValues& values : all)
      for (std::size_t k = 0; k < std::size_t{kProbeSide}; ++k) {
        const bool is_outside = std::ranges::any_of(values.buffers, [&](int buffer) {
          const double sample = values.SampleOf(double{worker.Value(buffer)[k]});
          return sample < -kTolerance || sample > 1 + kTolerance;
        });
        values.outside += is_outside ? 1 : 0;
      }
  });
  std::vector<double> shares;
  shares.reserve(all.size());
  for (const MapValues& values : all)
    shares.push_back(values.outside / double{kProbeSide * kProbeSide});
  return shares;
}

}  // namespace cobble
