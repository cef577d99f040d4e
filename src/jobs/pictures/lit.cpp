// Turns samples into pictures: light on a surface, colours, greys.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/color.h"
#include "jobs/pictures/look.h"

namespace cobble {
namespace {

// The directions of the light, from the upper left, and of the reflection that the viewer sees,
// with y up; the amounts of light. scripts/gallery has the same numbers.
constexpr double kLight[] = {-0.503, 0.503, 0.704}, kHalf[] = {-0.273, 0.273, 0.923};
constexpr double kDiffuse = 0.95, kAmbient = 0.15, kSpecular = 0.15;
// Low areas are darker.
constexpr double kLow = 0.3, kHigh = 1.05;

double Facing(const double* normal, const double* direction) {
  const double product =
      normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
  return std::max(product, 0.0);
}

// x to the power of 30.
double Gloss(double x) {
  const double x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
  return x16 * x8 * x4 * x2;
}

struct Light {
  double shade = 0, shine = 0;  // of 1: shade * base + shine
};

// In: the mean of unit normals, so it may be shorter than 1.
Light LightOn(const float* mean, double up) {
  const double x = double{mean[0]}, y = up * double{mean[1]}, z = double{mean[2]};
  const double length = std::sqrt(x * x + y * y + z * z);
  const double normal[] = {length > 0 ? x / length : 0, length > 0 ? y / length : 0,
                           length > 0 ? z / length : 1};
  return {kAmbient + kDiffuse * Facing(normal, kLight), kSpecular * Gloss(Facing(normal, kHalf))};
}

// How a channel becomes a byte: sRGB, or scale * x + offset.
struct Tone {
  bool is_color = false;
  double scale = 1, offset = 0;

  uint8_t Byte(float x) const {
    return is_color ? SrgbByte(double{x}) : UnitByte(scale * double{x} + offset);
  }
};

// The minimum and maximum of `count` channels of an image, from channel `first` on.
struct ImageRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  ImageRange(const Image& image, int first, int count) {
    const auto stride = static_cast<std::size_t>(image.channels);
    for (std::size_t at = 0; at < image.samples.size(); at += stride)
      for (int c = first; c < first + count; ++c) {
        const double x = double{image.samples[at + static_cast<std::size_t>(c)]};
        low = std::min(low, x);
        high = std::max(high, x);
      }
  }
};

// Shows the minimum as black and the maximum as white; a flat picture as grey.
Tone Stretched(const ImageRange& extremes) {
  const double span = extremes.high - extremes.low;
  if (!(span > 0)) return {.scale = 0, .offset = 0.5};
  return {.scale = 1 / span, .offset = -extremes.low / span};
}

// Shows 0 as grey, and the sample farthest from it as black or white.
Tone StretchedAroundZero(const ImageRange& extremes) {
  const double reach = std::max(std::abs(extremes.low), std::abs(extremes.high));
  return {.scale = reach > 0 ? 0.5 / reach : 0, .offset = 0.5};
}

// Returns whether the samples of a height or of a node are values, which have no bounds.
bool IsValue(const Recipe& recipe, const PictureMap& map) {
  const bool is_height = map.built_in == Map::kHeight || (map.IsNode() && !map.is_color);
  return is_height && recipe.range.mode == RangeMode::kNone;
}

Tone ToneOf(const Recipe& recipe, const PictureMap& map, const Image& image, int first) {
  if (map.is_color) return {.is_color = true};
  if (map.range == SampleRange::kSigned) return {.scale = 0.5, .offset = 0.5};
  if (map.built_in == Map::kSlope)
    return StretchedAroundZero(ImageRange(image, first, map.channels));
  if (map.range == SampleRange::kUnbounded || IsValue(recipe, map))
    return Stretched(ImageRange(image, first, map.channels));
  return {};
}

// The tones of all channels of a map or a pack.
std::vector<Tone> TonesOf(const Recipe& recipe, const PictureMap& map, const Image& image) {
  std::vector<Tone> tones;
  ForParts(map, [&](const PictureMap& part) {
    const Tone tone = ToneOf(recipe, part, image, static_cast<int>(tones.size()));
    tones.insert(tones.end(), static_cast<std::size_t>(part.channels), tone);
  });
  return tones;
}

// One channel is grey; of two, blue is 0; a fourth is not shown.
void ShowPixel(const std::vector<Tone>& tones, const float* samples, uint8_t* out) {
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t from = tones.size() == 1 ? 0 : c;
    out[c] = from < tones.size() ? tones[from].Byte(samples[from]) : uint8_t{0};
  }
}

// The base colours of a flat surface at middle height keep about their brightness.
constexpr double kFlatShade = kAmbient + kDiffuse * kLight[2];

void LightPixel(const Tone& height, double up, std::size_t channels, const float* samples,
                uint8_t* out) {
  const Light light = LightOn(samples, up);
  if (channels > 4) {
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = UnitByte(SrgbByte(double{samples[4 + c]}) / 255.0 * light.shade / kFlatShade +
                        light.shine);
    return;
  }
  const double level = std::clamp(height.scale * double{samples[3]} + height.offset, 0.0, 1.0);
  const uint8_t grey = UnitByte(light.shade * (kLow + (kHigh - kLow) * level) + light.shine);
  std::fill_n(out, 3, grey);
}

}  // namespace

RgbPicture PictureOf(const Recipe& recipe, const std::vector<PictureMap>& maps, const Image& image,
                     bool is_lit) {
  RgbPicture picture(image.width, image.height);
  const auto channels = static_cast<std::size_t>(image.channels);
  const float* from = image.samples.data();
  const std::span<uint8_t> to(picture.samples);
  const double up = recipe.normal.y == NormalY::kUp ? 1 : -1;
  const Tone height = is_lit ? ToneOf(recipe, maps[1], image, 3) : Tone{};
  const std::vector<Tone> tones = is_lit ? std::vector<Tone>() : TonesOf(recipe, maps[0], image);
  for (std::size_t at = 0; at < to.size(); at += 3, from += channels) {
    if (is_lit) {
      LightPixel(height, up, channels, from, &to[at]);
    } else {
      ShowPixel(tones, from, &to[at]);
    }
  }
  return picture;
}

}  // namespace cobble
