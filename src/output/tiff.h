// TIFF files: integer or float strips, compressed with DEFLATE after a predictor.
#ifndef COBBLE_OUTPUT_TIFF_H_
#define COBBLE_OUTPUT_TIFF_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenTiff(const PictureSpec& spec);

// Returns whether a file that starts with these bytes is a TIFF.
bool IsTiff(std::string_view start);

// Returns an XMP packet with cobble's metadata; empty if there is none.
std::string XmpPacket(const PictureMetadata& metadata);

// Like ReadPictureMetadata, but returns nullopt if `bytes` are not a TIFF.
std::optional<PictureMetadata> ReadTiffMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_TIFF_H_
