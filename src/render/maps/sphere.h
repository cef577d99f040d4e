// Maps of spheres: slopes in the frames of the pixels, and normals relative to the sphere.
#pragma once

#include "core/maps.h"
#include "render/maps/map.h"

namespace cobble {

// Returns the function of a built-in map of a sphere. In: flat, that of a plane, which gets slopes
// to the right and down; of the map lit, the steepness and 0, since its sun is overhead.
MapFunction OnSphere(const MapSetup& setup, Map map, MapFunction flat);

}  // namespace cobble
