// Small TIFF files of any samples and tags, written without a library.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cobble::test {

struct TiffTag {
  uint16_t tag, type;
  uint32_t count;
  std::string bytes;  // little-endian
};

TiffTag Doubles(uint16_t tag, const std::vector<double>& numbers);
TiffTag Shorts(uint16_t tag, const std::vector<uint16_t>& numbers);
TiffTag Ascii(uint16_t tag, const std::string& text);

// One strip for each page, not compressed, little-endian.
struct SmallTiff {
  uint32_t width = 1, height = 1;
  uint16_t bits = 16, format = 1;  // 1: unsigned, 2: signed, 3: float
  uint16_t channels = 1;
  std::string samples = {};
  std::vector<TiffTag> more = {};
  std::vector<SmallTiff> pages = {};  // behind this one

  std::string Bytes() const;
};

// Returns the bytes of numbers of any type.
template <typename Number>
std::string BytesOf(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

// Tags that place a raster: its pixels are `step` large, and its upper left is at x, y.
std::vector<TiffTag> PlaceTags(double step, double x, double y, uint16_t epsg);
// The same in degrees.
std::vector<TiffTag> DegreeTags(double step, double longitude, double latitude);
// The same with these keys and their values.
std::vector<TiffTag> KeyTags(double step, double x, double y,
                             const std::vector<std::array<uint16_t, 2>>& keys);

}  // namespace cobble::test
