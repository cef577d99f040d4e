// THE table of what computes each map: to add a map is to add a row here and in core/maps.h, and a
// file that makes it.
#ifndef COBBLE_RENDER_MAPS_TABLE_H_
#define COBBLE_RENDER_MAPS_TABLE_H_

#include <cstdint>
#include <memory>
#include <string_view>

#include "cobble/enums.h"
#include "render/maps/map.h"

namespace cobble {

struct MapMaker {
  Map map;
  bool wants_slopes;  // the program must have been compiled with them
  // How many pixels around its own a sample looks at, and the key that says so; null: none.
  int64_t (*halo)(const Recipe& recipe) = nullptr;
  std::string_view halo_field = {};
  std::unique_ptr<const MapFunction> (*make)(const MapSetup& setup) = nullptr;
};

const MapMaker& MakerOf(Map map);

// A file each.
std::unique_ptr<const MapFunction> MakeHeight(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeNormal(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeSlope(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeValue(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeCurvature(const MapSetup& setup);
int64_t CurvatureHalo(const Recipe& recipe);
std::unique_ptr<const MapFunction> MakeAo(const MapSetup& setup);
int64_t AoHalo(const Recipe& recipe);

}  // namespace cobble

#endif  // COBBLE_RENDER_MAPS_TABLE_H_
