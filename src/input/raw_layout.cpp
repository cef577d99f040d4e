// Parses the layouts of raw files.
#include "input/raw_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/suggest.h"
#include "core/utf8.h"
#include "platform/shell_words.h"

namespace cobble {
namespace {

struct RawType {
  std::string_view name;
  SampleType type;
  bool big_endian = false;
};
constexpr std::array<RawType, 7> kRawTypes{{
    {"u8", {SampleKind::kUnsigned, 8}},
    {"u16le", {SampleKind::kUnsigned, 16}},
    {"u16be", {SampleKind::kUnsigned, 16}, true},
    {"i16le", {SampleKind::kSigned, 16}},
    {"i16be", {SampleKind::kSigned, 16}, true},
    {"f32le", {SampleKind::kFloat, 32}},
    {"f32be", {SampleKind::kFloat, 32}, true},
}};

// The types that are likely for a suffix, the likeliest first. GDAL reads `is_raster`, too.
struct RawSuffix {
  std::string_view suffix;
  std::vector<std::string_view> types;
  bool is_raster = false;
};

const std::vector<RawSuffix>& RawSuffixes() {
  static const std::vector<RawSuffix> suffixes{
      {".r8", {"u8"}},
      {".r32", {"f32le"}},
      {".hgt", {"i16be"}, true},
      {".dem", {"i16be"}, true},
      {".flt", {"f32le"}, true},
      {".bil", {"i16le", "f32le", "u8"}, true},
      {".bip", {"i16le", "f32le", "u8"}, true},
      {".bsq", {"i16le", "f32le", "u8"}, true},
      {"", {"u16le", "f32le", "u8"}},
  };
  return suffixes;
}

// Rasters that GDAL reads, but that are not raw.
constexpr std::string_view kRasterSuffixes[] = {".asc", ".dt0", ".dt1", ".dt2", ".img",
                                                ".jp2", ".nc",  ".vrt", ".grd", ".adf"};

// The last row is for all other suffixes.
const RawSuffix& SuffixOf(std::string_view path) {
  return *std::ranges::find_if(RawSuffixes(), [&](const RawSuffix& each) {
    return EndsWithIgnoringCase(path, each.suffix);
  });
}

struct RawSize {
  int64_t width, height;
};

// Parses "513x513".
std::optional<RawSize> ParseRawSize(std::string_view text) {
  const std::size_t x = text.find('x');
  if (x == text.npos) return std::nullopt;
  const auto width = ParseInteger(text.substr(0, x)), height = ParseInteger(text.substr(x + 1));
  if (!width || !height) return std::nullopt;
  return RawSize{*width, *height};
}

const RawType* FindRawType(std::string_view name) {
  const auto found = std::ranges::find(kRawTypes, name, &RawType::name);
  return found == kRawTypes.end() ? nullptr : &*found;
}

[[noreturn]] void RefuseName(std::string_view name, const std::string& message,
                             const Phrase& hint) {
  throw Error(ErrorKind::kUsage, Shown(name), message, hint);
}

Phrase TypeHint(std::string_view type) {
  const auto names = RowNames(kRawTypes);
  Phrase hint = DidYouMean(type, names);
  if (hint.empty()) hint = "a layout is WIDTHxHEIGHT:TYPE, as in land.raw:513x513:u16le";
  return hint;
}

// Returns the number whose square the size is; 0 if there is none.
int64_t RootOf(uint64_t size) {
  const auto root = static_cast<uint64_t>(std::sqrt(static_cast<double>(size)));
  return root * root == size ? static_cast<int64_t>(root) : 0;
}

}  // namespace

std::optional<RawName> ParseRawName(std::string_view name) {
  const std::size_t last = name.rfind(':');
  if (last == name.npos || last == 0) return std::nullopt;
  const std::string_view end = name.substr(last + 1);
  const std::size_t before = name.rfind(':', last - 1);
  const auto types = RowNames(kRawTypes);
  if (ParseRawSize(end))
    RefuseName(name, "has a size, but no type of samples",
               fmt::format("as in {}:u16le; types are {}", Shown(name), ListText(types, " and ")));
  const RawType* const type = FindRawType(end);
  const std::string_view middle =
      before == name.npos ? "" : name.substr(before + 1, last - before - 1);
  const auto size = ParseRawSize(middle);
  if (!type && !size) return std::nullopt;
  if (!type)
    RefuseName(
        name,
        fmt::format("the type of samples must be {}, got {}", ListText(types, " or "), Quoted(end)),
        TypeHint(end));
  if (!size || before == 0)
    RefuseName(name, "needs a file and its size before the type of samples",
               "as in land.raw:513x513:" + std::string(end));
  for (const int64_t side : {size->width, size->height})
    if (side < 1 || side > kMaxReaderSide)
      RefuseName(name,
                 fmt::format("the size must be from 1 x 1 to {} x {}, got {} x {}", kMaxReaderSide,
                             kMaxReaderSide, size->width, size->height),
                 {});
  return RawName{std::string(name.substr(0, before)),
                 {.width = size->width,
                  .height = size->height,
                  .type = type->type,
                  .big_endian = type->big_endian,
                  .text = std::string(name.substr(before + 1))}};
}

std::string LikelyRawName(std::string_view path, uint64_t size) {
  const auto& likely = SuffixOf(path).types;
  int64_t side = 0;
  std::string_view type = likely.front();
  for (const std::string_view name : likely) {
    const auto bytes = static_cast<uint64_t>(FindRawType(name)->type.bits / 8);
    if (side > 0 || size == 0 || size % bytes != 0) continue;
    side = RootOf(size / bytes);
    if (side > 0) type = name;
  }
  if (side == 0) side = 513;
  return fmt::format("{}:{}x{}:{}", path, side, side, type);
}

std::string RawNameHint(std::string_view path, uint64_t size) {
  return "name its size and the type of its samples, as in " + Shown(LikelyRawName(path, size));
}

std::string FileSizeHint(const RawLayout& layout, uint64_t size) {
  const auto width = static_cast<uint64_t>(layout.width);
  const auto bytes = static_cast<uint64_t>(layout.type.bits / 8 * layout.channels);
  const std::string pixel = CountText(static_cast<int64_t>(bytes), "byte");
  if (size % bytes != 0)
    return fmt::format("its samples are of another type: the size of a pixel is not {}", pixel);
  const uint64_t pixels = size / bytes;
  const int64_t side = RootOf(pixels);
  std::string hint =
      fmt::format("it has {} of {}", CountText(static_cast<int64_t>(pixels), "pixel"), pixel);
  if (pixels > 0 && pixels % width == 0)
    hint += fmt::format(", as many as {} x {}", width, pixels / width);
  else if (side > 0)
    hint += fmt::format(", as many as {0} x {0}", side);
  return hint;
}

std::string RasterHint(std::string_view path, std::string_view start, uint64_t size) {
  const bool is_raw = SuffixOf(path).is_raster;
  const bool is_known = is_raw || std::ranges::any_of(kRasterSuffixes, [&](std::string_view each) {
                          return EndsWithIgnoringCase(path, each);
                        });
  if (!is_known) return {};
  const std::string copy = std::string(path.substr(0, path.rfind('.'))) + ".tif";
  const std::string command = "make a GeoTIFF, which has its place: gdal_translate " +
                              Shown(ShellWord(path)) + ' ' + Shown(ShellWord(copy));
  const bool is_text = std::ranges::all_of(start, [](char c) { return c >= '\t' && c <= '~'; });
  return is_raw && !is_text ? RawNameHint(path, size) + "; or " + command : command;
}

}  // namespace cobble
