// The constants of the sRGB curve.
#pragma once

namespace cobble {

// The light of a stored sample x is x / divisor up to encoded_end, and otherwise
// ((x + offset) / scale)^power; scale is 1 + offset. linear_end is the light of encoded_end.
// Source: IEC 61966-2-1.
template <typename Number>
struct SrgbCurve {
  Number divisor = static_cast<Number>(12.92), offset = static_cast<Number>(0.055),
         scale = static_cast<Number>(1.055), power = static_cast<Number>(2.4),
         encoded_end = static_cast<Number>(0.04045), linear_end = static_cast<Number>(0.0031308);
};
template <typename Number>
inline constexpr SrgbCurve<Number> kSrgb = {};

}  // namespace cobble
