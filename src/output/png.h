// PNG files: grey and RGB, 8 and 16 bits a component.
#ifndef COBBLE_OUTPUT_PNG_H_
#define COBBLE_OUTPUT_PNG_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenPng(const PictureSpec& spec);

// As ReadPictureMetadata; nothing where `bytes` do not begin as a PNG does.
std::optional<PictureMetadata> ReadPngMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_PNG_H_
