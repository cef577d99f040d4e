// The formats that stb_image_write encodes: 8-bit TGA, BMP and JPG, and float HDR. All need the
// whole picture in memory.
#ifndef COBBLE_OUTPUT_STB_H_
#define COBBLE_OUTPUT_STB_H_

#include <memory>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenTga(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenBmp(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenJpg(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenHdr(const PictureSpec& spec);

// Rounds red, green and blue to the values that an HDR holds: three mantissas of 8 bits, rounded
// down, and an exponent. In: rgb, three numbers of at least 0.
void RoundToRgbe(float* rgb);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_STB_H_
