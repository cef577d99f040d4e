// Raw files .r8, .r16 and .r32: little-endian samples, top row first, channels interleaved, no
// header. A sidecar (sidecar.h) describes the file.
#ifndef COBBLE_OUTPUT_RAW_H_
#define COBBLE_OUTPUT_RAW_H_

#include <memory>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenRaw(const PictureSpec& spec);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_RAW_H_
