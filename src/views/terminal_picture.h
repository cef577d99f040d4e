// Pictures as text for terminals.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "views/rgb_picture.h"

namespace cobble {

enum class Protocol {
  kCharacters,  // grey, as characters of increasing brightness, without escape sequences
  kBlocks256,   // half blocks in the 256 colours of xterm
  kBlocks,      // half blocks in 24-bit colour
  kSixel,
  kKitty,  // the graphics protocol of kitty
};

// Returns the text that shows the picture, ending with a line break. With blocks and characters, a
// character shows two pixels, one above the other.
std::string TerminalText(const RgbPicture& picture, Protocol protocol);

// Returns the picture as sixel, the graphics of DEC's terminals, in at most 256 colours: its own,
// or else the means of groups of similar colours. Sixel has 101 levels per channel. Ends with a
// line break.
std::string Sixel(const RgbPicture& picture);

// Convert between RGB and xterm's 256 colours: 16 to 231 are a cube of 6 x 6 x 6, 232 to 255 greys.
int Nearest256(const uint8_t* rgb);
std::array<int, 3> ColorOf256(int color);

}  // namespace cobble
