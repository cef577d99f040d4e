// slope-of: how steep the source is.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/affine.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "nodes/shared/places.h"
#include "nodes/shared/plane_slopes.h"
#include "nodes/shared/strength.h"
#include "nodes/shared/values.h"
#include "recipe/fields/world.h"

namespace cobble::nodes {
namespace {

// Throws Error if the node is asked for slopes, which would need second derivatives.
void RefuseSlopes(const Compiler& compiler, const NodeContext& context) {
  if (context.slopes == 0) return;
  const std::string& node = context.site.slope_pointer;
  const std::string reason = "has no slope, since it is computed from slopes itself, but ";
  const std::string hint = "give it a \"radius\", such as 0.005, and it has one";
  if (!node.empty())
    compiler.FailNode(context, reason + node + " needs the slope of its source", hint);
  std::vector<std::string_view> maps;
  for (const MapInfo& map : kMapTable)
    if (map.needs_slopes) maps.push_back(map.name);
  compiler.FailNode(context,
                    reason + "the maps " + ListText(maps, " and ") +
                        ", and cobble sample, need the slope of \"noise\"",
                    hint + "; or render only maps that need no slope, such as height");
}

// Returns differences per unit of `source` at p +- radius, by axis, with the node's slopes.
PlaneSlopes CompileDifferences(Compiler& compiler, const NodeContext& context, double radius) {
  PlaneSlopes out;
  for (std::size_t a = 0; a < 2; ++a) {
    Vector3 offset{0, 0, 0};
    offset[a] = radius;
    const Compiled after = SourceAt(compiler, context, offset, radius);
    offset[a] = -radius;
    const Compiled before = SourceAt(compiler, context, offset, radius);
    if (after.IsConstant() && before.IsConstant()) continue;
    const Compiled difference =
        Combined(compiler, {PointwiseOp::kSum, {1, -1, 0}}, {after, before}, 0);
    out.slope[a] = difference.raw;
    out.factors[a][a] = difference.scale / (2 * radius);
  }
  return out;
}

// Returns s_axis, limited to -limit..limit.
Compiled SlopeAlong(Compiler& compiler, const PlaneSlopes& slopes, std::size_t axis, double limit) {
  const auto& f = slopes.factors[axis];
  const float maximum = SlopeParameter(limit);
  return Apply(compiler, slopes,
               {PointwiseOp::kSlopeAlong, {SlopeParameter(f[0]), SlopeParameter(f[1]), maximum}},
               {-double{maximum}, double{maximum}});
}

constexpr std::string_view kMeasures[] = {"angle", "magnitude", "x", "y"};

// Returns the slopes along the ground's axes.
PlaneSlopes OnGround(const PlaneSlopes& slopes, const Surface& surface) {
  if (!surface.is_stretched) return slopes;
  const auto& f = slopes.factors;
  PlaneSlopes out = slopes;
  for (std::size_t b = 0; b < 2; ++b) {
    out.factors[0][b] = surface.right[0] * f[0][b] + surface.right[1] * f[1][b];
    out.factors[1][b] = surface.down[0] * f[0][b] + surface.down[1] * f[1][b];
  }
  return out;
}

Compiled Angle(Compiler& compiler, const NodeContext& context, const PlaneSlopes& slopes) {
  const Surface surface = SurfaceOf(compiler, context);
  return compiler.Apply({PointwiseOp::kAngle},
                        {Steepness(compiler, OnGround(slopes, surface), surface.strength)},
                        {0, 90});
}

PlaneSlopes CompileSlopes(Compiler& compiler, const NodeContext& context) {
  const double radius = context.node.Number("radius");
  if (radius > 0) return CompileDifferences(compiler, context, radius);
  RefuseSlopes(compiler, context);
  return CompilePlaneSlopes(compiler, context, [&](const Site& site) {
    return compiler.InputAt(context, "source", site, 2);
  });
}

Compiled CompileSlopeOf(Compiler& compiler, const NodeContext& context) {
  const PlaneSlopes slopes = CompileSlopes(compiler, context);
  if (slopes.IsZero()) return Compiled::Constant(0);
  const std::string& measure = context.node.Text("measure");
  if (measure == "angle") return Angle(compiler, context, slopes);
  const double limit = ToFloat(context.node.Number("limit"));  // so that bounds hold exactly
  if (measure == "magnitude") return Clamped(compiler, Steepness(compiler, slopes, 1), 0, limit);
  return SlopeAlong(compiler, slopes, measure == "x" ? 0 : 1, limit);
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
     "default converts s to metres, by the range and the heights, and units too, along x and y by "
     "themselves if the domain stretches them: angles are the ground's if s is its height"},
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
           .on_sphere = "use ridged or voronoi noises as masks or, in a map, the map slope",
           .summary = "how steep the source is: masks for snow on flat ground, rock on cliffs",
           .value =
               "angle: atan(strength * length(G)) in degrees; magnitude: length(G), at most limit; "
               "x, y: G_x, G_y within -limit..limit; G = the slope of s along x and y of P",
           .bounds = "angle: 0..90; magnitude: 0..limit; x, y: -limit..limit; 0 if s is constant",
           .details = kSlopeOfDetails,
           .arguments = {"source", "measure"},
           .fields =
               {SourceField(),
                ChoiceField("measure", kMeasures, "\"angle\"", "what is measured", kMeasureDetails),
                Useful({0, 0.1},
                       NumberField("radius", {0, kLarge}, "0",
                                   "half the distance over which slopes are measured, in units; 0: "
                                   "at the position alone, and the node has no slope")),
                {.key = "strength",
                 .minimum = -kLarge,
                 .maximum = kLarge,
                 .useful = {0, 0.5},
                 .effective_if = "measure",
                 .effective_values = {"angle"},
                 .default_text = kStrengthOfWorld,
                 .help = "angle: height of the surface at s = 1, in units"},
                UsedIf("measure", {"magnitude", "x", "y"},
                       NumberField("limit", {kSmall, kMaxMagnitude}, "100",
                                   "magnitude, x, y: the maximum, per unit; steeper slopes "
                                   "count as this steep"))}},
      .compile = &CompileSlopeOf,
      .repeats = [](const Node& node) { return node.Number("radius") == 0 ? 1 : 4; }};
}

}  // namespace cobble::nodes
