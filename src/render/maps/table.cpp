// One row per map.
#include "render/maps/table.h"

#include <algorithm>

namespace cobble {
namespace {

constexpr MapMaker kMakers[] = {
    {.map = Map::kHeight, .needs_slopes = false, .make = &MakeHeight},
    {.map = Map::kNormal, .needs_slopes = true, .make = &MakeNormal},
    {.map = Map::kSlope, .needs_slopes = true, .make = &MakeSlope},
    {.map = Map::kValue, .needs_slopes = false, .make = &MakeValue},
    {.map = Map::kCurvature,
     .needs_slopes = true,
     .halo = &CurvatureHalo,
     .halo_field = "/curvature/radius",
     .make = &MakeCurvature},
    {.map = Map::kAo,
     .needs_slopes = false,
     .halo = &AoHalo,
     .halo_field = "/ao/radius",
     .make = &MakeAo},
    {.map = Map::kBumpslopes, .needs_slopes = true, .make = &MakeBumpslopes},
    {.map = Map::kLit,
     .needs_slopes = true,
     .halo = &AoHalo,  // the map ao is part of it
     .halo_field = "/ao/radius",
     .make = &MakeLit},
};
static_assert(std::ranges::equal(kMakers, kMapTable, {}, &MapMaker::map, &MapInfo::map));

}  // namespace

const MapMaker& MakerOf(Map map) { return kMakers[static_cast<std::size_t>(map)]; }

}  // namespace cobble
