// One row per map, and the maps that a recipe defines: its own maps, views of its nodes, and packs
// of several maps.
#include "render/maps/table.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cobble/error.h"
#include "core/suggest.h"
#include "render/maps/sphere.h"
#include "render/render_bands.h"

namespace cobble {
namespace {

// A number everywhere.
MapFunction NumberMap(float number) {
  return [number](const MapInput&, int n, float* const* scratch, const float** planes) {
    std::fill_n(scratch[0], n, number);
    planes[0] = scratch[0];
  };
}

// A channel of a map, or 1 - the channel; of a signed map, minus the channel.
MapFunction ChannelMap(const MapSetup& setup, const PictureMap& map) {
  const auto channel = static_cast<std::size_t>(map.channel);
  const float one = map.range == SampleRange::kSigned ? 0.0F : 1.0F;
  const MapFunction whole = MakeMap(setup, *map.whole);
  const int channels = map.whole->channels;
  const bool invert = map.invert;
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    std::array<float*, kMaxMapChannels> own{};
    std::array<const float*, kMaxMapChannels> all{};
    std::copy_n(scratch, channels, own.begin());
    std::swap(own[0], own[channel]);  // the first is kept, others are written again
    whole(in, n, own.data(), all.data());
    planes[0] = all[channel];
    if (!invert) return;
    std::transform(planes[0], planes[0] + n, scratch[0], [&](float x) { return one - x; });
    planes[0] = scratch[0];
  };
}

// Divides the weights, at these channels, by their sum.
void Weigh(const std::vector<std::size_t>& weights, int n, float* const* scratch,
           const float** planes) {
  constexpr float kMaxWeight = 1e37F;  // so that the sum is finite
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (const std::size_t k : weights) {
      scratch[k][i] = std::clamp(planes[k][i], 0.0F, kMaxWeight);
      sum += scratch[k][i];
    }
    if (sum > 0)
      for (const std::size_t k : weights) scratch[k][i] /= sum;
    else
      scratch[weights.front()][i] = 1;
  }
  for (const std::size_t k : weights) planes[k] = scratch[k];
}

MapFunction Pack(const MapSetup& setup, const std::vector<PictureMap>& parts) {
  std::vector<std::pair<MapFunction, std::size_t>> functions;  // with their channels
  std::vector<std::size_t> weights;
  std::size_t all = 0;
  for (const PictureMap& part : parts) {
    if (part.weight) weights.push_back(all);
    functions.emplace_back(MakeMap(setup, part), part.channels);
    all += functions.back().second;
  }
  return [=](const MapInput& in, int n, float* const* scratch, const float** planes) {
    std::size_t first = 0;
    for (const auto& [function, channels] : functions) {
      function(in, n, scratch + first, planes + first);
      first += channels;
    }
    if (!weights.empty()) Weigh(weights, n, scratch, planes);
  };
}

// The map ao is a part of it, but not on spheres.
int64_t LitHalo(const Recipe& recipe) { return recipe.domain.IsSphere() ? 0 : AoHalo(recipe); }

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
    {.map = Map::kLit, .halo = &LitHalo, .halo_field = "/ao/radius", .make = &MakeLit},
    {.map = Map::kElevation, .make = &MakeElevation},
};
static_assert(std::ranges::equal(kMakers, kMapTable, {}, &MapMaker::map, &MapInfo::map));

}  // namespace

const MapMaker& MakerOf(Map map) { return kMakers[static_cast<std::size_t>(map)]; }
MapFunction MakeMap(const MapSetup& setup, const PictureMap& map) {
  if (map.control) return MakeControl(setup, map);
  if (map.whole) return ChannelMap(setup, map);
  if (map.number) return NumberMap(static_cast<float>(*map.number));
  if (map.built_in) {
    MapFunction flat = MakerOf(*map.built_in).make(setup);
    const bool is_sphere = setup.recipe.domain.IsSphere();
    return is_sphere ? OnSphere(setup, *map.built_in, std::move(flat)) : flat;
  }
  if (!map.parts.empty()) return Pack(setup, map.parts);
  int first = 0;
  for (const ProgramMap& each : setup.program_maps) {
    const auto channels = static_cast<int>(each.buffers.size());
    if (each.name == map.name) {
      const HeightRange range = RangeOfNode(map, each.shown);
      if (!map.IsNumberNode() || range.keep)
        return [=](const MapInput& in, int, float* const*, const float** planes) {
          std::copy_n(in.maps + first, channels, planes);
        };
      return MakeNodeHeight(setup, HeightScaleOf(setup.recipe, range), first);
    }
    first += channels;
  }
  throw Error(ErrorKind::kUsage, "",
              "the map " + Quoted(map.name) + " needs a program compiled with it",
              "set CompileOptions::maps");
}

}  // namespace cobble
