// image: a picture that the recipe names and its user provides.
#include "noise/image/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/suggest.h"
#include "nodes/shared/images.h"
#include "nodes/shared/noise.h"
#include "noise/scatter/stamps.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "program/periods.h"
#include "program/picture_box.h"
#include "program/tiling.h"
#include "recipe/images/image_place.h"
#include "recipe/images/images.h"
#include "recipe/reading/sphere.h"

namespace cobble::nodes {
namespace {

// Returns where the image stands in the picture, or in the stamp.
ImagePlace PlaceAt(const Recipe& recipe, const NodeContext& context, const cobble::Image& pixels) {
  return ImagePlaceOf(recipe, context.node, pixels, context.site.IsInStamp() ? 2 * kStampEdge : 0);
}

// Throws Error unless a tiled picture shows a whole number of images along x and y.
void CheckPeriods(Compiler& compiler, const NodeContext& context, const cobble::Image& pixels) {
  const Recipe& recipe = compiler.recipe();
  const bool is_one_pixel = pixels.width == 1 && pixels.height == 1;
  const bool wraps = ImageEdgesOf(recipe, context.node) == PlaneEdges::kWrap;
  if (!recipe.tiling || context.site.IsInStamp() || !wraps || is_one_pixel) return;
  const ImagePlace place = PlaceAt(recipe, context, pixels);
  const Vector3 frequency{1 / place.Units(0), 1 / place.Units(1), 1};
  std::vector<Period> periods;
  for (const std::size_t a : {0u, 1u})
    periods.push_back(
        {a, PeriodLength(context.site.from_picture.m, a, recipe.domain.extent), 1, "edges"});
  if (FitAll(periods, frequency)) return;
  compiler.Fail(context, "edges",
                "a tiled picture needs a whole number of images along x and y, got " +
                    CellsText(periods, frequency),
                fmt::format("the image is {:.6g} x {:.6g} units: change the extent, or use the fit "
                            "stretch, or the edges clamp",
                            place.Units(0), place.Units(1)));
}

// Returns the bounds of filtered samples. In two dimensions, the negative weights of Catmull-Rom
// add up to at least -2 * 1.125 * 0.125; beside a pole, where rows beyond count inversely, to
// -1.125 * 0.25 - 0.125.
Bounds FilteredBounds(const ImageArgs& args, const ImagePlane& plane) {
  const double lowest = args.edges == ImageArgs::kSphere ? 0.40625 : 0.28125;
  const double beyond = args.filter == ImageArgs::kCatmullRom ? lowest : 0;
  double span = double{plane.high} - double{plane.low};
  Bounds bounds{double{plane.low} - beyond * span, double{plane.high} + beyond * span};
  if (args.edges != ImageArgs::kExtend) return bounds;
  span = bounds.high - bounds.low;
  return {bounds.low - span, bounds.high + span};
}

std::shared_ptr<ImageArgs> ArgsOf(const Compiler& compiler, const NodeContext& context,
                                  std::shared_ptr<const ImagePlane> plane, const ImagePlace& place,
                                  Bounds* bounds) {
  auto args = std::make_shared<ImageArgs>();
  args->filter = ImageFilterOf(context.node);
  args->edges = static_cast<ImageArgs::Edges>(ImageEdgesOf(compiler.recipe(), context.node));
  std::ranges::copy(place.density, args->pixels_per_unit);
  std::ranges::copy(place.middle, args->middle);
  std::ranges::copy(place.has_bars, args->is_level);
  args->size[0] = plane->width;
  args->size[1] = plane->height;
  args->origin = plane->Origin();
  args->stride = plane->stride;
  *bounds = FilteredBounds(*args, *plane);
  args->low = ToFloat(bounds->low);
  args->high = ToFloat(bounds->high);
  bounds->low = std::min(bounds->low, double{args->low});
  bounds->high = std::max(bounds->high, double{args->high});
  if (args->edges == ImageArgs::kClamp || args->edges == ImageArgs::kExtend)
    args->repetition = RepetitionOf(PictureBoxOf(compiler.recipe(), context.site));
  args->plane = std::move(plane);
  return args;
}

// Records where the picture is in the image, for warnings.
void Note(Compiler& compiler, const NodeContext& context, const ImageArgs& args,
          const ImagePlace& place, std::shared_ptr<const ImagePlane> plane) {
  if (context.site.IsInStamp()) return;
  ShownImage shown{.pointer = context.pointer,
                   .name = context.node.Text(kImageNameKey),
                   .plane = std::move(plane),
                   .wraps = args.edges == ImageArgs::kWrap,
                   .smooths = args.filter == ImageArgs::kBSpline,
                   .is_fitted = context.node.Text("fit") != "width",
                   .has_slopes = context.slopes > 0,
                   .sides = place.sides};
  Affine to_pixels;
  for (const std::size_t a : {0u, 1u}) {
    to_pixels.m[a][a] = place.density[a];
    to_pixels.t[a] = place.middle[a];
    shown.reach[a] = context.site.bound.displacement[a] * place.density[a];
  }
  if (args.edges != ImageArgs::kSphere)
    shown.to_pixels = Compose(to_pixels, context.site.from_picture);
  compiler.NoteImage(std::move(shown));
}

constexpr std::string_view kStepChoices[] = {"keep", "smooth"};

constexpr Detail kStepDetails[] = {
    {"keep", "samples are as they are"},
    {"smooth",
     "as a thin plate, within half a step of what they are: the sum of the squared Laplacians of "
     "samples is about as small as it can be. What is larger than a step keeps its place, what is "
     "level stays so away from its border. An image of fewer than four steps, such as a mask of "
     "black and white, stays as it is. Needs about 0.3 s and 20 MB for a million pixels, once"},
};

// Emits the steps for one channel.
Compiled EmitChannel(Compiler& compiler, const NodeContext& given, const SourceImage& image,
                     ImageChannel channel) {
  const bool is_sphere = compiler.recipe().domain.IsSphere();
  const Site site = is_sphere ? compiler.OnSphere(given.site) : given.site;
  const NodeContext context{given.node, given.pointer, site, given.slopes};
  const PlaneEdges edges = ImageEdgesOf(compiler.recipe(), context.node);
  PlaneRequest request = RequestOf(context, image, channel, edges);
  if (context.node.Text("steps") == kStepChoices[1] && channel != ImageChannel::kMissing)
    request.step = context.node.Has("step") ? context.node.Number("step") : 0;
  const auto plane = PlaneOf(image, request);
  Bounds bounds;
  const ImagePlace place = PlaceAt(compiler.recipe(), context, image.pixels());
  auto args = ArgsOf(compiler, context, plane, place, &bounds);
  Note(compiler, context, *args, place, plane);
  const Kernel kernel = SelectImage(*args, compiler.simd_target());
  const Compiled value =
      EmitPixels(compiler, context, std::move(args), kernel, bounds, is_sphere ? 3 : 2);
  if (channel != ImageChannel::kMissing) return value;
  return compiler.Apply({PointwiseOp::kClamp, {0, 1}}, {value}, {0, 1});
}

EmitImageChannel PrepareImage(Compiler& compiler, const NodeContext& context,
                              const SourceImage& image) {
  static const NoiseType kImage{
      .lattice = &PlaneWithoutCells,
      // Reading the 16 pixels around a sample takes about as long.
      .evaluations = [](const Node& node) { return node.Text("channel") == "color" ? 24.0 : 8; }};
  if (compiler.recipe().domain.IsSphere() && context.node.Text("fit") != "width")
    compiler.Fail(context, "fit",
                  SurfaceMisfit(compiler.recipe()) + ", which an image covers as a whole",
                  "leave it out");
  compiler.Cells(context, kImage);
  CheckPeriods(compiler, context, image.pixels());
  return [&compiler, &context, &image](ImageChannel each) {
    return EmitChannel(compiler, context, image, each);
  };
}

constexpr Detail kImageDetails[] = {
    {"place",
     "the image is centred and, unless fit changes it, 1 unit wide; pixel (i, j) of w x h is at x "
     "= (i + 1/2) / w - 1/2, y = (j + 1/2 - h / 2) / w, so a picture of its size and shape has "
     "each pixel in its place. fit is width, or stretch, contain or cover, which fit it into the "
     "picture's extent, before the domain and transforms move it; below a scatter, into a stamp"},
    {"sphere",
     "an image is all of a sphere, by longitude and latitude, as equirectangular pictures are: the "
     "first row is the northernmost, and each goes from west to east. Pixel (i, j) of w x h is "
     "at longitude 360 (i + 1/2) / w - 180 and latitude 90 - 180 (j + 1/2) / h. Pictures with "
     "vertices have (2N - 1) x N pixels, whose outermost are on the edges. The sides of the image "
     "meet, whatever edges says; a pole is the mean of the outermost row; fit must be width. "
     "translate, rotate and scale of the domain do not move it, but warps and transforms do"},
    {"size",
     "if the noise itself is an image and no size is set, the picture takes the image's size; of "
     "an "
     "equirectangular picture, its rows; of a cube, whose equator runs around four faces, a "
     "quarter "
     "of its columns"},
    {"file",
     "the image called name is given where the recipe is used, by the option image (NAME=FILE), "
     "never in the recipe. PNG, EXR, TIFF, TGA, BMP, JPEG, HDR, PFM and raw; at most 65536 pixels "
     "along a side and 2^28 samples. Photographs are turned upright, as their EXIF says. With "
     "sha256, an image with other pixels is refused"},
    {"samples",
     "encoding data: as in the file, 0..1 for unsigned integers of 8 and 16 bits, else the "
     "numbers; srgb: decoded to linear light, except alpha; auto: srgb for the channel color of a "
     "file with samples of 0..1 that were integers, else data"},
    {"holes",
     "samples that are NaN or NoData, or that a GeoTIFF leaves out by a mask or an alpha of 0, are "
     "filled from their borders by a membrane: each is the mean of its four neighbours (Laplace's "
     "equation, solved by multigrid to 1e-5 of "
     "the samples' span). The channel missing shows where, from 0 to 1. FILE:nodata=-9999 declares "
     "NoData that a file does not, and FILE:nodata=inf infinite samples; without, a recipe whose "
     "noise has samples that look like it is "
     "refused, unless FILE:nodata=none says that they are real"},
    {"ground",
     "if the noise itself is an elevation model, the recipe takes its range and its world from it, "
     "and TIFF files their place, as far as they are not set. Of a sphere, it takes no length from "
     "it: world.radius is needed"},
    {"slope",
     "exact and continuous, except, with extend, where what is beyond a corner meets what is "
     "beyond a side; with b-spline also smooth"},
    {"8 bits",
     "heights of few levels have steps, which show in normals: steps=smooth removes them and keeps "
     "what is larger. Sharp details, such as bricks, are best as they are"},
    {"tiling",
     "wrap needs a whole number of images along x and y; with clamp and extend, positions are "
     "first moved into the picture, by whole periods"},
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
     "A plane stays a plane; curved land bends the other way beyond, so the map curvature is flat "
     "on the border. With the fit contain, level beside the image"},
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
  return ImageType(
      {.name = "image",
       .places_image = true,
       .summary = "a picture: scans, photographs, masks painted by hand",
       .value = "the sum of pixel * u * v over the 4 x 4 pixels around P: pixel = its channel "
                "luminance, red, green, blue, alpha or missing, or for color the colour; u and v = "
                "its weights along x and y, of b-spline or catmull-rom; t = the fraction of P "
                "between the two in the middle",
       .bounds = "b-spline: the pixels' bounds; catmull-rom: 9/32 of their span beyond; with "
                 "extend, the span of these beyond; of a sphere, catmull-rom: 13/32 of it beyond",
       .details = kImageDetails,
       .arguments = {"name", "channel"},
       .fields = {ImageNameField(),
                  ImageChannelField(),
                  ImageEncodingField(),
                  ImageFilterField(),
                  ChoiceField("edges", kImageEdges, "\"wrap\"", "what is beyond the image",
                              kEdgesDetails),
                  ChoiceField("fit", kImageFits, "\"width\"", "how large the image is",
                              kFitDetails),
                  ChoiceField("steps", kStepChoices, "\"keep\"",
                              "what becomes of the steps of heights stored with few levels, such "
                              "as those of 8 bits",
                              kStepDetails),
                  {.key = "step",
                   .minimum = 0,
                   .exclusive_minimum = true,
                   .effective_if = "steps",
                   .effective_values = {"smooth"},
                   .default_text = "found: the median difference between neighbouring levels",
                   .help = "the difference between neighbouring levels"},
                  ImageSumField()}},
      &PrepareImage);
}

}  // namespace cobble::nodes
