// image: a picture that the recipe names and its user provides.
#include "noise/image/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/math.h"
#include "nodes/shared/images.h"
#include "nodes/shared/noise.h"
#include "nodes/shared/positions.h"
#include "noise/scatter/stamps.h"
#include "program/compile.h"
#include "program/loop.h"
#include "program/node_type.h"
#include "program/periods.h"
#include "program/picture_box.h"
#include "program/tiling.h"
#include "recipe/images/images.h"

namespace cobble::nodes {
namespace {

// In the order of ImageArgs::Edges, followed by the one that depends on the recipe.
constexpr std::string_view kEdges[] = {"wrap", "clamp", "extend", "auto"};

ImageArgs::Edges EdgesOf(const Recipe& recipe, const Node& node) {
  if (node.Text("edges") == "auto") return recipe.tiling ? ImageArgs::kWrap : ImageArgs::kExtend;
  return ChoiceOf<ImageArgs::Edges>(node.Text("edges"), kEdges);
}

PlaneEdges PlaneEdgesOf(ImageArgs::Edges edges) {
  constexpr PlaneEdges kOf[] = {PlaneEdges::kWrap, PlaneEdges::kClamp, PlaneEdges::kExtend};
  return kOf[edges];
}

constexpr std::string_view kFits[] = {"width", "stretch", "contain", "cover"};

Lattice LatticeOfImage(const Node&) { return {.has_cells = false}; }

// Reading the 16 pixels around a sample takes about as long.
double EvaluationsOfImage(const Node& node) { return node.Text("channel") == "color" ? 24 : 8; }

// How large the image is: its sides in pixels, and its pixels per unit, along x and y.
struct Placement {
  std::array<double, 2> sides{}, density{};

  double Units(std::size_t a) const { return sides[a] / density[a]; }
};

// On vertices, an image that does not repeat also has its first and last pixels on its edges.
bool StandsOnVertices(const Recipe& recipe, const NodeContext& context) {
  return recipe.domain.grid == Grid::kVertices && !recipe.tiling && !context.site.IsInStamp() &&
         EdgesOf(recipe, context.node) == ImageArgs::kExtend;
}

Placement PlacementOf(const Recipe& recipe, const NodeContext& context,
                      const cobble::Image& pixels) {
  const int64_t ends = StandsOnVertices(recipe, context) ? 1 : 0;
  Placement to;
  to.sides = {static_cast<double>(std::max<int64_t>(pixels.width - ends, 1)),
              static_cast<double>(std::max<int64_t>(pixels.height - ends, 1))};
  to.density = {to.sides[0], to.sides[0]};
  const std::string& fit = context.node.Text("fit");
  if (fit == "width") return to;
  const auto extent =
      context.site.IsInStamp() ? std::array{2 * kStampEdge, 2 * kStampEdge} : recipe.domain.extent;
  const double x = to.sides[0] / extent[0], y = to.sides[1] / extent[1];
  const bool has_same_shape = std::abs(x - y) <= 1e-9 * x;
  to.density = {x, has_same_shape ? x : y};
  if (fit == "contain") to.density.fill(std::ranges::max(to.density));
  if (fit == "cover") to.density.fill(std::ranges::min(to.density));
  return to;
}

// Throws Error unless a tiled picture shows a whole number of images along x and y.
void CheckPeriods(Compiler& compiler, const NodeContext& context, const cobble::Image& pixels) {
  const Recipe& recipe = compiler.recipe();
  const bool is_one_pixel = pixels.width == 1 && pixels.height == 1;
  const bool wraps = EdgesOf(recipe, context.node) == ImageArgs::kWrap;
  if (!recipe.tiling || context.site.IsInStamp() || !wraps || is_one_pixel) return;
  const Placement placement = PlacementOf(recipe, context, pixels);
  const Vector3 frequency{1 / placement.Units(0), 1 / placement.Units(1), 1};
  std::vector<Period> periods;
  for (const std::size_t a : {0u, 1u})
    periods.push_back(
        {a, PeriodLength(context.site.from_picture.m, a, recipe.domain.extent), 1, "edges"});
  if (FitAll(periods, frequency)) return;
  compiler.Fail(
      context, "edges",
      "a tiled picture needs a whole number of images along x and y, got " +
          CellsText(periods, frequency),
      fmt::format(
          "the image is {:.6g} x {:.6g} units: change the extent, or use the fit stretch, or "
          "the edges clamp",
          placement.Units(0), placement.Units(1)));
}

// Returns the bounds of filtered samples. In two dimensions, the negative weights of Catmull-Rom
// add up to at least -2 * 1.125 * 0.125.
Bounds FilteredBounds(const ImageArgs& args, const ImagePlane& plane) {
  const double beyond = args.filter == ImageArgs::kCatmullRom ? 0.28125 : 0;
  double span = double{plane.high} - double{plane.low};
  Bounds bounds{double{plane.low} - beyond * span, double{plane.high} + beyond * span};
  if (args.edges != ImageArgs::kExtend) return bounds;
  span = bounds.high - bounds.low;
  return {bounds.low - span, bounds.high + span};
}

std::shared_ptr<ImageArgs> ArgsOf(const Compiler& compiler, const NodeContext& context,
                                  std::shared_ptr<const ImagePlane> plane,
                                  const Placement& placement, Bounds* bounds) {
  auto args = std::make_shared<ImageArgs>();
  args->filter = ImageFilterOf(context.node);
  args->edges = EdgesOf(compiler.recipe(), context.node);
  std::ranges::copy(placement.density, args->pixels_per_unit);
  args->size[0] = plane->width;
  args->size[1] = plane->height;
  for (int a = 0; a < 2; ++a) args->middle[a] = static_cast<double>(args->size[a] - 1) / 2;
  args->origin = plane->Origin();
  args->stride = plane->stride;
  *bounds = FilteredBounds(*args, *plane);
  args->low = ToFloat(bounds->low);
  args->high = ToFloat(bounds->high);
  bounds->low = std::min(bounds->low, double{args->low});
  bounds->high = std::max(bounds->high, double{args->high});
  if (args->edges != ImageArgs::kWrap)
    args->repetition = RepetitionOf(PictureBoxOf(compiler.recipe(), context.site));
  args->plane = std::move(plane);
  return args;
}

// Records where the picture is in the image, for warnings.
void Note(Compiler& compiler, const NodeContext& context, const ImageArgs& args,
          const Placement& placement, std::shared_ptr<const ImagePlane> plane) {
  const Recipe& recipe = compiler.recipe();
  const auto& m = context.site.from_picture.m;
  if (context.site.IsInStamp()) return;
  ShownImage shown{.pointer = context.pointer,
                   .name = context.node.Text(kImageNameKey),
                   .plane = std::move(plane),
                   .wraps = args.edges == ImageArgs::kWrap,
                   .is_fitted = context.node.Text("fit") != "width",
                   .is_upright = (m[0][1] == 0 && m[1][0] == 0) || (m[0][0] == 0 && m[1][1] == 0)};
  const Vector3 middle = context.site.from_picture.Apply({0, 0, SliceOf(recipe)});
  for (const std::size_t a : {0u, 1u}) {
    const auto [width, height] = recipe.domain.extent;
    const double units = std::abs(m[a][0]) * width + std::abs(m[a][1]) * height;
    shown.sides[a] = placement.sides[a];
    shown.middle[a] = middle[a] * placement.density[a] + args.middle[a];
    shown.seen[a] = units * placement.density[a];
  }
  compiler.NoteImage(std::move(shown));
}

// Emits the steps for one channel.
Compiled EmitChannel(Compiler& compiler, const NodeContext& context, const SourceImage& image,
                     ImageChannel channel) {
  const ImageArgs::Edges edges = EdgesOf(compiler.recipe(), context.node);
  const auto plane = PlaneOf(image, RequestOf(context, image, channel, PlaneEdgesOf(edges)));
  Bounds bounds;
  const Placement placement = PlacementOf(compiler.recipe(), context, image.pixels());
  auto args = ArgsOf(compiler, context, plane, placement, &bounds);
  Note(compiler, context, *args, placement, plane);
  const Kernel kernel = SelectImage(*args, compiler.simd_target());
  return EmitPixels(compiler, context, std::move(args), kernel, bounds);
}

// Finds the image; checks and counts the node.
const SourceImage& Prepared(Compiler& compiler, const NodeContext& context) {
  static const NoiseType kImage{.lattice = &LatticeOfImage, .evaluations = &EvaluationsOfImage};
  const SourceImage& image = ImageOf(compiler, context);
  compiler.Cells(context, kImage);
  CheckPeriods(compiler, context, image.pixels());
  return image;
}

Compiled CompileImage(Compiler& compiler, const NodeContext& context) {
  const SourceImage& image = Prepared(compiler, context);
  return EmitChannel(compiler, context, image, ImageChannelOf(context.node));
}

CompiledColor CompileImageColor(Compiler& compiler, const NodeContext& context) {
  const SourceImage& image = Prepared(compiler, context);
  return ColorOf(image,
                 [&](ImageChannel each) { return EmitChannel(compiler, context, image, each); });
}

constexpr Detail kImageDetails[] = {
    {"place",
     "the image is centred and, unless fit changes it, 1 unit wide; pixel (i, j) of w x h is at x "
     "= "
     "(i + 1/2) / w - 1/2, y = (j + 1/2 - h / 2) / w, so a picture of its size and shape has each "
     "pixel in its place. fit fits it into the picture's extent, before the domain and transforms "
     "move it; below a scatter, into a stamp"},
    {"size",
     "if the noise itself is an image and no size is set, the picture takes the image's size"},
    {"file",
     "the image called name is given where the recipe is used, by the option image (NAME=FILE), "
     "never in the recipe. PNG, EXR, TIFF, TGA, BMP, JPEG, HDR, PFM and raw; at most 65536 pixels "
     "along a side and 2^28 samples. With sha256, an image with other pixels is refused"},
    {"samples",
     "encoding data: as in the file, 0..1 for integers; srgb: decoded to linear light, except "
     "alpha; auto: srgb for the channel color of a file with integers, else data"},
    {"slope",
     "exact and continuous, except, with extend, where what is beyond a corner meets what is "
     "beyond "
     "a side; with b-spline also smooth"},
    {"tiling",
     "wrap needs a whole number of images along x and y; with clamp and extend, positions are "
     "first "
     "moved into the picture, by whole periods"},
    {"vertices",
     "with the grid vertices, and edges that extend, the first and last pixels are on the edges of "
     "the image, so a heightmap of the picture's size has each pixel on a vertex"},
};

constexpr Detail kEdgesDetails[] = {
    {"wrap", "the image repeats"},
    {"clamp", "the pixels at its edges continue, level: the slope is halved on them"},
    {"extend",
     "value and slope continue: 2 v(E) - v(M), E = the place on the outermost pixels that is "
     "nearest to P, M = P mirrored through E, as far as the opposite side; constant from there on. "
     "A plane stays a plane"},
    {"auto", "wrap if the picture tiles, else extend"},
};

constexpr Detail kFitDetails[] = {
    {"width", "1 unit wide, and as high as its shape makes it"},
    {"stretch", "as wide and as high as the picture; another shape is distorted"},
    {"contain", "as large as it can be within the picture; beside it is what is beyond its edges"},
    {"cover", "as small as it can be and still cover the picture, which cuts off the rest"},
};

}  // namespace

NodeType Image() {
  return {
      .spec =
          {.name = "image",
           .color_choice = {"channel", "color"},
           .shows_image = true,
           .summary = "a picture: scans, photographs, masks painted by hand",
           .value = "the sum of pixel * u * v over the 4 x 4 pixels around P: pixel = its channel "
                    "luminance, red, green, blue or alpha, or for color the colour; u and v = "
                    "its weights along x and y, of b-spline or catmull-rom; t = the fraction "
                    "of P between the two in the middle",
           .bounds = "b-spline: the pixels' bounds; catmull-rom: 9/32 of their span beyond; with "
                     "extend, the span of these beyond",
           .details = kImageDetails,
           .arguments = {"name", "channel"},
           .fields = {ImageNameField(), ImageChannelField(), ImageEncodingField(),
                      ImageFilterField(),
                      ChoiceField("edges", kEdges, "\"wrap\"", "what is beyond the image",
                                  kEdgesDetails),
                      ChoiceField("fit", kFits, "\"width\"", "how large the image is", kFitDetails),
                      ImageSumField()}},
      .compile = &CompileImage,
      .compile_color = &CompileImageColor};
}

}  // namespace cobble::nodes
