// The writers of the formats and the readers of the metadata in their files. Each writer is a row
// of the table in formats.cpp; each family has a file or a folder.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/size.h"
#include "output/picture.h"
#include "output/quantize.h"

namespace cobble {

// OpenEXR: half or float scan lines, lossless compression, one or more maps per file.
std::unique_ptr<PictureWriter> OpenExr(const PictureSpec& spec);
// EXR files for texture caches of film renderers: tiles, and mip levels filtered by a box.
std::unique_ptr<PictureWriter> OpenExrMipmap(const PictureSpec& spec);
// Returns the memory of the rows that wait for their tiles, for a picture of one map.
Size ExrMipmapMemory(int channels, int64_t width);
// Portable float maps: float32, grey or RGB, bottom row first.
std::unique_ptr<PictureWriter> OpenPfm(const PictureSpec& spec);
// Grey and RGB, 8 and 16 bits per channel.
std::unique_ptr<PictureWriter> OpenPng(const PictureSpec& spec);
// Raw files .r8, .r16 and .r32: little-endian samples, top row first, channels interleaved, no
// header. A sidecar (sidecar.h) describes the file.
std::unique_ptr<PictureWriter> OpenRaw(const PictureSpec& spec);
// Integer or float strips, compressed with DEFLATE after a predictor.
std::unique_ptr<PictureWriter> OpenTiff(const PictureSpec& spec);
// stb_image_write's formats: 8-bit TGA, BMP and JPG, and float HDR. All hold the picture in memory.
std::unique_ptr<PictureWriter> OpenStb(const PictureSpec& spec);

// Returns the row format of a picture of one map. In: `coding` with the members that only the file
// format decides (big_endian, is_positive); the others follow from the picture.
RowFormat RowFormatOf(const PictureSpec& spec, SampleCoding coding = {});

// Like FindPictureMetadata, but return nullopt if `bytes` are not a file of the format.
std::optional<PictureMetadata> ReadExrMetadata(std::string_view bytes, const std::string& name);
std::optional<PictureMetadata> ReadPngMetadata(std::string_view bytes, const std::string& name);
std::optional<PictureMetadata> ReadTiffMetadata(std::string_view bytes, const std::string& name);

// For these readers: throws Error kRecipe. In: name of the picture.
[[noreturn]] void RefuseMetadata(const std::string& name, const std::string& message);

// Rounds red, green and blue as an HDR does: three mantissas of 8 bits, rounded down, and an
// exponent. In: rgb, three numbers of at least 0.
void RoundToRgbe(float* rgb);

// Returns the number of rows of each strip. The last may have fewer.
int64_t TiffStripRows(int64_t width, int64_t height);
// Returns whether the last channel of the map is alpha. Channels beyond grey or RGB are alpha in a
// pack that has a colour, and data in others: readers may multiply colours by alpha.
bool HasTiffAlpha(const PictureMap& map);
// Returns whether a file that starts with these bytes is a TIFF.
bool IsTiff(std::string_view start);
// Returns an XMP packet with cobble's metadata; empty if there is none.
std::string XmpPacket(const PictureMetadata& metadata);

}  // namespace cobble
