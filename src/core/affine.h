// Affine maps of space, in double: q = m p + t, column vectors.
#ifndef COBBLE_CORE_AFFINE_H_
#define COBBLE_CORE_AFFINE_H_

#include <array>

namespace cobble {

using Vector3 = std::array<double, 3>;

struct Affine {
  std::array<Vector3, 3> m{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows
  Vector3 t{0, 0, 0};

  bool operator==(const Affine&) const = default;

  Vector3 Linear(const Vector3& p) const;
  Vector3 Apply(const Vector3& p) const;
  // Whether m_ab is 0 for all a != b with a below `axes`.
  bool IsDiagonal(int axes) const;
};

// outer(inner(p)).
Affine Compose(const Affine& outer, const Affine& inner);

// q = translate + Ry Rx Rz (scale * p), right-handed rotations in degrees; quarter turns are exact.
Affine MakeDomain(const Vector3& translate, const Vector3& rotate, const Vector3& scale);

}  // namespace cobble

#endif  // COBBLE_CORE_AFFINE_H_
