// What limits and checksums have to do with pictures that are not written to files.
#pragma once

#include <span>
#include <string>

#include "cobble/encode.h"
#include "core/maps.h"

namespace cobble {

// Returns the checksum of a map as 16 hex digits: of its samples as float32, as output/checksum.h
// says. Of Map::kValue, it is the one that `cobble render --checksum` prints. Keeps rows in memory,
// not the picture. Throws like EncodePicture.
std::string ChecksumOf(const Program& program, const PictureMap& map, const RenderOptions& render,
                       const Limits& limits);

// Returns the noise evaluations of the recipe's whole picture, which limits of cost count.
double CostOf(const Program& program, std::span<const PictureMap> maps);

// Throws Error kLimit if rendering a window needs more evaluations than that. In: has_range,
// whether a range "fit" is known already.
void CheckCost(const Program& program, std::span<const PictureMap> maps, const Window& window,
               bool has_range, double maximum);

}  // namespace cobble
