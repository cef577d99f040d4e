// adjust: changes the hue, chroma, lightness, brightness, contrast and gamma of a colour.
//
// Based on: Bjorn Ottosson, "A perceptual color space for image processing", 2020. Turning the hue
// and scaling chroma and contrast are linear in Oklab, which saves angles and lengths of chroma.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/color.h"
#include "core/primaries.h"
#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

using ColorBounds = std::array<Bounds, 3>;

bool IsConstant(const CompiledColor& color) {
  return std::ranges::all_of(color.channels, &Compiled::IsConstant);
}

Rgb ValueOf(const CompiledColor& color) {
  return {color.channels[0].offset, color.channels[1].offset, color.channels[2].offset};
}

ColorBounds BoundsOfProduct(const ColorMatrix& m, const ColorBounds& v) {
  ColorBounds out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[r] = Sum(out[r], Scaled(v[c], m[r][c], 0));
  return out;
}

// The keys that act in Oklab, and turn (L, a, b) into (L', a', b'):
//   L' = contrast (L + shift) + pivot
//   a' = factor (a cos(hue) - b sin(hue)), b' = factor (a sin(hue) + b cos(hue))
struct Adjustment {
  Compiled cos, sin;
  Compiled contrast;
  Compiled factor;  // contrast * chroma
  Compiled shift;   // lightness - pivot
  double pivot;     // the lightness of #808080

  Adjustment(Compiler& compiler, const NodeContext& context);

  bool IsNeutral() const {
    const auto is = [](const Compiled& a, double x) { return a.IsConstant() && a.offset == x; };
    return is(cos, 1) && is(sin, 0) && is(contrast, 1) && is(factor, 1) && is(shift, -pivot);
  }
};

Adjustment::Adjustment(Compiler& compiler, const NodeContext& context) {
  const double grey = LinearFromSrgb(128.0 / 255);
  pivot = Product(kOklabFromRoots, ConeRootsFromLinear({grey, grey, grey}))[0];
  contrast = compiler.Input(context, "contrast");
  factor = compiler.Product(contrast, compiler.Input(context, "chroma"));
  shift = compiler.Scaled(compiler.Input(context, "lightness"), 1, -pivot);
  const Compiled hue = compiler.Input(context, "hue");
  if (hue.IsConstant()) {
    const SinCos turn = SinCosDegrees(hue.offset);
    cos = Compiled::Constant(turn.cos);
    sin = Compiled::Constant(turn.sin);
  } else {
    const auto sine = [&](double phase) {
      return compiler.Apply({PointwiseOp::kSine}, {compiler.Scaled(hue, 1.0 / 360, phase)},
                            {-1, 1});
    };
    cos = sine(0.25);
    sin = sine(0);
  }
}

// The constant part of an adjustment, as matrix and offset of (L, a, b).
struct ConstantPart {
  ColorMatrix matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Rgb offset{0, 0, 0};
  bool has_lightness, has_hue, has_factor;

  explicit ConstantPart(const Adjustment& adjust)
      : has_lightness(adjust.contrast.IsConstant() && adjust.shift.IsConstant()),
        has_hue(adjust.cos.IsConstant()),
        has_factor(adjust.factor.IsConstant()) {
    if (has_lightness) {
      matrix[0][0] = adjust.contrast.offset;
      offset[0] = adjust.contrast.offset * adjust.shift.offset + adjust.pivot;
    }
    const double factor = has_factor ? adjust.factor.offset : 1;
    const double cos = has_hue ? adjust.cos.offset : 1, sin = has_hue ? adjust.sin.offset : 0;
    matrix[1] = {0, factor * cos, -factor * sin};
    matrix[2] = {0, factor * sin, factor * cos};
  }
};

// Returns Oklab of the source after the constant part. In: roots, bounds of the cone roots.
CompiledColor Encoded(Compiler& compiler, const CompiledColor& source, const ConstantPart& part) {
  const ColorMatrix outer = Product(part.matrix, kOklabFromRoots);
  const auto shifted = [&](Rgb lab) {
    for (std::size_t c = 0; c < 3; ++c) lab[c] += part.offset[c];
    return lab;
  };
  if (IsConstant(source))
    return CompiledColor::Constant(shifted(Product(outer, ConeRootsFromLinear(ValueOf(source)))));
  ColorBounds low_to_high{};
  const auto& [red, green, blue] = source.channels;
  const Rgb low = ConeRootsFromLinear({red.bounds.low, green.bounds.low, blue.bounds.low});
  const Rgb high = ConeRootsFromLinear({red.bounds.high, green.bounds.high, blue.bounds.high});
  for (std::size_t c = 0; c < 3; ++c) low_to_high[c] = {low[c], high[c]};
  ColorBounds bounds = BoundsOfProduct(outer, low_to_high);
  for (std::size_t c = 0; c < 3; ++c) bounds[c] = Scaled(bounds[c], 1, part.offset[c]);
  return compiler.ApplyColor({ColorArgs::kCubeRoot, kConesFromLinear, outer, part.offset}, source,
                             bounds);
}

// Applies the part that is not constant.
CompiledColor Adjusted(Compiler& compiler, CompiledColor lab, const Adjustment& adjust,
                       const ConstantPart& part) {
  auto& [lightness, a, b] = lab.channels;
  if (!part.has_lightness)
    lightness = compiler.Scaled(
        compiler.Product(adjust.contrast, compiler.Sum(lightness, adjust.shift)), 1, adjust.pivot);
  if (!part.has_hue) {
    const Compiled turned = compiler.Sum(compiler.Product(a, adjust.cos),
                                         compiler.Scaled(compiler.Product(b, adjust.sin), -1, 0));
    b = compiler.Sum(compiler.Product(a, adjust.sin), compiler.Product(b, adjust.cos));
    a = turned;
  }
  if (!part.has_factor) {
    a = compiler.Product(a, adjust.factor);
    b = compiler.Product(b, adjust.factor);
  }
  return lab;
}

CompiledColor Decoded(Compiler& compiler, const CompiledColor& lab, const ColorBounds& bounds) {
  if (IsConstant(lab))
    return CompiledColor::Constant(LinearFromConeRoots(Product(kRootsFromOklab, ValueOf(lab))));
  return compiler.ApplyColor({ColorArgs::kCube, kRootsFromOklab, kLinearFromCones}, lab, bounds);
}

// Returns the cube root of x with a relative error below 1e-13, and nearly 0 for 0. Ten times as
// fast as the exact one: Halley's method, from a third of the exponent.
double RoughCubeRoot(double x) {
  const double size = std::abs(x);
  double root = std::bit_cast<double>(std::bit_cast<uint64_t>(size) / 3 + 0x2A9F789300000000);
  for (int n = 0; n < 2; ++n) {
    const double cube = root * root * root;
    root *= (cube + 2 * size) / (2 * cube + size);
  }
  return std::copysign(root, x);
}

ConeRoots RoughConeRoots(const Rgb& color) {
  ConeRoots roots = Product(kConesFromLinear, color);
  for (double& root : roots) root = RoughCubeRoot(root);
  return roots;
}

// Bounds of the adjusted colour. Each channel depends on all of the source's, so interval
// arithmetic over all colours gives bounds many times too wide: this uses boxes of them.
class BoundsByBoxes {
 public:
  BoundsByBoxes(const CompiledColor& source, const Adjustment& adjust) {
    SetMap(adjust);
    for (std::size_t c = 0; c < 3; ++c) edges_[c] = EdgesOf(source.channels[c].bounds);
  }

  // Few boxes reach the bounds. Blocks of boxes with rough roots tell which.
  ColorBounds Run() const {
    std::vector<Box> blocks = BoxesOf({0, 0, 0}, Count(), kBlock);
    const double margin = RoughMargin();
    std::vector<Box> boxes;
    ColorBounds hull{};
    const auto reaches = [&](const Box& box) {
      for (std::size_t c = 0; c < 3; ++c)
        if (!(box.bounds[c].low > hull[c].low + margin &&
              box.bounds[c].high < hull[c].high - margin))
          return true;
      return false;
    };
    const auto split = [&](Box& block) {  // each once
      const auto parts = BoxesOf(std::exchange(block.low, block.high), block.high, 1);
      if (boxes.empty()) hull = parts.front().bounds;
      for (const Box& part : parts) hull = HullOf(hull, part.bounds);
      boxes.insert(boxes.end(), parts.begin(), parts.end());
    };
    for (std::size_t c = 0; c < 3; ++c) {  // the widest first, so that the others reach less
      split(*std::ranges::min_element(blocks, {}, [&](const Box& b) { return b.bounds[c].low; }));
      split(*std::ranges::max_element(blocks, {}, [&](const Box& b) { return b.bounds[c].high; }));
    }
    for (Box& block : blocks)
      if (reaches(block)) split(block);
    std::erase_if(boxes, [&](const Box& box) { return !reaches(box); });
    ColorBounds bounds = ExactBoundsOf(boxes.front());
    for (const Box& box : boxes) bounds = HullOf(bounds, ExactBoundsOf(box));
    // Results are computed in float32.
    for (Bounds& each : bounds) {
      const double float_margin = 1e-6 * MaxMagnitude(each);
      each = {each.low - float_margin, each.high + float_margin};
    }
    return bounds;
  }

 private:
  using Index = std::array<std::size_t, 3>;  // of a corner: an edge of each channel
  // Colours between two corners, and their bounds with rough roots.
  struct Box {
    Index low, high;
    ColorBounds bounds;
  };

  static constexpr int kBoxes = 12;         // per channel
  static constexpr std::size_t kBlock = 3;  // boxes of a block, per channel

  // Sets the affine map from the source's cone roots to the result's.
  void SetMap(const Adjustment& adjust) {
    const Bounds zero{0, 0}, sin = cobble::Product(adjust.factor.bounds, adjust.sin.bounds),
                             cos = cobble::Product(adjust.factor.bounds, adjust.cos.bounds);
    const std::array<ColorBounds, 3> lab{
        {{adjust.contrast.bounds, zero, zero}, {zero, cos, Scaled(sin, -1, 0)}, {zero, sin, cos}}};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t k = 0; k < 3; ++k)
          for (std::size_t l = 0; l < 3; ++l)
            matrix_[r][c] = Sum(
                matrix_[r][c], Scaled(lab[k][l], kRootsFromOklab[r][k] * kOklabFromRoots[l][c], 0));
      const Bounds added =
          Scaled(cobble::Product(adjust.contrast.bounds, adjust.shift.bounds), 1, adjust.pivot);
      offset_[r] = Scaled(added, kRootsFromOklab[r][0], 0);
    }
  }

  // The boxes are equally wide in cube roots.
  static std::vector<double> EdgesOf(const Bounds& bounds) {
    if (bounds.low == bounds.high) return {bounds.low, bounds.high};
    const double low = SignedPower(bounds.low, 1.0 / 3), high = SignedPower(bounds.high, 1.0 / 3);
    std::vector<double> edges{bounds.low};
    for (int k = 1; k < kBoxes; ++k) {
      const double root = low + (high - low) * k / kBoxes;
      edges.push_back(std::clamp(root * root * root, edges.back(), bounds.high));
    }
    edges.push_back(bounds.high);
    return edges;
  }

  Index Count() const { return {edges_[0].size() - 1, edges_[1].size() - 1, edges_[2].size() - 1}; }

  Rgb Corner(const Index& at) const {
    return {edges_[0][at[0]], edges_[1][at[1]], edges_[2][at[2]]};
  }

  // Divides the colours between two corners into boxes, `step` edges wide where that many are left.
  std::vector<Box> BoxesOf(const Index& low, const Index& high, std::size_t step) const {
    std::vector<Box> boxes;
    for (std::size_t i = low[0]; i < high[0]; i += step)
      for (std::size_t j = low[1]; j < high[1]; j += step)
        for (std::size_t k = low[2]; k < high[2]; k += step) {
          const Index from{i, j, k}, to{std::min(i + step, high[0]), std::min(j + step, high[1]),
                                        std::min(k + step, high[2])};
          boxes.push_back(
              {from, to, BoundsOf(RoughConeRoots(Corner(from)), RoughConeRoots(Corner(to)))});
        }
    return boxes;
  }

  ColorBounds ExactBoundsOf(const Box& box) const {
    return BoundsOf(ConeRootsFromLinear(Corner(box.low)), ConeRootsFromLinear(Corner(box.high)));
  }

  // Returns more than twice the error that rough roots cause.
  double RoughMargin() const {
    const ConeRoots low = RoughConeRoots(Corner({0, 0, 0}));
    const ConeRoots high = RoughConeRoots(Corner(Count()));
    double most = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      double root = MaxMagnitude(offset_[r]);
      for (std::size_t c = 0; c < 3; ++c)
        root += MaxMagnitude(matrix_[r][c]) * MaxMagnitude({low[c], high[c]});
      most = std::max(most, root);
    }
    return 1e-9 * most * most * most;
  }

  // In: the minimum and maximum cone roots of the box.
  ColorBounds BoundsOf(const ConeRoots& low, const ConeRoots& high) const {
    ColorBounds cones{};
    for (std::size_t r = 0; r < 3; ++r) {
      Bounds root = offset_[r];
      for (std::size_t c = 0; c < 3; ++c)
        root = Sum(root, cobble::Product(matrix_[r][c], {low[c], high[c]}));
      cones[r] = {root.low * root.low * root.low, root.high * root.high * root.high};
    }
    return BoundsOfProduct(kLinearFromCones, cones);
  }

  static ColorBounds HullOf(const ColorBounds& a, const ColorBounds& b) {
    return {Hull(a[0], b[0]), Hull(a[1], b[1]), Hull(a[2], b[2])};
  }

  std::array<std::vector<double>, 3> edges_;
  std::array<ColorBounds, 3> matrix_{};
  ColorBounds offset_{};
};

CompiledColor CompileAdjust(Compiler& compiler, const NodeContext& context) {
  CompiledColor color = compiler.ColorInput(context, "source");
  const Compiled brightness = compiler.Input(context, "brightness");
  for (Compiled& channel : color.channels) channel = compiler.Product(channel, brightness);
  const Adjustment adjust(compiler, context);
  if (!adjust.IsNeutral()) {
    const ConstantPart part(adjust);
    const ColorBounds bounds = BoundsByBoxes(color, adjust).Run();
    color = Adjusted(compiler, Encoded(compiler, color, part), adjust, part);
    color = Decoded(compiler, color, bounds);
  }
  const double gamma = context.node.Number("gamma");
  if (gamma == 1) return color;
  for (Compiled& channel : color.channels)
    channel = channel.IsConstant() ? Compiled::Constant(SignedPower(channel.offset, 1 / gamma))
                                   : Powered(compiler, channel, 1 / gamma);
  return color;
}

constexpr Detail kAdjustDetails[] = {
    {"order", "brightness, then hue, chroma, lightness and contrast in OkLCh, then gamma"},
    {"brightness", "brightness * (r, g, b), in linear light: 2 is twice the light"},
    {"OkLCh",
     "lightness L (0 is black, 1 white), chroma C and hue h of Oklab (Bjorn Ottosson, 2020): L' = "
     "p + contrast (L + lightness - p), C' = contrast chroma C, h' = h + hue; p is the lightness "
     "of the grey #808080, so contrast moves colours away from that grey"},
    {"gamma", "sign(x) abs(x)^(1 / gamma) of each channel x, in linear light, slope 0 at 0"},
};

}  // namespace

NodeType Adjust() {
  return ColorType(
      {.name = "adjust",
       .summary = "changes hue, chroma, lightness, brightness, contrast and gamma",
       .value = "source with its light multiplied by brightness, its hue turned, its chroma "
                "multiplied, its lightness raised, more or less contrast, and gamma",
       .bounds = "by interval arithmetic on the channels; slightly wider than the values",
       .details = kAdjustDetails,
       .arguments = {"source"},
       .fields =
           {ColorField("source", "the colour"),
            Useful(
                {-180, 180},
                OptionalField("hue", "0",
                              "degrees added to the hue: from red towards yellow, green and blue")),
            OptionalField("chroma", "1", "factor of the chroma: 0 is grey, 2 twice as colourful"),
            OptionalField("lightness", "0",
                          "added to the lightness, which is 0 for black, 1 for white"),
            OptionalField("brightness", "1", "factor of the light, like exposure"),
            OptionalField("contrast", "1",
                          "factor of the distance from medium grey: 0 is that grey"),
            Useful({0.25, 4}, NumberField("gamma", {0.01, 100}, "1",
                                          "above 1 brightens mid-tones, below 1 darkens them"))}},
      &CompileAdjust);
}

}  // namespace cobble::nodes
