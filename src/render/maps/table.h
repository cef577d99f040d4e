// THE table of what computes each map: to add a map is to add a row here and in core/maps.h, and a
// file that makes it.
#ifndef COBBLE_RENDER_MAPS_TABLE_H_
#define COBBLE_RENDER_MAPS_TABLE_H_

#include <memory>

#include "cobble/enums.h"
#include "render/maps/map.h"

namespace cobble {

struct MapMaker {
  Map map;
  bool wants_slopes;  // the program must have been compiled with them
  std::unique_ptr<const MapFunction> (*make)(const MapSetup& setup);
};

const MapMaker& MakerOf(Map map);

// A file each.
std::unique_ptr<const MapFunction> MakeHeight(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeNormal(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeSlope(const MapSetup& setup);
std::unique_ptr<const MapFunction> MakeValue(const MapSetup& setup);

}  // namespace cobble

#endif  // COBBLE_RENDER_MAPS_TABLE_H_
