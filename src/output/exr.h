// OpenEXR files: half or float, any maps together, in lines that are compressed without loss.
#ifndef COBBLE_OUTPUT_EXR_H_
#define COBBLE_OUTPUT_EXR_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

std::unique_ptr<PictureWriter> OpenExr(const PictureSpec& spec);

// As ReadPictureMetadata; nothing where `bytes` do not begin as an EXR does.
std::optional<PictureMetadata> ReadExrMetadata(std::string_view bytes, const std::string& name);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_EXR_H_
