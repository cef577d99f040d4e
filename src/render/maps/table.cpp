// One row per map.
#include "render/maps/table.h"

#include <algorithm>

namespace cobble {
namespace {

constexpr MapMaker kMakers[] = {
    {.map = Map::kHeight, .make = &MakeHeight},
    {.map = Map::kNormal, .make = &MakeNormal},
    {.map = Map::kSlope, .make = &MakeSlope},
    {.map = Map::kValue, .make = &MakeValue},
    {.map = Map::kCurvature,
     .halo = &CurvatureHalo,
     .halo_field = "/curvature/radius",
     .make = &MakeCurvature},
    {.map = Map::kAo, .halo = &AoHalo, .halo_field = "/ao/radius", .make = &MakeAo},
    {.map = Map::kBumpslopes, .make = &MakeBumpslopes},
    {.map = Map::kLit,
     .halo = &AoHalo,  // the map ao is part of it
     .halo_field = "/ao/radius",
     .make = &MakeLit},
};
static_assert(std::ranges::equal(kMakers, kMapTable, {}, &MapMaker::map, &MapInfo::map));

}  // namespace

const MapMaker& MakerOf(Map map) { return kMakers[static_cast<std::size_t>(map)]; }

}  // namespace cobble
