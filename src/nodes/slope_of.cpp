// slope-of: how steep the source is.
#include "core/math.h"
#include "nodes/shared/fields.h"
#include "nodes/shared/plane_slopes.h"
#include "nodes/shared/values.h"
#include "program/node_type.h"

namespace cobble::nodes {
namespace {

constexpr std::string_view kMeasures[] = {"angle", "magnitude", "x", "y"};

Compiled Angle(Compiler& compiler, const NodeContext& context, const PlaneSlopes& slopes) {
  const double strength = context.node.Has("strength") ? context.node.Number("strength")
                                                       : compiler.recipe().normal.strength;
  return compiler.Apply({PointwiseOp::kAngle, {}, {}}, {Steepness(compiler, slopes, strength)},
                        {0, 90});
}

Compiled CompileSlopeOf(Compiler& compiler, const NodeContext& context) {
  RefuseSlopes(compiler, context);
  const PlaneSlopes slopes = CompilePlaneSlopes(compiler, context);
  if (slopes.IsZero()) return Compiled::Constant(0);
  const std::string& measure = context.node.Text("measure");
  if (measure == "angle") return Angle(compiler, context, slopes);
  const double limit = ToFloat(context.node.Number("limit"));  // so that bounds hold exactly
  if (measure == "magnitude") return Clamped(compiler, Steepness(compiler, slopes, 1), 0, limit);
  return SlopeAlong(compiler, slopes, measure == "x" ? 0 : 1, 1, limit);
}

constexpr Detail kMeasureDetails[] = {
    {"angle", "in degrees: 0 on flat ground, 90 on a vertical wall"},
    {"magnitude", "length(s'), the rise of s per unit in the steepest direction"},
    {"x", "s'_x: positive where s rises to the right"},
    {"y", "s'_y: positive where s rises downwards"},
};

constexpr Detail kSlopeOfDetails[] = {
    kSlopeDetail,
    {"height",
     "s counts as it is, in units times strength, without the range; where the range maps -1..1 to "
     "0..1, half the strength of normal gives the angles of the normal map"},
    kNoSlopeDetail,
};

}  // namespace

NodeType SlopeOf() {
  return {
      .spec =
          {.name = "slope-of",
           .summary = "how steep the source is: masks for snow on flat ground, rock on cliffs",
           .value = "angle: atan(strength * length(s')) in degrees; magnitude: length(s'), at most "
                    "limit; x, y: s'_x, s'_y within -limit..limit; s' = the slope of s along x and "
                    "y of P",
           .bounds = "angle: 0..90; magnitude: 0..limit; x, y: -limit..limit; 0 if s is constant",
           .details = kSlopeOfDetails,
           .arguments = {"source", "measure"},
           .fields = {SourceField(),
                      ChoiceField("measure", kMeasures, "\"angle\"", "what is measured",
                                  kMeasureDetails),
                      {.key = "strength",
                       .minimum = -kLarge,
                       .maximum = kLarge,
                       .effective_if = "measure",
                       .effective_values = {"angle"},
                       .default_text = "the strength of normal",
                       .help = "angle: height of the surface at s = 1, in units"},
                      UsedIf("measure", {"magnitude", "x", "y"},
                             NumberField(
                                 "--limit", {kSmall, kMaxMagnitude}, "100",
                                 "magnitude, x, y: the maximum, per unit; steeper slopes count as "
                                 "this steep"))}},
      .compile = &CompileSlopeOf};
}

}  // namespace cobble::nodes
