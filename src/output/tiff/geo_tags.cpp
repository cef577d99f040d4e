// Makes the values of GeoTIFF's tags.
#include "output/tiff/geo_tags.h"

#include <fmt/format.h>

#include "core/numbers.h"

namespace cobble {
namespace {

constexpr uint16_t kModelType = 1024, kRasterType = 1025, kProjectedCrs = 3072, kLinearUnits = 3076;
constexpr uint16_t kProjected = 1, kUserDefined = 32767, kArea = 1, kPoint = 2, kMetre = 9001;

// The header counts the keys. A key is its number, no tag of its own, a count of 1, the value.
std::vector<uint16_t> KeysOf(const Georeference& georeference) {
  std::vector<uint16_t> keys{1, 1, 1, 3};
  const auto add = [&](uint16_t key, uint16_t value) {
    keys.insert(keys.end(), {key, 0, 1, value});
  };
  add(kModelType, georeference.epsg != 0 ? kProjected : kUserDefined);
  add(kRasterType, georeference.is_point ? kPoint : kArea);
  if (georeference.epsg != 0)
    add(kProjectedCrs, static_cast<uint16_t>(georeference.epsg));
  else
    add(kLinearUnits, kMetre);
  return keys;
}

}  // namespace

GeoTags GeoTagsOf(const Georeference& georeference, double max_sample) {
  GeoTags tags;
  tags.pixel_scale = {georeference.step, georeference.step, 0};
  tags.tiepoint = {0, 0, 0, georeference.x, georeference.y, 0};
  tags.keys = KeysOf(georeference);
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
