// slope-of: how steep the source is.
//
// Slopes are computed with respect to the base of a site (program/site.h). With J the derivative of
// p by the base, a slope s' with respect to p is J^T s' with respect to the base. If a 2 x 2 matrix
// maps the base's x and y to p's, and p's z does not vary with them, s' follows from the base's two
// slopes: steps on grids remain on grids, and nodes that other parts of the recipe use with slopes
// are shared. Otherwise p itself becomes the base. Differences of values, along the axes of p, need
// none of this.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/affine.h"
#include "core/list_text.h"
#include "core/maps.h"
#include "nodes/shared/places.h"
#include "nodes/shared/strength.h"
#include "nodes/shared/values.h"
#include "recipe/fields/world.h"

namespace cobble::nodes {
namespace {

// The slopes of a node's source along x and y of the node's own p, whatever domain, transforms and
// warps lead to it: s_a = sum_b factors[a][b] * slope[b].
struct PlaneSlopes {
  std::array<Result, 2> slope{};  // without a value: 0 everywhere
  std::array<std::array<double, 2>, 2> factors{};

  bool IsZero() const { return slope[0].value < 0 && slope[1].value < 0; }
};

using Matrix = std::array<std::array<double, 2>, 2>;

// Returns the Frobenius norm.
double Norm(const Matrix& m) {
  return std::sqrt(m[0][0] * m[0][0] + m[0][1] * m[0][1] + m[1][0] * m[1][0] + m[1][1] * m[1][1]);
}

Matrix InverseTranspose(const Matrix& m) {
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  return {{{m[1][1] / determinant, -m[1][0] / determinant},
           {-m[0][1] / determinant, m[0][0] / determinant}}};
}

// Returns whether `inverse` gives slopes with respect to p without losing digits to cancellation
// (as when a strong scale follows a rotation) or to the range of float32.
bool IsAccurate(const Matrix& m, const Matrix& inverse) {
  constexpr double kMaxCondition = 8, kMaxNorm = 1e9;
  const bool mixes = (m[0][0] != 0 || m[1][1] != 0) && (m[0][1] != 0 || m[1][0] != 0);
  const double norm = Norm(m), inverse_norm = Norm(inverse);
  return norm <= kMaxNorm && inverse_norm <= kMaxNorm &&
         (!mixes || norm * inverse_norm <= kMaxCondition);
}

float Parameter(double x) {
  return static_cast<float>(std::clamp<double>(x, -kMaxSlope, kMaxSlope));
}

// Emits an operation on both slopes. At least one must be nonzero.
Compiled Apply(Compiler& compiler, const PlaneSlopes& slopes, const PointwiseArgs& args,
               const Bounds& bounds) {
  Compiled in[2];
  for (std::size_t b = 0; b < 2; ++b)
    in[b].raw = slopes.slope[slopes.slope[b].value < 0 ? 1 - b : b];
  return compiler.Apply(args, {in[0], in[1]}, bounds);
}

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

// Compiles the input `source` with slopes. The slopes have no slopes themselves.
PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context) {
  Site site = context.site;
  site.slope_pointer = context.pointer;
  const auto& m = site.from_base.m;
  const Matrix plane{{{m[0][0], m[0][1]}, {m[1][0], m[1][1]}}};
  PlaneSlopes out{.factors = InverseTranspose(plane)};
  if (m[2][0] != 0 || m[2][1] != 0 || !IsAccurate(plane, out.factors)) {
    site.base = compiler.PositionsOf(site);
    site.from_base = Affine();
    out.factors = {{{1, 0}, {0, 1}}};
  }
  const Compiled source = compiler.InputAt(context, "source", site, 2);
  for (std::size_t b = 0; b < 2; ++b) {
    out.slope[b].value = source.raw.slope[b];
    for (std::size_t a = 0; a < 2; ++a)
      out.factors[a][b] *= out.slope[b].value < 0 ? 0 : source.scale;
  }
  return out;
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
  const float maximum = Parameter(limit);
  return Apply(compiler, slopes,
               {PointwiseOp::kSlopeAlong, {Parameter(f[0]), Parameter(f[1]), maximum}},
               {-double{maximum}, double{maximum}});
}

// Returns |factor| * sqrt(s_x^2 + s_y^2), without a limit.
Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor) {
  const auto& f = slopes.factors;
  return Apply(compiler, slopes,
               {PointwiseOp::kSteepness,
                {Parameter(factor * f[0][0]), Parameter(factor * f[0][1]),
                 Parameter(factor * f[1][0]), Parameter(factor * f[1][1])}},
               {0, 2 * double{kMaxSlope}});
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
  return CompilePlaneSlopes(compiler, context);
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
