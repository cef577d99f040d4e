// Checksums and cost limits of maps that are not written to files.
#pragma once

#include <span>
#include <string>

#include "cobble/encode.h"
#include "core/maps.h"

namespace cobble {

// Returns the checksum of a map's samples as float32 (output/pixel_hash.h), in 16 hex digits; of
// Map::kValue, what `cobble render --checksum` prints. Holds rows, not the whole picture. Throws
// like EncodePicture.
std::string ChecksumOf(const Program& program, const PictureMap& map, const RenderOptions& render,
                       const Limits& limits);

// Returns the noise evaluations of the recipe's whole picture, which cost limits count.
double CostOf(const Program& program, std::span<const PictureMap> maps);

// Throws Error kLimit if a window needs more evaluations. In: has_range, whether "fit" is known.
void CheckCost(const Program& program, std::span<const PictureMap> maps, const Window& window,
               bool has_range, double maximum);

}  // namespace cobble
