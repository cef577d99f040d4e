// Small rasters for the readers' tests.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "input/picture_reader.h"
#include "support/small_tiff.h"
#include "unit/input/pictures.h"

namespace cobble {

using Pair = std::array<double, 2>;

constexpr uint16_t kUnsigned = 1, kSigned = 2, kFloat = 3;
constexpr uint16_t kMetadata = 42112, kNoData = 42113;

// Returns a row of pixels of one channel.
template <typename Number>
test::SmallTiff RowOf(uint16_t format, const std::vector<Number>& numbers,
                      const std::vector<test::TiffTag>& more = {}) {
  return {.width = static_cast<uint32_t>(numbers.size()),
          .bits = 8 * sizeof(Number),
          .format = format,
          .samples = test::BytesOf(numbers),
          .more = more};
}

inline PictureFile RasterFile(const test::SmallTiff& tiff) {
  return FileOf("dem.tif", tiff.Bytes());
}

inline ImageTerrain TerrainIn(const test::SmallTiff& tiff) {
  const auto terrain = OpenPictureFile(RasterFile(tiff))->info().terrain;
  REQUIRE(terrain.has_value());
  return *terrain;
}

// Returns the terrain of a row of two signed numbers.
inline ImageTerrain TerrainWith(const std::vector<test::TiffTag>& tags) {
  return TerrainIn(RowOf<int16_t>(kSigned, {1, 2}, tags));
}

}  // namespace cobble
