// How the height and its slope follow from the noise's.
#ifndef COBBLE_RENDER_MAPS_HEIGHT_SCALE_H_
#define COBBLE_RENDER_MAPS_HEIGHT_SCALE_H_

#include "cobble/recipe.h"
#include "render/render_bands.h"

namespace cobble {

// h = (value - low) * scale + offset, so that nothing is lost where values lie far from 0; offset
// is what of the range's low end float32 does not hold. h_x and h_y are slopes of h in picture
// units: picture widths along x and, downwards, along y.
struct HeightScale {
  bool keep = false;  // h is the value
  float low = 0, scale = 1, offset = 0;
  double rise = 1;           // of h where the value rises by 1
  double slope[2] = {0, 0};  // h_x, h_y from the slopes in P's x and y
};

// Of the recipe's pictures. Where the range's ends are equal, or too near for float32, h is 0.5 and
// its slopes are 0.
HeightScale HeightScaleOf(const Recipe& recipe, const HeightRange& range);

}  // namespace cobble

#endif  // COBBLE_RENDER_MAPS_HEIGHT_SCALE_H_
