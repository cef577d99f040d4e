// The table of maps. To add a map, add a row here and in core/maps.h, and a file that computes it.
#pragma once

#include <cstdint>
#include <string_view>

#include "cobble/enums.h"
#include "core/maps.h"
#include "render/maps/map.h"

namespace cobble {

struct MapMaker {
  Map map;
  // Returns the halo: the number of pixels that a sample reads on every side of its own. Null: no
  // halo. `halo_field` is the JSON pointer to the key that sets it.
  int64_t (*halo)(const Recipe& recipe) = nullptr;
  std::string_view halo_field = {};
  MapFunction (*make)(const MapSetup& setup) = nullptr;
};

const MapMaker& MakerOf(Map map);

// Returns the function of any map. Throws Error kUsage if the program was compiled without it.
MapFunction MakeMap(const MapSetup& setup, const PictureMap& map);

// Terrain3D's control map, of the layers that are the channels of map.whole. A sample's bits are an
// unsigned number, the most significant first: 5 bits, the index of the largest layer; 5, of the
// second largest; 8, the second's share of both, from 0 to 255; 14 that are 0, for the rotation and
// scale of textures, holes, navigation and automatic textures. Of equal layers, the first wins.
MapFunction MakeControl(const MapSetup& setup, const PictureMap& map);

// curvature.cpp, ao.cpp and lit.cpp compute their map, pointwise.cpp the others.
MapFunction MakeHeight(const MapSetup& setup);
// A node's value, in `plane` of the program's maps, with a range mapped to 0..1 as for height.
MapFunction MakeNodeHeight(const MapSetup& setup, const HeightScale& heights, int plane);
MapFunction MakeNormal(const MapSetup& setup);
MapFunction MakeSlope(const MapSetup& setup);
MapFunction MakeValue(const MapSetup& setup);
MapFunction MakeCurvature(const MapSetup& setup);
int64_t CurvatureHalo(const Recipe& recipe);
MapFunction MakeAo(const MapSetup& setup);
int64_t AoHalo(const Recipe& recipe);
MapFunction MakeBumpslopes(const MapSetup& setup);
MapFunction MakeLit(const MapSetup& setup);
MapFunction MakeElevation(const MapSetup& setup);

}  // namespace cobble
