// slope-of: how steep the source is.
#include "core/math.h"
#include "nodes/shared/plane_slopes.h"
#include "nodes/shared/strength.h"
#include "nodes/shared/values.h"
#include "recipe/fields/world.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kMeasures[] = {"angle", "magnitude", "x", "y"};

Compiled Angle(Compiler& compiler, const NodeContext& context, const PlaneSlopes& slopes) {
  return compiler.Apply({PointwiseOp::kAngle, {}, {}},
                        {Steepness(compiler, slopes, StrengthOf(compiler, context))}, {0, 90});
}

PlaneSlopes CompileSlopes(Compiler& compiler, const NodeContext& context) {
  const double radius = context.node.Number("radius");
  if (radius > 0) return CompileDifferences(compiler, context, radius);
  RefuseSlopes(compiler, context);
  return CompilePlaneSlopes(compiler, context);
}

Compiled CompileSlopeOf(Compiler& compiler, const NodeContext& context) {
  const PlaneSlopes slopes = CompileSlopes(compiler, context);
  if (slopes.IsZero()) return Compiled::Constant(0);
  const std::string& measure = context.node.Text("measure");
  if (measure == "angle") return Angle(compiler, context, slopes);
  const double limit = ToFloat(context.node.Number("limit"));  // so that bounds hold exactly
  if (measure == "magnitude") return Clamped(compiler, Steepness(compiler, slopes, 1), 0, limit);
  return SlopeAlong(compiler, slopes, measure == "x" ? 0 : 1, 1, limit);
}

constexpr Detail kMeasureDetails[] = {
    {"angle", "in degrees: 0 on flat ground, 90 on a vertical wall"},
    {"magnitude", "length(G), the rise of s per unit in the steepest direction"},
    {"x", "G_x: positive where s rises to the right"},
    {"y", "G_y: positive where s rises downwards"},
};

constexpr Detail kSlopeOfDetails[] = {
    {"G",
     "with radius r > 0, the mean slope of s over 2 r along x and along y of P: G_x = (s(x + r, y) "
     "- s(x - r, y)) / (2 r), G_y likewise; with radius 0 the exact slope of s along x and y, 0 "
     "where s jumps. The scale and rotation of the domain do not change G, so a mask keeps its "
     "place on the terrain"},
    {"height",
     "s counts as it is, in units times strength, without the range; where the range maps -1..1 to "
     "0..1, half the strength of normal gives the angles of the normal map. With a world, the "
     "default converts s to metres, by the range and the heights, and units too: angles are the "
     "ground's if s is its height"},
    {"slope",
     "with a radius, the slope of the node follows from the exact slopes of s at the four places, "
     "0 where G is 0 or limited"},
    {"radius 0",
     "the node has no slope of its own and is refused where one is needed: in the noise of normal, "
     "lit and other maps of the surface and of cobble sample, and in the source of another "
     "slope-of with radius 0; height, value, ao and the recipe's maps need none"},
    {"precision",
     "s is float32, and G the difference of nearby values: a radius that is too small shows as "
     "grain"},
    {"cost", "with a radius, computes the source four times"},
};

}  // namespace

NodeType SlopeOf() {
  return {
      .spec =
          {.name = "slope-of",
           .summary = "how steep the source is: masks for snow on flat ground, rock on cliffs",
           .value = "angle: atan(strength * length(G)) in degrees; magnitude: length(G), at most "
                    "limit; x, y: G_x, G_y within -limit..limit; G = the slope of s along x and y "
                    "of P",
           .bounds = "angle: 0..90; magnitude: 0..limit; x, y: -limit..limit; 0 if s is constant",
           .details = kSlopeOfDetails,
           .arguments = {"source", "measure"},
           .fields = {SourceField(),
                      ChoiceField("measure", kMeasures, "\"angle\"", "what is measured",
                                  kMeasureDetails),
                      NumberField("radius", {0, kLarge}, "0",
                                  "half the distance over which slopes are measured, in units; 0: "
                                  "at the position alone, and the node has no slope"),
                      {.key = "strength",
                       .minimum = -kLarge,
                       .maximum = kLarge,
                       .effective_if = "measure",
                       .effective_values = {"angle"},
                       .default_text = kStrengthOfWorld,
                       .help = "angle: height of the surface at s = 1, in units"},
                      UsedIf("measure", {"magnitude", "x", "y"},
                             NumberField(
                                 "limit", {kSmall, kMaxMagnitude}, "100",
                                 "magnitude, x, y: the maximum, per unit; steeper slopes count as "
                                 "this steep"))}},
      .compile = &CompileSlopeOf,
      .repeats = [](const Node& node) { return node.Number("radius") == 0 ? 1 : 4; }};
}

}  // namespace cobble::nodes
