// The JSON sidecar of a raw file, which describes its bytes:
//   width, height  size of the picture in the file, in pixels
//   bpp            bits per pixel, all channels together (.r16: 16 for a height, 48 for a normal)
//   channels       samples per pixel, interleaved
//   low, high      the values that samples 0 and 1 (integers: the maximum) represent
//   nodata         the number of missing samples; null: none is missing. Only read
//   transfer       "srgb" if samples are encoded by the sRGB curve: integer samples of a colour
//   cobble:recipe, cobble:output
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "output/picture.h"

namespace cobble {

// Returns the path of the sidecar. If the picture is a symbolic link, the sidecar is next to the
// file that the link points to, so a picture with several names has one sidecar; but it is next to
// the link if it exists only there, for example if links point into a content-addressed store.
std::string SidecarPath(const std::string& picture_path);

std::string SidecarText(const PictureSpec& spec);

// Returns whether the text is a sidecar: a JSON object that states the bits of a pixel.
bool IsSidecar(std::string_view text);

// Like FindPictureMetadata, but returns nullopt if `text` is not a JSON object with an object
// "cobble:recipe". Only finds the ends of values; the recipe reader checks the rest.
std::optional<PictureMetadata> ReadSidecarMetadata(std::string_view text);

}  // namespace cobble
