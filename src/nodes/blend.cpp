// blend: lays one colour over another, like the layers of an image editor.
//
// Based on: W3C, "Compositing and Blending Level 1", 2015, for the modes that it defines. Departs:
// colours are mixed in linear light; channels below 0 and above 1 are defined.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "nodes/shared/values.h"

namespace cobble::nodes {
namespace {

double Clamp01(double x) { return std::clamp(x, 0.0, 1.0); }

Compiled Clamp01(Compiler& compiler, const Compiled& a) {
  return a.bounds.low >= 0 && a.bounds.high <= 1 ? a : Clamped(compiler, a, 0, 1);
}

Compiled Minus(Compiler& compiler, const Compiled& a, const Compiled& b) {
  return compiler.Sum(a, compiler.Scaled(b, -1, 0));
}

// A mode blends a channel b of the base with a channel o of `over`: as a formula, and as steps.
// BoundsOfMode relies on the formulas being linear in o, and in b except for soft-light, between
// the places where b or o is 0, 1/2 or 1, or b = o.
struct Mode {
  double (*at)(double b, double o);
  Compiled (*compile)(Compiler& compiler, const Compiled& b, const Compiled& o);
};

double Normal(double, double o) { return o; }
Compiled CompileNormal(Compiler&, const Compiled&, const Compiled& o) { return o; }

double Add(double b, double o) { return b + o; }
Compiled CompileAdd(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return compiler.Sum(b, o);
}

double Multiply(double b, double o) { return b * o; }
Compiled CompileMultiply(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return compiler.Product(b, o);
}

double Screen(double b, double o) { return b + o - Clamp01(b) * Clamp01(o); }
Compiled CompileScreen(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return Minus(compiler, compiler.Sum(b, o),
               compiler.Product(Clamp01(compiler, b), Clamp01(compiler, o)));
}

// The two branches of the W3C's formula are b + (2 o - 1) b and b + (2 o - 1) (1 - b).
double Overlay(double b, double o) {
  const double c = Clamp01(b);
  return b + (2 * o - 1) * std::min(c, 1 - c);
}
Compiled CompileOverlay(Compiler& compiler, const Compiled& b, const Compiled& o) {
  const Compiled c = Clamp01(compiler, b), rest = compiler.Scaled(c, -1, 1);
  const Compiled gap =
      compiler.Apply({PointwiseOp::kMin}, {c, rest}, Minimum(c.bounds, rest.bounds));
  return compiler.Sum(b, compiler.Product(compiler.Scaled(o, 2, -1), gap));
}

double SoftLight(double b, double o) {
  const double c = Clamp01(b);
  const double raised = c <= 0.25 ? ((16 * c - 12) * c + 4) * c : std::sqrt(c);
  return b + (2 * o - 1) * (o <= 0.5 ? c - c * c : raised - c);
}
Compiled CompileSoftLight(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return compiler.Apply({PointwiseOp::kSoftLight}, {b, o}, {});
}

double Darken(double b, double o) { return std::min(b, o); }
Compiled CompileDarken(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return compiler.Apply({PointwiseOp::kMin}, {b, o}, {});
}

double Lighten(double b, double o) { return std::max(b, o); }
Compiled CompileLighten(Compiler& compiler, const Compiled& b, const Compiled& o) {
  return compiler.Apply({PointwiseOp::kMax}, {b, o}, {});
}

double Difference(double b, double o) { return std::abs(b - o); }
Compiled CompileDifference(Compiler& compiler, const Compiled& b, const Compiled& o) {
  const Compiled gap = Minus(compiler, b, o);
  return compiler.Apply({PointwiseOp::kAbs}, {gap}, {});
}

// In the order of kModeDetails. height blends like normal, with another weight.
constexpr Mode kModes[] = {{&Normal, &CompileNormal},         {&Add, &CompileAdd},
                           {&Multiply, &CompileMultiply},     {&Screen, &CompileScreen},
                           {&Overlay, &CompileOverlay},       {&SoftLight, &CompileSoftLight},
                           {&Darken, &CompileDarken},         {&Lighten, &CompileLighten},
                           {&Difference, &CompileDifference}, {&Normal, &CompileNormal}};

constexpr std::string_view kModeNames[] = {"normal",     "add",        "multiply", "screen",
                                           "overlay",    "soft-light", "darken",   "lighten",
                                           "difference", "height"};
static_assert(std::size(kModes) == std::size(kModeNames));

constexpr Detail kModeDetails[] = {
    {"normal", "o: covers the base"},
    {"add", "b + o: adds light, as a second lamp does"},
    {"multiply", "b o: darkens, as a filter or a shadow does; white changes nothing"},
    {"screen", "b + o - clamp01(b) clamp01(o): brightens; black changes nothing"},
    {"overlay", "b + (2 o - 1) min(c, 1 - c), c = clamp01(b): more contrast; 0.5 changes nothing"},
    {"soft-light",
     "b + (2 o - 1) g, g = c - c^2 if o <= 0.5, otherwise D(c) - c, with D(c) = ((16 c - 12) c + "
     "4) c up to c = 0.25, sqrt(c) above: a softer overlay"},
    {"darken", "min(b, o)"},
    {"lighten", "max(b, o)"},
    {"difference", "abs(b - o)"},
    {"height",
     "o, where over's surface is higher than base's: moss that fills the joints between stones, "
     "snow on ledges"},
};

constexpr Detail kBlendDetails[] = {
    {"channels",
     "b and o are the red, green or blue of base and over, in linear light: the grey that changes "
     "nothing in overlay and soft-light is [0.5, 0.5, 0.5] or 0.5, not #808080. Channels may be "
     "below 0 or above 1: nothing is cut off; overlay and soft-light leave such a base unchanged"},
    {"height",
     "mode height: t = clamp01(by) S(clamp01((over-height - base-height) / width + 0.5)). Half of "
     "each shows where the heights are equal, and only one where they differ by more than width / "
     "2. To raise or sink over, add to over-height; by makes it transparent, as in every mode"},
    {"formulas",
     "overlay and soft-light follow the W3C's \"Compositing and Blending Level 1\" (2015)"},
};

// Returns the bounds of (1 - t) b + t blend(b, o), from the corners of its linear parts for each t.
Bounds BoundsOfMode(const Mode& mode, const Bounds& b, const Bounds& o, const Bounds& t) {
  std::vector<double> bases{b.low, b.high, 0, 0.5, 1, o.low, o.high};
  const std::array overs{o.low, o.high, 0.0, 0.5, 1.0, b.low, b.high};
  // Where soft-light by s = t (2 o - 1) is level in b: 1 + s (1 - 2 b) = 0 for s < -1, and
  // 1 + s (1 / (2 sqrt(b)) - 1) = 0 for s > 2.
  for (const double weight : {t.low, t.high})
    for (const double over : {o.low, o.high}) {
      const double s = weight * (2 * over - 1), root = s / (2 * (s - 1));
      if (s < -1) bases.push_back((s + 1) / (2 * s));
      if (s > 2) bases.push_back(root * root);
    }
  Bounds bounds{INFINITY, -INFINITY};
  for (const double base : bases)
    for (const double over : overs)
      for (const double weight : {t.low, t.high}) {
        const double x = std::clamp(base, b.low, b.high), y = std::clamp(over, o.low, o.high);
        const double value = (1 - weight) * x + weight * mode.at(x, y);
        bounds = Hull(bounds, {value, value});
      }
  return bounds;
}

// Returns S(clamp01((over-height - base-height) / width + 0.5)).
Compiled HeightWeight(Compiler& compiler, const NodeContext& context) {
  const double width = context.node.Number("width");
  const auto at = [width](double gap) {
    const double t = Clamp01(gap / width + 0.5);
    return t * t * (3 - 2 * t);
  };
  const Compiled base = compiler.Input(context, "base-height"),
                 over = compiler.Input(context, "over-height");
  const Compiled gap = Minus(compiler, over, base);
  const Bounds bounds{at(gap.bounds.low), at(gap.bounds.high)};
  if (bounds.low == bounds.high) return Compiled::Constant(bounds.low);
  return compiler.Apply({PointwiseOp::kSmoothstep, {ToFloat(1 / width), ToFloat(-width / 2), 0}},
                        {gap}, bounds);
}

// Returns (1 - t) base + t blend. In: t, within 0..1.
Compiled MixedBy(Compiler& compiler, const Compiled& base, const Compiled& blend,
                 const Compiled& t) {
  if (base.IsConstant() && blend.IsConstant())
    return compiler.Scaled(t, blend.offset - base.offset, base.offset);
  if (t.bounds.low != t.bounds.high)
    return compiler.Apply({PointwiseOp::kMix}, {base, blend, t}, {});
  const double weight = t.bounds.low;
  if (weight == 0) return base;
  if (weight == 1) return blend;
  return compiler.Sum(compiler.Scaled(base, 1 - weight, 0), compiler.Scaled(blend, weight, 0));
}

CompiledColor CompileBlend(Compiler& compiler, const NodeContext& context) {
  const CompiledColor base = compiler.ColorInput(context, "base"),
                      over = compiler.ColorInput(context, "over");
  Compiled t = Clamp01(compiler, compiler.Input(context, "by"));
  const std::string& name = context.node.Text("mode");
  const auto index = std::ranges::find(kModeNames, name) - std::begin(kModeNames);
  const Mode& mode = kModes[static_cast<std::size_t>(index)];
  if (name == "height") t = compiler.Product(t, HeightWeight(compiler, context));
  if (t.bounds.low == t.bounds.high) t = Compiled::Constant(t.bounds.low);

  CompiledColor out;
  for (std::size_t c = 0; c < 3; ++c) {
    const Compiled &b = base.channels[c], &o = over.channels[c];
    const Bounds bounds = BoundsOfMode(mode, b.bounds, o.bounds, t.bounds);
    const bool is_constant = b.IsConstant() && o.IsConstant();
    const Compiled blend = is_constant ? Compiled::Constant(mode.at(b.offset, o.offset))
                                       : mode.compile(compiler, b, o);
    out.channels[c] = MixedBy(compiler, b, blend, t);
    out.channels[c].bounds = bounds;
  }
  return out;
}

Field HeightField(Field field) {
  field.effective_if = "mode";
  field.effective_values = {"height"};
  field.required = true;
  return field;
}

}  // namespace

NodeType Blend() {
  return ColorType(
      {.name = "blend",
       .summary = "lays a colour over another: the blend modes of layers, and by height",
       .value = "for each channel: b + t (f - b), b = base, o = over, t = clamp01(by); mode "
                "normal, height: f = o; add: b + o; multiply: b o; screen: b + o - clamp01(b) "
                "clamp01(o); overlay, soft-light: b + (2 o - 1) g(b); darken: min(b, o); lighten: "
                "max(b, o); difference: abs(b - o)",
       .bounds = "by interval arithmetic on the channels",
       .details = kBlendDetails,
       .arguments = {"base", "over", "by"},
       .fields =
           {ColorField("base", "the colour below"), ColorField("over", "the colour on top"),
            OptionalField("by", "1", "opacity of over: 0 or less shows base, 1 or more the blend"),
            ChoiceField("mode", kModeNames, "\"normal\"", "how the colours are combined",
                        kModeDetails),
            HeightField(InputField("base-height", "height of the surface of base")),
            HeightField(InputField("over-height", "height of the surface of over")),
            HeightField(
                {.key = "width",
                 .minimum = kSmall,
                 .maximum = kLarge,
                 .help = "difference of heights over which one colour turns into the other"})}},
      &CompileBlend);
}

}  // namespace cobble::nodes
