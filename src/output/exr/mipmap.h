// EXR files for texture caches of film renderers: tiles, and mip levels filtered by a box.
#pragma once

#include <cstdint>
#include <memory>

#include "core/size.h"
#include "output/picture.h"

namespace cobble {

inline constexpr int64_t kExrTile = 64;  // pixels on each side

std::unique_ptr<PictureWriter> OpenExrMipmap(const PictureSpec& spec);

// Returns the memory of the rows that wait for their tiles, for a picture of one map.
Size ExrMipmapMemory(int channels, int64_t width);

}  // namespace cobble
