// The metres of a raster's samples, by its tags.
#pragma once

#include "cobble/image.h"
#include "core/length_units.h"
#include "input/raster_tags.h"

namespace cobble {

// Sets what the terrain has of the heights. Returns whether the file states a scale or a unit. In:
// across, the unit of eastings and northings; null if they have none.
bool ReadHeights(const RasterTags& tags, const Raster& raster, const LengthUnit* across,
                 ImageTerrain* terrain);

}  // namespace cobble
