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
        NodeType::kSimplex,
        "gradients at the corners of triangles or tetrahedra: hills of no visible direction",
        "Ken Perlin, Noise Hardware, 2001; Stefan Gustavson, Simplex Noise Demystified, 2005",
        true,
        {-1, 1}},
    NoiseEntry{NodeType::kSimplexValue,
               "values at the corners of triangles or tetrahedra: soft dots and blobs",
               "Ken Perlin, Noise Hardware, 2001; Jasper Flick, Simplex Noise, 2021",
               true,
               {-1, 1}},
    NoiseEntry{
        NodeType::kVoronoi,
        "distances to points scattered in cells: stones, cracks, scales, walls, mosaics",
        "Steven Worley, A Cellular Texture Basis Function, 1996; Inigo Quilez, Voronoi edges, "
        "2012, Smooth Voronoi, 2014",
        false,
        {0, 1}},
    NoiseEntry{NodeType::kCell,
               "distances to a Poisson number of points a cube: pebbles, pores, crystals, stars",
               "Steven Worley, A Cellular Texture Basis Function, 1996",
               false,
               {0, 1}},
    NoiseEntry{
        NodeType::kHill,
        "a sum of waves, every height as frequent as any other: swell, dunes, soft terrain",
        "Bruce Hill, Hill Noise, 2017; S. O. Rice, Mathematical Analysis of Random Noise, 1944",
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
