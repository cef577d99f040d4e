// The constants of heights and slopes.
#include "render/maps/height_scale.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace cobble {
namespace {

// The largest scale by which no value up to `range.high` passes 1, where rounding would let it.
float ScaleOf(const HeightRange& range, const HeightScale& height) {
  auto scale = static_cast<float>(1 / (range.high - range.low));
  const double span = static_cast<double>(static_cast<float>(range.high) - height.low);
  while (std::isfinite(scale) && span * double{scale} + double{height.offset} > 1)
    scale = std::bit_cast<float>(std::bit_cast<uint32_t>(scale) - 1);  // a step towards 0
  return scale;
}

}  // namespace

HeightScale HeightScaleOf(const Recipe& recipe, const HeightRange& range) {
  HeightScale height;
  height.keep = range.keep;
  if (!range.keep) {
    height.rise = 1 / (range.high - range.low);
    height.low = static_cast<float>(range.low);
    height.offset = static_cast<float>((double{height.low} - range.low) * height.rise);
    height.scale = ScaleOf(range, height);
  }
  // Nothing to tell apart, or too little for float32: the middle, flat.
  if (!std::isfinite(static_cast<float>(height.rise))) {
    height.rise = 0;
    height.scale = 0;
    height.offset = 0.5f;
  }
  // P moves by extent_x over a picture width, and by extent_y over a picture height.
  const double sides[2] = {static_cast<double>(recipe.width), static_cast<double>(recipe.height)};
  height.slope[0] = height.rise * recipe.domain.extent[0];
  height.slope[1] = height.rise * recipe.domain.extent[1] * (sides[0] / sides[1]);
  return height;
}

}  // namespace cobble
