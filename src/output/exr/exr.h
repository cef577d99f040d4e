// OpenEXR files: half or float scan lines, lossless compression, one or more maps per file.
#ifndef COBBLE_OUTPUT_EXR_EXR_H_
#define COBBLE_OUTPUT_EXR_EXR_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenExr(const PictureSpec& spec);

// Like FindPictureMetadata, but returns nullopt if `bytes` do not start with EXR's magic number.
std::optional<PictureMetadata> ReadExrMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_EXR_EXR_H_
