// Affine maps of 3D space in double: q = m p + t, with column vectors.
#pragma once

#include <array>

namespace cobble {

using Vector3 = std::array<double, 3>;

struct Affine {
  std::array<Vector3, 3> m{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows
  Vector3 t{0, 0, 0};

  bool operator==(const Affine&) const = default;

  Vector3 Linear(const Vector3& p) const;  // m p, for directions
  Vector3 Apply(const Vector3& p) const;   // m p + t, for points
  // Returns whether m[a][b] == 0 for all a < axes and b != a.
  bool IsDiagonal(int axes) const;
};

// Returns the map p -> outer(inner(p)).
Affine Compose(const Affine& outer, const Affine& inner);

// Returns the map from q to p. In: a map that has an inverse.
Affine Inverse(const Affine& map);

// Returns q = translate + Ry Rx Rz (scale * p), right-handed, in degrees; quarter turns are exact.
Affine MakeDomain(const Vector3& translate, const Vector3& rotate, const Vector3& scale);

}  // namespace cobble
