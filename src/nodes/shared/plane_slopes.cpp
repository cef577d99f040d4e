// Finds slopes along x and y.
#include "nodes/shared/plane_slopes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/affine.h"
#include "nodes/shared/values.h"

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

}  // namespace

float SlopeParameter(double x) {
  return static_cast<float>(std::clamp<double>(x, -kMaxSlope, kMaxSlope));
}

Compiled Apply(Compiler& compiler, const PlaneSlopes& slopes, const PointwiseArgs& args,
               const Bounds& bounds) {
  Compiled in[2];
  for (std::size_t b = 0; b < 2; ++b)
    in[b].raw = slopes.slope[slopes.slope[b].value < 0 ? 1 - b : b];
  return compiler.Apply(args, {in[0], in[1]}, bounds);
}

PlaneSlopes CompilePlaneSlopes(Compiler& compiler, const NodeContext& context,
                               const CompileAt& compile) {
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
  const Compiled source = compile(site);
  for (std::size_t b = 0; b < 2; ++b) {
    out.slope[b].value = source.raw.slope[b];
    for (std::size_t a = 0; a < 2; ++a)
      out.factors[a][b] *= out.slope[b].value < 0 ? 0 : source.scale;
  }
  return out;
}

Compiled Steepness(Compiler& compiler, const PlaneSlopes& slopes, double factor) {
  const auto& f = slopes.factors;
  return Apply(compiler, slopes,
               {PointwiseOp::kSteepness,
                {SlopeParameter(factor * f[0][0]), SlopeParameter(factor * f[0][1]),
                 SlopeParameter(factor * f[1][0]), SlopeParameter(factor * f[1][1])}},
               {0, 2 * double{kMaxSlope}});
}

}  // namespace cobble::nodes
