// The positions p of a picture at a node: the box that they cover, and how they repeat.
#pragma once

#include "cobble/recipe.h"
#include "core/affine.h"
#include "program/site.h"

namespace cobble {

struct PictureBox {
  Vector3 low{0, 0, 0}, high{0, 0, 0};
  // Positions repeat with this period, around `middle`: in tiled pictures, and in a loop along z.
  // 0: they do not.
  Vector3 period{0, 0, 0};
  Vector3 middle{0, 0, 0};
};

// The rectangle of pixels that a box covers.
enum class BoxArea {
  kPicture,
  kPictureAndHalo,  // with all pixels around it that a map may read, whatever its radius is
};

// Returns the box of a site: of the rectangle at its slice, with the displacements of warps. Along
// an axis that the picture does not vary with, it is 1 unit of P's z deep, so that samples near the
// slice are in the box. Where positions repeat, the box is one period. Below a scatter, it is the
// box of a stamp, which does not repeat. The last two do not depend on the area.
PictureBox PictureBoxOf(const Recipe& recipe, const Site& site, BoxArea area = BoxArea::kPicture);

}  // namespace cobble
