// The box of a picture's positions, by interval arithmetic.
#include "program/picture_box.h"

#include <array>
#include <cmath>

#include "noise/scatter/stamps.h"
#include "program/loop.h"
#include "program/tiling.h"
#include "recipe/fields/picture_steps.h"

namespace cobble {

namespace {

PictureBox StampBoxOf(const Site& site) {
  const Affine& map = site.from_picture;
  PictureBox box;
  box.middle = map.Apply({0, 0, kStampDepth / 2});
  for (std::size_t a = 0; a < 3; ++a) {
    const double reach = (std::abs(map.m[a][0]) + std::abs(map.m[a][1])) * kStampEdge +
                         std::abs(map.m[a][2]) * kStampDepth / 2 + site.bound.displacement[a];
    box.low[a] = box.middle[a] - reach;
    box.high[a] = box.middle[a] + reach;
  }
  return box;
}

PictureBox SphereBoxOf(const Site& site) {
  const Affine& map = site.from_picture;
  PictureBox box;
  box.middle = map.t;
  for (std::size_t a = 0; a < 3; ++a) {
    const Vector3& row = map.m[a];
    const double length = std::sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
    const double reach = kSphereRadius * length + site.bound.displacement[a];
    box.low[a] = box.middle[a] - reach;
    box.high[a] = box.middle[a] + reach;
  }
  return box;
}

// In units of P.
std::array<double, 2> SidesOf(const Recipe& recipe, BoxArea area) {
  std::array<double, 2> sides = recipe.domain.extent;
  if (area == BoxArea::kPicture) return sides;
  const auto halo = static_cast<double>(RadiusInPixels(kMaxMapRadius, recipe));
  const PictureSteps steps = StepsOf(recipe);
  sides[0] *= 1 + 2 * halo / static_cast<double>(steps.x);
  sides[1] *= 1 + 2 * halo / static_cast<double>(steps.y);
  return sides;
}

}  // namespace

PictureBox PictureBoxOf(const Recipe& recipe, const Site& site, BoxArea area) {
  const Affine& map = site.from_picture;
  const Domain& domain = recipe.domain;
  PictureBox box;
  if (site.IsInStamp()) return StampBoxOf(site);
  if (domain.IsSphere()) return SphereBoxOf(site);
  box.middle = map.t;
  const auto [side_x, side_y] = SidesOf(recipe, area);
  const Vector3 centre = map.Apply({0, 0, SliceOf(recipe)});
  for (std::size_t a = 0; a < 3; ++a) {
    if (RepeatsAlong(recipe, a)) {
      box.period[a] = PeriodLength(map.m, a, domain.extent);
      box.low[a] = box.middle[a] - box.period[a] / 2;
      box.high[a] = box.middle[a] + box.period[a] / 2;
      continue;
    }
    const double width = std::abs(map.m[a][0]) * side_x + std::abs(map.m[a][1]) * side_y;
    const double depth = std::abs(map.m[a][2]);
    const double reach = (width > 0 ? width : depth) / 2 + site.bound.displacement[a];
    box.low[a] = centre[a] - reach;
    box.high[a] = centre[a] + reach;
  }
  return box;
}

}  // namespace cobble
