// PNG files: grey and RGB, 8 and 16 bits per channel.
#ifndef COBBLE_OUTPUT_PNG_PNG_H_
#define COBBLE_OUTPUT_PNG_PNG_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenPng(const PictureSpec& spec);

// Like FindPictureMetadata, but returns nullopt if `bytes` do not start with PNG's signature.
std::optional<PictureMetadata> ReadPngMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PNG_PNG_H_
