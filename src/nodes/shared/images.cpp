// Keys of images, and how nodes find theirs.
#include "nodes/shared/images.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/suggest.h"
#include "nodes/shared/noise.h"
#include "recipe/images/images.h"
#include "recipe/reading/faults.h"
#include "recipe/reading/origins.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kEncodings[] = {"auto", "srgb", "data"};

constexpr Detail kChannelDetails[] = {
    {"luminance", "0.2126 r + 0.7152 g + 0.0722 b, and the grey of a grey image"},
    {"red", "or the grey of a grey image"},
    {"green", "likewise"},
    {"blue", "likewise"},
    {"alpha", "needs an image that has it"},
    {"missing", "1 where samples are missing, else 0"},
    {"color", "red, green and blue: the result is a colour"},
};

// In the order of ImageArgs::Filter.
constexpr std::string_view kFilters[] = {"b-spline", "catmull-rom"};

constexpr Detail kFilterDetails[] = {
    {"b-spline",
     "smooth: weights (1 - t)^3 / 6, (4 - 6 t^2 + 3 t^3) / 6, (1 + 3 t + 3 t^2 - 3 t^3) / 6, t^3 / "
     "6"},
    {"catmull-rom",
     "keeps each pixel: weights (-t + 2 t^2 - t^3) / 2, (2 - 5 t^2 + 3 t^3) / 2, (t + 4 t^2 - 3 "
     "t^3) / 2, (-t^2 + t^3) / 2; overshoots at edges"},
};

constexpr Detail kEncodingDetails[] = {
    {"auto",
     "srgb for the channel color of a file with integers, as photographs are stored; data for "
     "numbers and for files with floats"},
    {"srgb", "samples are decoded to linear light, except alpha"},
    {"data", "samples are used as they are: 0..1 for unsigned integers of 8 and 16 bits"},
};

[[noreturn]] void Refuse(const Compiler& compiler, const NodeContext& context, std::string_view key,
                         const std::string& message, const Phrase& hint) {
  throw FaultAt(compiler.recipe(), ChildPointer(context.pointer, key), message, hint);
}

// An image without colours is grey.
CompiledColor ColorOf(const SourceImage& image, const EmitImageChannel& channel) {
  const Compiled red = channel(ImageChannel::kRed);
  if (image.pixels().channels < 3) return CompiledColor::Grey(red);
  const Compiled green = channel(ImageChannel::kGreen);
  return {{red, green, channel(ImageChannel::kBlue)}};
}

}  // namespace

const SourceImage& ImageOf(const Compiler& compiler, const NodeContext& context) {
  const Node& node = context.node;
  const std::string& name = node.Text(kImageNameKey);
  const auto& images = compiler.recipe().images;
  const auto found = images.find(name);
  if (found == images.end() || !found->second) {
    const std::string sum =
        node.Has(kImageSumKey) ? " with the checksum " + node.Text(kImageSumKey) : std::string();
    Refuse(compiler, context, kImageNameKey, "no image " + Quoted(name) + sum + " is given",
           "use " + Phrase::Option("image", name + "=FILE"));
  }
  const SourceImage& image = *found->second;
  if (node.Has(kImageSumKey) && node.Text(kImageSumKey) != image.sha256())
    Refuse(compiler, context, kImageSumKey,
           "is not the checksum of the image " + Quoted(name) + ", which is " + image.sha256(), {});
  const bool has_alpha = image.pixels().channels % 2 == 0;
  if (node.Text("channel") == "alpha" && !has_alpha)
    Refuse(compiler, context, "channel", "the image " + Quoted(name) + " has no alpha",
           "use luminance, red, green or blue");
  return image;
}

Field ImageNameField() {
  return {.key = kImageNameKey,
          .type = FieldType::kText,
          .required = true,
          .help = "a name for the image; its file is given where the recipe is used"};
}

Field ImageChannelField() {
  return ChoiceField("channel", kImageChannels, "\"luminance\"", "what is read of each pixel",
                     kChannelDetails);
}

Field ImageEncodingField() {
  return ChoiceField("encoding", kEncodings, "\"auto\"", "what the samples are", kEncodingDetails);
}

Field ImageFilterField() {
  return ChoiceField("filter", kFilters, "\"catmull-rom\"",
                     "how values between pixels are computed", kFilterDetails);
}

Field ImageSumField() {
  return {
      .key = kImageSumKey,
      .type = FieldType::kText,
      .default_text = "none (any image)",
      .help =
          "the SHA-256 of the pixels, in hex: another image is refused. Picture metadata has it"};
}

PlaneRequest RequestOf(const NodeContext& context, const SourceImage& image, ImageChannel channel,
                       PlaneEdges edges) {
  const std::string& encoding = context.node.Text("encoding");
  const bool is_color = context.node.Text("channel") == "color";
  const bool decodes = encoding == "srgb" || (encoding == "auto" && is_color && image.is_srgb());
  return {channel, decodes, edges};
}

// The kernel's slopes are with respect to the node's positions.
Compiled EmitPixels(Compiler& compiler, const NodeContext& context,
                    std::shared_ptr<const void> args, const Kernel& kernel, const Bounds& bounds,
                    int dimensions) {
  const Affine& map = context.site.from_base;
  NoiseStep step;
  step.dimensions = dimensions;
  step.frame.kind = Frame::kPoints;
  step.positions = compiler.PositionsOf(context.site);
  step.to.value = compiler.NewBuffer();
  if (context.slopes > 0)
    for (int a = 0; a < dimensions; ++a)
      step.to.slope[static_cast<std::size_t>(a)] = compiler.NewBuffer();
  step.kernel = kernel;
  step.args = std::move(args);
  Compiled out{.raw = step.to, .bounds = bounds};
  compiler.Emit(std::move(step));
  if (context.slopes == 0 || map.m == Affine().m) return out;
  compiler.PullBack(map, dimensions, context.slopes, &out.raw);
  return out;
}

ImageArgs::Filter ImageFilterOf(const Node& node) {
  return ChoiceOf<ImageArgs::Filter>(node.Text("filter"), kFilters);
}

NodeType ImageType(NodeSpec spec,
                   EmitImageChannel (*prepare)(Compiler& compiler, const NodeContext& context,
                                               const SourceImage& image)) {
  spec.color_choice = {"channel", "color"};
  spec.shows_image = true;
  return {.spec = std::move(spec),
          .compile =
              [=](Compiler& compiler, const NodeContext& context) {
                const auto channel = prepare(compiler, context, ImageOf(compiler, context));
                const std::string& name = context.node.Text("channel");
                return channel ? channel(ChoiceOf<ImageChannel>(name, kImageChannels))
                               : Compiled::Constant(0);
              },
          .compile_color =
              [=](Compiler& compiler, const NodeContext& context) {
                const SourceImage& image = ImageOf(compiler, context);
                const auto channel = prepare(compiler, context, image);
                return channel ? ColorOf(image, channel)
                               : CompiledColor::Grey(Compiled::Constant(0));
              }};
}

}  // namespace cobble::nodes
