// The table of file formats.
#include "output/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/bands.h"
#include "core/list_text.h"
#include "core/utf8.h"
#include "output/writers.h"
#include "output/zarr/chunk.h"
#include "platform/path.h"

namespace cobble {
namespace {

constexpr int64_t kMax31Bits = 0x7FFFFFFF, kMax16Bits = 0xFFFF;
// EXR's window corners have 32 bits, but readers only accept those within 2^30 - 1.
constexpr int64_t kMaxExrCoordinate = (int64_t{1} << 30) - 2;
constexpr uint64_t kMaxInMemory = uint64_t{1} << 28;

// Formats whose libraries this build lacks (COBBLE_EXR and so on in CMakeLists.txt) have no `open`.
using OpenFunction = decltype(Format::open);
#ifdef COBBLE_WITHOUT_EXR
constexpr OpenFunction kOpenExr = nullptr;
constexpr decltype(Format::mip_memory) kExrMipMemory = nullptr;
#else
constexpr OpenFunction kOpenExr = &OpenExr;
constexpr decltype(Format::mip_memory) kExrMipMemory = &ExrMipmapMemory;
#endif
#ifdef COBBLE_WITHOUT_TIFF
constexpr OpenFunction kOpenTiff = nullptr;
#else
constexpr OpenFunction kOpenTiff = &OpenTiff;
#endif

// band_copies counts the band's rows and the buffers of its Chunk. PNG has filtered rows, deflated
// rows and zlib's output. EXR has compressed blocks, and for the current block its lines, their
// predicted bytes and zlib's output (blocks of wide pictures have one row).
// Common picture formats come first, then raw files: error messages suggest formats in this order.
const std::vector<Format>& AllFormats() {
  static const std::vector<Format> formats{
      {.name = "png",
       .suffixes = {".png"},
       .bits = {8, 16},
       .channels = {1, 2, 3, 4},
       .compresses = true,
       .band_copies = 4,
       .max_side = kMax31Bits,
       .help = "PNG, grey or RGB, with alpha for packs, lossless",
       .open = &OpenPng},
      {.name = "exr",
       .suffixes = {".exr"},
       .bits = {16, 32},
       .holds_many_maps = true,
       .mip_memory = kExrMipMemory,
       .min_float_bits = 16,
       .compresses = true,
       .stores_uncompressed = true,
       .has_zips = true,
       .has_primaries = true,
       .band_copies = 5,
       .max_coordinate = kMaxExrCoordinate,
       .max_row_bytes = kMax31Bits,
       .help = "OpenEXR, half or float, lossless; several maps in one file",
       .open = kOpenExr},
      {.name = "tiff",
       .suffixes = {".tif", ".tiff"},
       .bits = {8, 16, 32},
       .channels = {1, 2, 3, 4},
       .min_float_bits = 32,
       .compresses = true,
       .band_copies = 4,
       .max_side = kMax31Bits,
       .help = "TIFF, integers or (32 bits) floats, lossless; BigTIFF past 4 GiB",
       .open = kOpenTiff},
      {.name = "tga",
       .suffixes = {".tga"},
       .bits = {8},
       .channels = {1, 3, 4},
       .max_side = kMax16Bits,
       .max_bytes = kMaxInMemory,
       .help = "Targa, grey or RGB, run-length encoded; held in memory",
       .open = &OpenStb},
      {.name = "bmp",
       .suffixes = {".bmp"},
       .bits = {8},
       .channels = {1, 3},
       .max_side = kMax31Bits,
       .max_bytes = kMaxInMemory,
       .help = "BMP, RGB; held in memory",
       .open = &OpenStb},
      {.name = "jpg",
       .suffixes = {".jpg", ".jpeg"},
       .bits = {8},
       .channels = {1, 3},
       .max_side = kMax16Bits,
       .max_bytes = kMaxInMemory,
       .help = "JPEG, lossy; held in memory",
       .open = &OpenStb},
      {.name = "hdr",
       .suffixes = {".hdr"},
       .bits = {32},
       .channels = {1, 3},
       .min_float_bits = 32,
       .rounds_floats = true,
       .max_side = kMax31Bits,
       .max_bytes = kMaxInMemory,
       .help = "Radiance RGBE, 8 bits and a shared exponent; no negative values; normals as "
               "(n + 1) / 2; held in memory",
       .open = &OpenStb},
      {.name = "pfm",
       .suffixes = {".pfm"},
       .bits = {32},
       .channels = {1, 3},
       .min_float_bits = 32,
       .band_copies = 2,
       .max_side = kMax31Bits,
       .help = "portable float map, grey or RGB, bottom row first",
       .open = &OpenPfm},
      {.name = "r8",
       .suffixes = {".r8"},
       .bits = {8},
       .has_sidecar = true,
       .help = "raw bytes, top row first, with a sidecar FILE.json",
       .open = &OpenRaw},
      {.name = "r16",
       .suffixes = {".r16", ".raw"},
       .bits = {16},
       .has_sidecar = true,
       .help = "raw 16-bit samples, little-endian, top row first, with a sidecar FILE.json",
       .open = &OpenRaw},
      {.name = "r32",
       .suffixes = {".r32"},
       .bits = {32},
       .min_float_bits = 32,
       .has_sidecar = true,
       .help = "raw float32 samples, little-endian, top row first, with a sidecar FILE.json",
       .open = &OpenRaw},
  };
  return formats;
}

bool HasSuffix(const Format& format, std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return std::ranges::any_of(format.suffixes, [&](std::string_view suffix) {
    return name.size() > suffix.size() && EndsWithIgnoringCase(name, suffix);
  });
}

// Returns the format as users write it: the path's suffix if it is one of the format's, or ".png".
std::string_view Title(const Format& format, std::string_view path = {}) {
  for (const std::string_view suffix : format.suffixes)
    if (path.ends_with(suffix)) return suffix;
  return format.suffixes.front();
}

// Returns whether the format can hold the range of the map's samples.
bool HoldsRange(const Format& format, const PictureMap& map) {
  return HasFloats(format) || map.range != SampleRange::kUnbounded;
}

// Returns what the format lacks for a map that it cannot hold.
std::string WhyCannotHold(const Format& format, const PictureMap& map) {
  if (map.is_mipmapped && !format.mip_memory) return "it has no mip levels";
  if (!HoldsRange(format, map)) return "its samples are 0..1";
  if (map.control && format.rounds_floats) return "it rounds floats";
  return "its pixels have " + ListText(format.channels, " or ") + " channels";
}

// Returns the first suffix of each format that can hold the map: ".exr or .r32".
std::string SuffixesFor(const PictureMap& map) {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Formats())
    if (CanHold(format, map)) suffixes.push_back(format.suffixes.front());
  return fmt::format("{}", fmt::join(suffixes, " or "));
}

Size RowBytes(const std::vector<PictureMap>& maps, int bits, int64_t width) {
  return Size(width) * Size(TotalChannels(maps)) * Size(bits / 8);
}

}  // namespace

bool Supports(const Format& format, const std::vector<PictureMap>& maps, Compression compression) {
  switch (compression) {
    case Compression::kFast:
    case Compression::kSmall:
      return format.compresses;
    case Compression::kNone:
      return format.stores_uncompressed && !maps.front().is_mipmapped;
    case Compression::kZip:
    case Compression::kZips:
      return format.has_zips && !maps.front().is_mipmapped;
  }
  return false;
}

std::span<const Format> Formats() {
  static const std::vector<Format> formats = [] {
    std::vector<Format> found;
    std::ranges::copy_if(AllFormats(), std::back_inserter(found), &Format::open);
    return found;
  }();
  return formats;
}

const Format& ZarrFormat() {
  static const Format format{.name = "zarr",
                             .suffixes = {".zarr"},
                             .bits = {8, 16, 32},
                             .min_float_bits = 32,
                             .compresses = true,
                             .stores_uncompressed = true,
                             .band_copies = 4,
                             .max_side = kMax31Bits,
                             .help = "Zarr array of integers or (32 bits) floats, in chunks",
                             .open = &OpenZarrChunk};
  return format;
}

bool IsZarrPath(std::string_view path) { return HasSuffix(ZarrFormat(), WithoutSeparator(path)); }

std::vector<std::string_view> FormatSuffixes() {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Formats())
    suffixes.insert(suffixes.end(), format.suffixes.begin(), format.suffixes.end());
  return suffixes;
}

const Format* FindFormat(std::string_view name) {
  for (const Format& format : Formats())
    if (format.name == name) return &format;
  return nullptr;
}

const Format* FormatOfPath(std::string_view path) {
  for (const Format& format : Formats())
    if (HasSuffix(format, path)) return &format;
  return nullptr;
}

const Format* FirstFormat(std::span<const std::string_view> names) {
  for (const std::string_view name : names)
    if (const Format* const found = FindFormat(name)) return found;
  return nullptr;
}

std::string_view LeftOutFormat(std::string_view name_or_path) {
  for (const Format& format : AllFormats())
    if (!format.open && (format.name == name_or_path || HasSuffix(format, name_or_path)))
      return format.name;
  return {};
}

int DefaultBits(const Format& format, const PictureMap& map) {
  const bool fits = std::ranges::count(format.bits, map.bits) > 0 && !IsFloat(format, map.bits) &&
                    map.range != SampleRange::kUnbounded;
  return fits ? map.bits : format.bits.back();
}

bool CanHold(const Format& format, const PictureMap& map) {
  return HoldsRange(format, map) && !(map.control && format.rounds_floats) &&
         (format.mip_memory || !map.is_mipmapped) &&
         (format.channels.empty() || std::ranges::count(format.channels, map.channels) > 0);
}

std::string WhyNot(const Format& format, const PictureMap& map, int bits, std::string_view path) {
  if (!CanHold(format, map)) {
    const std::string others = SuffixesFor(map);
    return fmt::format("{} cannot hold {}: {}{}{}", Title(format, path), map.name,
                       WhyCannotHold(format, map), others.empty() ? "" : "; use ", others);
  }
  if (std::ranges::count(format.bits, bits) == 0)
    return fmt::format("{} supports {} bits per channel, not {}", Title(format, path),
                       ListText(format.bits, " or "), bits);
  if (map.control && bits < 32)
    return fmt::format(
        "{} cannot hold {} at {} bits, which are too few for its numbers; use 32 "
        "bits",
        Title(format, path), map.name, bits);
  if (map.range == SampleRange::kUnbounded && !IsFloat(format, bits))
    return fmt::format("{} cannot hold {} at {} bits: its samples are 0..1; use {} bits",
                       Title(format, path), map.name, bits, format.min_float_bits);
  return {};
}

std::string WhyTooMany(const Format& format, std::size_t maps, std::string_view path) {
  if (maps == 1 || format.holds_many_maps) return {};
  return fmt::format("{} files hold 1 map each, not {}", Title(format, path), maps);
}

std::string WhyNotTogether(const std::vector<PictureMap>& maps) {
  if (maps.size() == 1) return {};
  for (const PictureMap& map : maps)
    if (map.is_mipmapped) return map.name + " has mip levels, so it needs a file of its own";
  return {};
}

std::string WhyTooLarge(const Format& format, const std::vector<PictureMap>& maps, int bits,
                        const Window& window) {
  const auto& [x, y, width, height] = window;
  if (format.max_side > 0 && std::max(width, height) > format.max_side)
    return fmt::format("sides of {} files are limited to {} pixels", Title(format),
                       format.max_side);

  const int64_t limit = format.max_coordinate;
  if (limit > 0 && std::max({-x, -y, x + width - 1, y + height - 1}) > limit)
    return fmt::format(
        "{} files only hold pixel coordinates from -{} to {}; raw files have no limit",
        Title(format), limit, limit);

  const Size row = RowBytes(maps, bits, width);
  if (format.max_row_bytes > 0 && row > Size(format.max_row_bytes))
    return fmt::format("rows of {} files are limited to {} bytes", Title(format),
                       format.max_row_bytes);
  if (format.max_bytes > 0 && row * Size(height) > Size(format.max_bytes))
    return fmt::format("{} files are encoded in memory and limited to {} bytes; use .png or .exr",
                       Title(format), format.max_bytes);
  return {};
}

PictureMemory MemoryOf(const Format& format, const std::vector<PictureMap>& maps, int bits,
                       const Window& window) {
  // Mip levels are computed from floats. A map that is measured, not written, has none.
  const bool has_levels = maps.front().is_mipmapped && format.mip_memory;
  const Size row = RowBytes(maps, has_levels ? 32 : bits, window.width);
  Size whole = format.max_bytes > 0 ? row * Size(window.height) : Size();
  if (has_levels) whole = whole + format.mip_memory(maps.front().channels, window.width);
  return {row * Size(BandRows(window.width, window.height)) * Size(format.band_copies), whole};
}

// Mip levels add a third, or as much again if the picture is one pixel wide or high.
Size SampleBytes(const std::vector<PictureMap>& maps, int bits, const Window& window) {
  const Size bytes = RowBytes(maps, bits, window.width) * Size(window.height);
  return maps.front().is_mipmapped ? bytes * Size(2u) : bytes;
}

}  // namespace cobble
