// scatter: stamps a node at random points.
// Based on: Steven Worley, "A Cellular Texture Basis Function", 1996, for the points; Ares Lagae
// and Philip Dutre, "A Procedural Object Distribution Function", 2005, for objects at such points.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/math.h"
#include "nodes/shared/shapes.h"
#include "noise/scatter/stamps.h"
#include "program/compile.h"
#include "program/intervals.h"
#include "program/node_type.h"
#include "program/octaves.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kOverlaps[] = {"max", "add", "over"};

std::array<double, 2> RangeOf(const Node& node, std::string_view key) {
  const std::vector<double>& ends = node.Numbers(key);
  return {ends[0], ends[1]};
}

// Returns the arguments without the octave of the cells.
std::shared_ptr<StampArgs> ArgsOf(const Node& node) {
  auto args = std::make_shared<StampArgs>();
  args->outputs = {{ChoiceOf<StampArgs::Overlap>(node.Text("overlap"), kOverlaps),
                    ChoiceOf<StampArgs::Function>(node.Text("function"), kShapeFunctions)}};
  args->jitter = node.Number("jitter");
  args->radius = node.Number("radius");
  args->density = node.Number("density");
  args->turns = node.Number("turn") / 360;
  args->size = RangeOf(node, "size");
  args->height = RangeOf(node, "height");
  return args;
}

// Returns whether stamps are the same if their cells are.
bool HaveSameStamps(const StampArgs& a, const StampArgs& b) {
  const auto keys = [](const StampArgs& args) {
    return std::tie(args.jitter, args.radius, args.density, args.turns, args.size, args.height);
  };
  return keys(a) == keys(b);
}

// Returns the mean number of stamps that a sample is inside.
double MeanStamps(const StampArgs& args) {
  const auto [a, b] = args.size;
  return args.density * kPi * args.radius * args.radius * (a * a + a * b + b * b) / 3;
}

double Squared(double x) { return x * x; }

// Returns an upper bound: how many stamps can touch one of the squares of a divided cell.
int MaxStamps(const StampArgs& args) {
  constexpr int kSquares = 16;
  const int reach = static_cast<int>(std::ceil(args.radius));
  const double radius = args.radius * std::max(args.size[0], args.size[1]);
  // The distance along an axis from a square to the points of the cell `by` cells away.
  const auto distance = [&](int square, int by) {
    const double low = by + 0.5 - args.jitter / 2, high = by + 0.5 + args.jitter / 2;
    return std::max({low - (square + 1.0) / kSquares, square / double{kSquares} - high, 0.0});
  };
  int maximum = 0;
  for (int i = 0; i < kSquares; ++i)
    for (int j = 0; j < kSquares; ++j) {
      int cells = 0;
      for (int x = -reach; x <= reach; ++x)
        for (int y = -reach; y <= reach; ++y)
          cells += Squared(distance(i, x)) + Squared(distance(j, y)) < radius * radius ? 1 : 0;
      maximum = std::max(maximum, cells);
    }
  return maximum * static_cast<int>(std::ceil(args.density));
}

// Returns the bounds of the sum of at most `count` numbers, as kernels round it.
Bounds SumOfStamps(const Bounds& bounds, int count) {
  Bounds exact{std::min(count * bounds.low, 0.0), std::max(count * bounds.high, 0.0)};
  float low = 0, high = 0;
  for (int k = 0; k < count; ++k) {
    low = std::min(low + ToFloat(bounds.low), 0.0f);
    high = std::max(high + ToFloat(bounds.high), 0.0f);
  }
  return Hull(exact, {low, high});
}

Bounds BoundsOfStamps(const StampArgs& args, const StampArgs::Output& output,
                      const Bounds& source) {
  if (output.function == StampArgs::kId) return {0, 1};
  const auto [low, high] = std::minmax(args.height[0], args.height[1]);
  const Bounds stamp = Product({low, high}, source);
  if (output.overlap == StampArgs::kAdd) return SumOfStamps(stamp, MaxStamps(args));
  return Hull(stamp, {0, 0});
}

// Returns the width of a pixel in the positions of the largest stamp.
double PixelOfStamp(const std::array<double, 2>& pixel, double frequency, const StampArgs& args) {
  const double cells = 2 * args.radius * std::max(args.size[0], args.size[1]);
  return std::max(pixel[0], pixel[1]) * frequency / cells;
}

// A stamp's points are local: no key moves them, and they do not repeat with the picture.
Site StampSite(const NodeContext& context, int local, double stamps, double pixel) {
  Site site;
  site.base = local;
  for (Vector3& row : site.bound.linear) row = {0, 0, 0};
  site.bound.local = {kStampEdge, kStampEdge, kStampDepth};
  site.seed_shift = context.site.seed_shift;
  site.fractal_pointer = context.site.fractal_pointer;
  site.fractal_node = context.site.fractal_node;
  site.scatter_pointer = context.pointer;
  site.slope_pointer = context.site.slope_pointer;
  site.stamps = stamps;
  site.stamp_pixel = pixel;
  site.is_in_batches = true;
  return site;
}

Compiled CompileSource(Compiler& compiler, const NodeContext& context, const Site& site,
                       int slopes) {
  compiler.AddStamps(context);
  const double weight = compiler.cost().step_weight();
  compiler.cost().SetStepWeight(weight * site.stamps);
  const Compiled source = compiler.Materialized(compiler.InputAt(context, "source", site, slopes));
  compiler.cost().SetStepWeight(weight);
  return source;
}

// Four cells around a sample count as one evaluation.
double EvaluationsOfCells(const Node& node) {
  const double side = 2 * std::ceil(node.Number("radius")) + 1;
  return side * side / 4;
}

// Returns a value below which values may be rounding errors of 0.
float MinValue(const StampArgs& args, const Bounds& source) {
  const double height = std::max(std::abs(args.height[0]), std::abs(args.height[1]));
  return ToFloat(1e-6 * MaxMagnitude(source) * height);
}

Compiled CompileScatter(Compiler& compiler, const NodeContext& context) {
  static const NoiseType cells{.evaluations = &EvaluationsOfCells};
  std::shared_ptr<StampArgs> args = ArgsOf(context.node);
  args->simd_target = compiler.simd_target();
  bool has_cells = false;
  const auto find_cells = [&] {
    if (std::exchange(has_cells, true)) return;
    if (const auto octaves = compiler.Cells(context, cells)) args->octave = octaves->front();
  };
  const StampArgs::Output output = args->outputs[0];
  const int slopes = output.function == StampArgs::kId ? 0 : context.slopes;
  Compiled out, source;
  out.raw.value = compiler.NewBuffer();
  for (std::size_t a = 0; a < 2 && slopes > 0; ++a) out.raw.slope[a] = compiler.NewBuffer();
  compiler.EmitBatches(
      {.args = args,
       .make = &MakeStampSearch,
       .from = compiler.PositionsOf(context.site),
       .to = {out.raw}},
      [&](const void* other) -> std::shared_ptr<const void> {
        const auto& known = *static_cast<const StampArgs*>(other);
        if (!HaveSameStamps(known, *args)) return nullptr;
        find_cells();
        if (!HaveSameCells(known.octave, args->octave)) return nullptr;
        args = std::make_shared<StampArgs>(known);
        args->outputs.push_back(output);
        return args;
      },
      [&](int local) {
        const double pixel =
            PixelOfStamp(compiler.PixelAt(context.site), context.node.Number("frequency"), *args);
        const Site site = StampSite(context, local, MeanStamps(*args), pixel);
        source = CompileSource(compiler, context, site, std::min(slopes, 2));
        return source.raw;
      });
  find_cells();
  args->outputs.back().min_value = MinValue(*args, source.bounds);
  out.bounds = BoundsOfStamps(*args, output, source.bounds);
  if (slopes > 0 && context.site.from_base != Affine())
    compiler.PullBack(context.site.from_base, 2, slopes, &out.raw);
  return out;
}

constexpr Detail kOverlapDetails[] = {
    {"max", "the largest value of the stamps at P"},
    {"add", "the sum of their values"},
    {"over", "the value of the stamp on top; each stamp has a random rank"},
};

constexpr Detail kScatterFunctions[] = {
    {"height", "the values of the stamps, 0 where there is none"},
    {"id",
     "a random value from 0 to 1 for each stamp: the one with the largest value at P, or with "
     "overlap over the one on top; 0 where there is none"},
};

constexpr Detail kScatterDetails[] = {
    {"stamp",
     "the disc in the middle of the source, 1 unit across: with the default domain, the largest "
     "disc in its picture. It is scaled to 2 radius cells, and ends there at an edge unless the "
     "source reaches 0"},
    {"source",
     "is sampled at q = R (c - c_i) / (2 radius size_i), c = frequency * P, c_i = the point of "
     "stamp i, R = a rotation by its turn, size_i = its size; z is 1000 times its id, so that a "
     "noise of 3 dimensions differs from stamp to stamp. The stamp is present where abs(q) < 0.5 "
     "and its value, source times its height, is not 0, or within 1e-6 of the largest value"},
    {"points",
     "as in voronoi with 2 dimensions and the same frequency, jitter and seed or pattern: two in "
     "each cell. Density 1 uses the first of them, density 2 both; ids equal cell-id"},
    {"tiling", "whole cells along x and y; the source need not tile"}};

Field RangeField(std::string_view key, std::string_view help) {
  return {.key = key, .type = FieldType::kScale, .count = 2, .fallback = "[1, 1]", .help = help};
}

Field SizeField() {
  Field field = RangeField("size", "range of the random sizes of stamps, as factors of radius");
  field.minimum = 0.01;
  field.maximum = 1;
  return field;
}

Field StampHeightField() {
  Field field =
      RangeField("height", "range of the random heights of stamps: factors of the source");
  field.minimum = -kLarge;
  field.maximum = kLarge;
  return field;
}

std::vector<Field> ScatterFields() {
  return {
      InputField("source", "the node to stamp: the disc in its middle, 1 unit across"),
      FrequencyField(),
      NumberField(
          "jitter", {0, 1}, "1",
          "random displacement of stamps from their cells' centres; 0 gives a regular grid"),
      NumberField("radius", {0.01, kMaxStampRadius}, "0.5",
                  "radius of the largest stamp, in cells; the cost grows with its square"),
      NumberField(
          "density", {0, 2}, "1",
          "mean number of stamps per cell: below 1, some cells have none; above 1, some have two"),
      NumberField("turn", {0, 360}, "360",
                  "range of the random angles of stamps, in degrees: 360 turns them any way, 0 "
                  "keeps them upright"),
      SizeField(),
      StampHeightField(),
      ChoiceField("overlap", kOverlaps, "\"max\"", "what to show where stamps overlap",
                  kOverlapDetails),
      ShapeFunctionField(std::span(kShapeFunctions).first(2), kScatterFunctions),
      SeedField(),
      PatternField()};
}

}  // namespace

NodeType Scatter() {
  return {.spec = {.name = "scatter",
                   .on_sphere = "use cell or voronoi noises, whose points have 3 dimensions",
                   .summary = "stamps the source at random points, each with its own turn, size "
                              "and height: pebbles, leaves, craters, stars",
                   .value = "function height: of height_i source(q_i) of the stamps i at P, "
                            "overlap max: the largest, add: the sum, over: the one on top; 0 where "
                            "there is none; id: a random value for each stamp",
                   .bounds = "max, over: the hull of 0 and height lo..height hi; add: times the "
                             "number of stamps that can overlap; id: 0..1",
                   .details = kScatterDetails,
                   .arguments = {"source", "frequency"},
                   .fields = ScatterFields()},
          .compile = &CompileScatter};
}

}  // namespace cobble::nodes
