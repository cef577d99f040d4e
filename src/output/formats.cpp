// The table of file formats.
#include "output/formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/bands.h"
#include "core/maps.h"
#include "core/utf8.h"
#include "output/exr.h"
#include "output/pfm.h"
#include "output/png.h"
#include "output/raw.h"
#include "output/stb.h"

namespace cobble {
namespace {

constexpr int64_t kMax31Bits = 0x7FFFFFFF, kMax16Bits = 0xFFFF;
// EXR's window corners have 32 bits, but readers only accept those within 2^30 - 1.
constexpr int64_t kMaxExrCoordinate = (int64_t{1} << 30) - 2;
constexpr uint64_t kMaxInMemory = uint64_t{1} << 28;

// band_copies counts the band's rows and the buffers of its Chunk. The buffers of PNG are: filtered
// rows, deflated rows, and zlib's output. Those of EXR are: compressed blocks, and for the current
// block its lines, their predicted bytes and zlib's output (blocks of wide pictures have one row).
//
// Common picture formats come first, then raw files; error messages suggest formats in this order.
const std::vector<Format>& Table() {
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
       .is_float = true,
       .compresses = true,
       .band_copies = 5,
       .max_coordinate = kMaxExrCoordinate,
       .max_row_bytes = kMax31Bits,
       .help = "OpenEXR, half or float, lossless; several maps in one file",
       .open = &OpenExr},
      {.name = "tga",
       .suffixes = {".tga"},
       .bits = {8},
       .channels = {1, 3, 4},
       .max_side = kMax16Bits,
       .max_bytes = kMaxInMemory,
       .help = "Targa, grey or RGB, run-length encoded; held in memory",
       .open = &OpenTga},
      {.name = "bmp",
       .suffixes = {".bmp"},
       .bits = {8},
       .channels = {1, 3},
       .max_side = kMax31Bits,
       .max_bytes = kMaxInMemory,
       .help = "BMP, RGB; held in memory",
       .open = &OpenBmp},
      {.name = "jpg",
       .suffixes = {".jpg", ".jpeg"},
       .bits = {8},
       .channels = {1, 3},
       .max_side = kMax16Bits,
       .max_bytes = kMaxInMemory,
       .help = "JPEG, lossy; held in memory",
       .open = &OpenJpg},
      {.name = "hdr",
       .suffixes = {".hdr"},
       .bits = {32},
       .channels = {1, 3},
       .is_float = true,
       .max_side = kMax31Bits,
       .max_bytes = kMaxInMemory,
       .help = "Radiance RGBE, 8 bits and a shared exponent; no negative values; normals as "
               "(n + 1) / 2; held in memory",
       .open = &OpenHdr},
      {.name = "pfm",
       .suffixes = {".pfm"},
       .bits = {32},
       .channels = {1, 3},
       .is_float = true,
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
       .suffixes = {".r16"},
       .bits = {16},
       .has_sidecar = true,
       .help = "raw 16-bit samples, little-endian, top row first, with a sidecar FILE.json",
       .open = &OpenRaw},
      {.name = "r32",
       .suffixes = {".r32"},
       .bits = {32},
       .is_float = true,
       .has_sidecar = true,
       .help = "raw float32 samples, little-endian, top row first, with a sidecar FILE.json",
       .open = &OpenRaw},
  };
  return formats;
}

bool EndsWith(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() &&
         std::equal(suffix.rbegin(), suffix.rend(), text.rbegin(),
                    [](char a, char b) { return a == LowerCase(b); });
}

template <typename T>
bool Contains(const std::vector<T>& list, T value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Returns the name in upper case: "PNG".
std::string Title(const Format& format) {
  std::string title(format.name);
  for (char& c : title) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return title;
}

// Returns a list such as "8 or 16".
std::string Choice(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(numbers, " or "));
}

// Returns a list such as "1, 3 or 4".
std::string ChannelList(const std::vector<int>& channels) {
  std::string text = std::to_string(channels.front());
  for (std::size_t k = 1; k < channels.size(); ++k)
    text += (k + 1 < channels.size() ? ", " : " or ") + std::to_string(channels[k]);
  return text;
}

// Returns whether the format can hold the range of the map's samples.
bool HoldsRange(const Format& format, const PictureMap& map) {
  return format.is_float || map.range != SampleRange::kUnbounded;
}

// Returns the first suffix of each format that can hold the map: ".exr or .r32".
std::string SuffixesFor(const PictureMap& map) {
  std::vector<std::string_view> suffixes;
  for (const Format& format : Table())
    if (CanHold(format, map)) suffixes.push_back(format.suffixes.front());
  return fmt::format("{}", fmt::join(suffixes, " or "));
}

Size RowBytes(const std::vector<PictureMap>& maps, int bits, int64_t width) {
  int channels = 0;
  for (const PictureMap& map : maps) channels += map.channels;
  return Size(width) * Size(channels) * Size(bits / 8);
}

}  // namespace

std::span<const Format> Formats() { return Table(); }

const Format* FindFormat(std::string_view name) {
  const auto& table = Table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Format& format) { return format.name == name; });
  return found == table.end() ? nullptr : &*found;
}

const Format* FormatOfPath(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const Format& format : Table())
    for (const std::string_view suffix : format.suffixes)
      if (name.size() > suffix.size() && EndsWith(name, suffix)) return &format;
  return nullptr;
}

int DefaultBits(const Format& format, const PictureMap& map) {
  if (format.is_float) return format.bits.back();
  return Contains(format.bits, map.bits) ? map.bits : format.bits.back();
}

bool CanHold(const Format& format, const PictureMap& map) {
  return HoldsRange(format, map) &&
         (format.channels.empty() || Contains(format.channels, map.channels));
}

std::string WhyNot(const Format& format, const PictureMap& map, int bits) {
  if (!CanHold(format, map)) {
    return fmt::format("{} cannot hold {}: {}; use {}", Title(format), map.name,
                       !HoldsRange(format, map)
                           ? "its samples are 0..1"
                           : "its pixels have " + ChannelList(format.channels) + " channels",
                       SuffixesFor(map));
  }
  if (!Contains(format.bits, bits))
    return fmt::format("{} supports {} bits per channel, not {}", Title(format),
                       Choice(format.bits), bits);
  return {};
}

std::string WhyTooMany(const Format& format, std::size_t maps) {
  if (maps == 1 || format.holds_many_maps) return {};
  return fmt::format("{} holds 1 map per file, not {}", Title(format), maps);
}

std::string WhyTooLarge(const Format& format, const std::vector<PictureMap>& maps, int bits,
                        const Window& window) {
  const auto& [x, y, width, height] = window;
  if (format.max_side > 0 && std::max(width, height) > format.max_side)
    return fmt::format("{} sides are limited to {} pixels", Title(format), format.max_side);

  const int64_t limit = format.max_coordinate;
  if (limit > 0 && std::max({-x, -y, x + width - 1, y + height - 1}) > limit)
    return fmt::format("{} only holds pixel coordinates from -{} to {}; raw files have no limit",
                       Title(format), limit, limit);

  const Size row = RowBytes(maps, bits, width);
  if (format.max_row_bytes > 0 && row > Size(format.max_row_bytes))
    return fmt::format("{} rows are limited to {} bytes", Title(format), format.max_row_bytes);
  if (format.max_bytes > 0 && row * Size(height) > Size(format.max_bytes))
    return fmt::format("{} files are encoded in memory and limited to {} bytes; use .png or .exr",
                       Title(format), format.max_bytes);
  return {};
}

PictureMemory MemoryOf(const Format& format, const std::vector<PictureMap>& maps, int bits,
                       const Window& window) {
  const Size row = RowBytes(maps, bits, window.width);
  return {row * Size(BandRows(window.width, window.height)) * Size(format.band_copies),
          format.max_bytes > 0 ? row * Size(window.height) : Size()};
}

Size SampleBytes(const std::vector<PictureMap>& maps, int bits, const Window& window) {
  return RowBytes(maps, bits, window.width) * Size(window.height);
}

}  // namespace cobble
