// TIFF files: integer or float strips, compressed with DEFLATE after a predictor.
#ifndef COBBLE_OUTPUT_TIFF_TIFF_H_
#define COBBLE_OUTPUT_TIFF_TIFF_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenTiff(const PictureSpec& spec);

// Returns the number of rows of each strip, except that the last may have fewer.
int64_t TiffStripRows(int64_t width, int64_t height);

// Returns whether the last channel of the map is alpha. Channels beyond grey or RGB are alpha in a
// pack that has a colour, and data in others: readers may multiply colours by alpha.
bool HasTiffAlpha(const PictureMap& map);

// Returns whether a file that starts with these bytes is a TIFF.
bool IsTiff(std::string_view start);

// Returns an XMP packet with cobble's metadata; empty if there is none.
std::string XmpPacket(const PictureMetadata& metadata);

// Like FindPictureMetadata, but returns nullopt if `bytes` are not a TIFF.
std::optional<PictureMetadata> ReadTiffMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_TIFF_TIFF_H_
