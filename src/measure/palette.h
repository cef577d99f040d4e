// The few colours that stand for a picture.
#pragma once

#include <string>
#include <vector>

#include "cobble/image.h"
#include "core/color.h"
#include "core/json/tree.h"

namespace cobble {

inline constexpr int kMinPalette = 2, kMaxPalette = 64;  // a ramp has at most as many stops

struct PaletteColor {
  std::string hex;      // "#rrggbb"
  double share = 0;     // of the picture's visible pixels
  double position = 0;  // the share of darker colours, and half of its own
};

// Returns at most `count` colours, from dark to light: means in Oklab of groups of pixels, which
// are split where they vary most and then improved. Measures 100 000 pixels at most, without those
// that are missing or less than half visible; if none is left, returns no colour. Groups that round
// to the same colour are one. In: image, as for SourceImage; is_srgb, whether its samples are
// encoded, else they are linear light. The same on every machine.
std::vector<PaletteColor> PaletteOf(const Image& image, bool is_srgb, int count);

// Lists colours as JSON: their color, share and position.
JsonTree ListOf(const std::vector<PaletteColor>& colors);

// Return formulas that show the colours by a source, such as "quantile(x)": by their shares, or by
// equal parts.
std::string RampOf(const std::vector<PaletteColor>& colors, const std::string& source);
std::string EqualPartsOf(const std::vector<PaletteColor>& colors, const std::string& source);

}  // namespace cobble
