// Composition of sites and position bounds with affine maps.
#include "program/site.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace cobble {

PositionBound PositionBound::Through(const Affine& map) const {
  PositionBound out;
  for (std::size_t a = 0; a < 3; ++a) {
    out.linear[a] = {0, 0, 0};
    out.translation[a] = std::abs(map.t[a]);
    for (std::size_t b = 0; b < 3; ++b) {
      const double m = std::abs(map.m[a][b]);
      for (std::size_t c = 0; c < 3; ++c) out.linear[a][c] += m * linear[b][c];
      out.translation[a] += m * translation[b];
      out.displacement[a] += m * displacement[b];
      out.local[a] += m * local[b];
    }
  }
  return out;
}

Vector3 VectorOf(const Node& node, std::string_view key) {
  const std::vector<double>& numbers = node.Numbers(key);
  return {numbers[0], numbers[1], numbers[2]};
}

Site Site::Through(const Affine& inner) const {
  Site out = *this;
  out.from_base = Compose(inner, from_base);
  out.from_picture = Compose(inner, from_picture);
  out.bound = bound.Through(inner);
  return out;
}

Site Site::Beside(const Vector3& offset, const Vector3& reach, const std::string& field) const {
  Site out = *this;
  out.displacement_pointer = field;
  for (std::size_t a = 0; a < 3; ++a) {
    out.from_base.t[a] += offset[a];
    out.bound.displacement[a] += reach[a];
  }
  return out;
}

}  // namespace cobble
