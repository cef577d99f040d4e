// perlin: gradients at lattice points, smoothly interpolated.
#include "nodes/shared/corner_noise.h"

namespace cobble::nodes {
namespace {

constexpr Detail kPerlinDetails[] = {
    {"value",
     "at every lattice point, the dot product of a random gradient and the offset from it; blended "
     "along each axis with t^3 (6 t^2 - 15 t + 10) and scaled to -1..1"}};

}  // namespace

NodeType Perlin() {
  return LatticeNoise(
      LatticeKind::kPerlin,
      {.name = "perlin",
       .summary =
           "gradients at lattice points, smoothly interpolated: uniform hills, clouds, marble",
       .details = kPerlinDetails,
       .noise =
           NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985; Improving Noise, 2002", {-1, 1}}});
}

}  // namespace cobble::nodes
