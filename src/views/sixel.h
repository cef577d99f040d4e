// Pictures as sixel, the graphics of DEC's terminals, which xterm and others show.
#pragma once

#include <string>

#include "views/rgb_picture.h"

namespace cobble {

// Returns the picture in at most 256 colours: its own, or else the means of groups of similar
// colours. Sixel has 101 levels per channel. Ends with a line break.
std::string Sixel(const RgbPicture& picture);

}  // namespace cobble
