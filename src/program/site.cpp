// Sites and spans through affine maps.
#include "program/site.h"

#include <cmath>
#include <cstddef>

namespace cobble {

Span Span::Through(const Affine& map) const {
  Span out;
  for (std::size_t a = 0; a < 3; ++a) {
    out.stretch[a] = {0, 0, 0};
    out.shift[a] = std::abs(map.t[a]);
    for (std::size_t b = 0; b < 3; ++b) {
      const double m = std::abs(map.m[a][b]);
      for (std::size_t c = 0; c < 3; ++c) out.stretch[a][c] += m * stretch[b][c];
      out.shift[a] += m * shift[b];
      out.drift[a] += m * drift[b];
    }
  }
  return out;
}

Site Site::Through(const Affine& inner) const {
  Site out = *this;
  out.map = Compose(inner, map);
  out.whole = Compose(inner, whole);
  out.span = span.Through(inner);
  return out;
}

}  // namespace cobble
