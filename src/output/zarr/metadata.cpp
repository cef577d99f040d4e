// Writes the metadata of Zarr stores.
#include "output/zarr/metadata.h"

#include <fmt/format.h>

#include <cmath>

#include "core/json/print.h"
#include "core/json/tree.h"

namespace cobble {
namespace {

// NumPy's name of the samples' type.
std::string_view TypeName(int bits) {
  if (bits == 8) return "|u1";
  return bits == 16 ? "<u2" : "<f4";
}

// Readers ignore the level; it is that of zlib at a similar effort.
JsonTree Compressor(Compression compression) {
  switch (compression) {
    case Compression::kFast:
      return {{"id", "zlib"}, {"level", 1}};
    case Compression::kSmall:
      return {{"id", "zlib"}, {"level", 9}};
    case Compression::kNone:
    case Compression::kZip:  // of EXR alone
    case Compression::kZips:
      break;
  }
  return nullptr;
}

// Returns a list with an item for each axis: `channel` for c, if there are channels, then y and x.
JsonTree Axes(bool has_channels, const JsonTree& channel, const JsonTree& y, const JsonTree& x) {
  return has_channels ? JsonTree::array({channel, y, x}) : JsonTree::array({y, x});
}

JsonTree Level(bool has_channels, int level) {
  const double scale = std::ldexp(1.0, level), shift = (scale - 1) / 2;
  return {{"path", std::to_string(level)},
          {"coordinateTransformations",
           {{{"type", "scale"}, {"scale", Axes(has_channels, 1, scale, scale)}},
            {{"type", "translation"}, {"translation", Axes(has_channels, 0, shift, shift)}}}}};
}

std::string Text(const JsonTree& tree) { return PrintJson(tree) + '\n'; }

}  // namespace

std::string ZarrGroupText() { return Text({{"zarr_format", 2}}); }

std::string ZarrConsolidatedText(std::span<const std::pair<std::string, std::string>> files) {
  JsonTree metadata = JsonTree::object();
  for (const auto& [path, text] : files) metadata[path] = JsonTree::parse(text);
  return Text({{"zarr_consolidated_format", 1}, {"metadata", metadata}});
}

// The fill value is that of missing chunks. GDAL takes it for "no data" wherever a pixel has it, so
// it must not be a height; null leaves it undefined.
std::string ZarrArrayText(const ZarrArray& array) {
  const bool has_channels = array.channels > 1;
  const auto fill = array.bits == 32 ? JsonTree("NaN") : JsonTree(nullptr);
  return Text({{"zarr_format", 2},
               {"shape", Axes(has_channels, array.channels, array.height, array.width)},
               {"chunks", Axes(has_channels, array.channels, array.chunk_side, array.chunk_side)},
               {"dtype", TypeName(array.bits)},
               {"compressor", Compressor(array.compression)},
               {"fill_value", fill},
               {"order", "C"},
               {"filters", nullptr},
               {"dimension_separator", "/"}});
}

std::string ZarrAxesText(bool has_channels, int level) {
  const std::string number = level == 0 ? "" : std::to_string(level);
  return Text({{"_ARRAY_DIMENSIONS", Axes(has_channels, "c", "y" + number, "x" + number)}});
}

std::string ZarrPyramidText(std::string_view name, bool has_channels, int levels) {
  const auto axis = [](std::string_view axis_name, std::string_view type) -> JsonTree {
    return {{"name", axis_name}, {"type", type}};
  };
  JsonTree datasets = JsonTree::array();
  for (int level = 0; level < levels; ++level) datasets.push_back(Level(has_channels, level));
  const JsonTree pyramid{
      {"version", "0.4"},
      {"name", name},
      {"type", "mean"},
      {"axes", Axes(has_channels, axis("c", "channel"), axis("y", "space"), axis("x", "space"))},
      {"datasets", datasets}};
  return Text({{"multiscales", JsonTree::array({pyramid})}});
}

std::string ZarrChunkName(bool has_channels, int64_t row, int64_t column) {
  return fmt::format("{}{}/{}", has_channels ? "0/" : "", row, column);
}

}  // namespace cobble
