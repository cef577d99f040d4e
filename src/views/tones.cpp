// Turns samples into colours and greys.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/bounds.h"
#include "views/look.h"

namespace cobble {
namespace {

// How a channel becomes a byte: sRGB, or scale * x + offset.
struct Tone {
  bool is_color = false;
  double scale = 1, offset = 0;

  uint8_t Byte(float x) const {
    return is_color ? SrgbByte(double{x}) : UnitByte(scale * double{x} + offset);
  }
};

// Returns the extremes of `count` channels from channel `first` on.
Bounds ExtremesOfChannels(const Image& image, int first, int count) {
  Bounds extremes{INFINITY, -INFINITY};
  const auto stride = static_cast<std::size_t>(image.channels);
  for (std::size_t at = 0; at < image.samples.size(); at += stride)
    for (int c = first; c < first + count; ++c) {
      const double x = double{image.samples[at + static_cast<std::size_t>(c)]};
      extremes.low = std::min(extremes.low, x);
      extremes.high = std::max(extremes.high, x);
    }
  return extremes;
}

// Shows the minimum as black and the maximum as white; a flat picture as grey.
Tone Stretched(const Bounds& extremes) {
  const double span = extremes.high - extremes.low;
  if (!(span > 0)) return {.scale = 0, .offset = 0.5};
  return {.scale = 1 / span, .offset = -extremes.low / span};
}

// Shows 0 as grey, and the sample farthest from it as black or white.
Tone StretchedAroundZero(const Bounds& extremes) {
  const double reach = std::max(std::abs(extremes.low), std::abs(extremes.high));
  return {.scale = reach > 0 ? 0.5 / reach : 0, .offset = 0.5};
}

// Returns whether the samples of a height are values, which have no bounds.
bool IsValue(const Recipe& recipe, const PictureMap& map) {
  return map.Source().built_in == Map::kHeight && recipe.range.mode == RangeMode::kNone;
}

Tone ToneOf(const Recipe& recipe, const PictureMap& map, const Image& image, int first) {
  if (map.is_color) return {.is_color = true};
  if (map.range == SampleRange::kSigned) return {.scale = 0.5, .offset = 0.5};
  if (map.Source().built_in == Map::kSlope)
    return StretchedAroundZero(ExtremesOfChannels(image, first, map.channels));
  if (map.range == SampleRange::kUnbounded || IsValue(recipe, map))
    return Stretched(ExtremesOfChannels(image, first, map.channels));
  return {};
}

// Returns the tones of all channels of a map or a pack.
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

}  // namespace

RgbPicture PictureOf(const Recipe& recipe, const PictureMap& map, const Image& image) {
  RgbPicture picture(image.width, image.height);
  const auto channels = static_cast<std::size_t>(image.channels);
  const float* from = image.samples.data();
  const std::span<uint8_t> to(picture.samples);
  const std::vector<Tone> tones = TonesOf(recipe, map, image);
  for (std::size_t at = 0; at < to.size(); at += 3, from += channels)
    ShowPixel(tones, from, &to[at]);
  return picture;
}

}  // namespace cobble
