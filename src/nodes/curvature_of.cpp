// curvature-of: whether the source bulges or sinks, from its values around each position.
//
// Departs: the map `curvature` has only pixels, so it compares slopes at four of them.
#include "core/math.h"
#include "nodes/shared/places.h"
#include "nodes/shared/strength.h"
#include "nodes/shared/values.h"
#include "recipe/fields/world.h"

namespace cobble::nodes {
namespace {

// Pairs of opposite places on the circle. The first is at 22.5 degrees, so that none is on an axis.
constexpr int kPairs = 4;
constexpr double kFirstAngle = 22.5;

// Below this, differences of values are rounding errors.
constexpr double kMinRadius = 0.0005;

// Returns the sum, over the places on the circle on the ground, of s minus s at the position.
Compiled CompileBend(Compiler& compiler, const NodeContext& context, const Surface& surface) {
  const double radius = context.node.Number("radius");
  const double reach = radius * surface.Reach();
  const Compiled middle = SourceAt(compiler, context, {0, 0, 0}, reach);
  if (middle.IsConstant()) return Compiled::Constant(0);
  Compiled sum;
  for (int k = 0; k < kPairs; ++k) {
    const auto [sin, cos] = SinCosDegrees(kFirstAngle + 180.0 / kPairs * k);
    const Vector3 offset = surface.OffsetOf(radius * cos, radius * sin);
    const Compiled first = SourceAt(compiler, context, offset, reach);
    const Compiled second = SourceAt(compiler, context, {-offset[0], -offset[1], 0}, reach);
    const Compiled bend = Combined(compiler, {PointwiseOp::kBend}, {first, second, middle}, 0);
    sum = k == 0 ? bend : Combined(compiler, {PointwiseOp::kSum, {1, 1, 0}}, {sum, bend}, 1);
  }
  return sum;
}

// D = 4 / r^2 (sum / 8).
Compiled CompileCurvatureOf(Compiler& compiler, const NodeContext& context) {
  const Node& node = context.node;
  const Recipe& recipe = compiler.recipe();
  const Surface surface = SurfaceOf(compiler, context);
  const double scale = node.Has("scale") ? node.Number("scale") : recipe.curvature.scale;
  const double radius = node.Number("radius");
  const Compiled bend = CompileBend(compiler, context, surface);
  if (bend.IsConstant()) return bend;
  const double factor = -0.5 * scale * surface.strength * 4 / (radius * radius) / (2 * kPairs);
  return compiler.Clipped(context, compiler.Scaled(bend, factor, 0), scale);
}

constexpr Detail kCurvatureOfDetails[] = {
    {"circle",
     "8 places at the distance r from P, at 22.5, 67.5, ... degrees; P is (x, y), and z stays. D "
     "is the Laplacian of s where s is a polynomial of degree 3 around P"},
    {"radius",
     "features much smaller than the radius are missed; a slope that jumps by j, as at a crease, "
     "counts as about 1.3 j / r there, and falls to 0 at the distance r"},
    {"source",
     "D shows where the source's second derivative bends: the lattice of perlin, whose third "
     "derivative jumps from cell to cell, shows as faint straight creases, simplex's as curved "
     "ones. A source blurred over a few times r has none"},
    {"1",
     "a dome with a radius of scale, in units; a bowl is -1, and flat ground 0. With a world, the "
     "default strength converts s to metres, so the value is scale, in metres, divided by the "
     "radius of a dome on the ground. If the domain stretches x or y, a unit is that of the "
     "picture's width, and the circle is one on the ground"},
    {"slope", "from the exact slopes of s at the nine places, 0 beyond -1..1"},
    {"map curvature",
     "only has pixels, and takes D from slopes at four of them, r to the left, to the right, above "
     "and below. Where s is a polynomial of degree 3, it is 0.5 + 0.5 times this value if the "
     "domain is not scaled and the range maps 0 to 0 and 1 to 1; at creases the two differ"},
    {"precision",
     "s is float32, and D the difference of nearby values: for perlin noise it is uncertain by "
     "less than 5e-7 / r^2 (root of the mean square), so half the radius makes four times the "
     "grain"},
    {"cost", "computes the source nine times"},
};

}  // namespace

NodeType CurvatureOf() {
  return {
      .spec = {.name = "curvature-of",
               .on_sphere = "use ridged or voronoi noises as masks",
               .summary = "positive on ridges and bumps, negative in valleys and hollows: masks "
                          "for worn edges, dirt in crevices",
               .value = "-0.5 * scale * strength * D, limited to -1..1; D = 4 / r^2 * (mean of s "
                        "at 8 places on a circle around P - s at P), r = radius",
               .bounds = "-1..1; 0 if s is constant",
               .details = kCurvatureOfDetails,
               .arguments = {"source", "radius"},
               .fields = {SourceField(),
                          NumberField("radius", {kMinRadius, kLarge}, "0.005",
                                      "radius of the circle on which s is compared, in units"),
                          {.key = "strength",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .useful = {0, 0.5},
                           .default_text = kStrengthOfWorld,
                           .help = "height of the surface at s = 1, in units"},
                          {.key = "scale",
                           .minimum = -kLarge,
                           .maximum = kLarge,
                           .useful = {0, 0.05},
                           .default_text = "the scale of curvature",
                           .help = "contrast: a dome of this radius, in units, is 1, a bowl -1"}}},
      .compile = &CompileCurvatureOf,
      .repeats = [](const Node&) { return 9; }};
}

}  // namespace cobble::nodes
