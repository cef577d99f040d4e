// The table of file formats: their suffixes, and the maps and bit depths that they can hold.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cobble/enums.h"
#include "cobble/image.h"
#include "core/maps.h"
#include "core/size.h"

namespace cobble {

class PictureWriter;
struct PictureSpec;

// Lossless compression. kFast and kSmall are efforts. The others are methods of EXR: ZIP compresses
// 16 lines together, as both efforts do, and ZIPS each line alone.
enum class Compression { kFast, kSmall, kNone, kZip, kZips };
inline constexpr std::array<std::string_view, 5> kCompressions{"fast", "small", "none", "zip",
                                                               "zips"};
// For stores, whose plans have them by name.
inline constexpr std::array<std::string_view, 3> kStoreCompressions{"fast", "small", "none"};

struct Format {
  std::string_view name;                   // value of --format: "png", "r16"
  std::vector<std::string_view> suffixes;  // ".png"; case-insensitive
  std::vector<int> bits;                   // bits per channel
  std::vector<int> channels = {};          // numbers of channels of a map; empty: any
  bool holds_many_maps = false;            // in one file
  // Maximum memory for the mip levels of a map; null if the format holds none.
  Size (*mip_memory)(int channels, int64_t width) = nullptr;
  // Samples of at least this many bits are floats, stored unclamped; smaller ones are integers and
  // clamp to 0..1. 0: all are integers.
  int min_float_bits = 0;
  bool rounds_floats = false;  // stores floats of 32 bits with fewer
  bool has_sidecar = false;
  bool compresses = false;           // supports Compression::kFast and kSmall
  bool stores_uncompressed = false;  // supports Compression::kNone
  bool has_zips = false;             // supports Compression::kZip and kZips
  bool has_primaries = false;        // says which primaries its colours have
  int band_copies = 1;               // maximum copies of a band's samples in memory at once
  // The format's limits; 0: none.
  int64_t max_side = 0;        // pixels
  int64_t max_coordinate = 0;  // magnitude of a pixel's column and row
  uint64_t max_row_bytes = 0;  // all samples of a row
  uint64_t max_bytes = 0;      // all samples; set if the whole picture is held in memory
  std::string_view help;       // one line for `cobble list formats`
  // Only called by OpenPicture (picture.h).
  std::unique_ptr<PictureWriter> (*open)(const PictureSpec& spec) = nullptr;
};

// Returns whether samples of this many bits, or of any depth, are floats.
constexpr bool IsFloat(const Format& format, int bits) {
  return format.min_float_bits > 0 && bits >= format.min_float_bits;
}
constexpr bool HasFloats(const Format& format) { return format.min_float_bits > 0; }

// Returns whether a file with these maps can be compressed so. Mip levels only allow efforts.
bool Supports(const Format& format, const std::vector<PictureMap>& maps, Compression compression);

// Formats of files that hold whole pictures.
std::span<const Format> Formats();
// Returns the suffixes of all of them: ".png", ".r8".
std::vector<std::string_view> FormatSuffixes();
// The format of a Zarr array's chunks (zarr/chunk.h). Not one of Formats(): a chunk is a file of a
// store, and only the store's metadata says what it holds.
const Format& ZarrFormat();
// Returns whether the path is a Zarr store's, as in "map.zarr".
bool IsZarrPath(std::string_view path);
const Format* FindFormat(std::string_view name);
// Returns the first of these that this build has; null if it has none.
const Format* FirstFormat(std::span<const std::string_view> names);
// Returns the name of the format with this name or the path's suffix that this build leaves out,
// because it lacks its library; "" if there is none.
std::string_view LeftOutFormat(std::string_view name_or_path);
// Returns the format for the path's suffix, or null if it is unknown.
const Format* FormatOfPath(std::string_view path);

// Returns the map's default bits if the format has integers of them that hold it, else its maximum.
int DefaultBits(const Format& format, const PictureMap& map);

// Returns whether `format` can hold the map, with some number of bits.
bool CanHold(const Format& format, const PictureMap& map);

// Returns why `format` cannot hold `map` at `bits` (".png supports 8 or 16 bits per channel, not
// 32"); empty if it can. In: path, whose suffix names the format if it is one of the format's.
std::string WhyNot(const Format& format, const PictureMap& map, int bits,
                   std::string_view path = {});

// Returns why `format` cannot hold this many maps in one file; empty if it can.
std::string WhyTooMany(const Format& format, std::size_t maps, std::string_view path = {});

// Returns why the maps cannot be in one file, whatever its format; empty if they can.
std::string WhyNotTogether(const std::vector<PictureMap>& maps);

// Returns why `format` cannot hold a window of this size and position; empty if it can.
std::string WhyTooLarge(const Format& format, const std::vector<PictureMap>& maps, int bits,
                        const Window& window);

// Maximum memory of a picture while it is written: per band in flight, and for the whole picture if
// it is held in memory. Excludes memory that does not grow with the picture.
struct PictureMemory {
  Size band, whole;
};
PictureMemory MemoryOf(const Format& format, const std::vector<PictureMap>& maps, int bits,
                       const Window& window);

// Returns the maximum size of all samples of the picture, with its mip levels.
Size SampleBytes(const std::vector<PictureMap>& maps, int bits, const Window& window);

}  // namespace cobble
