// drainage: land worn by rivers that join and run down to the sea.
#include "drainage/drainage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drainage/outputs.h"
#include "nodes/shared/alone.h"
#include "nodes/shared/images.h"
#include "nodes/shared/lands.h"
#include "nodes/shared/noise.h"
#include "nodes/shared/values.h"
#include "noise/image/image.h"
#include "program/compile.h"
#include "program/for_each.h"
#include "program/loop.h"
#include "program/node_type.h"
#include "program/periods.h"
#include "program/picture_box.h"
#include "program/tiling.h"
#include "program/view_values.h"
#include "recipe/images/image_planes.h"

namespace cobble::nodes {
namespace {

// In the order of LandOutput.
constexpr std::string_view kLandOutputs[] = {"height",   "flow",   "water",
                                             "distance", "flow-x", "flow-y"};

// The evaluations that take as long as the simulation of a node, and the bytes that it needs.
constexpr double kEvaluationsOfNode = 800;
constexpr uint64_t kBytesOfNode = 170;

const NoiseType kSplines{.lattice = &PlaneWithoutCells, .evaluations = [](const Node&) {
                           return 8.0;
                         }};  // the 16 coefficients around a sample

// Returns the width of a plane, in widths of the square.
double WidthOfPlane(bool wraps) { return wraps ? 1 : 1 + 2.0 / drainage::Cells::kMarginPart; }

bool TilesAt(const Compiler& compiler, const NodeContext& context) {
  return compiler.recipe().tiling && !context.site.IsInStamp();
}

void CheckResolution(const Compiler& compiler, const NodeContext& context) {
  const auto resolution = static_cast<unsigned>(context.node.Number("resolution"));
  if (std::has_single_bit(resolution)) return;
  compiler.Fail(context, "resolution",
                fmt::format("must be a power of two, from 32 to 4096, got {}", resolution),
                fmt::format("use {}", std::bit_ceil(resolution)));
}

// Throws Error unless a tiled picture shows a whole number of squares along x and y.
void CheckSquares(const Compiler& compiler, const NodeContext& context) {
  if (!TilesAt(compiler, context)) return;
  const double width = context.node.Number("width");
  const Vector3 frequency{1 / width, 1 / width, 1};
  std::vector<Period> periods;
  for (const std::size_t a : {0u, 1u})
    periods.push_back(
        {a, PeriodLength(context.site.from_picture.m, a, compiler.recipe().domain.extent)});
  if (FitAll(periods, frequency)) return;
  compiler.Fail(
      context, "width",
      "a tiled picture needs a whole number of squares along x and y, got " +
          CellsText(periods, frequency),
      fmt::format("use a width of {:.6g}", std::min(periods[0].length, periods[1].length)));
}

// Warns if the picture reaches beyond the land that is simulated. Warps and slopes of it may.
void WarnOfOutside(Compiler& compiler, const NodeContext& context) {
  if (context.site.IsInStamp() || !context.site.displacement_pointer.empty()) return;
  const PictureBox box = PictureBoxOf(compiler.recipe(), context.site);
  double farthest = 0;
  for (const std::size_t a : {0u, 1u}) farthest = std::max({farthest, -box.low[a], box.high[a]});
  const double width = context.node.Number("width");
  if (2 * farthest <= width * WidthOfPlane(false)) return;
  compiler.Warn(context, "width",
                fmt::format("the picture also shows land outside the square of {:.6g}, where "
                            "rivers do not flow",
                            width),
                fmt::format("use a width of at least {:.6g}", 2 * farthest));
}

drainage::Settings SettingsOf(const NodeContext& context, const Octave& octave, bool tiles) {
  const Node& node = context.node;
  return {.resolution = static_cast<int>(node.Number("resolution")),
          .wraps = tiles,
          .seed = octave.seed,
          .strength = node.Number("strength"),
          .detail = node.Number("detail"),
          .uplift = node.Number("uplift"),
          .floor = node.Number("floor"),
          .talus = node.Number("talus"),
          .sea = node.Has("sea") ? node.Number("sea") : drainage::kNoSea,
          .river = node.Number("river")};
}

// --- The simulation ---

// Returns the source as in a picture of the square and a margin around it, at the picture's slice.
std::shared_ptr<const Program::Impl> SourceAlone(Compiler& compiler, const NodeContext& context,
                                                 double margin) {
  const double width = context.node.Number("width");
  const double slice = context.site.IsInStamp() ? 0 : SliceOf(compiler.recipe());
  Domain square;
  square.extent = {width, width};
  square.slice = context.site.from_picture.Apply({0, 0, slice})[2];
  Site site;
  site.bound.displacement = {margin, margin, 0};
  return compiler.InputAlone(context, "source", square, site);
}

// Computes the source's values at the nodes of a grid.
std::vector<float> SampledAt(const Program::Impl& source, const drainage::Grid& grid,
                             double width) {
  return ValuesAt(source, grid.count(), [&](std::size_t i) {
    const auto cell = static_cast<int>(i);
    return Vector3{grid.PlaceOf(cell % grid.side, grid.OffsetX(i)) * width,
                   grid.PlaceOf(cell / grid.side, grid.OffsetY(i)) * width,
                   source.recipe.domain.slice};
  });
}

// What the node emits for an output: coefficients of splines. `worn`: how much lower the land is
// than its source, for the height of a land that does not repeat.
struct LandPlanes {
  std::shared_ptr<const ImagePlane> output, worn;
};

// Stand-ins, before the simulation has run, with bounds that contain those of any.
LandPlanes PlannedPlanes(const drainage::Settings& settings, const Bounds& source,
                         LandOutput output) {
  const double span = source.high - source.low;
  Bounds bounds{0, 1};
  if (output == LandOutput::kWater) bounds = {0, std::max(span, settings.sea - source.low)};
  if (output == LandOutput::kDistance) bounds = {0, drainage::kFarthest};
  if (output == LandOutput::kFlowX || output == LandOutput::kFlowY) bounds = {-1, 1};
  const double lift = drainage::MaxLift(settings) * span;
  if (output == LandOutput::kHeight)
    bounds = {source.low - drainage::Channels::MaxDepth(settings) * span, source.high + lift};
  const auto level = [&](const Bounds& of) {
    ImagePlane plane = PlaneFrom(std::vector<float>(1, ToFloat(of.low)), 1, 1,
                                 settings.wraps ? PlaneEdges::kWrap : PlaneEdges::kClamp);
    plane.low = ToFloat(of.low);
    plane.high = ToFloat(of.high);
    return std::make_shared<const ImagePlane>(std::move(plane));
  };
  return {level(bounds), level({-lift, span})};
}

// Runs the simulation, or finds its result. Returns nullopt if the source is constant. In: subject,
// all that the land depends on, as text.
std::optional<LandPlanes> SolvedPlanes(Compiler& compiler, const NodeContext& context,
                                       const drainage::Settings& settings,
                                       const Program::Impl& source, const std::string& subject,
                                       LandOutput output) {
  const int threads = compiler.threads();
  const drainage::Team team([threads](int items, const std::function<void(int)>& item) {
    ForEachItem(items, threads, item);
  });
  const double width = context.node.Number("width");
  const auto sample = [&](const drainage::Grid& grid) { return SampledAt(source, grid, width); };
  const auto land = LandOf({settings, subject, sample}, team);
  compiler.NoteLand(context, land, width);
  if (!land) return std::nullopt;
  if (output == LandOutput::kHeight && land->balance().high <= settings.sea)
    compiler.Warn(context, "sea", "the sea is above all land, so rivers do not form",
                  fmt::format("use less than {:.4g}", land->balance().high));
  return LandPlanes{land->PlaneOf(output, team), land->PlaneOf(LandOutput::kWorn, team)};
}

// --- Steps ---

// Emits the spline of a plane whose pixels cover so many units.
Compiled EmitSpline(Compiler& compiler, const NodeContext& context,
                    std::shared_ptr<const ImagePlane> plane, const std::array<double, 2>& units,
                    bool wraps) {
  auto args = std::make_shared<ImageArgs>();
  args->filter = ImageArgs::kBSpline;
  args->edges = wraps ? ImageArgs::kWrap : ImageArgs::kClamp;
  const std::array<int64_t, 2> size{plane->width, plane->height};
  for (const std::size_t a : {0u, 1u}) {
    args->size[a] = size[a];
    args->pixels_per_unit[a] = static_cast<double>(size[a]) / units[a];
    args->middle[a] = (static_cast<double>(size[a]) - 1) / 2;
  }
  args->origin = plane->Origin();
  args->stride = plane->stride;
  args->low = plane->low;
  args->high = plane->high;
  const Bounds bounds{double{plane->low}, double{plane->high}};
  args->plane = std::move(plane);
  const Kernel kernel = SelectImage(*args, compiler.simd_target());
  return EmitPixels(compiler, context, std::move(args), kernel, bounds);
}

// Emits the spline of a plane of the square, or of the square with its margin.
Compiled EmitSquare(Compiler& compiler, const NodeContext& context,
                    const std::shared_ptr<const ImagePlane>& plane, bool wraps) {
  const double width = context.node.Number("width") * WidthOfPlane(wraps);
  return EmitSpline(compiler, context, plane, {width, width}, wraps);
}

// Emits 1 in the square, falling to 0 within its margin.
Compiled EmitInside(Compiler& compiler, const NodeContext& context) {
  // Pixels of each margin, and those of it that are 0: a spline reaches two pixels beyond its 1s.
  constexpr int kMargin = 8, kLevel = 2;
  constexpr int kSide = kMargin * (drainage::Cells::kMarginPart + 2);
  std::array<float, kMargin> margin{};
  for (int k = kLevel; k < kMargin; ++k)
    margin[static_cast<std::size_t>(k)] =
        std::min(1.0f, static_cast<float>(k - kLevel + 1) / (kMargin - 2 * kLevel));
  std::vector<float> profile(kSide, 1.0f);
  std::ranges::copy(margin, profile.begin());
  std::ranges::copy(margin, profile.rbegin());
  const double units = context.node.Number("width") * WidthOfPlane(false);
  const auto along = [&](int64_t columns, int64_t rows) {
    const auto plane =
        std::make_shared<const ImagePlane>(PlaneFrom(profile, columns, rows, PlaneEdges::kClamp));
    return EmitSpline(compiler, context, plane, {columns > 1 ? units : 1, rows > 1 ? units : 1},
                      false);
  };
  const Compiled across = along(kSide, 1);
  return compiler.Product(across, along(1, kSide));
}

// Returns the source, as much lower as the land at the edge of the square is.
Compiled SourceOutside(Compiler& compiler, const NodeContext& context, const LandPlanes& planes) {
  const Compiled worn = EmitSquare(compiler, context, planes.worn, false);
  return compiler.Sum(compiler.Input(context, "source"), compiler.Scaled(worn, -1, 0));
}

// Emits what is in the square, going over within its margin into what is outside.
Compiled EmitBoth(Compiler& compiler, const NodeContext& context, const Compiled& in_square,
                  const Compiled& outside) {
  const Compiled weight = compiler.Scaled(EmitInside(compiler, context), -1, 1);
  return compiler.Apply({PointwiseOp::kMix}, {in_square, outside, weight},
                        Hull(in_square.bounds, outside.bounds));
}

// Returns the depth of the sea over a land.
Compiled SeaOver(Compiler& compiler, const Compiled& land, double sea) {
  const Compiled depth = compiler.Scaled(land, -1, sea);
  return Clamped(compiler, depth, 0, std::max(depth.bounds.high, 0.0));
}

// Outside of the square, there is the source, and the sea over it.
Compiled EmitOutput(Compiler& compiler, const NodeContext& context, const LandPlanes& planes,
                    LandOutput output, const drainage::Settings& settings) {
  Compiled out = EmitSquare(compiler, context, planes.output, settings.wraps);
  if (output == LandOutput::kWater) out = Clamped(compiler, out, 0, std::max(out.bounds.high, 0.0));
  if (output == LandOutput::kDistance) return compiler.Scaled(out, context.node.Number("width"), 0);
  if (settings.wraps) return out;
  const bool is_height = output == LandOutput::kHeight;
  const bool has_sea = output == LandOutput::kWater && settings.sea != drainage::kNoSea;
  if (!is_height && !has_sea) return compiler.Product(out, EmitInside(compiler, context));
  const Compiled source = SourceOutside(compiler, context, planes);
  return EmitBoth(compiler, context, out,
                  is_height ? source : SeaOver(compiler, source, settings.sea));
}

// The same for a source that is constant.
Compiled EmitFlat(Compiler& compiler, const NodeContext& context, LandOutput output, double sea) {
  const Compiled land = compiler.Input(context, "source");
  if (output == LandOutput::kHeight) return land;
  const bool has_sea = sea != drainage::kNoSea && land.bounds.low <= sea;
  if (output == LandOutput::kWater && has_sea) return SeaOver(compiler, land, sea);
  if (output == LandOutput::kDistance && !has_sea)
    return Compiled::Constant(drainage::kFarthest * context.node.Number("width"));
  return Compiled::Constant(0);
}

Compiled CompileDrainage(Compiler& compiler, const NodeContext& context) {
  CheckResolution(compiler, context);
  const bool tiles = TilesAt(compiler, context);
  const auto octaves = compiler.Cells(context, kSplines);
  CheckSquares(compiler, context);
  const double margin = tiles ? 0 : context.node.Number("width") / drainage::Cells::kMarginPart;
  const auto source = SourceAlone(compiler, context, margin);
  if (!octaves) return Compiled::Constant(0);
  const drainage::Settings settings = SettingsOf(context, octaves->front(), tiles);
  const auto output = ChoiceOf<LandOutput>(context.node.Text("output"), kLandOutputs);
  if (output == LandOutput::kHeight && !settings.wraps) WarnOfOutside(compiler, context);
  const auto nodes =
      static_cast<double>(drainage::Cells::Across(settings.resolution, settings.wraps).count());
  const std::string subject = TextOf(settings) + " " + SubjectOfSource(*source, context, "source");
  const bool simulates =
      compiler.Simulates({subject, ChildPointer(context.pointer, "resolution"),
                          nodes * (kEvaluationsOfNode + source->cost.evaluations),
                          static_cast<uint64_t>(nodes) * kBytesOfNode});
  const auto planes = simulates
                          ? SolvedPlanes(compiler, context, settings, *source, subject, output)
                          : std::optional(PlannedPlanes(settings, source->bounds, output));
  if (planes) return EmitOutput(compiler, context, *planes, output, settings);
  return EmitFlat(compiler, context, output, settings.sea);
}

constexpr Detail kDrainageDetails[] = {
    {"model",
     "land is renewed as fast as rivers wear it: the source, lifted by the uplift, - h = "
     "strength sqrt(A) S - D L. A = the area whose water passes, as a part of the square; S = "
     "the slope to the node downstream, per width; L = the Laplacian of h; D = strength / (12 "
     "detail)^2. No time passes: routes and heights are found in turn, on grids of 32, 64 ... "
     "resolution nodes across"},
    {"grid",
     "each node is in a cell of its own, up to 0.45 cells from the middle along x and y, by seed "
     "or pattern, so that no river shows the grid"},
    {"rivers",
     "water flows along the steepest descent to one of eight neighbours. Where the land is "
     "hollow, it leaves over the lowest pass. Near a large river, at a distance of d widths, the "
     "valley floor wears as if sqrt(A) were the river's times 1 - t^2, t = d / (floor sqrt(A))"},
    {"measures",
     "of five octaves of Perlin noise at a resolution of 1024: S falls as A^-0.44, and the "
     "longest way upstream grows as A^0.48 (Hack, 1957). Water never flows uphill; 0.2 to "
     "2 % of steps along beds rise, since splines smooth them. All streams with 1 % of the "
     "area that GRASS's r.watershed finds in the rendered height are within two nodes of a river, "
     "and nine tenths of such rivers are near one of its streams"},
    {"lakes",
     "where the land without rivers would be below the water downstream. The height is that of "
     "the bed. Lakes that cover less than 1/8192 of the square, or are less than (hi - lo) / 1000 "
     "deep, are filled with sediment"},
    {"channels",
     "of rivers with water, c >= m = max(river n^2, 16), are cut into the height: parabolas, (hi - "
     "lo) / 250 (c / m - 1)^(1/4) deep, at most (hi - lo) / 50, hi and lo = the source's extremes, "
     "and 2 sqrt(1.25^2 + (0.008 n)^2 c / n^2) cells wide. Downstream, banks and water never rise, "
     "nor do beds outside of lakes"},
    {"water",
     "a river is full to a quarter of its depth below the banks, or to the level of what it flows "
     "into if that is higher; lakes and the sea are level"},
    {"talus", "a node is at most talus above the one downstream, per unit of their distance"},
    {"uplift",
     "the spline of 16 x 16 values across the square: where the land is worn by z on average, it "
     "is lifted by uplift / (1 - uplift) z"},
    {"edges",
     "if the picture does not tile, the land is simulated for 1/16 of the width beyond the "
     "square, at whose outer edge water leaves at dips. There, the height goes over into the "
     "source, as much lower as the land at the edge is on average, which goes on outside; flow, "
     "lakes and rivers fade to 0, and the sea goes on"},
    {"tiling",
     "whole squares along x and y, each with the same land, and the source must tile, too. "
     "Without sea, a part of 1/64 around the lowest place is a lake, whose water vanishes"},
    {"output",
     "B-splines of values at the middles of cells; of the height, from planes fitted to the 3 x "
     "3 nodes around. The slope is exact, the curvature continuous"},
    {"details",
     "are as fine as the grid allows: put erosion and noises on top. drainage(s) - s is what was "
     "worn off and what rose"},
    {"cost",
     "a simulation once, for all nodes with the same keys and source and for all pictures that "
     "do not change them: about 0.3 s on one core at a resolution of 512, 1 s at 1024, 5 s at "
     "2048, and meanwhile 170 bytes a node"},
};

constexpr Detail kLandOutputDetails[] = {
    {"height", "the land worn by rivers; the beds of lakes"},
    {"flow",
     "rivers by size: the logarithm of their area in nodes, as a part of that of the square, "
     "falling to 0 two cells beside them"},
    {"water", "the depth of lakes and rivers: height + water is the surface"},
    {"distance",
     "to the nearest river with water, lake or sea, in units, at most a quarter of the width: "
     "shores, woods and fields along rivers"},
    {"flow-x",
     "the direction in which streams run, along x: the mean of unit vectors within two cells, "
     "weighted by area; 0 far from streams. For flow maps of water shaders. As the slope, it "
     "counts in the recipe's x and y, which point right and down"},
    {"flow-y", "the same along y"},
};

std::vector<Field> DrainageFields() {
  Field sea{.key = "sea",
            .default_text = "none",
            .help = "level of the sea: water leaves where the source is at or below it"};
  Field seed = SeedField();
  seed.default_text = "the recipe's seed";
  Field pattern = PatternField();
  pattern.default_text = "none";
  return {
      InputField("source", "the land before rivers"),
      Useful({0, 32}, NumberField("strength", {0, 1000}, "4",
                                  "how deep rivers cut: 1 young land, 16 worn down")),
      Useful({8, 128}, NumberField("detail", {1, 1000}, "48",
                                   "the smallest valleys across the square; rounder below")),
      NumberField("uplift", {0, 1}, "0.7",
                  "part of what is worn off that rises again: with 0, mountains wear down; with "
                  "1, mean heights stay"),
      NumberField("floor", {0, 0.3}, "0.06",
                  "width of flat valley floors, as a part of the root of their area"),
      Useful({0, 4}, NumberField("talus", {0, kMaxMagnitude}, "0",
                                 "the steepest slope, height per unit; 0: none")),
      sea,
      NumberField("river", {0, 1}, "0.004",
                  "the smallest area of a river with water, as a part of the square; 0: only "
                  "lakes have water"),
      WholeField("resolution", {32, 4096}, "512", "nodes across the square: a power of two"),
      {.key = "width",
       .minimum = 0,
       .exclusive_minimum = true,
       .fallback = "1",
       .help = "of the square, in units; its middle is the origin"},
      ChoiceField("output", kLandOutputs, "\"height\"", "what to show", kLandOutputDetails),
      seed,
      pattern};
}

}  // namespace

NodeType Drainage() {
  return {
      .spec = {.name = "drainage",
               .shares_seed = true,
               .on_sphere = "use ridged(perlin(8), 6), valleys without rivers",
               .summary = "rivers that join and run down to the sea, with valleys, lakes and flat "
                          "floors",
               .value =
                   "output height: h, where land and rivers are in balance; flow: max of (log2 c "
                   "/ log2 n^2) (1 - r^2 / 4); water: max(0, level - h); distance, flow-x, "
                   "flow-y: as below; c = nodes upstream, n = resolution, r = the distance to a "
                   "link between two nodes in cells",
               .bounds = "of the solved values; water: from 0",
               .details = kDrainageDetails,
               .arguments = {"source", "strength"},
               .fields = DrainageFields()},
      .compile = &CompileDrainage};
}

}  // namespace cobble::nodes
