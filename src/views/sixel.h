// Pictures as sixel, the graphics of DEC's terminals, which xterm and others show.
#pragma once

#include <string>

#include "views/rgb_picture.h"

namespace cobble {

// Returns the picture in at most 256 colours: its own if it has no more, else the means of groups
// of similar colours. Sixel has 101 levels for each channel. Ends with a line break.
std::string Sixel(const RgbPicture& picture);

}  // namespace cobble
