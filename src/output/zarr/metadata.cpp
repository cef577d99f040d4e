// Writes the metadata of Zarr stores.
#include "output/zarr/metadata.h"

#include <fmt/format.h>

#include <cmath>

#include "core/numbers.h"

namespace cobble {
namespace {

// Returns the name as a JSON string. Names have no control characters.
std::string JsonText(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

// NumPy's name of the samples' type.
std::string_view TypeName(int bits) { return bits == 8 ? "|u1" : bits == 16 ? "<u2" : "<f4"; }

// Readers ignore the level; it is that of zlib at a similar effort.
std::string_view CompressorText(Compression compression) {
  switch (compression) {
    case Compression::kFast:
      return R"({"id": "zlib", "level": 1})";
    case Compression::kSmall:
      return R"({"id": "zlib", "level": 9})";
    case Compression::kNone:
      break;
  }
  return "null";
}

// Returns the lengths of an array's axes: "[3, 512, 512]".
std::string AxesText(int channels, int64_t height, int64_t width) {
  return channels > 1 ? fmt::format("[{}, {}, {}]", channels, height, width)
                      : fmt::format("[{}, {}]", height, width);
}

// Returns a value for each axis: `channel` for c, `pixel` for y and x.
std::string ValuesText(bool has_channels, double channel, double pixel) {
  const std::string values = Shortest(pixel) + ", " + Shortest(pixel);
  return has_channels ? "[" + Shortest(channel) + ", " + values + "]" : "[" + values + "]";
}

std::string LevelText(bool has_channels, int level) {
  const double scale = std::ldexp(1.0, level);
  return fmt::format(
      R"(        {{"path": "{}", "coordinateTransformations": [
          {{"type": "scale", "scale": {}}},
          {{"type": "translation", "translation": {}}}]}})",
      level, ValuesText(has_channels, 1, scale), ValuesText(has_channels, 0, (scale - 1) / 2));
}

}  // namespace

std::string ZarrGroupText() { return "{\n  \"zarr_format\": 2\n}\n"; }

// The fill value is that of missing chunks. GDAL takes it for "no data" wherever a pixel has it, so
// it must not be a height; null leaves it undefined.
std::string ZarrArrayText(const ZarrArray& array) {
  return fmt::format(
      R"({{
  "zarr_format": 2,
  "shape": {},
  "chunks": {},
  "dtype": "{}",
  "compressor": {},
  "fill_value": {},
  "order": "C",
  "filters": null,
  "dimension_separator": "/"
}}
)",
      AxesText(array.channels, array.height, array.width),
      AxesText(array.channels, array.chunk_side, array.chunk_side), TypeName(array.bits),
      CompressorText(array.compression), array.bits == 32 ? "\"NaN\"" : "null");
}

std::string ZarrAxesText(bool has_channels) {
  return fmt::format("{{\n  \"_ARRAY_DIMENSIONS\": [{}\"y\", \"x\"]\n}}\n",
                     has_channels ? "\"c\", " : "");
}

std::string ZarrPyramidText(std::string_view name, bool has_channels, int levels) {
  std::string datasets;
  for (int level = 0; level < levels; ++level)
    datasets += (level > 0 ? ",\n" : "") + LevelText(has_channels, level);
  return fmt::format(
      R"({{
  "multiscales": [
    {{
      "version": "0.4",
      "name": {},
      "type": "mean",
      "axes": [{}{{"name": "y", "type": "space"}}, {{"name": "x", "type": "space"}}],
      "datasets": [
{}
      ]
    }}
  ]
}}
)",
      JsonText(name), has_channels ? R"({"name": "c", "type": "channel"}, )" : "", datasets);
}

std::string ZarrChunkName(bool has_channels, int64_t row, int64_t column) {
  return fmt::format("{}{}/{}", has_channels ? "0/" : "", row, column);
}

}  // namespace cobble
