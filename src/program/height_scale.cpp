// Computes the scales of heights and slopes.
#include "program/height_scale.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "recipe/fields/picture_steps.h"

namespace cobble {
namespace {

// Returns the largest scale that keeps h <= 1 up to `range.high` despite rounding. In: offset <= 1.
float ScaleOf(const HeightRange& range, const HeightScale& height) {
  auto scale = static_cast<float>(1 / (range.high - range.low));
  const double span = static_cast<double>(static_cast<float>(range.high) - height.low);
  while (std::isfinite(scale) && span * double{scale} + double{height.offset} > 1)
    scale = std::bit_cast<float>(std::bit_cast<uint32_t>(scale) - 1);  // 1 ULP towards 0
  return scale;
}

}  // namespace

HeightRange RangeWithin(const Range& range, const Bounds& bounds) {
  switch (range.mode) {
    case RangeMode::kNone:
      return {true, 0, 1};
    case RangeMode::kFixed:
      return {false, range.low, range.high};
    case RangeMode::kNatural:
    case RangeMode::kFit:
    case RangeMode::kShares:
      break;
  }
  return {false, bounds.low, bounds.high};
}

HeightScale HeightScaleOf(const Recipe& recipe, const HeightRange& range) {
  HeightScale height;
  height.keep = range.keep;
  if (!range.keep) {
    height.rise = 1 / (range.high - range.low);
    height.low = static_cast<float>(range.low);
    height.offset = static_cast<float>((double{height.low} - range.low) * height.rise);
  }
  // Flat at 0.5 if the range is empty, too narrow, or without a float32 number (offset above 1).
  if (!std::isfinite(static_cast<float>(height.rise)) || height.offset > 1) {
    height.rise = 0;
    height.scale = 0;
    height.offset = 0.5f;
  } else if (!range.keep) {
    height.scale = ScaleOf(range, height);
  }
  if (recipe.domain.IsSphere()) {  // slopes count in lengths of the equator, a unit of P
    height.slope[0] = height.slope[1] = height.rise;
    return height;
  }
  // The position P changes by extent_x over the picture's width and by extent_y over its height.
  const PictureSteps steps = StepsOf(recipe);
  const double sides[2] = {static_cast<double>(steps.x), static_cast<double>(steps.y)};
  height.slope[0] = height.rise * recipe.domain.extent[0];
  height.slope[1] = height.rise * recipe.domain.extent[1] * (sides[0] / sides[1]);
  return height;
}

}  // namespace cobble
