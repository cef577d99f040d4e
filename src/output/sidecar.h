// The JSON beside a raw file, which says what the file's bytes mean:
//   width, height  of what was written, in pixels
//   bpp            bits a pixel, all channels together (16 for an .r16 height, 48 for its normals)
//   channels       samples a pixel, interleaved
//   low, high      the value that sample 0 and sample 1 (integers: the largest) stand for
//   cobble:recipe, cobble:output
#ifndef COBBLE_OUTPUT_SIDECAR_H_
#define COBBLE_OUTPUT_SIDECAR_H_

#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

// Beside the file that a link leads to, so that each picture has one sidecar, whatever its names;
// but beside the link where only there is one, as where links lead into a store of files by hash.
std::string SidecarPath(const std::string& picture_path);

std::string SidecarText(const PictureSpec& spec);

// As ReadPictureMetadata; nothing where `text` is no JSON object with a member "cobble:recipe" that
// is an object itself. Finds the ends of values and no more: whoever reads the recipe judges it.
std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text);

}  // namespace cobble

#endif  // COBBLE_OUTPUT_SIDECAR_H_
