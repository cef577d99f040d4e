// image: a picture that the recipe names and its user provides.
#include "noise/image/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/math.h"
#include "nodes/shared/images.h"
#include "nodes/shared/noise.h"
#include "nodes/shared/positions.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "program/periods.h"
#include "program/picture_box.h"
#include "program/tiling.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kEdges[] = {"wrap", "clamp"};

bool Wraps(const Node& node) { return node.Text("edges") == "wrap"; }

Lattice LatticeOfImage(const Node&) { return {.has_cells = false}; }

// Reading the 16 pixels around a sample takes about as long.
double EvaluationsOfImage(const Node& node) { return node.Text("channel") == "color" ? 24 : 8; }

// Throws Error unless a tiled picture shows a whole number of images along x and y.
void CheckPeriods(Compiler& compiler, const NodeContext& context, const cobble::Image& pixels) {
  const Recipe& recipe = compiler.recipe();
  const bool is_one_pixel = pixels.width == 1 && pixels.height == 1;
  if (!recipe.tiling || context.site.IsInStamp() || !Wraps(context.node) || is_one_pixel) return;
  const double aspect = static_cast<double>(pixels.height) / static_cast<double>(pixels.width);
  const Vector3 frequency{1, 1 / aspect, 1};
  std::vector<Period> periods;
  for (const std::size_t a : {0u, 1u})
    periods.push_back(
        {a, PeriodLength(context.site.from_picture.m, a, recipe.domain.extent), 1, "edges"});
  if (FitAll(periods, frequency)) return;
  compiler.Fail(
      context, "edges",
      "a tiled picture needs a whole number of images along x and y, got " +
          CellsText(periods, frequency),
      fmt::format("an image is 1 unit wide, and this one {:.6g} high: change the extent, or "
                  "use the edges clamp",
                  aspect));
}

// Returns the bounds of filtered samples. In two dimensions, the negative weights of Catmull-Rom
// add up to at least -2 * 1.125 * 0.125.
Bounds FilteredBounds(ImageArgs::Filter filter, const ImagePlane& plane) {
  const double beyond = filter == ImageArgs::kCatmullRom ? 0.28125 : 0;
  const double span = double{plane.high} - double{plane.low};
  return {double{plane.low} - beyond * span, double{plane.high} + beyond * span};
}

std::shared_ptr<ImageArgs> ArgsOf(const Compiler& compiler, const NodeContext& context,
                                  std::shared_ptr<const ImagePlane> plane, Bounds* bounds) {
  auto args = std::make_shared<ImageArgs>();
  args->filter = ImageFilterOf(context.node);
  args->wraps = Wraps(context.node);
  args->pixels_per_unit = static_cast<double>(plane->width);
  args->size[0] = plane->width;
  args->size[1] = plane->height;
  for (int a = 0; a < 2; ++a) args->middle[a] = static_cast<double>(args->size[a] - 1) / 2;
  args->origin = plane->Origin();
  args->stride = plane->stride;
  *bounds = FilteredBounds(args->filter, *plane);
  args->low = ToFloat(bounds->low);
  args->high = ToFloat(bounds->high);
  bounds->low = std::min(bounds->low, double{args->low});
  bounds->high = std::max(bounds->high, double{args->high});
  if (!args->wraps) args->repetition = RepetitionOf(PictureBoxOf(compiler.recipe(), context.site));
  args->plane = std::move(plane);
  return args;
}

// Emits the steps for one channel.
Compiled EmitChannel(Compiler& compiler, const NodeContext& context, const SourceImage& image,
                     ImageChannel channel) {
  auto plane = PlaneOf(image, RequestOf(context, image, channel, Wraps(context.node)));
  Bounds bounds;
  auto args = ArgsOf(compiler, context, std::move(plane), &bounds);
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
     "the image is 1 unit wide and centred; pixel (i, j) of w x h is at x = (i + 1/2) / w - 1/2, "
     "y = (j + 1/2 - h / 2) / w, so a picture of its size and shape has each pixel in its place"},
    {"size",
     "if the noise itself is an image and no size is set, the picture takes the image's size"},
    {"file",
     "the image called name is given where the recipe is used, by the option image (NAME=FILE), "
     "never in the recipe. PNG, EXR, TIFF, TGA, BMP, JPEG, HDR, PFM and raw; at most 65536 pixels "
     "along a side and 2^28 samples. With sha256, an image with other pixels is refused"},
    {"samples",
     "encoding data: as in the file, 0..1 for integers; srgb: decoded to linear light, except "
     "alpha; auto: srgb for the channel color of a file with integers, else data"},
    {"slope", "exact and continuous; with b-spline also smooth"},
    {"tiling",
     "wrap needs a whole number of images along x and y; with clamp, positions are first moved "
     "into the picture, by whole periods"},
};

constexpr Detail kEdgesDetails[] = {
    {"wrap", "the image repeats"},
    {"clamp", "the pixels at its edges continue"},
};

}  // namespace

NodeType Image() {
  return {
      .spec = {.name = "image",
               .color_choice = {"channel", "color"},
               .shows_image = true,
               .summary = "a picture: scans, photographs, masks painted by hand",
               .value =
                   "the sum of pixel * u * v over the 4 x 4 pixels around P: pixel = its channel "
                   "luminance, red, green, blue or alpha, or for color the colour; u and v = "
                   "its weights along x and y, of b-spline or catmull-rom; t = the fraction "
                   "of P between the two in the middle",
               .bounds = "b-spline: the pixels' bounds; catmull-rom: 9/32 of their span beyond",
               .details = kImageDetails,
               .arguments = {"name", "channel"},
               .fields = {ImageNameField(), ImageChannelField(), ImageEncodingField(),
                          ImageFilterField(),
                          ChoiceField("edges", kEdges, "\"wrap\"", "what is beyond the image",
                                      kEdgesDetails),
                          ImageSumField()}},
      .compile = &CompileImage,
      .compile_color = &CompileImageColor};
}

}  // namespace cobble::nodes
