// The metadata of a Zarr store, and the names of its chunks.
//
//   .zgroup                  ZarrGroupText
//   .zmetadata               ZarrConsolidatedText
//   height/.zgroup           ZarrGroupText
//   height/.zattrs           ZarrPyramidText: the levels, as OME-NGFF multiscales
//   height/0/.zarray         ZarrArrayText: the finest level
//   height/0/17/204          a chunk (chunk.h), named by ZarrChunkName
//   height/0/.zattrs         ZarrAxesText: the names of its axes
//   height/1/.zarray ...     half the size
// In Zarr v3, each group and array has one file instead:
//
//   zarr.json                Zarr3StoreText
//   height/zarr.json         Zarr3PyramidText
//   height/0/zarr.json       Zarr3ArrayText, with the names of its axes
//   height/0/c/17/204        a chunk
// Based on: Zarr storage specification, version 2; Zarr core specification, version 3; OME-NGFF,
// versions 0.4 and 0.5 (Open Microscopy Environment); the attribute _ARRAY_DIMENSIONS, xarray's
// convention for Zarr v2, which GDAL follows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "output/formats.h"

namespace cobble {

// An array: one level of a map.
struct ZarrArray {
  int64_t width = 0, height = 0;  // pixels
  int64_t chunk_side = 0;
  int channels = 1;  // 1: the array is (y, x); more: (c, y, x), and a chunk has all channels
  int bits = 8;      // 8 or 16: unsigned integers; 32: floats
  Compression compression = Compression::kFast;
};

// The text of .zgroup.
std::string ZarrGroupText();

// The text of .zmetadata: the other metadata in one file, which readers fetch once. In: the path of
// each file below the store's folder, and its text, which is JSON.
// Based on: the consolidated metadata of zarr-python, version 1.
std::string ZarrConsolidatedText(std::span<const std::pair<std::string, std::string>> files);

// The text of .zarray.
std::string ZarrArrayText(const ZarrArray& array);

// The text of .zattrs of an array: the names of its axes, by which xarray opens the levels of a map
// as variables. Readers take axes of one name in a group for one axis, so those of level 1 are y1
// and x1.
std::string ZarrAxesText(bool has_channels, int level);

// The text of .zattrs in the group of a map with arrays "0" to "levels - 1", each of half the size
// of the one before, rounded up. A pixel of level l is the mean of 2^l x 2^l pixels, so its centre
// is at 2^l (i + 1/2) - 1/2 of level 0's pixels. In: levels, 1 to 62; `name`, a map or
// node, in UTF-8 without control characters.
std::string ZarrPyramidText(std::string_view name, bool has_channels, int levels);

// The texts of zarr.json of the store, with all others as consolidated metadata; of a map's group;
// and of an array, whose axes are those of its group, as OME-NGFF 0.5 demands. In: see above.
std::string Zarr3StoreText(std::span<const std::pair<std::string, std::string>> nodes);
std::string Zarr3PyramidText(std::string_view name, bool has_channels, int levels);
std::string Zarr3ArrayText(const ZarrArray& array);

// Returns the path of a chunk in its array: "17/204", or "0/17/204" if the array has channels. In
// Zarr v3, "c/" precedes it.
std::string ZarrChunkName(bool has_channels, int64_t row, int64_t column);

}  // namespace cobble
