// by-example: an endless texture from a small picture that shows a part of it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "core/math.h"
#include "core/numbers.h"
#include "nodes/shared/images.h"
#include "nodes/shared/noise.h"
#include "nodes/shared/values.h"
#include "noise/image/example.h"
#include "program/compile.h"
#include "program/node_type.h"
#include "recipe/images/example_color.h"
#include "recipe/images/example_planes.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kExampleEdges[] = {"inside", "wrap"};

bool WrapsExample(const Node& node) { return node.Text("edges") == "wrap"; }

ExampleAxis AxisOfExample(const Octave& octave, std::size_t a, const Image& pixels, bool wraps) {
  const int per_cell = a == 0 ? 2 : 1;
  ExampleAxis axis;
  axis.size = a == 0 ? pixels.width : pixels.height;
  axis.pixels_per_unit = static_cast<double>(pixels.width);
  if (octave.period[a] != 0) {
    // Whole pixels, so that patches continue on the other side of the picture.
    const double length = static_cast<double>(octave.period[a]) / octave.frequency[a];
    axis.period = octave.period[a] * per_cell;
    const double whole = std::clamp(std::round(length * axis.pixels_per_unit), 1.0, 0x1p52);
    axis.period_pixels = static_cast<int64_t>(whole);
    axis.pixels_per_unit = static_cast<double>(axis.period_pixels) / length;
  }
  const double cell = axis.pixels_per_unit / octave.frequency[a];
  axis.step = cell / per_cell;
  axis.offset = -octave.scatter[a] * cell - 0.5;
  // A patch reaches `reach` pixels from its corner's; a sample is between pixel i and i + 1.
  const double reach = std::min(std::floor(cell), 0x1p30) + 1;
  const auto margin = static_cast<int64_t>(reach);
  axis.first = wraps ? 0 : margin;
  axis.count = wraps ? axis.size : axis.size - 1 - 2 * margin;
  if (wraps && margin >= axis.size) axis.count = 0;
  return axis;
}

// Throws Error unless the patches fit into the image with room to move. The hint gives the
// frequency that leaves room for different parts.
void CheckRoom(Compiler& compiler, const NodeContext& context, const ExampleArgs& args) {
  constexpr int64_t kMinRoom = 2;
  const auto has_room = [](const ExampleAxis& axis) { return axis.count >= kMinRoom; };
  if (std::ranges::all_of(args.axes, has_room)) return;
  const auto patch = [&](std::size_t a) {
    const ExampleAxis& axis = args.axes[a];
    return Shortest(std::ceil(2 * axis.pixels_per_unit / args.octave.frequency[a]));
  };
  double frequency = 0;
  for (const ExampleAxis& axis : args.axes) {
    const auto cells = static_cast<double>(args.wraps ? axis.size - 1 : (axis.size - 3) / 2);
    frequency = std::max(frequency, cells < 1 ? HUGE_VAL : axis.pixels_per_unit / cells);
  }
  compiler.Fail(
      context, "frequency",
      fmt::format("the image of {} x {} pixels is too small for patches of {} x {}",
                  args.axes[0].size, args.axes[1].size, patch(0), patch(1)),
      frequency == HUGE_VAL
          ? "use a larger image"
          : fmt::format("use a frequency of {} or more (at least {}), or a larger image",
                        Shortest(std::floor(3 * frequency)), Shortest(std::floor(frequency) + 1)));
}

std::shared_ptr<ExampleArgs> ArgsOfExample(const NodeContext& context, const Octave& octave,
                                           const Image& pixels) {
  auto args = std::make_shared<ExampleArgs>();
  args->filter = ImageFilterOf(context.node);
  args->wraps = WrapsExample(context.node);
  args->octave = octave;
  for (const std::size_t a : {0u, 1u})
    args->axes[a] = AxisOfExample(octave, a, pixels, args->wraps);
  return args;
}

PlaneEdges EdgesOfExample(const Node& node) {
  return WrapsExample(node) ? PlaneEdges::kWrap : PlaneEdges::kClamp;
}

// Finds the arguments that all planes share; checks and counts the node. Returns null if the node
// does not tile because of the picture's shape.
std::shared_ptr<const ExampleArgs> SharedArgs(Compiler& compiler, const NodeContext& context,
                                              const SourceImage& image) {
  static const NoiseType kType{
      .is_scattered = [](const Node&) { return true; },
      // Three times the 16 pixels around a sample.
      .evaluations = [](const Node& node) { return node.Text("channel") == "color" ? 48.0 : 16; },
      // Every other row of corners is shifted.
      .cell_multiples = &Multiples<1, 2>};
  const auto octaves = compiler.Cells(context, kType);
  if (!octaves) return nullptr;
  const Image& pixels = image.pixels();
  auto args = ArgsOfExample(context, octaves->front(), pixels);
  // An image of one pixel is the same everywhere.
  if (pixels.width > 1 || pixels.height > 1) CheckRoom(compiler, context, *args);
  return args;
}

// Emits the steps for one plane.
Compiled EmitExample(Compiler& compiler, const NodeContext& context,
                     const std::shared_ptr<const ExamplePlane>& plane, const ExampleArgs& shared) {
  if (plane->low == plane->high) return Compiled::Constant(double{plane->low});
  auto args = std::make_shared<ExampleArgs>(shared);
  args->origin = plane->normal.Origin();
  args->stride = plane->normal.stride;
  args->table = plane->table.coefficients.data();
  args->table_first = plane->table.first;
  args->pieces_per_unit = plane->table.pieces_per_unit;
  args->pieces = QuantileTable::kPieces;
  args->low = plane->low;
  args->high = plane->high;
  args->memory = plane;
  const Kernel kernel = SelectExample(*args, compiler.simd_target());
  return EmitPixels(compiler, context, std::move(args), kernel,
                    {double{plane->low}, double{plane->high}});
}

Compiled EmitExampleChannel(Compiler& compiler, const NodeContext& context,
                            const SourceImage& image, ImageChannel channel,
                            const ExampleArgs& shared) {
  const auto edges = EdgesOfExample(context.node);
  return EmitExample(compiler, context,
                     ExamplePlaneOf(image, RequestOf(context, image, channel, edges)), shared);
}

// Emits the steps from values along the axes to a channel. Blended colours may be outside of the
// pixels' bounds, to which they are limited.
Compiled EmitFromAxes(Compiler& compiler, const std::array<Compiled, 3>& along,
                      const ExampleColor& color, std::size_t channel) {
  const Bounds& bounds = color.bounds[channel];
  if (bounds.low == bounds.high) return Compiled::Constant(bounds.low);
  Compiled sum = Compiled::Constant(0);
  for (std::size_t a = 0; a < along.size(); ++a)
    sum = compiler.Sum(sum, compiler.Scaled(along[a], color.axes[channel][a], 0));
  if (color.is_root) {
    sum = Clamped(compiler, sum, 0, std::sqrt(bounds.high));
    sum = compiler.Product(sum, sum);
  }
  return compiler.Apply({PointwiseOp::kClamp, {ToFloat(bounds.low), ToFloat(bounds.high)}}, {sum},
                        bounds);
}

// Returns null if the node does not tile because of the picture's shape.
EmitImageChannel PrepareExample(Compiler& compiler, const NodeContext& context,
                                const SourceImage& image) {
  const auto shared = SharedArgs(compiler, context, image);
  if (!shared) return {};
  return [&compiler, &context, &image, shared](ImageChannel channel) {
    return EmitExampleChannel(compiler, context, image, channel, *shared);
  };
}

CompiledColor CompileByExampleColor(Compiler& compiler, const NodeContext& context) {
  const SourceImage& image = ImageOf(compiler, context);
  const auto shared = SharedArgs(compiler, context, image);
  if (!shared) return CompiledColor::Grey(Compiled::Constant(0));
  constexpr ImageChannel kAny = ImageChannel::kRed;
  const bool has_colors = image.pixels().channels > 2;
  const auto color =
      has_colors
          ? ExampleColorOf(image, RequestOf(context, image, kAny, EdgesOfExample(context.node)))
          : nullptr;
  if (!color || color->is_grey)
    return CompiledColor::Grey(EmitExampleChannel(compiler, context, image, kAny, *shared));
  std::array<Compiled, 3> along;
  for (std::size_t a = 0; a < along.size(); ++a)
    along[a] = EmitExample(compiler, context, {color, &color->planes[a]}, *shared);
  CompiledColor out;
  for (std::size_t c = 0; c < along.size(); ++c)
    out.channels[c] = EmitFromAxes(compiler, along, *color, c);
  return out;
}

constexpr Detail kByExampleDetails[] = {
    {"place",
     "the image is 1 unit wide, as in image: in a picture that is 16 units wide, it would be seen "
     "256 times. Patches are moved by whole pixels, so a picture with as many pixels per unit as "
     "the image is as sharp"},
    {"lattice",
     "corners in rows, 1 / frequency apart along x and y; odd rows are shifted by half a cell. "
     "Each shows a random part of the image, by seed or pattern: in blocks of 4 x 4 corners, the "
     "middles of the parts are in 4 x 4 places. P is between three corners"},
    {"blending",
     "Q(s) = the quantile of the standard normal distribution at the rank of a sample in its "
     "channel; g = the value of image at each of the three parts, with Q in place of the pixels; w "
     "= max(0, 1 - 4/3 x^2 - y^2)^8, x and y = the offset of P from the corner in cells"},
    {"histogram",
     "the image's: G is distributed as each g is, and the inverse of Q, 32 monotone cubics in the "
     "quantile, maps it back"},
    {"colour",
     "blended along the principal axes of the image's colours, each by itself, so that blends have "
     "the image's hues; each channel is limited to its pixels. The axes are those of square roots "
     "of samples, unless one is negative"},
    {"frequency",
     "a patch is 2 / frequency wide, and should hold several features, such as stones. Lower "
     "frequencies keep larger features whole, but the parts that show are fewer and recur"},
    {"file",
     "the image called name is given and read as in image; with sha256, an image with other pixels "
     "is refused. If the noise itself is by-example and no size is set, the picture takes the "
     "image's size"},
    {"samples",
     "of the channel luminance, red, green, blue, alpha or missing, or of three for color; "
     "encoding auto, srgb or data, and between pixels the filter catmull-rom or b-spline, as in "
     "image"},
    {"edges", "inside: parts avoid the image's edges; wrap: they continue at the opposite one"},
    {"slope", "exact and continuous"},
    {"tiling",
     "whole cells along x, an even number along y; the image is stretched by up to half a pixel "
     "along the picture, so that it is a whole number of pixels"},
};

constexpr Detail kExampleEdgesDetails[] = {
    {"inside", "parts lie inside the image, so none of its edges show: for any photograph"},
    {"wrap", "parts continue at the opposite edge: for an image that tiles"},
};

Field PatchFrequencyField() {
  Field field = FrequenciesField(2);
  field.fallback = "6";
  field.help = "cells per unit, the same along x and y or one number for each; a patch is 2 wide";
  field.details = {};
  return field;
}

}  // namespace

NodeType ByExample() {
  NodeType type = ImageType(
      {.name = "by-example",
       .on_sphere = "use noises, which have 3 dimensions",
       .summary = "an endless texture that looks like a small picture and never repeats: gravel, "
                  "grass, bark, plaster",
       .value = "the inverse of Q at G = sum w g / sqrt(sum w^2), over the three corners around P",
       .bounds = "the pixels' bounds",
       .details = kByExampleDetails,
       .arguments = {"name", "channel", "frequency"},
       .fields = {ImageNameField(), ImageChannelField(), ImageEncodingField(),
                  PatchFrequencyField(), ImageFilterField(),
                  ChoiceField("edges", kExampleEdges, "\"inside\"",
                              "which parts of the image are shown", kExampleEdgesDetails),
                  SeedField(), PatternField(), ImageSumField()}},
      &PrepareExample);
  type.compile_color = &CompileByExampleColor;
  return type;
}

}  // namespace cobble::nodes
