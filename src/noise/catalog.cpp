// The catalog of noises.
#include "noise/catalog.h"

#include <array>

namespace cobble {
namespace {

constexpr std::array kCatalog{
    NoiseEntry{NodeType::kValue,
               "values at lattice points, smoothly interpolated: soft blobs on a visible grid",
               "Ken Perlin, An Image Synthesizer, 1985",
               true,
               {-1, 1}},
    NoiseEntry{NodeType::kPerlin,
               "gradients at lattice points, smoothly interpolated: even hills, clouds, marble",
               "Ken Perlin, An Image Synthesizer, 1985; Improving Noise, 2002",
               true,
               {-1, 1}},
    NoiseEntry{
        NodeType::kVoronoi,
        "distances to points scattered in cells: stones, cracks, scales, walls, mosaics",
        "Steven Worley, A Cellular Texture Basis Function, 1996; Inigo Quilez, Voronoi edges, "
        "2012, Smooth Voronoi, 2014",
        false,
        {0, 1}},
};

}  // namespace

std::span<const NoiseEntry> NoiseCatalog() { return kCatalog; }

const NoiseEntry* FindNoise(NodeType type) {
  for (const NoiseEntry& entry : kCatalog)
    if (entry.type == type) return &entry;
  return nullptr;
}

Bounds BoundsOf(const NoiseEntry& noise, Turbulence turbulence) {
  if (noise.has_turbulence && turbulence != Turbulence::kNone) return {0, 1};
  return noise.bounds;
}

}  // namespace cobble
