// Puts together what the tags say.
// Based on: OGC GeoTIFF Standard 1.1, 2019; GDAL, "GTiff -- GeoTIFF File Format".
#include "input/raster_tags.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/geotiff.h"
#include "input/raster_heights.h"
#include "input/raster_place.h"

namespace cobble {

std::optional<int> RasterTags::Key(uint16_t key) const {
  for (std::size_t at = 4; at + 4 <= keys.size(); at += 4)
    if (keys[at] == key && keys[at + 1] == 0) return keys[at + 3];
  return std::nullopt;
}

int RasterTags::SystemOf(uint16_t key) const {
  const int code = Key(key).value_or(0);
  return code == geotiff::kUserDefined ? 0 : code;
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank{" \t\r\n\0", 5};
  const std::size_t first = std::min(text.find_first_not_of(kBlank), text.size());
  text.remove_prefix(first);
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

std::optional<ImageTerrain> TerrainOf(const RasterTags& tags, const Raster& raster) {
  ImageTerrain terrain;
  const auto [has_place, unit] = ReadPlace(tags, raster, &terrain);
  bool is_stated = false, is_number = false;
  if (!raster.IsColor()) {
    is_stated = ReadHeights(tags, raster, unit, &terrain);
    is_number = !raster.type.IsFraction() && raster.type.kind != SampleKind::kFloat;
  }
  if (!has_place && !is_stated && !is_number) return std::nullopt;
  return terrain;
}

std::vector<std::string> TerrainTexts(const ImageTerrain& terrain) {
  std::vector<std::string> texts;
  if (terrain.step > 0) {
    std::string system;
    if (terrain.epsg > 0) system = fmt::format(" in EPSG:{}", terrain.epsg);
    if (!terrain.problem.empty()) system = " in a system without an EPSG code";
    texts.push_back(fmt::format("pixels of {:.6g} m{}", terrain.step, system));
  } else if (!terrain.problem.empty()) {
    std::string_view problem = terrain.problem;
    for (const std::string_view verb : {"is ", "has "})
      if (problem.starts_with(verb)) problem.remove_prefix(verb.size());
    texts.emplace_back(problem);
  }
  if (const auto& heights = terrain.heights; heights && *heights != std::array{0.0, 1.0})
    texts.push_back(fmt::format("0 is {:.6g} m and 1 is {:.6g} m", (*heights)[0], (*heights)[1]));
  return texts;
}

}  // namespace cobble
