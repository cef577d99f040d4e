// Contact sheets: many small pictures with labels, in one picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "views/pixel_buffer.h"
#include "views/rgb_picture.h"

namespace cobble {

struct SheetCell {
  RgbPicture picture;
  std::vector<std::string> lines;  // the label, below the picture
};

struct SheetStyle {
  int64_t columns = 1;
  int64_t gap = 8;  // pixels between cells and around them
  int scale = 1;    // of the labels
};

// Returns the size of a sheet of `count` cells whose pictures and labels have at most this size.
FittedSize SizeOfSheet(int64_t count, const FittedSize& picture, int64_t lines,
                       const SheetStyle& style);

// Returns the sheet in 8-bit RGB: cells row by row from the upper left, on black. Columns are as
// wide as the widest picture, rows as high as the highest.
PixelBuffer MakeContactSheet(std::span<const SheetCell> cells, const SheetStyle& style);

}  // namespace cobble
