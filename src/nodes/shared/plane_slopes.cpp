// Slopes are computed with respect to the base of a site (program/site.h). With J the derivative of
// p by the base, a slope s' with respect to p is J^T s' with respect to the base. If a 2 x 2 matrix
// maps the base's x and y to p's, and p's z does not vary with them, s' follows from the base's two
// slopes: steps on grids remain on grids, and nodes that other parts of the recipe use with slopes
// are shared. Otherwise p itself becomes the base. Differences of values, along the axes of p, need
// none of this.
#include "nodes/shared/plane_slopes.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/list_text.h"
#include "core/maps.h"
#include "nodes/shared/places.h"
#include "noise/steps/pointwise.h"
#include "recipe/reading/faults.h"

namespace cobble::nodes {
namespace {

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

}  // namespace

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
        Combined(compiler, {PointwiseOp::kSum, {1, -1, 0}, {}}, {after, before}, 0);
    out.slope[a] = difference.raw;
    out.factors[a][a] = difference.scale / (2 * radius);
  }
  return out;
}

Compiled SlopeAlong(Compiler& compiler, const PlaneSlopes& slopes, std::size_t axis, double factor,
                    double limit) {
  if (slopes.IsZero()) return Compiled::Constant(0);
  const auto& f = slopes.factors[axis];
  const float maximum = Parameter(limit);
  return Apply(
      compiler, slopes,
      {PointwiseOp::kSlopeAlong, {Parameter(factor * f[0]), Parameter(factor * f[1]), maximum}, {}},
      {-double{maximum}, double{maximum}});
}

Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor) {
  if (slopes.IsZero()) return Compiled::Constant(0);
  const auto& f = slopes.factors;
  return Apply(compiler, slopes,
               {PointwiseOp::kSteepness,
                {Parameter(factor * f[0][0]), Parameter(factor * f[0][1]),
                 Parameter(factor * f[1][0]), Parameter(factor * f[1][1])},
                {}},
               {0, 2 * double{kMaxSlope}});
}

}  // namespace cobble::nodes
