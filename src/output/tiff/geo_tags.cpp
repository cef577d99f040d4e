// Makes the values of GeoTIFF's tags.
#include "output/georeference.h"

#include <fmt/format.h>

#include "core/geotiff.h"
#include "core/numbers.h"

namespace cobble {
namespace {

// The header counts the keys. A key is its number, no tag of its own, a count of 1, the value.
std::vector<uint16_t> KeysOf(const Georeference& georeference) {
  std::vector<uint16_t> keys{1, 1, 1, 3};
  const auto add = [&](uint16_t key, uint16_t value) {
    keys.insert(keys.end(), {key, 0, 1, value});
  };
  add(geotiff::kModelType, georeference.epsg != 0 ? geotiff::kProjected : geotiff::kUserDefined);
  add(geotiff::kRasterType, georeference.is_point ? geotiff::kPoint : geotiff::kArea);
  if (georeference.epsg != 0)
    add(geotiff::kProjectedCrs, static_cast<uint16_t>(georeference.epsg));
  else
    add(geotiff::kLinearUnits, geotiff::kMetre);
  return keys;
}

}  // namespace

GeoTags GeoTagsOf(const Georeference& georeference, double max_sample) {
  GeoTags tags{.pixel_scale = {georeference.step, georeference.step, 0},
               .tiepoint = {0, 0, 0, georeference.x, georeference.y, 0},
               .keys = KeysOf(georeference),
               .gdal_metadata = {}};
  if (const auto& metres = georeference.metres)
    tags.gdal_metadata = fmt::format(
        "<GDALMetadata>\n"
        "  <Item name=\"OFFSET\" sample=\"0\" role=\"offset\">{}</Item>\n"
        "  <Item name=\"SCALE\" sample=\"0\" role=\"scale\">{}</Item>\n"
        "  <Item name=\"UNITTYPE\" sample=\"0\" role=\"unittype\">m</Item>\n"
        "</GDALMetadata>\n",
        Shortest(metres->offset), Shortest(metres->scale / max_sample));
  return tags;
}

}  // namespace cobble
