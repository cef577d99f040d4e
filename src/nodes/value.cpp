// value: values at lattice points, smoothly interpolated.
#include "nodes/shared/corner_noise.h"

namespace cobble::nodes {
namespace {

constexpr Detail kValueDetails[] = {
    {"value",
     "a random value from -1 to 1 at every lattice point, blended along "
     "each axis with t^3 (6 t^2 - 15 t + 10)"}};

}  // namespace

NodeType Value() {
  return LatticeNoise(
      LatticeKind::kValue,
      {.name = "value",
       .summary = "values at lattice points, smoothly interpolated: soft blobs on a visible grid",
       .details = kValueDetails,
       .noise = NoiseSpec{"Ken Perlin, An Image Synthesizer, 1985", {-1, 1}}});
}

}  // namespace cobble::nodes
