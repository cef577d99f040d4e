// The formats that stb_image_write makes: TGA, BMP and JPG of 8 bits, HDR of floats. It wants the
// whole picture in memory at once.
#ifndef COBBLE_OUTPUT_STB_H_
#define COBBLE_OUTPUT_STB_H_

#include <memory>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenTga(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenBmp(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenJpg(const PictureSpec& spec);
std::unique_ptr<PictureWriter> OpenHdr(const PictureSpec& spec);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_STB_H_
