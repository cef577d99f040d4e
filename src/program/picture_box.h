// The positions p of a picture at a node: the box they cover, and how they repeat.
#pragma once

#include "cobble/recipe.h"
#include "core/affine.h"
#include "program/site.h"

namespace cobble {

struct PictureBox {
  Vector3 low{0, 0, 0}, high{0, 0, 0};
  // Tiled pictures repeat with this period around `middle`, and loops along z. 0: no period.
  Vector3 period{0, 0, 0};
  Vector3 middle{0, 0, 0};
};

// The rectangle of pixels that a box covers.
enum class BoxArea {
  kPicture,
  kPictureAndHalo,  // with the pixels around it that a map of any radius may read
};

// Returns the box of a site: the rectangle at its slice, plus the displacements of warps. Along an
// axis that the picture does not vary with, it is 1 unit of P's z deep, to hold samples near the
// slice. Where positions repeat, it is one period. Below a scatter, it is the box of a stamp and
// does not repeat; of a sphere, it is the box around it. The last three do not depend on the area.
PictureBox PictureBoxOf(const Recipe& recipe, const Site& site, BoxArea area = BoxArea::kPicture);

}  // namespace cobble
