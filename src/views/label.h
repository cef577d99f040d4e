// Text drawn into pictures, for the labels of sheets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "views/pixel_buffer.h"

namespace cobble {

// The height of a line of text at scale 1, in pixels.
inline constexpr int64_t kLabelLine = 12;

// Returns the width of a line of text, in pixels. In: scale, at least 1. Characters outside ASCII
// and bytes that are not UTF-8 count as "?".
int64_t LabelWidth(std::string_view text, int scale);

// Returns the text, or as much of its start as fits `width` pixels before "...".
std::string FitLabel(std::string_view text, int scale, int64_t width);

// Draws a line of text into a picture of 8-bit RGB, with its upper left corner at x, y. Parts
// outside the picture are cut off.
void DrawLabel(std::string_view text, int scale, int64_t x, int64_t y,
               const std::array<std::byte, 3>& color, PixelBuffer* picture);

}  // namespace cobble
