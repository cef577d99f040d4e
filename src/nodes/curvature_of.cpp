// curvature-of: whether the source bulges or sinks, from exact slopes around each position.
#include "nodes/shared/fields.h"
#include "nodes/shared/plane_slopes.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

// Returns factor * (s_axis(p + radius e_axis) - s_axis(p - radius e_axis)).
Compiled DifferenceAlong(Compiler& compiler, const NodeContext& context, std::size_t axis,
                         double factor) {
  const double radius = context.node.Number("radius");
  const auto along = [&](double sign) {
    Vector3 offset{0, 0, 0};
    offset[axis] = sign * radius;
    const PlaneSlopes slopes = CompilePlaneSlopes(compiler, context, offset);
    return SlopeAlong(compiler, slopes, axis, sign * factor, kMaxSlope);
  };
  const Compiled after = along(1), before = along(-1);
  return compiler.Sum(after, before);
}

Compiled CompileCurvatureOf(Compiler& compiler, const NodeContext& context) {
  RefuseSlopes(compiler, context);
  const Node& node = context.node;
  const Recipe& recipe = compiler.recipe();
  const double strength = node.Has("strength") ? node.Number("strength") : recipe.normal.strength;
  const double scale = node.Has("scale") ? node.Number("scale") : recipe.curvature.scale;
  const double factor = -0.5 * strength * scale / (2 * node.Number("radius"));
  const Compiled x = DifferenceAlong(compiler, context, 0, factor);
  const Compiled y = DifferenceAlong(compiler, context, 1, factor);
  const Compiled sum = compiler.Sum(x, y);
  return sum.IsConstant() ? sum : Clamped(compiler, sum, -1, 1);
}

constexpr Detail kCurvatureOfDetails[] = {
    kSlopeDetail,
    {"radius",
     "features much smaller than the radius are missed; a slope that jumps by j, as at a "
     "crease, counts as j / (2 radius) within the radius"},
    {"1", "a dome with a radius of scale, in units; such a bowl is -1, and flat ground 0"},
    {"map curvature",
     "is 0.5 + 0.5 times this value where the domain is not scaled, the range maps 0 to 0 and 1 to "
     "1, "
     "and the radius is a whole number of pixels"},
    {"cost", "computes the source, with slopes, four times"},
    kNoSlopeDetail,
};

}  // namespace

NodeType CurvatureOf() {
  return {
      .spec = {.name = "curvature-of",
               .summary = "positive on ridges and bumps, negative in valleys and hollows: masks "
                          "for worn edges, dirt in crevices",
               .value =
                   "-0.5 * scale * strength * D, limited to -1..1; D = (s'_x(x + r, y) - s'_x(x "
                   "- r, y) + s'_y(x, y + r) - s'_y(x, y - r)) / (2 r), the divergence of s'; "
                   "(x, y) = P, r = radius",
               .bounds = "-1..1; 0 if s is constant",
               .details = kCurvatureOfDetails,
               .arguments = {"source", "radius"},
               .fields = {SourceField(),
                          NumberField("radius", {kSmall, kLarge}, "0.005",
                                      "distance over which slopes are compared, in units"),
                          {.key = "strength",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .default_text = "the strength of normal",
                           .help = "height of the surface at s = 1, in units"},
                          {.key = "scale",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .default_text = "the scale of curvature",
                           .help = "contrast: a dome of this radius, in units, is 1, and such a "
                                   "bowl -1"}}},
      .compile = &CompileCurvatureOf};
}

}  // namespace cobble::nodes
