// Writes the metadata of Zarr stores.
#include "output/zarr/metadata.h"

#include <fmt/format.h>

#include <cmath>

#include "core/json/print.h"
#include "core/json/tree.h"

namespace cobble {
namespace {

// NumPy's name of the samples' type, and that of Zarr v3.
std::string_view TypeName(int bits) {
  if (bits == 8) return "|u1";
  return bits == 16 ? "<u2" : "<f4";
}
std::string_view Type3Name(int bits) {
  if (bits == 8) return "uint8";
  return bits == 16 ? "uint16" : "float32";
}

// Readers ignore the level; it is that of zlib at a similar effort.
int LevelOf(Compression compression) { return compression == Compression::kSmall ? 9 : 1; }

JsonTree Compressor(Compression compression) {
  if (compression == Compression::kNone) return nullptr;
  return {{"id", "zlib"}, {"level", LevelOf(compression)}};
}

JsonTree Named(std::string_view name, const JsonTree& configuration) {
  return {{"name", name}, {"configuration", configuration}};
}

// Single bytes have no order.
JsonTree Codecs(const ZarrArray& array) {
  JsonTree codecs = JsonTree::array();
  codecs.push_back(array.bits == 8 ? JsonTree{{"name", "bytes"}}
                                   : Named("bytes", {{"endian", "little"}}));
  if (array.compression != Compression::kNone)
    codecs.push_back(Named("gzip", {{"level", LevelOf(array.compression)}}));
  return codecs;
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

JsonTree Shape(const ZarrArray& array) {
  return Axes(array.channels > 1, array.channels, array.height, array.width);
}
JsonTree ChunkShape(const ZarrArray& array) {
  return Axes(array.channels > 1, array.channels, array.chunk_side, array.chunk_side);
}

JsonTree Pyramid(std::string_view name, bool has_channels, int levels) {
  const auto axis = [](std::string_view axis_name, std::string_view type) -> JsonTree {
    return {{"name", axis_name}, {"type", type}};
  };
  JsonTree datasets = JsonTree::array();
  for (int level = 0; level < levels; ++level) datasets.push_back(Level(has_channels, level));
  return {
      {"name", name},
      {"type", "mean"},
      {"axes", Axes(has_channels, axis("c", "channel"), axis("y", "space"), axis("x", "space"))},
      {"datasets", datasets}};
}

JsonTree Metadata(std::span<const std::pair<std::string, std::string>> files) {
  JsonTree metadata = JsonTree::object();
  for (const auto& [path, text] : files) metadata[path] = JsonTree::parse(text);
  return metadata;
}

JsonTree Group3(const JsonTree& attributes) {
  return {{"zarr_format", 3}, {"node_type", "group"}, {"attributes", attributes}};
}

}  // namespace

std::string ZarrGroupText() { return Text({{"zarr_format", 2}}); }

std::string ZarrConsolidatedText(std::span<const std::pair<std::string, std::string>> files) {
  return Text({{"zarr_consolidated_format", 1}, {"metadata", Metadata(files)}});
}

// The fill value is that of missing chunks. GDAL takes it for "no data" wherever a pixel has it, so
// it must not be a height; null leaves it undefined.
std::string ZarrArrayText(const ZarrArray& array) {
  const auto fill = array.bits == 32 ? JsonTree("NaN") : JsonTree(nullptr);
  return Text({{"zarr_format", 2},
               {"shape", Shape(array)},
               {"chunks", ChunkShape(array)},
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
  JsonTree pyramid{{"version", "0.4"}};
  pyramid.update(Pyramid(name, has_channels, levels));
  return Text({{"multiscales", JsonTree::array({pyramid})}});
}

std::string Zarr3StoreText(std::span<const std::pair<std::string, std::string>> nodes) {
  JsonTree store = Group3(JsonTree::object());
  store["consolidated_metadata"] = {
      {"kind", "inline"}, {"must_understand", false}, {"metadata", Metadata(nodes)}};
  return Text(store);
}

std::string Zarr3PyramidText(std::string_view name, bool has_channels, int levels) {
  const JsonTree pyramids = JsonTree::array({Pyramid(name, has_channels, levels)});
  return Text(Group3({{"ome", {{"version", "0.5"}, {"multiscales", pyramids}}}}));
}

// Version 3 demands a fill value, also of integers.
std::string Zarr3ArrayText(const ZarrArray& array) {
  return Text({{"zarr_format", 3},
               {"node_type", "array"},
               {"shape", Shape(array)},
               {"data_type", Type3Name(array.bits)},
               {"chunk_grid", Named("regular", {{"chunk_shape", ChunkShape(array)}})},
               {"chunk_key_encoding", Named("default", {{"separator", "/"}})},
               {"fill_value", array.bits == 32 ? JsonTree("NaN") : JsonTree(0)},
               {"codecs", Codecs(array)},
               {"attributes", JsonTree::object()},
               {"dimension_names", Axes(array.channels > 1, "c", "y", "x")}});
}

std::string ZarrChunkName(bool has_channels, int64_t row, int64_t column) {
  return fmt::format("{}{}/{}", has_channels ? "0/" : "", row, column);
}

}  // namespace cobble
