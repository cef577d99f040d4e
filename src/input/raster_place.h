// Where a raster is on the ground, by its tags.
#pragma once

#include <string>

#include "cobble/image.h"
#include "core/length_units.h"
#include "input/raster_tags.h"

namespace cobble {

// Returns "gdalwarp OPTIONS dem.tif dem_m.tif", which makes a copy.
std::string RasterCommand(const std::string& program_and_options, const Raster& raster);

struct PlaceFound {
  bool has_place = false;
  const LengthUnit* unit = nullptr;  // of eastings and northings; null in degrees
};

// Sets what the terrain has of the place.
PlaceFound ReadPlace(const RasterTags& tags, const Raster& raster, ImageTerrain* terrain);

}  // namespace cobble
