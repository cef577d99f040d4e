// Affine: composition, and the map of a recipe's domain.
#include "core/affine.h"

#include <cmath>
#include <cstddef>

#include "core/math.h"

namespace cobble {
namespace {

using Matrix = std::array<Vector3, 3>;

// Error of a composed entry relative to the sum of its terms' sizes: sines and cosines are within
// half an ULP (2^-53), and each of up to a dozen nested rotations adds fewer than 4 such errors.
constexpr double kMaxError = 0x1p-47;

// Returns the sum, snapped to a whole number if only rounding separates them: with 45 degrees
// twice, cos^2 - sin^2 is 0 and 2 sin cos is 1, so quarter turns are exact however composed.
double SumOf(double x, double y, double z) {
  const double sum = x + y + z, whole = std::round(sum);
  if ((x != 0) + (y != 0) + (z != 0) < 2) return sum;
  const double size = std::abs(x) + std::abs(y) + std::abs(z);
  return std::abs(sum - whole) <= kMaxError * size ? whole : sum;
}

Matrix Composed(const Matrix& a, const Matrix& b) {
  Matrix r{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      r[i][j] = SumOf(a[i][0] * b[0][j], a[i][1] * b[1][j], a[i][2] * b[2][j]);
  return r;
}

// Returns the right-handed rotation about `axis`.
Matrix Rotation(std::size_t axis, double degrees) {
  const auto [s, c] = SinCosDegrees(degrees);
  const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  Matrix r{};
  r[axis][axis] = 1;
  r[u][u] = c;
  r[u][v] = -s;
  r[v][u] = s;
  r[v][v] = c;
  return r;
}

}  // namespace

Vector3 Affine::Linear(const Vector3& p) const {
  Vector3 q;
  for (std::size_t a = 0; a < 3; ++a) q[a] = (m[a][0] * p[0] + m[a][1] * p[1]) + m[a][2] * p[2];
  return q;
}

Vector3 Affine::Apply(const Vector3& p) const {
  Vector3 q = Linear(p);
  for (std::size_t a = 0; a < 3; ++a) q[a] = t[a] + q[a];
  return q;
}

bool Affine::IsDiagonal(int axes) const {
  for (std::size_t a = 0; a < static_cast<std::size_t>(axes); ++a)
    for (std::size_t b = 0; b < 3; ++b)
      if (a != b && m[a][b] != 0) return false;
  return true;
}

Affine Compose(const Affine& outer, const Affine& inner) {
  return {Composed(outer.m, inner.m), outer.Apply(inner.t)};
}

// By cofactors. + 0.0 turns -0 into 0.
Affine Inverse(const Affine& map) {
  const Matrix& m = map.m;
  const auto cofactor = [&](std::size_t i, std::size_t j) {
    const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
    return m[a][c] * m[b][d] - m[a][d] * m[b][c];
  };
  const double determinant =
      (m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1)) + m[0][2] * cofactor(0, 2);
  Affine out;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) out.m[j][i] = cofactor(i, j) / determinant + 0.0;
  const Vector3 moved = out.Linear(map.t);
  for (std::size_t a = 0; a < 3; ++a) out.t[a] = 0.0 - moved[a];
  return out;
}

Affine MakeDomain(const Vector3& translate, const Vector3& rotate, const Vector3& scale) {
  Affine map;
  map.m =
      Composed(Composed(Rotation(1, rotate[1]), Rotation(0, rotate[0])), Rotation(2, rotate[2]));
  for (Vector3& row : map.m)
    for (std::size_t b = 0; b < 3; ++b) row[b] *= scale[b];
  map.t = translate;
  return map;
}

}  // namespace cobble
