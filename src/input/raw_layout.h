// What the bytes of a raw file are, where its name says it: "land.raw:513x513:u16le".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cobble/error.h"
#include "input/sample_type.h"

namespace cobble {

// Rows from the top, samples of a pixel next to each other.
struct RawLayout {
  int64_t width = 0, height = 0;
  int channels = 1;
  SampleType type = {};
  bool big_endian = false;
  bool is_srgb = false;
  std::string text = {};     // "513x513:u16le"; empty if a sidecar states it
  std::string no_data = {};  // that a sidecar declares (no_data.h)
};

// The maximum width and height of any picture.
inline constexpr int64_t kMaxReaderSide = 0x7FFFFFFF;

struct RawName {
  std::string path;
  RawLayout layout;
};

// Splits a name, from the right, so that a path may have colons. Returns nullopt if its end is not
// like a layout. Throws Error kUsage if it is, but not a valid one.
std::optional<RawName> ParseRawName(std::string_view name);

// Return the name of a raw file whose layout is not known, with the likely one of its size, and the
// hint to name it so.
std::string LikelyRawName(std::string_view path, uint64_t size);
std::string RawNameHint(std::string_view path, uint64_t size);

// Returns the hint for a file whose size is not the layout's: which sizes of pictures it may have.
std::string FileSizeHint(const RawLayout& layout, uint64_t size);

// Returns the hint for a raster in a format of other programs, such as "N46E007.hgt", by its
// suffix; empty for other suffixes. In: start, of its bytes.
std::string RasterHint(std::string_view path, std::string_view start, uint64_t size);

}  // namespace cobble
